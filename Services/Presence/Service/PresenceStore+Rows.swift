import CallModel
import Crypto
import Database
import PresenceCore

/// How values become rows and back. Hashes are kept as hexadecimal text: SQLite and PostgreSQL name their byte types
/// differently.
extension PresenceStore {
    var columns: String {
        """
        session_id, user_id, device_id, platform, device_name, sig_expires_ms, token_hash, is_connected, gateway,
        link_ends_ms, last_seen_ms
        """
    }

    func session(_ id: SessionID, _ transaction: borrowing Transaction) throws -> Session? {
        try transaction.queryOne("SELECT \(columns) FROM session WHERE session_id = $1", id.rawValue).map(
            session(from:))
    }

    func sessions(of user: UserID, _ transaction: borrowing Transaction) throws -> [Session] {
        try transaction.query(
            "SELECT \(columns) FROM session WHERE user_id = $1 ORDER BY session_id", user.rawValue
        ).map(session(from:))
    }

    /// A session that is about to be changed: other replicas that would change it wait.
    func sessionToChange(_ id: SessionID, _ transaction: borrowing Transaction) throws -> Session? {
        try transaction.queryOneToChange("SELECT \(columns) FROM session WHERE session_id = $1", id.rawValue).map(
            session(from:))
    }

    /// The same of a user whose account the transaction has written, so that no session can come meanwhile.
    func sessionsToChange(of user: UserID, _ transaction: borrowing Transaction) throws -> [Session] {
        try sessions(of: user, transaction).compactMap { try sessionToChange($0.id, transaction) }
    }

    func session(from row: Row) throws(DatabaseError) -> Session {
        let end = WallTime(milliseconds: try row.integer(9))
        let gateway = try row.optionalText(8)
        let link: Session.Link =
            try row.bool(7)
            ? .connected(gateway: gateway ?? "", leaseEndsAt: end)
            : .detached(resumableUntil: end, silentGateway: gateway)
        return Session(
            id: SessionID(try row.text(0)), user: UserID(try row.text(1)), device: DeviceID(try row.text(2)),
            platform: Platform(rawValue: Int32(truncatingIfNeeded: try row.int(3))) ?? .unspecified,
            deviceName: try row.text(4), userSigExpiresAt: WallTime(milliseconds: try row.integer(5)),
            resumeTokenHash: hexDecoded(try row.text(6)) ?? [], link: link,
            lastSeenAt: WallTime(milliseconds: try row.integer(10)))
    }

    func insert(_ session: Session, _ transaction: borrowing Transaction) throws {
        try transaction.execute(
            "INSERT INTO session (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            session.id.rawValue, session.user.rawValue, session.device.rawValue, session.platform.rawValue,
            session.deviceName, session.userSigExpiresAt.milliseconds, hex(session.resumeTokenHash),
            session.isConnected,
            session.gateway, session.linkEndsAt.milliseconds, session.lastSeenAt.milliseconds)
    }

    func updateLink(_ session: Session, _ transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            UPDATE session SET is_connected = $2, gateway = $3, link_ends_ms = $4, last_seen_ms = $5 WHERE session_id = $1
            """, session.id.rawValue, session.isConnected, session.gateway, session.linkEndsAt.milliseconds,
            session.lastSeenAt.milliseconds)
    }

    /// Deletes an ended session and notes what its gateway has to be told.
    func remove(_ ended: SessionRules.Ended, _ now: WallTime, _ transaction: borrowing Transaction) throws {
        try transaction.execute("DELETE FROM session WHERE session_id = $1", ended.session.id.rawValue)
        if ended.ending == .lost || ended.ending == .loginExpired { try noteAway(ended.session, transaction) }
        if let gateway = ended.session.gateway, ended.ending != .logout, ended.ending != .lost {
            try owe(ended.session.id, gateway, ended.ending, now, transaction)
        }
        guard ended.ending == .kickedOffline else { return }
        try transaction.execute(
            "INSERT INTO kicked_session VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", ended.session.id.rawValue,
            hex(ended.session.resumeTokenHash),
            min(ended.session.userSigExpiresAt, now + Self.kickMemory).milliseconds)
    }

    /// Whether whoever has this session's token was kicked while it was away, and has not heard of it yet.
    func wasKicked(
        _ id: SessionID, tokenHash: [UInt8], _ now: WallTime, _ transaction: borrowing Transaction
    ) throws -> Bool {
        let row = try transaction.queryOne(
            "SELECT token_hash FROM kicked_session WHERE session_id = $1 AND forget_ms > $2", id.rawValue,
            now.milliseconds)
        return try row.flatMap { hexDecoded(try $0.text(0)) }.map { isEqualInConstantTime($0, tokenHash) } ?? false
    }

    func forgetKicked(_ now: WallTime, _ transaction: borrowing Transaction) throws {
        try transaction.execute("DELETE FROM kicked_session WHERE forget_ms <= $1", now.milliseconds)
    }

    func owe(
        _ id: SessionID, _ gateway: String, _ ending: SessionEnding, _ now: WallTime,
        _ transaction: borrowing Transaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO farewell (session_id, gateway, ending, owed_since_ms, owed_by) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (session_id, gateway) DO UPDATE SET ending = excluded.ending, owed_by = excluded.owed_by
            """, id.rawValue, gateway, ending.rawValue, now.milliseconds, transaction.writer)
    }

    func profile(of user: UserID, _ transaction: borrowing Transaction) throws -> Profile? {
        try transaction.queryOne(
            "SELECT nickname, avatar_url FROM account WHERE user_id = $1", user.rawValue
        ).map { row throws(DatabaseError) in
            Profile(user: user, nickname: try row.text(0), avatarURL: try row.text(1))
        }
    }
}
