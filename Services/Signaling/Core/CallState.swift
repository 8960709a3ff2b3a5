package import CallModel

/// Where a call as a whole stands. What each user and each device does meanwhile is in `Participant` and `Leg`.
package enum CallState: Sendable, Hashable, Codable {
    /// Entered by `Call.init`, left by the placement. Nobody has heard of the call; it is never stored like this.
    case created
    /// Entered when at least one invitee is rung, left by the first answer or the end. Meanwhile the inviter waits on
    /// one device and every ringing invitee has a deadline.
    case ringing(since: WallTime)
    /// Entered by the first answer, left by the end. Meanwhile somebody is in the call, and at least one other is in it
    /// or being rung; a media room exists or is owed.
    case answered(since: WallTime)
    /// Never left. Nobody rings, nobody is in the call, nobody is kept busy by it.
    case ended(CallEnd)

    /// Whether the call can still be joined, answered or left.
    package var isOver: Bool {
        switch self {
        case .created, .ringing, .answered: false
        case .ended: true
        }
    }

    /// When the first answer came. `nil`: never, or not yet.
    package var answeredAt: WallTime? {
        switch self {
        case .created, .ringing: nil
        case .answered(let since): since
        case .ended(let end): end.answeredAt
        }
    }
}

/// How a call ended.
package struct CallEnd: Sendable, Hashable, Codable {
    package let reason: EndReason
    /// The user whose act or absence ended it. `nil`: the service.
    package let endedBy: UserID?
    package let at: WallTime
    package let answeredAt: WallTime?
}
