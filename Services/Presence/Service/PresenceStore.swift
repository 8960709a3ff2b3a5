import CallModel
import Crypto
import Database
import PresenceCore

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
            """
        ])

    /// A gateway that is to close the connection of a session which ended, or went elsewhere, and tell its client why.
    struct Farewell: Sendable, Hashable {
        let session: SessionID
        let gateway: String
        let ending: SessionEnding
        let owedSince: WallTime
    }

    struct Profile: Sendable, Equatable {
        var user: UserID
        var nickname = ""
        var avatarURL = ""
    }

    struct Known: Sendable {
        let profile: Profile
        let sessions: [Session]
    }

    let database: Database
    let rules: SessionRules

    // MARK: logins

    /// Stores the newcomer, creating its account on the first login; gives the profile and the sessions that it ended.
    func open(_ newcomer: Session, now: WallTime) async throws -> (profile: Profile, ended: [SessionRules.Ended]) {
        try await database.transaction { [rules] transaction in
            try transaction.execute(
                """
                INSERT INTO account VALUES ($1, '', '', $2, $2)
                ON CONFLICT (user_id) DO UPDATE SET last_login_ms = excluded.last_login_ms
                """, newcomer.user.rawValue, now.milliseconds)
            let ended = rules.displaced(by: newcomer, among: try sessions(of: newcomer.user, transaction))
            for each in ended { try remove(each, now, transaction) }
            try insert(newcomer, transaction)
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
        return try await database.transaction { [rules] transaction in
            let session = try session(id, transaction)
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

    /// `false` if there was no such session.
    func close(_ id: SessionID) async throws -> Bool {
        try await database.transaction { try $0.execute("DELETE FROM session WHERE session_id = $1", id.rawValue) > 0 }
    }

    func detach(_ id: SessionID, from gateway: String, silence: Duration, now: WallTime) async throws {
        try await database.transaction { [rules] transaction in
            guard let session = try session(id, transaction),
                let left = rules.detach(session, from: gateway, silence: silence, now: now)
            else {
                return
            }
            try updateLink(left, transaction)
        }
    }

    /// Gives those that are no sessions of this gateway (any more).
    func renew(_ ids: [SessionID], by gateway: String, now: WallTime) async throws -> [SessionID] {
        try await database.transaction { [rules] transaction in
            var ended: [SessionID] = []
            for id in ids {
                if let renewed = rules.renew(try session(id, transaction), by: gateway, now: now) {
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
        try await database.transaction { [rules] transaction in
            let rows = try transaction.query(
                "SELECT \(columns) FROM session WHERE link_ends_ms <= $1 OR sig_expires_ms <= $1 LIMIT \(limit)",
                now.milliseconds)
            var ended: [SessionRules.Ended] = []
            for row in rows {
                let session = try session(from: row)
                switch rules.passage(of: session, now: now) {
                case .stays: break
                case .detached(let detached): try updateLink(detached, transaction)
                case .ended(let ending):
                    let end = SessionRules.Ended(session: session, ending: ending)
                    try remove(end, now, transaction)
                    ended.append(end)
                }
            }
            return (ended, rows.count == limit)
        }
    }

    /// Gives every session the grace of a restart. Before anything is served.
    func prepareAfterRestart(now: WallTime) async throws {
        try await database.transaction { [rules] transaction in
            for row in try transaction.query("SELECT \(columns) FROM session") {
                try updateLink(rules.afterRestart(try session(from: row), now: now), transaction)
            }
        }
    }

    // MARK: farewells

    func farewells() async throws -> [Farewell] {
        try await database.transaction { transaction in
            try transaction.query(
                "SELECT session_id, gateway, ending, owed_since_ms FROM farewell ORDER BY owed_since_ms"
            ).map {
                row in
                Farewell(
                    session: SessionID(try row.text(0)), gateway: try row.text(1),
                    ending: SessionEnding(rawValue: Int32(truncatingIfNeeded: try row.int(2))) ?? .lost,
                    owedSince: WallTime(milliseconds: try row.integer(3)))
            }
        }
    }

    func settle(_ farewell: Farewell) async throws {
        try await database.transaction { transaction in
            _ = try transaction.execute(
                "DELETE FROM farewell WHERE session_id = $1 AND gateway = $2", farewell.session.rawValue,
                farewell.gateway)
        }
    }

    // MARK: questions and profiles

    /// `nil` for users who never logged in; in the order asked.
    func lookUp(_ users: [UserID], now: WallTime) async throws -> [Known?] {
        try await database.transaction { [rules] transaction in
            try users.map { user in
                guard let profile = try profile(of: user, transaction) else { return nil }
                let open = try sessions(of: user, transaction).compactMap { rules.told($0, now: now) }
                return Known(profile: profile, sessions: open)
            }
        }
    }

    /// Those that are open.
    func lookUp(_ ids: [SessionID], now: WallTime) async throws -> [Session] {
        try await database.transaction { [rules] transaction in
            try ids.compactMap { try session($0, transaction).flatMap { rules.told($0, now: now) } }
        }
    }

    /// `false` if the user never logged in.
    func set(_ profile: Profile) async throws -> Bool {
        try await database.transaction { transaction in
            try transaction.execute(
                "UPDATE account SET nickname = $2, avatar_url = $3 WHERE user_id = $1", profile.user.rawValue,
                profile.nickname, profile.avatarURL) > 0
        }
    }

    func sessionCount() async throws -> Int {
        try await database.transaction { try $0.queryOne("SELECT COUNT(*) FROM session")?.int(0) ?? 0 }
    }
}
