package import CallModel

/// What was agreed when a call was placed and does not change until it is gone.
package struct CallTerms: Sendable, Hashable, Codable {
    /// Who placed the call.
    package let inviterID: UserID
    package let mediaKind: MediaKind
    /// The public name of the room. Never empty: the call id stands in.
    package let roomID: String
    /// Opaque to us; handed to every invitee unchanged.
    package let userData: String
    /// The chat group the call belongs to, at most one running call each. `nil`: none.
    package let chatGroupID: String?
    /// Leaves no record.
    package let isEphemeral: Bool
    package let limits: CallLimits

    package init(
        inviterID: UserID, mediaKind: MediaKind, roomID: String, userData: String = "", chatGroupID: String? = nil,
        isEphemeral: Bool = false, limits: CallLimits = CallLimits()
    ) {
        self.inviterID = inviterID
        self.mediaKind = mediaKind
        self.roomID = roomID
        self.userData = userData
        self.chatGroupID = chatGroupID
        self.isEphemeral = isEphemeral
        self.limits = limits
    }
}

/// The limits a call was placed under. They travel with the call, so that a replay decides as the original did.
package struct CallLimits: Sendable, Hashable, Codable {
    /// Participants that are in the call or ringing at the same time, the inviter included.
    package let participants: Int
    /// How long after its deadline a ring may still be answered: a tap made in time needs this long to arrive.
    package let acceptGrace: WallSpan
    /// How long a device may take to say that it has the ring before it gets it again. `nil`: rings are brought once.
    package let confirmAfter: WallSpan?

    package init(
        participants: Int = 32, acceptGrace: WallSpan = WallSpan(milliseconds: 2_000),
        confirmAfter: WallSpan? = WallSpan(milliseconds: 3_000)
    ) {
        self.participants = participants
        self.acceptGrace = acceptGrace
        self.confirmAfter = confirmAfter
    }
}

/// A length of time between two `WallTime`s, in the form a row keeps it.
package struct WallSpan: Sendable, Hashable, Codable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static let zero = WallSpan(milliseconds: 0)

    package var duration: Duration { .milliseconds(milliseconds) }

    package static func < (left: WallSpan, right: WallSpan) -> Bool { left.milliseconds < right.milliseconds }

    /// From `start` to `end`; zero if the clock was set back in between.
    package init(from start: WallTime, to end: WallTime) {
        milliseconds = max(0, (end - start).wholeMilliseconds)
    }

    package static func + (left: WallSpan, right: WallSpan) -> WallSpan {
        WallSpan(milliseconds: left.milliseconds + right.milliseconds)
    }

    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

/// How long an invitee is rung: 10 to 600 seconds.
package struct RingTime: Sendable, Hashable, Codable {
    package static let standard = RingTime(seconds: 30)
    package static let allowedSeconds = 10...600

    package let seconds: Int

    private init(seconds: Int) { self.seconds = seconds }

    /// 0 asks for the standard time (the public API documents both 0 = 30 s and 0 = never; see docs/call-machine.md).
    /// `nil` if the time is out of range.
    package init?(requestedSeconds: UInt32) {
        guard requestedSeconds != 0 else {
            self = .standard
            return
        }
        guard Self.allowedSeconds.contains(Int(requestedSeconds)) else { return nil }
        seconds = Int(requestedSeconds)
    }

    package var duration: Duration { .seconds(seconds) }

    package init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
