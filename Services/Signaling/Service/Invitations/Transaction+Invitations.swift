import CallModel
import Database
import ServiceStore
import SignalingCore

/// What can be asked of and done to invitations within one transaction.
extension Transaction {
    func invitation(_ id: InvitationID) throws -> Invitation? {
        try queryOne("SELECT state FROM invitations WHERE invitation_id = $1", id.rawValue)
            .map { try RowText.decode($0.text(0)) }
    }

    /// Stores an invitation. One of the same id and inviter is the same request again, and stays as it is.
    func send(_ wanted: Invitation, openLimit: Int) throws -> (stored: Invitation, isNew: Bool) {
        let inviter = wanted.terms.inviterID
        if let known = try invitation(wanted.id) {
            guard known.terms.inviterID == inviter else { throw InvitationRefusal.foreignID }
            return (known, false)
        }
        let open = try queryOne(
            "SELECT COUNT(*) FROM invitations WHERE inviter_id = $1 AND is_over = 0", inviter.rawValue)
        guard try open?.int(0) ?? 0 < openLimit else { throw InvitationRefusal.tooManyOpen(limit: openLimit) }
        let changes = try execute(
            """
            INSERT INTO invitations (invitation_id, version, state, inviter_id, is_over, expires_ms, changed_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            wanted.id.rawValue, Int64(wanted.version), try RowText.encode(wanted), inviter.rawValue, wanted.isOver,
            wanted.deadline?.milliseconds, wanted.terms.sentAt.milliseconds)
        guard changes == 1 else { throw WriteConflict() }
        // Whoever comes later never hears of what is for those online only.
        guard !wanted.terms.isOnlineOnly else { return (wanted, true) }
        for user in Set(wanted.audience).sorted() {
            try execute(
                "INSERT INTO open_invitations (user_id, invitation_id, sent_ms) VALUES ($1, $2, $3)", user.rawValue,
                wanted.id.rawValue, wanted.terms.sentAt.milliseconds)
        }
        return (wanted, true)
    }

    /// Changes an invitation by compare-and-set on its version.
    func change(
        _ id: InvitationID, at now: WallTime, _ change: (inout Invitation) throws -> Void
    ) throws -> (old: Invitation, new: Invitation) {
        guard let old = try invitation(id) else { throw InvitationRefusal.notTakingPart }
        var new = old
        try change(&new)
        guard new.version != old.version else { return (old, new) }
        let changes = try execute(
            """
            UPDATE invitations SET version = $2, state = $3, is_over = $4, expires_ms = $5, changed_ms = $6
            WHERE invitation_id = $1 AND version = $7
            """,
            id.rawValue, Int64(new.version), try RowText.encode(new), new.isOver, new.deadline?.milliseconds,
            now.milliseconds, Int64(old.version))
        guard changes == 1 else { throw WriteConflict() }
        if new.isOver { try execute("DELETE FROM open_invitations WHERE invitation_id = $1", id.rawValue) }
        return (old, new)
    }

    /// Those the user sent or has been sent that are not over, the newest first.
    func openInvitations(of user: UserID, atMost limit: Int) throws -> [Invitation] {
        try query(
            """
            SELECT invitations.state FROM open_invitations JOIN invitations USING (invitation_id)
            WHERE open_invitations.user_id = $1 ORDER BY open_invitations.sent_ms DESC LIMIT $2
            """,
            user.rawValue, limit
        ).map { try RowText.decode($0.text(0)) }
    }

    func invitations(dueAt now: WallTime, atMost limit: Int) throws -> [InvitationID] {
        try query(
            "SELECT invitation_id FROM invitations WHERE expires_ms <= $1 ORDER BY expires_ms LIMIT $2",
            now.milliseconds, limit
        ).map { InvitationID(try $0.text(0)) }
    }

    func invitations(changedSince time: WallTime) throws -> [Invitation] {
        try query("SELECT state FROM invitations WHERE changed_ms >= $1", time.milliseconds)
            .map { try RowText.decode($0.text(0)) }
    }

    /// One that waits for a deadline is kept until it has come.
    func forgetInvitations(unchangedSince time: WallTime) throws {
        let old = "changed_ms < $1 AND expires_ms IS NULL"
        try execute(
            """
            DELETE FROM open_invitations WHERE invitation_id IN (SELECT invitation_id FROM invitations WHERE \(old))
            """,
            time.milliseconds)
        try execute("DELETE FROM invitations WHERE \(old)", time.milliseconds)
    }
}
