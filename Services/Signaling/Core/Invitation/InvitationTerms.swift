package import CallModel

/// What was said as an invitation was sent and does not change.
package struct InvitationTerms: Sendable, Hashable, Codable {
    package let inviterID: UserID
    /// The group it was sent in. `nil`: none.
    package let groupID: String?
    /// Meant for those who are connected now; cannot be modified, and whoever comes later never hears of it.
    package let isOnlineOnly: Bool
    package let sentAt: WallTime
    /// `nil`: it waits for ever, and nobody hears of a timeout.
    package let expiresAt: WallTime?

    package init(
        inviterID: UserID, groupID: String? = nil, isOnlineOnly: Bool = false, sentAt: WallTime, timeout: Duration?
    ) {
        self.inviterID = inviterID
        self.groupID = groupID
        self.isOnlineOnly = isOnlineOnly
        self.sentAt = sentAt
        expiresAt = timeout.map { sentAt + $0 }
    }
}

/// What a device does with an invitation. The text is the app's own, passed on unchanged.
package enum InvitationAct: Sendable, Hashable {
    case accepted(String)
    case rejected(String)
    case cancelled(String)
    case modified(String)
}

/// Why an act changed nothing.
package enum InvitationRefusal: Error, Sendable, Hashable {
    /// Not the inviter and not invited: to such a user the invitation does not exist.
    case notTakingPart
    /// Takes part, but may not do this: only the inviter cancels, only invitees answer, and what is for those online only is
    /// not modified.
    case notPermitted
    /// Answered, by this device or another, called off, or past its time.
    case handledAlready
    /// The id belongs to somebody else's invitation.
    case foreignID
    /// The inviter has as many open invitations as one user may have.
    case tooManyOpen(limit: Int)
}
