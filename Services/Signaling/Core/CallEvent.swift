package import CallModel

/// Everything that can happen to a call, grouped by who says so.
package enum CallEvent: Sendable, Hashable, Codable {
    /// The first event of every call.
    case placed(Placement)
    /// A device of any user, with an identity the gateway vouches for. `saidAt`: when its user did it, by the device's own
    /// clock; it is written down and decides nothing.
    case device(CallDevice, DeviceAct, saidAt: WallTime? = nil)
    case presence(PresenceFact)
    case push(PushResult)
    case media(MediaFact)
    case timer(RingTimer)
    case operatorEnded
}

/// Who calls whom, and what the store knew about them in the same transaction.
package struct Placement: Sendable, Hashable, Codable {
    package let caller: CallDevice
    /// In the order given, without duplicates and without the caller.
    package let invitees: [Invitee]
    package let ringTime: RingTime
    /// The caller waits or takes part in another call.
    package let isCallerBusy: Bool
    /// The chat group has another running call.
    package let isGroupBusy: Bool
    /// When the caller asked for it, by the device's own clock; it is written down and decides nothing.
    package let intendedAt: WallTime?

    package init(
        caller: CallDevice, invitees: [Invitee], ringTime: RingTime = .standard, isCallerBusy: Bool = false,
        isGroupBusy: Bool = false, intendedAt: WallTime? = nil
    ) {
        self.caller = caller
        self.invitees = invitees
        self.ringTime = ringTime
        self.isCallerBusy = isCallerBusy
        self.isGroupBusy = isGroupBusy
        self.intendedAt = intendedAt
    }
}

/// A user somebody wants in a call.
package struct Invitee: Sendable, Hashable, Codable {
    package let userID: UserID
    package let standing: Standing
    /// Open sessions, connected or waiting for a resume.
    package let devices: [CallDevice]

    /// Whether the user can be rung.
    package enum Standing: String, Sendable, Hashable, Codable {
        case free
        /// Waits or takes part in another call.
        case busy
        /// Wants no ring now, and the caller has not called in vain a moment before.
        case doNotDisturb
        /// Takes part in another call, and is rung beside it.
        case waiting
        /// Has never logged in.
        case unknown
        /// Has blocked the caller, or is blocked by the caller.
        case blocked

        /// A call can be placed to the user, whether it rings or not.
        var canBeCalled: Bool {
            switch self {
            case .free, .busy, .waiting, .doNotDisturb: true
            case .unknown, .blocked: false
            }
        }
    }

    package init(userID: UserID, standing: Standing, devices: [CallDevice] = []) {
        self.userID = userID
        self.standing = standing
        self.devices = devices
    }
}

/// What a device asks for or reports.
package enum DeviceAct: Sendable, Hashable, Codable {
    case accepted
    /// Declines for the user, on every device.
    case rejected
    /// Stops the ring on this device only.
    case rejectedHere
    case hungUp
    /// Wants into a running group call. `isBusy`: the user is in another call.
    case joined(isBusy: Bool)
    /// `deadline`: when the rings end at the latest. `nil`: as the ring time says.
    case invited([Invitee], RingTime, userData: String?, deadline: WallTime? = nil)
    case acknowledged(AlertReport)
    case switchedMedia(isMicrophoneOpened: Bool, isCameraOpened: Bool)
    /// Puts the user's part on hold, or takes it up again.
    case held(isOnHold: Bool)
    /// Pressed keys, `start` of them before these.
    case sentDigits(DialDigits, start: Int)
    /// Takes another user out of the call, or calls off his ring.
    case removed(UserID)
    /// Placed a call to the inviter of this one while being rung: both want the same (glare). The id is the second
    /// call's, from now on another name of this call.
    case calledBack(CallID)
}

/// What a device says about its ring.
package enum AlertReport: String, Sendable, Hashable, Codable, CaseIterable {
    case received
    case alerting
    /// The device is in a call that we know nothing of.
    case busy
}

/// What presence tells.
package enum PresenceFact: Sendable, Hashable, Codable {
    /// The user's open sessions; ones that are already known change nothing.
    case sessionsFound(UserID, [CallDevice])
    /// Logged out, kicked, or silent for longer than the resume window.
    case sessionGone(SessionID)
}

/// What the push service tells.
package enum PushResult: Sendable, Hashable, Codable {
    /// The push service keeps a job for so many devices; for which, if it says so.
    case ringTaken(RingTimer, deviceCount: Int, devices: [DeviceID]? = nil)
    /// A provider has taken, or finally refused, one device's push.
    case outcome(UserID, isHandedOver: Bool, PushReport? = nil)
    /// The push service has dropped what had not left.
    case stopTaken(UserID)
}

/// What became of one device's push.
package struct PushReport: Sendable, Hashable, Codable {
    package let deviceID: DeviceID
    /// Why it was not handed over.
    package let cause: String?
    /// When it ended, by the push service's clock.
    package let at: WallTime?

    package init(deviceID: DeviceID, cause: String? = nil, at: WallTime? = nil) {
        self.deviceID = deviceID
        self.cause = cause
        self.at = at
    }
}

/// What a media node tells. A fact of an older era is stale.
package enum MediaFact: Sendable, Hashable, Codable {
    case roomCreated(MediaNode, era: UInt32)
    /// The node died, restarted or does not know the room.
    case roomLost(MediaNode, era: UInt32)
    case roomClosed(era: UInt32)
    /// No RTP from the session for the RTP timeout.
    case silenced(SessionID, era: UInt32)
}

/// Names one invitation's deadline, or a look at it before. A timer of an earlier round is stale.
package struct RingTimer: Sendable, Hashable, Codable {
    package let userID: UserID
    package let round: Int
    /// `nil`: the deadline.
    package let kind: Kind?

    package enum Kind: Sendable, Hashable, Codable {
        /// Devices that have said nothing by then get the ring again, for the n-th time.
        case confirm(Int)
    }

    package init(userID: UserID, round: Int, kind: Kind? = nil) {
        self.userID = userID
        self.round = round
        self.kind = kind
    }
}
