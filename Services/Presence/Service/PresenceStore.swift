import CallModel
import Crypto
import Database
import PresenceCore
import ServiceStore

/// Accounts, sessions and what is still owed to gateways. Loads rows, lets `SessionRules` decide, writes the outcome, all in
/// one transaction.
struct PresenceStore: Sendable {
    static let schema = Schema(
        name: "presence",
        steps: [
            """
            CREATE TABLE account (
                user_id TEXT PRIMARY KEY, nickname TEXT NOT NULL, avatar_url TEXT NOT NULL, created_ms BIGINT NOT NULL,
                last_login_ms BIGINT NOT NULL);
            CREATE TABLE session (
                session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES account (user_id), device_id TEXT NOT NULL,
                platform INTEGER NOT NULL, device_name TEXT NOT NULL, sig_expires_ms BIGINT NOT NULL,
                token_hash TEXT NOT NULL, is_connected INTEGER NOT NULL, gateway TEXT, link_ends_ms BIGINT NOT NULL,
                last_seen_ms BIGINT NOT NULL);
            CREATE INDEX session_by_user ON session (user_id);
            CREATE INDEX session_by_link_end ON session (link_ends_ms);
            CREATE INDEX session_by_sig_end ON session (sig_expires_ms);
            CREATE TABLE farewell (
                session_id TEXT NOT NULL, gateway TEXT NOT NULL, ending INTEGER NOT NULL, owed_since_ms BIGINT NOT NULL,
                PRIMARY KEY (session_id, gateway));
            """,
            """
            ALTER TABLE farewell ADD COLUMN owed_by TEXT;
            CREATE TABLE kicked_session (
                session_id TEXT PRIMARY KEY, token_hash TEXT NOT NULL, forget_ms BIGINT NOT NULL);
            CREATE INDEX kicked_session_by_time ON kicked_session (forget_ms);
            CREATE TABLE replicas (
                writer TEXT PRIMARY KEY, instance TEXT NOT NULL, beats BIGINT NOT NULL, beat_ms BIGINT NOT NULL);
            """,
            """
            CREATE TABLE blocked_user (
                user_id TEXT NOT NULL, blocked_id TEXT NOT NULL, blocked_ms BIGINT NOT NULL,
                PRIMARY KEY (user_id, blocked_id));
            CREATE TABLE do_not_disturb (user_id TEXT PRIMARY KEY, until_ms BIGINT);
            """,
            """
            ALTER TABLE session ADD COLUMN is_background INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE user_status (
                user_id TEXT PRIMARY KEY, kind INTEGER NOT NULL, custom_status TEXT NOT NULL, platforms TEXT NOT NULL,
                away_device TEXT, version BIGINT NOT NULL, changed_ms BIGINT);
            CREATE TABLE subscription (
                watcher_id TEXT NOT NULL, user_id TEXT NOT NULL, ordinal BIGINT NOT NULL,
                PRIMARY KEY (watcher_id, user_id));
            CREATE INDEX subscription_by_user ON subscription (user_id, watcher_id);
            """,
            """
            CREATE TABLE chat_group (group_id TEXT PRIMARY KEY, name TEXT NOT NULL, created_ms BIGINT NOT NULL,
                changes BIGINT NOT NULL);
            CREATE TABLE group_member (
                group_id TEXT NOT NULL, user_id TEXT NOT NULL, member_role INTEGER NOT NULL, joined_ms BIGINT NOT NULL,
                PRIMARY KEY (group_id, user_id));
            CREATE INDEX group_member_by_user ON group_member (user_id);
            CREATE TABLE group_attribute (
                group_id TEXT NOT NULL, attribute_key TEXT NOT NULL, attribute_value TEXT NOT NULL,
                PRIMARY KEY (group_id, attribute_key));
            """,
        ])

    /// A gateway that is to close the connection of a session which ended, or went elsewhere, and tell its client why.
    struct Farewell: Sendable, Hashable {
        let session: SessionID
        let gateway: String
        let ending: SessionEnding
        let owedSince: WallTime
        /// The replica that noted it, and says it as long as it is there.
        let owedBy: String?
    }

    struct Profile: Sendable, Equatable {
        var user: UserID
        var nickname = ""
        var avatarURL = ""
    }

    struct Known: Sendable {
        let profile: Profile
        let sessions: [Session]
        /// Those whose app said that it is not in front.
        let background: Set<SessionID>
        /// Between this user and the one who wants to call.
        var isBlocked = false
        /// Wants no ring now.
        var isDoNotDisturb = false
    }

    /// How long a device that was kicked while it was away is told so when it comes back, within its UserSig's life.
    static let kickMemory = Duration.seconds(30 * 86_400)

    let database: Database
    let rules: SessionRules

    // MARK: logins

    /// Stores the newcomer, creating its account on the first login; gives the profile and the sessions that it ended.
    func open(_ newcomer: Session, now: WallTime) async throws -> (profile: Profile, ended: [SessionRules.Ended]) {
        try await database.decision { [rules] transaction in
            try transaction.execute(
                """
                INSERT INTO account VALUES ($1, '', '', $2, $2)
                ON CONFLICT (user_id) DO UPDATE SET last_login_ms = excluded.last_login_ms
                """, newcomer.user.rawValue, now.milliseconds)
            let ended = rules.displaced(by: newcomer, among: try sessionsToChange(of: newcomer.user, transaction))
            for each in ended { try remove(each, now, transaction) }
            try insert(newcomer, transaction)
            try noteReturn(newcomer, transaction)
            guard let profile = try profile(of: newcomer.user, transaction) else {
                preconditionFailure("the account is there")
            }
            return (profile, ended)
        }
    }

    /// `token`: as the client sent it.
    func resume(_ id: SessionID, token: String, at gateway: String, now: WallTime) async throws
        -> SessionRules.Resumption
    {
        let hash = sha256(Array(token.utf8))
        return try await database.decision { [rules] transaction in
            let session = try sessionToChange(id, transaction)
            if session == nil, try wasKicked(id, tokenHash: hash, now, transaction) { return .kickedOffline }
            let fits = session.map { isEqualInConstantTime($0.resumeTokenHash, hash) } ?? false
            let outcome = rules.resume(session, tokenFits: fits, at: gateway, now: now)
            if case .resumed(let resumed, let left) = outcome {
                try updateLink(resumed, transaction)
                // It came back before an old farewell was delivered: that one must not hit the new connection.
                try transaction.execute(
                    "DELETE FROM farewell WHERE session_id = $1 AND gateway = $2", id.rawValue, gateway)
                if let left { try owe(id, left, .replaced, now, transaction) }
            }
            return outcome
        }
    }

    /// Whose session it was; `nil` if there was no such session.
    func close(_ id: SessionID) async throws -> UserID? {
        try await database.decision { transaction in
            try transaction.queryOne("DELETE FROM session WHERE session_id = $1 RETURNING user_id", id.rawValue).map {
                UserID(try $0.text(0))
            }
        }
    }

    func detach(_ id: SessionID, from gateway: String, silence: Duration, now: WallTime) async throws {
        try await database.decision { [rules] transaction in
            guard let session = try sessionToChange(id, transaction),
                let left = rules.detach(session, from: gateway, silence: silence, now: now)
            else {
                return
            }
            try updateLink(left, transaction)
        }
    }

    /// Gives those that are no sessions of this gateway (any more).
    func renew(_ ids: [SessionID], by gateway: String, now: WallTime) async throws -> [SessionID] {
        try await database.decision { [rules] transaction in
            var ended: [SessionID] = []
            // In one order: two replicas may have sessions of one gateway in hand.
            for id in ids.sorted() {
                if let renewed = rules.renew(try sessionToChange(id, transaction), by: gateway, now: now) {
                    try updateLink(renewed, transaction)
                } else {
                    ended.append(id)
                }
            }
            return ended
        }
    }

    // MARK: passing of time

    /// Lets time pass for at most `limit` sessions that are due; gives those that ended. Call again while `limit` come back.
    func sweep(now: WallTime, limit: Int = 500) async throws -> (ended: [SessionRules.Ended], isMore: Bool) {
        try await database.decision { [rules] transaction in
            let rows = try transaction.query(
                "SELECT \(columns) FROM session WHERE link_ends_ms <= $1 OR sig_expires_ms <= $1 LIMIT \(limit)",
                now.milliseconds)
            var ended: [SessionRules.Ended] = []
            // By id, as renewals do.
            for found in try rows.map(session(from:)).sorted(by: { $0.id < $1.id }) {
                // It may have been renewed or resumed since.
                guard let session = try sessionToChange(found.id, transaction) else { continue }
                switch rules.passage(of: session, now: now) {
                case .stays: break
                case .detached(let detached): try updateLink(detached, transaction)
                case .ended(let ending):
                    let end = SessionRules.Ended(session: session, ending: ending)
                    try remove(end, now, transaction)
                    ended.append(end)
                }
            }
            try forgetKicked(now, transaction)
            return (ended, rows.count == limit)
        }
    }

    /// Gives every session the grace of a restart. Before anything is served.
    func prepareAfterRestart(now: WallTime) async throws {
        try await database.decision { [rules] transaction in
            for row in try transaction.query("SELECT \(columns) FROM session") {
                try updateLink(rules.afterRestart(try session(from: row), now: now), transaction)
            }
        }
    }

    // MARK: farewells

    func farewells() async throws -> [Farewell] {
        try await database.decision { transaction in
            try transaction.query(
                "SELECT session_id, gateway, ending, owed_since_ms, owed_by FROM farewell ORDER BY owed_since_ms"
            ).map {
                row in
                Farewell(
                    session: SessionID(try row.text(0)), gateway: try row.text(1),
                    ending: SessionEnding(rawValue: Int32(truncatingIfNeeded: try row.int(2))) ?? .lost,
                    owedSince: WallTime(milliseconds: try row.integer(3)), owedBy: try row.optionalText(4))
            }
        }
    }

    func settle(_ farewell: Farewell) async throws {
        try await database.decision { transaction in
            _ = try transaction.execute(
                "DELETE FROM farewell WHERE session_id = $1 AND gateway = $2", farewell.session.rawValue,
                farewell.gateway)
        }
    }

    // MARK: questions and profiles

    /// `nil` for users who never logged in; in the order asked. What would keep `caller` from ringing them is looked up too.
    func lookUp(_ users: [UserID], for caller: UserID? = nil, now: WallTime) async throws -> [Known?] {
        try await database.decision { [rules] transaction in
            try users.map { user in
                guard let profile = try profile(of: user, transaction) else { return nil }
                let open = try sessions(of: user, transaction).compactMap { rules.told($0, now: now) }
                let background = try backgroundSessions(of: user, transaction)
                guard let caller, caller != user else {
                    return Known(profile: profile, sessions: open, background: background)
                }
                return Known(
                    profile: profile, sessions: open, background: background,
                    isBlocked: try isBlocked(caller, user, transaction),
                    isDoNotDisturb: try doNotDisturb(of: user, transaction).isOn(at: now))
            }
        }
    }

    /// Those that are open.
    func lookUp(_ ids: [SessionID], now: WallTime) async throws -> [Session] {
        try await database.decision { [rules] transaction in
            try ids.compactMap { try session($0, transaction).flatMap { rules.told($0, now: now) } }
        }
    }

    /// `false` if the user never logged in.
    func set(_ profile: Profile) async throws -> Bool {
        try await database.decision { transaction in
            try transaction.execute(
                "UPDATE account SET nickname = $2, avatar_url = $3 WHERE user_id = $1", profile.user.rawValue,
                profile.nickname, profile.avatarURL) > 0
        }
    }

    func sessionCount() async throws -> Int {
        try await database.decision { try $0.queryOne("SELECT COUNT(*) FROM session")?.int(0) ?? 0 }
    }
}
