package import CallModel

/// Names one request, and the app's command behind it if there is one. Given by the shell, unique in a process.
package struct Ticket: Sendable, Hashable, Comparable {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }

    package static func < (left: Ticket, right: Ticket) -> Bool { left.number < right.number }
}

/// How a device answers a ring that reached it.
package enum AlertState: Int32, Sendable, Hashable {
    case received = 1
    case alerting = 2
    case busy = 3
}

/// A call the client knows, for the server to compare.
package struct KnownCall: Sendable, Hashable {
    package var callID: CallID
    package var version: UInt64

    package init(callID: CallID, version: UInt64) {
        self.callID = callID
        self.version = version
    }
}

/// What the core asks of the server. Every one may be sent again: it is idempotent by its call id.
package enum Request: Sendable, Hashable {
    case call(CallID, participants: [UserID], MediaKind, CallParameters)
    case accept(CallID)
    case reject(CallID)
    case hangup(CallID)
    case join(CallID)
    case invite(CallID, participants: [UserID], CallParameters)
    case sync([KnownCall])
    case acknowledge(CallID, version: UInt64, AlertState)
    case joinMedia(CallID, era: UInt32)
    case setMediaState(CallID, isMicrophoneOpened: Bool, isCameraOpened: Bool)

    /// Requests of one slot say the same thing at different times: a newer one replaces an older one.
    package enum Slot: Sendable, Hashable {
        case sync
        case acknowledge(CallID)
        case joinMedia(CallID)
        case mediaState(CallID)
        case leave(CallID)
    }

    package var slot: Slot? {
        switch self {
        case .sync: .sync
        case .acknowledge(let callID, _, _): .acknowledge(callID)
        case .joinMedia(let callID, _): .joinMedia(callID)
        case .setMediaState(let callID, _, _): .mediaState(callID)
        case .hangup(let callID), .reject(let callID): .leave(callID)
        case .call, .accept, .join, .invite: nil
        }
    }

    package var callID: CallID? {
        switch self {
        case .call(let callID, _, _, _), .accept(let callID), .reject(let callID), .hangup(let callID),
            .join(let callID), .invite(let callID, _, _), .acknowledge(let callID, _, _), .joinMedia(let callID, _),
            .setMediaState(let callID, _, _):
            callID
        case .sync: nil
        }
    }

    /// Must reach the server even though the call is over for this device.
    package var outlivesCall: Bool {
        switch self {
        case .hangup, .reject: true
        case .call, .accept, .join, .invite, .sync, .acknowledge, .joinMedia, .setMediaState: false
        }
    }
}

/// What the server answered.
package enum Reply: Sendable, Hashable {
    case call(CallSnapshot)
    case calls([CallSnapshot])
    case done
    /// A place in the call's room; the shell keeps the grant under the request's ticket.
    case mediaGranted
}
