import CallModel

// Writes down what an event has changed, by comparing before and after: no decision can forget to.
extension Call {
    mutating func traceChanges(since old: Call, by event: CallEvent, at now: WallTime) {
        guard trace != nil else { return }
        if case .placed(let placement) = event {
            let caller = placement.caller
            note(.placed, at: now, caller.userID, on: caller.deviceID, saidAt: placement.intendedAt)
        }
        for index in participants.indices {
            let before = index < old.participants.count ? old.participants[index] : nil
            if before != participants[index] { trace(participants[index], since: before, saidAt: event.saidAt, now) }
        }
        traceRoom(since: old, now)
        if case .ended(let end) = state, !old.state.isOver {
            note(.ended, at: now, reason: end.reason, by: end.endedBy)
        }
    }

    /// What a provider answered changes little, but is what is asked for first. Told twice, it is written once.
    mutating func tracePush(_ isHandedOver: Bool, of userID: UserID, _ report: PushReport, at now: WallTime) {
        let line = CallTraceLine(
            isHandedOver ? .pushed : .pushFailed, at: now, userID, on: report.deviceID, saidAt: report.at,
            detail: report.cause ?? "")
        guard let trace, !trace.holds(line) else { return }
        self.trace?.append(line)
    }

    private mutating func note(
        _ fact: CallTraceLine.Fact, at now: WallTime, _ userID: UserID? = nil, on deviceID: DeviceID? = nil,
        reason: EndReason? = nil, by: UserID? = nil, saidAt: WallTime? = nil, detail: String = ""
    ) {
        trace?.append(
            CallTraceLine(fact, at: now, userID, on: deviceID, reason: reason, by: by, saidAt: saidAt, detail: detail))
    }

    private mutating func trace(
        _ own: Participant, since before: Participant?, saidAt: WallTime?, _ now: WallTime
    ) {
        let earlier = before.flatMap { $0.round == own.round ? $0 : nil }
        traceArrival(own, since: earlier, saidAt: saidAt, now)
        for leg in own.legs {
            let known = earlier?.leg(of: leg.device.sessionID)?.state
            if known != leg.state { trace(leg, of: own, now) }
        }
        tracePushOrder(of: own, since: earlier, now)
        if case .connected = own.stage, own.isHeld != earlier?.isHeld ?? false {
            note(own.isHeld ? .held : .resumed, at: now, own.userID, on: own.answeredLeg?.device.deviceID)
        }
        if case .gone(let departure) = own.stage, earlier.map({ !$0.stage.isGone }) ?? false {
            let isOwn = departure.by == own.userID
            note(
                .left, at: now, own.userID, on: isOwn ? departure.device : nil, reason: departure.reason,
                by: departure.by, saidAt: isOwn ? saidAt : nil)
        }
    }

    /// How the user's round began, and whether it came to an answer.
    private mutating func traceArrival(
        _ own: Participant, since earlier: Participant?, saidAt: WallTime?, _ now: WallTime
    ) {
        let answered = own.answeredLeg?.device
        switch (earlier?.stage, own.stage) {
        case (nil, .ringing):
            note(.invited, at: now, own.userID, by: own.invitedBy, detail: own.isActive ? "" : "beside another call")
        case (nil, .gone(let departure)):
            note(.notRung, at: now, own.userID, reason: departure.reason, by: own.invitedBy)
        case (nil, .connected): note(.joined, at: now, own.userID, on: answered?.deviceID, saidAt: saidAt)
        case (.ringing, .connected): note(.answered, at: now, own.userID, on: answered?.deviceID, saidAt: saidAt)
        case (.connected, .connected), (.calling, .connected), (.calling, .calling):
            guard answered != earlier?.answeredLeg?.device else { return }
            note(.joined, at: now, own.userID, on: answered?.deviceID, saidAt: saidAt)
        case (nil, .calling), (.calling, _), (.ringing, _), (.connected, _), (.gone, _): break
        }
    }

    private mutating func trace(_ leg: Leg, of own: Participant, _ now: WallTime) {
        let (userID, deviceID) = (own.userID, leg.device.deviceID)
        switch leg.state {
        case .invited: note(.found, at: now, userID, on: deviceID)
        case .received: note(.received, at: now, userID, on: deviceID)
        case .alerting: note(.alerting, at: now, userID, on: deviceID)
        case .answered: break  // the user's arrival says it
        case .ended(let end):
            // The line about the user says it for every device that ends with him.
            if case .gone(let departure) = own.stage, departure.reason == end.reason { return }
            note(.stopped, at: now, userID, on: deviceID, reason: end.reason, by: end.by)
        }
    }

    private mutating func tracePushOrder(of own: Participant, since earlier: Participant?, _ now: WallTime) {
        if case .ringing(let ring) = own.stage, case .ringing(let before) = earlier?.stage,
            ring.repeatCount > before.repeatCount
        {
            let silent = own.legs.filter(\.state.isSilent).map(\.device.deviceID.rawValue)
            note(.broughtAgain, at: now, own.userID, detail: silent.joined(separator: " "))
        }
        guard case .rung(let count) = own.push, own.push != earlier?.push else { return }
        let targets = own.pushTargets ?? []
        for target in targets { note(.pushQueued, at: now, own.userID, on: target) }
        if targets.isEmpty {
            note(.pushQueued, at: now, own.userID, detail: count == 0 ? "no device to push to" : "\(count) devices")
        }
    }

    private mutating func traceRoom(since old: Call, _ now: WallTime) {
        switch (old.media, media) {
        case (.placed(let node, let era), .owed):
            note(.roomLost, at: now, detail: "\(node.endpoint) era \(era)")
        case (.owed, .placed(let node, let era)):
            note(.roomPlaced, at: now, detail: "\(node.endpoint) era \(era)")
        case (.none, _), (.owed, _), (.placed, _), (.closeOwed, _), (.closed, _): break
        }
    }
}

extension CallEvent {
    /// When the device says that its user did it.
    fileprivate var saidAt: WallTime? {
        switch self {
        case .device(_, _, let saidAt): saidAt
        case .placed, .presence, .push, .media, .timer, .operatorEnded: nil
        }
    }
}
