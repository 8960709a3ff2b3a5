import CallModel
import Database
import PresenceCore
import ServiceStore

/// Who has blocked whom, and who does not want to be disturbed.
extension PresenceStore {
    // MARK: blocks

    /// `false`, and nothing is kept, if the user would block more than are allowed. Blocking again changes nothing.
    func block(_ others: [UserID], by user: UserID, now: WallTime) async throws -> Bool {
        struct TooMany: Error {}
        do {
            try await database.decision { transaction in
                for other in others {
                    try transaction.execute(
                        "INSERT INTO blocked_user VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", user.rawValue,
                        other.rawValue, now.milliseconds)
                }
                let count = try transaction.queryOne(
                    "SELECT COUNT(*) FROM blocked_user WHERE user_id = $1", user.rawValue)
                guard try count?.int(0) ?? 0 <= ContactRules.mostBlocked else { throw TooMany() }
            }
            return true
        } catch is TooMany {
            return false
        }
    }

    func unblock(_ others: [UserID], by user: UserID) async throws {
        try await database.decision { transaction in
            for other in others {
                try transaction.execute(
                    "DELETE FROM blocked_user WHERE user_id = $1 AND blocked_id = $2", user.rawValue, other.rawValue)
            }
        }
    }

    /// The last blocked first.
    func blocked(by user: UserID) async throws -> [UserID] {
        try await database.decision { transaction in
            try transaction.query(
                "SELECT blocked_id FROM blocked_user WHERE user_id = $1 ORDER BY blocked_ms DESC, blocked_id",
                user.rawValue
            ).map { UserID(try $0.text(0)) }
        }
    }

    /// Whether one of the two has blocked the other.
    func isBlocked(_ one: UserID, _ other: UserID, _ transaction: borrowing Transaction) throws -> Bool {
        try transaction.queryOne(
            """
            SELECT 1 FROM blocked_user
            WHERE (user_id = $1 AND blocked_id = $2) OR (user_id = $2 AND blocked_id = $1) LIMIT 1
            """, one.rawValue, other.rawValue) != nil
    }

    // MARK: do-not-disturb

    func set(_ setting: DoNotDisturb, of user: UserID) async throws {
        try await database.decision { transaction in
            switch setting {
            case .off: _ = try transaction.execute("DELETE FROM do_not_disturb WHERE user_id = $1", user.rawValue)
            case .on(let until):
                _ = try transaction.execute(
                    """
                    INSERT INTO do_not_disturb VALUES ($1, $2)
                    ON CONFLICT (user_id) DO UPDATE SET until_ms = excluded.until_ms
                    """, user.rawValue, until?.milliseconds)
            }
        }
    }

    func doNotDisturb(of user: UserID) async throws -> DoNotDisturb {
        try await database.decision { try doNotDisturb(of: user, $0) }
    }

    func doNotDisturb(of user: UserID, _ transaction: borrowing Transaction) throws -> DoNotDisturb {
        let row = try transaction.queryOne("SELECT until_ms FROM do_not_disturb WHERE user_id = $1", user.rawValue)
        guard let row else { return .off }
        return .on(until: try row.optionalInteger(0).map { WallTime(milliseconds: $0) })
    }
}
