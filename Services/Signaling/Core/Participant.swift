package import CallModel

/// One user's part in a call, on all devices together.
package struct Participant: Sendable, Hashable, Codable {
    package let userID: UserID
    /// Who asked for this user. `nil`: placed the call, or joined it unasked.
    package internal(set) var invitedBy: UserID?
    /// Counts invitations and joins, so that a timer or push result of an earlier one is recognised.
    package internal(set) var round: Int
    package internal(set) var stage: Stage
    package internal(set) var legs: [Leg]
    package internal(set) var push: PushDuty
    /// Devices that push keeps a job for, as far as it named them. `nil`: it did not.
    package internal(set) var pushTargets: [DeviceID]?
    /// How far the ring has come on each device that was found or pushed to in this round. `nil`: was not rung.
    package internal(set) var reach: [DeviceReach]?
    /// What the device said; `nil` until it says something.
    package internal(set) var isMicrophoneOpened: Bool?
    package internal(set) var isCameraOpened: Bool?
    /// The keys the user has pressed in this call. `nil`: none.
    package internal(set) var digits: SentDigits?
    /// Neither hears nor is heard, until he takes the call up again. `nil`: not on hold.
    package internal(set) var isOnHold: Bool?
    /// Has ever been in the answered call.
    package internal(set) var wasConnected: Bool
    /// When that was for the first time. `nil`: never, or not known.
    package internal(set) var connectedAt: WallTime?
    /// Time in the answered call, without the stretch that is still running.
    package internal(set) var talkTime: WallSpan

    /// Where the user stands.
    package enum Stage: Sendable, Hashable, Codable {
        /// The inviter until somebody answers.
        case calling
        /// Being rung; left by an answer, a refusal, the deadline or the end of the call.
        case ringing(Ring)
        /// In the answered call.
        case connected(since: WallTime)
        /// Not, or no longer, in the call. A group call can be joined again, and its members can invite again.
        case gone(Departure)

        package var isRinging: Bool {
            switch self {
            case .ringing: true
            case .calling, .connected, .gone: false
            }
        }

        /// Calling or connected: holds the call open.
        package var isInCall: Bool {
            switch self {
            case .calling, .connected: true
            case .ringing, .gone: false
            }
        }

        package var isGone: Bool {
            switch self {
            case .gone: true
            case .calling, .ringing, .connected: false
            }
        }
    }

    package init(userID: UserID, invitedBy: UserID?, stage: Stage, legs: [Leg]) {
        self.userID = userID
        self.invitedBy = invitedBy
        round = 1
        self.stage = stage
        self.legs = legs
        push = .none
        wasConnected = false
        talkTime = .zero
    }

    /// The leg through which the user takes part.
    package var answeredLeg: Leg? { legs.first { $0.state.isAnswered } }

    package var liveDevices: [CallDevice] { legs.filter(\.state.isLive).map(\.device) }

    /// The leg of one session, ended or not.
    package func leg(of session: SessionID) -> Leg? { legs.first { $0.device.sessionID == session } }

    /// Whether the user has declined on this device only, and rings on elsewhere.
    func hasDeclined(on device: DeviceID) -> Bool {
        stage.isRinging && legs.contains { $0.device.deviceID == device && $0.state.endReason == .reject }
    }

    package var isHeld: Bool { isOnHold ?? false }

    /// Whether this is the call that its user is active in: waits, talks, or is rung in it and not beside another. Of all
    /// calls of a user one at most is.
    package var isActive: Bool {
        switch stage {
        case .calling: true
        case .ringing(let ring): !(ring.isWaiting ?? false)
        case .connected: !isHeld
        case .gone: false
        }
    }

    /// Is invited, or joins, once more.
    mutating func beginRound() {
        round += 1
        legs = []
        pushTargets = nil
        reach = nil
    }

    /// Enters the answered call.
    mutating func connect(at now: WallTime) {
        stage = .connected(since: now)
        wasConnected = true
        connectedAt = connectedAt ?? now
    }

    /// The ring has come so far on a device; it never goes back.
    mutating func advanceReach(on device: DeviceID, platform: Platform? = nil, to progress: RingProgress) {
        var devices = reach ?? []
        if let known = devices.firstIndex(where: { $0.deviceID == device }) {
            devices[known].progress = max(devices[known].progress, progress)
            devices[known].platform = platform ?? devices[known].platform
        } else {
            devices.append(DeviceReach(deviceID: device, platform: platform, progress: progress))
        }
        reach = devices
    }

    package var ringTimer: RingTimer { RingTimer(userID: userID, round: round) }

    /// The timers that run for the ring, its deadline first.
    package var pendingTimers: [(timer: RingTimer, expiresAt: WallTime)] {
        guard case .ringing(let ring) = stage else { return [] }
        guard let confirmBy = ring.confirmBy else { return [(ringTimer, ring.expiresAt)] }
        return [(ringTimer, ring.expiresAt), (confirmTimer(ring.repeatCount + 1), confirmBy)]
    }

    func confirmTimer(_ number: Int) -> RingTimer { RingTimer(userID: userID, round: round, kind: .confirm(number)) }

    /// Names the newest order to push; an answer to an earlier one does not settle it.
    var pushOrder: RingTimer {
        guard case .ringing(let ring) = stage, ring.repeatCount > 0 else { return ringTimer }
        return confirmTimer(ring.repeatCount)
    }

    /// How far the ring has come, over all devices. `unspecified` when nothing rings.
    package var progress: RingProgress {
        guard case .ringing(let ring) = stage else { return .unspecified }
        let pushed: RingProgress = ring.isPushed ? .pushed : .reaching
        return max(pushed, ring.reached ?? .reaching, legs.map(\.state.progress).max() ?? .reaching)
    }
}

/// An invitation that waits for its answer.
package struct Ring: Sendable, Hashable, Codable {
    /// What server, push payload and devices all hold to.
    package let deadline: WallTime
    /// When the server gives up: the deadline and the grace for answers on their way.
    package let expiresAt: WallTime
    /// Handed to this invitee instead of the call's own; `nil`: the call's own.
    package let userData: String?
    /// A push for at least one device has been handed to its provider.
    package internal(set) var isPushed = false
    /// The user was in another call when it began. `nil`: was not.
    package internal(set) var isWaiting: Bool?
    /// When devices that have said nothing get the ring again. `nil`: all have spoken, or it was brought often enough.
    package internal(set) var confirmBy: WallTime?
    /// How often it was brought again. `nil`: never.
    package internal(set) var repeats: Int?
    /// How often of these because devices had long enough and said nothing. `nil`: never.
    package internal(set) var confirms: Int?
    /// How far it had come on a device that has stopped ringing. `nil`: none has. Progress never goes back.
    package internal(set) var reached: RingProgress?

    package var repeatCount: Int { repeats ?? 0 }
}

/// How a user left, or never came.
package struct Departure: Sendable, Hashable, Codable {
    package let reason: EndReason
    /// The user who caused it. `nil`: the service.
    package let by: UserID?
    package let at: WallTime
    /// The device of `by` that asked for it. `nil`: none did.
    package internal(set) var device: DeviceID?
}

/// What the push service still has to hear about a user's ring. Owed until it confirms: a crash in between is repaired
/// by asking again.
package enum PushDuty: Sendable, Hashable, Codable {
    case none
    case ringOwed
    case rung(deviceCount: Int)
    case stopOwed
    case stopped
}
