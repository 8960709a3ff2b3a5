package import CallModel

/// One session of one device of one user: what acts on a call and what is told about it.
package struct CallDevice: Sendable, Codable {
    package let userID: UserID
    package let deviceID: DeviceID
    package let sessionID: SessionID
    /// For others to see. `nil`: not known. Whoever names a session may know it or not, so it makes no difference.
    package let platform: Platform?

    package init(userID: UserID, deviceID: DeviceID, sessionID: SessionID, platform: Platform? = nil) {
        self.userID = userID
        self.deviceID = deviceID
        self.sessionID = sessionID
        self.platform = platform
    }
}

extension CallDevice: Hashable {
    package static func == (left: CallDevice, right: CallDevice) -> Bool {
        left.sessionID == right.sessionID && left.deviceID == right.deviceID && left.userID == right.userID
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(sessionID) }
}

/// How far the ring has come on one device, as whoever invited its user is told.
package struct DeviceReach: Sendable, Hashable, Codable {
    package let deviceID: DeviceID
    /// `nil`: not known.
    package internal(set) var platform: Platform?
    /// Never goes back within a round.
    package internal(set) var progress: RingProgress
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

    /// Why it ended. `nil`: it has not.
    var endReason: EndReason? {
        switch self {
        case .invited, .received, .alerting, .answered: nil
        case .ended(let end): end.reason
        }
    }

    /// To ring, and nothing was heard: the device may never have got the ring.
    package var isSilent: Bool {
        switch self {
        case .invited: true
        case .received, .alerting, .answered, .ended: false
        }
    }

    /// How far the ring has come on this device; what it was before an end is kept in `Participant.reach`.
    var reach: RingProgress { isAnswered ? .answered : progress }

    /// How far the ring has come on this device, while it rings.
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
    /// The other device of the same user that caused it. `nil`: none did.
    package let device: DeviceID?

    package init(reason: EndReason, by: UserID?, device: DeviceID? = nil) {
        self.reason = reason
        self.by = by
        self.device = device
    }
}
