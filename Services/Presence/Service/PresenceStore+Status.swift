import CallModel
import Database
import PresenceCore
import ServiceStore

/// How users are told to others, and who watches whom.
///
/// A status is derived from sessions. What was derived last is kept in a row, whose version grows with every change: whoever
/// derives another one, on whatever replica, is the one who tells the watchers.
extension PresenceStore {
    /// A user's status with its place among that user's statuses.
    struct ToldStatus: Sendable, Equatable {
        let user: UserID
        let status: UserStatus
        let version: Int64
        /// `nil`: never.
        let changedAt: WallTime?
    }

    /// A watcher's session, and what it is to be told.
    struct StatusDelivery: Sendable {
        let session: SessionID
        let gateway: String
        let statuses: [ToldStatus]
    }

    // MARK: deriving

    /// The statuses of now, in the order asked, and the users among them whose watchers have to hear of it.
    func statuses(of users: [UserID], now: WallTime) async throws -> (told: [ToldStatus], changed: [UserID]) {
        try await database.decision { transaction in
            var changed: [UserID] = []
            let told = try users.map { user in
                let (status, isNew) = try refresh(user, now, transaction)
                if isNew { changed.append(user) }
                return status
            }
            return (told, changed)
        }
    }

    /// Derives the status, and keeps it if it is another one than before.
    private func refresh(
        _ user: UserID, _ now: WallTime, _ transaction: borrowing Transaction
    ) throws -> (ToldStatus, isNew: Bool) {
        let row = try transaction.queryOne(
            "SELECT \(statusColumns) FROM user_status WHERE user_id = $1", user.rawValue)
        let before = try row.map { try toldStatus(from: $0) }
        let (sessions, hasLapsed) = try presences(of: user, now, transaction)
        let hasAccount = try profile(of: user, transaction) != nil
        guard hasAccount else {
            return (ToldStatus(user: user, status: UserStatus(kind: .unlogined), version: 0, changedAt: nil), false)
        }
        // Who has an account from before statuses were kept may have left in any way: a lost device is the milder guess.
        let awayDevice = try row.map { try $0.optionalText(6) } ?? ""
        let status = UserStatus(
            of: sessions, isAway: awayDevice != nil || hasLapsed, customStatus: before?.status.customStatus ?? "")
        if let before, before.changedAt != nil, before.status == status { return (before, false) }
        let told = ToldStatus(user: user, status: status, version: (before?.version ?? 0) + 1, changedAt: now)
        try keep(told, awayDevice: awayDevice, transaction)
        return (told, true)
    }

    /// `hasLapsed`: the time of a session is over, and the next sweep will note that its device is away.
    private func presences(
        of user: UserID, _ now: WallTime, _ transaction: borrowing Transaction
    ) throws -> (sessions: [UserStatus.Presence], hasLapsed: Bool) {
        let background = try backgroundSessions(of: user, transaction)
        let stored = try sessions(of: user, transaction)
        let open = stored.compactMap { rules.told($0, now: now) }
        let presences = open.map { session in
            UserStatus.Presence(
                platform: session.platform, isConnected: session.isConnected,
                isBackground: background.contains(session.id))
        }
        return (presences, open.count < stored.count)
    }

    /// Sessions whose app said that it is not in front.
    func backgroundSessions(of user: UserID, _ transaction: borrowing Transaction) throws -> Set<SessionID> {
        let rows = try transaction.query(
            "SELECT session_id FROM session WHERE user_id = $1 AND is_background = 1", user.rawValue)
        return Set(try rows.map { SessionID(try $0.text(0)) })
    }

    /// Users whose kept status has become another one without anybody's word: leases ran out, or came back.
    func outdatedStatuses(limit: Int = 500) async throws -> [UserID] {
        try await database.decision { transaction in
            try transaction.query(
                """
                SELECT user_id FROM user_status WHERE kind IN (1, 4) AND NOT EXISTS (
                    SELECT 1 FROM session WHERE session.user_id = user_status.user_id AND is_connected = 1)
                UNION SELECT user_status.user_id FROM user_status JOIN session
                    ON session.user_id = user_status.user_id WHERE kind NOT IN (1, 4) AND is_connected = 1
                LIMIT $1
                """, limit
            ).map { UserID(try $0.text(0)) }
        }
    }

    // MARK: what users and devices say

    /// `false` if the user never logged in.
    func setCustomStatus(_ text: String, of user: UserID, now: WallTime) async throws -> Bool {
        try await database.decision { transaction in
            guard try profile(of: user, transaction) != nil else { return false }
            let (told, _) = try refresh(user, now, transaction)
            guard told.status.customStatus != text else { return true }
            try transaction.execute(
                "UPDATE user_status SET custom_status = $2, version = version + 1, changed_ms = $3 WHERE user_id = $1",
                user.rawValue, text, now.milliseconds)
            return true
        }
    }

    func setBackground(_ isBackground: Bool, of session: SessionID, user: UserID) async throws {
        try await database.decision { transaction in
            _ = try transaction.execute(
                "UPDATE session SET is_background = $3 WHERE session_id = $1 AND user_id = $2", session.rawValue,
                user.rawValue, isBackground)
        }
    }

    /// A device was lost without logging out: its user may still be reached by push.
    func noteAway(_ session: Session, _ transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            INSERT INTO user_status VALUES ($1, 0, '', '', $2, 0, NULL)
            ON CONFLICT (user_id) DO UPDATE SET away_device = excluded.away_device
            """, session.user.rawValue, session.device.rawValue)
    }

    /// The device is back.
    func noteReturn(_ session: Session, _ transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            INSERT INTO user_status VALUES ($1, 0, '', '', NULL, 0, NULL)
            ON CONFLICT (user_id) DO UPDATE SET
                away_device = CASE WHEN user_status.away_device = $2 THEN NULL ELSE user_status.away_device END
            """, session.user.rawValue, session.device.rawValue)
    }

    // MARK: subscriptions

    /// Those that had to go for the new ones.
    func subscribe(_ watcher: UserID, to wanted: [UserID]) async throws -> [UserID] {
        try await database.decision { transaction in
            let rows = try transaction.query(
                "SELECT user_id, ordinal FROM subscription WHERE watcher_id = $1 ORDER BY ordinal", watcher.rawValue)
            let current = try rows.map { UserID(try $0.text(0)) }
            let (youngest, dropped) = SubscriptionRules.adding(wanted, to: current)
            var ordinal = try rows.last?.integer(1) ?? 0
            for user in youngest {
                ordinal += 1
                try transaction.execute(
                    """
                    INSERT INTO subscription VALUES ($1, $2, $3)
                    ON CONFLICT (watcher_id, user_id) DO UPDATE SET ordinal = excluded.ordinal
                    """, watcher.rawValue, user.rawValue, ordinal)
            }
            for user in dropped { try unsubscribe(watcher, from: user, transaction) }
            return dropped
        }
    }

    /// `users` empty: from all.
    func unsubscribe(_ watcher: UserID, from users: [UserID]) async throws {
        try await database.decision { transaction in
            if users.isEmpty {
                try transaction.execute("DELETE FROM subscription WHERE watcher_id = $1", watcher.rawValue)
            }
            for user in users { try unsubscribe(watcher, from: user, transaction) }
        }
    }

    private func unsubscribe(
        _ watcher: UserID, from user: UserID, _ transaction: borrowing Transaction
    ) throws {
        try transaction.execute(
            "DELETE FROM subscription WHERE watcher_id = $1 AND user_id = $2", watcher.rawValue, user.rawValue)
    }

    // MARK: telling

    /// Connected watchers, in the order of their ids.
    func watchers(_ page: StatusFanOut.Page, limit: Int) async throws -> [UserID] {
        let after = page.after?.rawValue ?? ""
        return try await database.decision { transaction in
            let rows =
                switch page.source {
                case .watchers(let user):
                    try transaction.query(
                        """
                        SELECT watcher_id FROM subscription WHERE user_id = $1 AND watcher_id > $2 AND EXISTS (
                            SELECT 1 FROM session WHERE session.user_id = watcher_id AND is_connected = 1)
                        ORDER BY watcher_id LIMIT $3
                        """, user.rawValue, after, limit)
                case .everybody:
                    try transaction.query(
                        """
                        SELECT DISTINCT watcher_id FROM subscription WHERE watcher_id > $1 AND EXISTS (
                            SELECT 1 FROM session WHERE session.user_id = watcher_id AND is_connected = 1)
                        ORDER BY watcher_id LIMIT $2
                        """, after, limit)
                }
            return try rows.map { UserID(try $0.text(0)) }
        }
    }

    /// What goes to each connected session of a watcher: of those that it still watches.
    func deliveries(_ telling: StatusFanOut.Telling, now: WallTime) async throws -> [StatusDelivery] {
        try await database.decision { [rules] transaction in
            let watched = try transaction.query(
                "SELECT user_id FROM subscription WHERE watcher_id = $1 ORDER BY ordinal", telling.watcher.rawValue
            ).map { UserID(try $0.text(0)) }
            let statuses = try watched.filter { telling.users?.contains($0) ?? true }.map { user in
                let row = try transaction.queryOne(
                    "SELECT \(statusColumns) FROM user_status WHERE user_id = $1", user.rawValue)
                return try row.map { try toldStatus(from: $0) }
                    ?? ToldStatus(user: user, status: UserStatus(kind: .unlogined), version: 0, changedAt: nil)
            }
            guard !statuses.isEmpty else { return [] }
            return try sessions(of: telling.watcher, transaction).compactMap { rules.told($0, now: now) }
                .compactMap { session in
                    guard case .connected(let gateway, _) = session.link else { return nil }
                    return StatusDelivery(session: session.id, gateway: gateway, statuses: statuses)
                }
        }
    }

    // MARK: rows

    private var statusColumns: String {
        "user_id, kind, custom_status, platforms, version, changed_ms, away_device"
    }

    private func toldStatus(from row: Row) throws -> ToldStatus {
        let platforms = try row.text(3).split(separator: " ").compactMap { Int32($0).flatMap(Platform.init(rawValue:)) }
        let kind = UserStatus.Kind(rawValue: Int32(truncatingIfNeeded: try row.int(1))) ?? .unlogined
        return ToldStatus(
            user: UserID(try row.text(0)),
            status: UserStatus(kind: kind, platforms: platforms, customStatus: try row.text(2)),
            version: try row.integer(4), changedAt: try row.optionalInteger(5).map { WallTime(milliseconds: $0) })
    }

    /// The compare-and-set on the version: of two replicas that derive the same change, one tells it.
    private func keep(
        _ told: ToldStatus, awayDevice: String?, _ transaction: borrowing Transaction
    ) throws {
        let platforms = told.status.platforms.map { "\($0.rawValue)" }.joined(separator: " ")
        let kept = try transaction.execute(
            """
            INSERT INTO user_status VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, custom_status = excluded.custom_status,
                platforms = excluded.platforms, version = excluded.version, changed_ms = excluded.changed_ms
            WHERE user_status.version = excluded.version - 1
            """, told.user.rawValue, told.status.kind.rawValue, told.status.customStatus, platforms, awayDevice,
            told.version, told.changedAt?.milliseconds)
        guard kept == 1 else { throw WriteConflict() }
    }
}
