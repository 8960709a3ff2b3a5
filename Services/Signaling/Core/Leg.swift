package import CallModel

/// One session of one device of one user: what acts on a call and what is told about it.
package struct CallDevice: Sendable, Hashable, Codable {
    package let userID: UserID
    package let deviceID: DeviceID
    package let sessionID: SessionID

    package init(userID: UserID, deviceID: DeviceID, sessionID: SessionID) {
        self.userID = userID
        self.deviceID = deviceID
        self.sessionID = sessionID
    }
}

/// One device's part in a call.
package struct Leg: Sendable, Hashable, Codable {
    package let device: CallDevice
    package internal(set) var state: LegState
}

/// Where a leg stands.
package enum LegState: Sendable, Hashable, Codable {
    /// The device is to ring; nothing has been heard from it.
    case invited
    /// The device has the ring, but does not alert its user yet.
    case received
    /// The device rings.
    case alerting
    /// The user takes part through this device. The inviter's placing device is answered from the start.
    case answered
    /// Never left; a new invitation of the same user starts new legs.
    case ended(LegEnd)

    /// Whether the device still has a part in the call.
    package var isLive: Bool {
        switch self {
        case .invited, .received, .alerting, .answered: true
        case .ended: false
        }
    }

    package var isAnswered: Bool {
        switch self {
        case .answered: true
        case .invited, .received, .alerting, .ended: false
        }
    }

    /// To ring, and nothing was heard: the device may never have got the ring.
    package var isSilent: Bool {
        switch self {
        case .invited: true
        case .received, .alerting, .answered, .ended: false
        }
    }

    /// How far the ring has come on this device.
    package var progress: RingProgress {
        switch self {
        case .invited, .answered, .ended: .reaching
        case .received: .received
        case .alerting: .alerting
        }
    }
}

/// Why a device's part is over.
package struct LegEnd: Sendable, Hashable, Codable {
    package let reason: EndReason
    /// The user who caused it. `nil`: the service.
    package let by: UserID?

    package init(reason: EndReason, by: UserID?) {
        self.reason = reason
        self.by = by
    }
}
