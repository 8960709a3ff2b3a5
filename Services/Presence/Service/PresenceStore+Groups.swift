import CallModel
import Database
import PresenceCore
import ServiceStore

/// Groups, their members and attributes. Each change is one transaction: what `GroupRules` needs to know is read in it.
extension PresenceStore {
    struct Group: Sendable, Equatable {
        let id: GroupID
        let name: String
        let owner: UserID
        let memberCount: Int
        let createdAt: WallTime
        /// Of the one who asks.
        let ownRole: GroupRole
    }

    struct GroupMember: Sendable, Equatable {
        let user: UserID
        let role: GroupRole
        let joinedAt: WallTime
    }

    // MARK: groups

    func createGroup(
        _ id: GroupID, name: String, owner: UserID, members: [UserID], attributes: [String: String], now: WallTime
    ) async throws -> Group {
        try await database.decision { transaction in
            let made = try transaction.execute(
                "INSERT INTO chat_group VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING", id.rawValue, name,
                now.milliseconds
            )
            guard made == 1 else { throw GroupRules.Refusal.idTaken }
            try insert(owner, .owner, into: id, now, transaction)
            for member in members where member != owner { try insert(member, .member, into: id, now, transaction) }
            guard try memberCount(of: id, transaction) <= GroupRules.mostMembers else { throw GroupRules.Refusal.full }
            try put(attributes, into: id, transaction)
            return try group(id, seenBy: owner, transaction)
        }
    }

    func dismissGroup(_ id: GroupID, by user: UserID) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            try require(.dismiss, of: user, in: id, transaction)
            for table in ["group_attribute", "group_member", "chat_group"] {
                try transaction.execute("DELETE FROM \(table) WHERE group_id = $1", id.rawValue)
            }
        }
    }

    func group(_ id: GroupID, seenBy user: UserID) async throws -> Group {
        try await database.decision { try group(id, seenBy: user, $0) }
    }

    func groups(of user: UserID) async throws -> [Group] {
        try await database.decision { transaction in
            try transaction.query(
                "SELECT group_id FROM group_member WHERE user_id = $1 ORDER BY group_id LIMIT $2", user.rawValue,
                GroupRules.mostGroups
            ).map { try group(GroupID(try $0.text(0)), seenBy: user, transaction) }
        }
    }

    // MARK: members

    /// By id; one more than `limit` if there are more.
    func members(
        of id: GroupID, after: String, limit: Int, seenBy user: UserID
    ) async throws -> [GroupMember] {
        try await database.decision { transaction in
            _ = try role(of: user, in: id, transaction)
            return try transaction.query(
                """
                SELECT user_id, member_role, joined_ms FROM group_member WHERE group_id = $1 AND user_id > $2
                ORDER BY user_id LIMIT $3
                """, id.rawValue, after, limit + 1
            ).map { row in
                GroupMember(
                    user: UserID(try row.text(0)), role: try role(from: row, 1),
                    joinedAt: WallTime(milliseconds: try row.integer(2)))
            }
        }
    }

    func add(_ users: [UserID], to id: GroupID, by user: UserID, now: WallTime) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            try require(.add, of: user, in: id, transaction)
            for user in users { try insert(user, .member, into: id, now, transaction) }
            guard try memberCount(of: id, transaction) <= GroupRules.mostMembers else { throw GroupRules.Refusal.full }
        }
    }

    /// Who is not in the group is gone already.
    func remove(_ users: [UserID], from id: GroupID, by user: UserID) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            let own = try role(of: user, in: id, transaction)
            for other in users {
                guard let role = try memberRole(of: other, in: id, transaction) else { continue }
                guard GroupRules.allows(other == user ? .leave : .remove(role: role), to: own) else {
                    throw GroupRules.Refusal.notAllowed
                }
                try transaction.execute(
                    "DELETE FROM group_member WHERE group_id = $1 AND user_id = $2", id.rawValue, other.rawValue)
            }
        }
    }

    /// A new owner takes the place of the one who asks, who becomes an admin.
    func setRole(_ role: GroupRole, of other: UserID, in id: GroupID, by user: UserID) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            let own = try self.role(of: user, in: id, transaction)
            guard let before = try memberRole(of: other, in: id, transaction) else {
                throw GroupRules.Refusal.notMember
            }
            guard other != user, GroupRules.allows(.setRole(from: before, to: role), to: own) else {
                throw GroupRules.Refusal.notAllowed
            }
            try update(role, of: other, in: id, transaction)
            if role == .owner { try update(.admin, of: user, in: id, transaction) }
        }
    }

    /// `nil`: presence knows no such group.
    func isMember(_ user: UserID, ofGroupCalled text: String, _ transaction: borrowing Transaction) throws -> Bool? {
        guard let id = GroupID(validating: text),
            try transaction.queryOne("SELECT 1 FROM chat_group WHERE group_id = $1", id.rawValue) != nil
        else { return nil }
        return try memberRole(of: user, in: id, transaction) != nil
    }

    func isMember(_ user: UserID, ofGroupCalled text: String) async throws -> Bool? {
        try await database.decision { try isMember(user, ofGroupCalled: text, $0) }
    }

    // MARK: attributes

    /// `nil` keys: all.
    func attributes(of id: GroupID, _ keys: Set<String>?, seenBy user: UserID) async throws -> [String: String] {
        try await database.decision { transaction in
            _ = try role(of: user, in: id, transaction)
            return try attributes(of: id, transaction).filter { keys?.contains($0.key) ?? true }
        }
    }

    func set(_ attributes: [String: String], in id: GroupID, by user: UserID) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            try require(.setAttributes, of: user, in: id, transaction)
            try put(attributes, into: id, transaction)
        }
    }

    /// `nil` keys: all.
    func deleteAttributes(_ keys: [String]?, in id: GroupID, by user: UserID) async throws {
        try await database.decision { transaction in
            try lock(id, transaction)
            try require(.setAttributes, of: user, in: id, transaction)
            if keys == nil {
                try transaction.execute("DELETE FROM group_attribute WHERE group_id = $1", id.rawValue)
            }
            for key in keys ?? [] {
                try transaction.execute(
                    "DELETE FROM group_attribute WHERE group_id = $1 AND attribute_key = $2", id.rawValue, key)
            }
        }
    }

    // MARK: rows

    /// Changes of one group come one after the other, on whatever replica: what is read after this is what holds.
    private func lock(_ id: GroupID, _ transaction: borrowing Transaction) throws {
        try transaction.execute("UPDATE chat_group SET changes = changes + 1 WHERE group_id = $1", id.rawValue)
    }

    private func group(_ id: GroupID, seenBy user: UserID, _ transaction: borrowing Transaction) throws -> Group {
        let own = try role(of: user, in: id, transaction)
        let row = try transaction.queryOne("SELECT name, created_ms FROM chat_group WHERE group_id = $1", id.rawValue)
        let owner = try transaction.queryOne(
            "SELECT user_id FROM group_member WHERE group_id = $1 AND member_role = $2", id.rawValue,
            GroupRole.owner.rawValue)
        guard let row, let owner else { throw GroupRules.Refusal.notFound }
        return Group(
            id: id, name: try row.text(0), owner: UserID(try owner.text(0)),
            memberCount: try memberCount(of: id, transaction),
            createdAt: WallTime(milliseconds: try row.integer(1)), ownRole: own)
    }

    private func memberCount(of id: GroupID, _ transaction: borrowing Transaction) throws -> Int {
        try transaction.queryOne("SELECT COUNT(*) FROM group_member WHERE group_id = $1", id.rawValue)?.int(0) ?? 0
    }

    private func memberRole(
        of user: UserID, in id: GroupID, _ transaction: borrowing Transaction
    ) throws -> GroupRole? {
        try transaction.queryOne(
            "SELECT member_role FROM group_member WHERE group_id = $1 AND user_id = $2", id.rawValue, user.rawValue
        ).map { try role(from: $0, 0) }
    }

    private func role(from row: Row, _ column: Int) throws -> GroupRole {
        GroupRole(rawValue: Int32(truncatingIfNeeded: try row.int(column))) ?? .member
    }

    /// Of one who must be in the group.
    private func role(of user: UserID, in id: GroupID, _ transaction: borrowing Transaction) throws -> GroupRole {
        guard let role = try memberRole(of: user, in: id, transaction) else { throw GroupRules.Refusal.notFound }
        return role
    }

    private func require(
        _ act: GroupRules.Act, of user: UserID, in id: GroupID, _ transaction: borrowing Transaction
    ) throws {
        guard GroupRules.allows(act, to: try role(of: user, in: id, transaction)) else {
            throw GroupRules.Refusal.notAllowed
        }
    }

    /// One who is in already stays as he is.
    private func insert(
        _ user: UserID, _ role: GroupRole, into id: GroupID, _ now: WallTime, _ transaction: borrowing Transaction
    ) throws {
        guard try profile(of: user, transaction) != nil else { throw GroupRules.Refusal.unknownUser }
        try transaction.execute(
            "INSERT INTO group_member VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", id.rawValue, user.rawValue,
            role.rawValue, now.milliseconds)
        let groups = try transaction.queryOne("SELECT COUNT(*) FROM group_member WHERE user_id = $1", user.rawValue)
        guard try groups?.int(0) ?? 0 <= GroupRules.mostGroups else { throw GroupRules.Refusal.full }
    }

    private func update(
        _ role: GroupRole, of user: UserID, in id: GroupID, _ transaction: borrowing Transaction
    ) throws {
        try transaction.execute(
            "UPDATE group_member SET member_role = $3 WHERE group_id = $1 AND user_id = $2", id.rawValue,
            user.rawValue, role.rawValue)
    }

    private func attributes(of id: GroupID, _ transaction: borrowing Transaction) throws -> [String: String] {
        let rows = try transaction.query(
            "SELECT attribute_key, attribute_value FROM group_attribute WHERE group_id = $1", id.rawValue)
        return Dictionary(try rows.map { (try $0.text(0), try $0.text(1)) }, uniquingKeysWith: { _, last in last })
    }

    private func put(
        _ attributes: [String: String], into id: GroupID, _ transaction: borrowing Transaction
    ) throws {
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            try transaction.execute(
                """
                INSERT INTO group_attribute VALUES ($1, $2, $3)
                ON CONFLICT (group_id, attribute_key) DO UPDATE SET attribute_value = excluded.attribute_value
                """, id.rawValue, key, value)
        }
        guard GroupRules.hasRoom(for: try self.attributes(of: id, transaction)) else { throw GroupRules.Refusal.full }
    }
}
