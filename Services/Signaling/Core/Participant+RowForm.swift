import CallModel

// The participants in the row of a call: see Call+RowForm.swift.

extension Participant: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("connectedAt", connectedAt)
            row.member("digits", digits)
            row.member("invitedBy", invitedBy)
            row.member("isCameraOpened", isCameraOpened)
            row.member("isMicrophoneOpened", isMicrophoneOpened)
            row.member("isOnHold", isOnHold)
            row.member("legs", legs)
            row.member("push", push)
            row.member("pushTargets", pushTargets)
            row.member("reach", reach)
            row.member("round", round)
            row.member("stage", stage)
            row.member("talkTime", talkTime)
            row.member("userID", userID)
            row.member("wasConnected", wasConnected)
        }
    }
}

extension Participant.Stage: RowForm {
    package func write(to row: inout RowWriter) {
        switch self {
        case .calling: row.oneCase("calling")
        case .ringing(let ring): row.oneCase("ringing") { $0.member("_0", ring) }
        case .connected(let since): row.oneCase("connected") { $0.member("since", since) }
        case .gone(let departure): row.oneCase("gone") { $0.member("_0", departure) }
        }
    }
}

extension Ring: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("confirmBy", confirmBy)
            row.member("confirms", confirms)
            row.member("deadline", deadline)
            row.member("expiresAt", expiresAt)
            row.member("isPushed", isPushed)
            row.member("isWaiting", isWaiting)
            row.member("reached", reached)
            row.member("repeats", repeats)
            row.member("userData", userData)
        }
    }
}

extension Departure: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("at", at)
            row.member("by", by)
            row.member("device", device)
            row.member("reason", reason)
        }
    }
}

extension PushDuty: RowForm {
    package func write(to row: inout RowWriter) {
        switch self {
        case .none: row.oneCase("none")
        case .ringOwed: row.oneCase("ringOwed")
        case .rung(let deviceCount): row.oneCase("rung") { $0.member("deviceCount", deviceCount) }
        case .stopOwed: row.oneCase("stopOwed")
        case .stopped: row.oneCase("stopped")
        }
    }
}

extension Leg: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("device", device)
            row.member("state", state)
        }
    }
}

extension CallDevice: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("deviceID", deviceID)
            row.member("platform", platform)
            row.member("sessionID", sessionID)
            row.member("userID", userID)
        }
    }
}

extension LegState: RowForm {
    package func write(to row: inout RowWriter) {
        switch self {
        case .invited: row.oneCase("invited")
        case .received: row.oneCase("received")
        case .alerting: row.oneCase("alerting")
        case .answered: row.oneCase("answered")
        case .ended(let end): row.oneCase("ended") { $0.member("_0", end) }
        }
    }
}

extension LegEnd: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("by", by)
            row.member("device", device)
            row.member("reason", reason)
        }
    }
}

extension DeviceReach: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("deviceID", deviceID)
            row.member("platform", platform)
            row.member("progress", progress)
        }
    }
}

extension SentDigits: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("end", end)
            row.member("last", last)
        }
    }
}
