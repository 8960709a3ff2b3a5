import CallModel
import Crypto
import PresenceCore
import ServiceKit
import Wire

// Groups, as the caller's session says who asks.
extension PresenceServer: Proto.GroupsService {
    func createGroup(
        _ request: Proto.CreateGroupRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.CreateGroupResponse {
        let owner = try UserID(client: context)
        let id = request.groupId.isEmpty ? GroupID(SecureRandom.uuid()) : try GroupID(checking: request.groupId)
        guard TextRule.line.allows(request.name, atMost: GroupRules.longestName) else { throw .badGroupParameter }
        let members = request.memberIds.isEmpty ? [] : try users(request.memberIds)
        let attributes = request.attributes.isEmpty ? [:] : try checked(request.attributes)
        let now = clock.wallTime
        let group = try await decided {
            try await store.createGroup(
                id, name: request.name, owner: owner, members: members, attributes: attributes, now: now)
        }
        log.notice("group created", ["owner": owner, "members": group.memberCount])
        return Proto.CreateGroupResponse(group: Proto.Group(group))
    }

    func dismissGroup(_ request: Proto.GroupRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        try await decided { try await store.dismissGroup(id, by: user) }
        return Proto.Empty()
    }

    func getGroup(
        _ request: Proto.GroupRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetGroupResponse {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        return Proto.GetGroupResponse(
            group: Proto.Group(try await decided { try await store.group(id, seenBy: user) }))
    }

    func listGroups(
        _ request: Proto.Empty, _ context: RPCContext
    ) async throws(RPCError) -> Proto.ListGroupsResponse {
        let user = try UserID(client: context)
        let groups = try await decided { try await store.groups(of: user) }
        return Proto.ListGroupsResponse(groups: groups.map { Proto.Group($0) })
    }

    // MARK: members

    func listGroupMembers(
        _ request: Proto.ListGroupMembersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.ListGroupMembersResponse {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        guard request.count <= GroupRules.mostAtOnce, request.afterUserId.utf8.count <= 32 else {
            throw .badGroupParameter
        }
        let count = request.count == 0 ? GroupRules.mostAtOnce : Int(request.count)
        let found = try await decided {
            try await store.members(of: id, after: request.afterUserId, limit: count, seenBy: user)
        }
        return Proto.ListGroupMembersResponse(
            members: found.prefix(count).map { Proto.GroupMember($0) }, isMore: found.count > count)
    }

    func addGroupMembers(
        _ request: Proto.AddGroupMembersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        let users = try users(request.userIds)
        let now = clock.wallTime
        try await decided { try await store.add(users, to: id, by: user, now: now) }
        return Proto.Empty()
    }

    func removeGroupMembers(
        _ request: Proto.RemoveGroupMembersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        let users = try users(request.userIds)
        try await decided { try await store.remove(users, from: id, by: user) }
        return Proto.Empty()
    }

    func setGroupMemberRole(
        _ request: Proto.SetGroupMemberRoleRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        guard let role = GroupRole(rawValue: request.role.rawValue) else { throw .badGroupParameter }
        let other = try users([request.userId])[0]
        try await decided { try await store.setRole(role, of: other, in: id, by: user) }
        return Proto.Empty()
    }

    // MARK: attributes

    func setGroupAttributes(
        _ request: Proto.SetGroupAttributesRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        let attributes = try checked(request.attributes)
        try await decided { try await store.set(attributes, in: id, by: user) }
        return Proto.Empty()
    }

    func deleteGroupAttributes(
        _ request: Proto.DeleteGroupAttributesRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        let keys = try checked(request.keys)
        try await decided { try await store.deleteAttributes(keys, in: id, by: user) }
        return Proto.Empty()
    }

    func getGroupAttributes(
        _ request: Proto.GetGroupAttributesRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetGroupAttributesResponse {
        let user = try UserID(client: context)
        let id = try GroupID(checking: request.groupId)
        let keys = try checked(request.keys).map { Set($0) }
        let found = try await decided { try await store.attributes(of: id, keys, seenBy: user) }
        return Proto.GetGroupAttributesResponse(
            attributes: found.sorted { $0.key < $1.key }.map { Proto.GroupAttribute(key: $0.key, value: $0.value) })
    }

    // MARK: checks

    private func users(_ texts: [String]) throws(RPCError) -> [UserID] {
        guard (1...GroupRules.mostAtOnce).contains(texts.count) else { throw .badGroupParameter }
        let users = texts.compactMap { UserID(validating: $0) }
        guard users.count == texts.count else { throw RPCError(InputRules.Complaint.badUserID) }
        return users
    }

    private func checked(_ attributes: [Proto.GroupAttribute]) throws(RPCError) -> [String: String] {
        var checked: [String: String] = [:]
        for attribute in attributes {
            guard GroupRules.isKey(attribute.key),
                TextRule.data.allows(attribute.value, atMost: GroupRules.longestValue),
                checked.updateValue(attribute.value, forKey: attribute.key) == nil
            else { throw .badGroupParameter }
        }
        guard (1...GroupRules.mostAttributes).contains(checked.count) else { throw .badGroupParameter }
        return checked
    }

    /// `nil`: all.
    private func checked(_ keys: [String]) throws(RPCError) -> [String]? {
        guard keys.count <= GroupRules.mostAttributes, keys.allSatisfy(GroupRules.isKey) else {
            throw .badGroupParameter
        }
        return keys.isEmpty ? nil : keys
    }

    /// Runs a piece of store work; a refusal of the rules is the caller's to hear.
    private func decided<Result: Sendable>(_ work: () async throws -> Result) async throws(RPCError) -> Result {
        let outcome = try await stored { () async throws -> Swift.Result<Result, GroupRules.Refusal> in
            do {
                return .success(try await work())
            } catch let refusal as GroupRules.Refusal {
                return .failure(refusal)
            }
        }
        switch outcome {
        case .success(let result): return result
        case .failure(let refusal): throw RPCError(refusal)
        }
    }
}

extension GroupID {
    fileprivate init(checking text: String) throws(RPCError) {
        guard let id = GroupID(validating: text) else {
            throw RPCError(.invalidArgument, reason: .groupBadId, "group id")
        }
        self = id
    }
}

extension RPCError {
    fileprivate static let badGroupParameter = RPCError(.invalidArgument, reason: .groupBadParameter)

    fileprivate init(_ refusal: GroupRules.Refusal) {
        switch refusal {
        case .notFound: self.init(.notFound, reason: .groupNotFound, "no such group, or not in it")
        case .notAllowed: self.init(.permissionDenied, reason: .groupNotAllowed, "the role does not reach")
        case .idTaken: self.init(.alreadyExists, reason: .groupIdTaken, "the group id is taken")
        case .full: self.init(.resourceExhausted, reason: .groupFull, "more than a group, or a user, may have")
        case .unknownUser: self.init(.notFound, reason: .userNeverLoggedIn, "a user without an account")
        case .notMember: self.init(.notFound, reason: .groupNotFound, "not a member")
        }
    }
}

extension Proto.Group {
    fileprivate init(_ group: PresenceStore.Group) {
        self.init(
            groupId: group.id.rawValue, name: group.name, ownerId: group.owner.rawValue,
            memberCount: UInt32(clamping: group.memberCount), createdAtMs: group.createdAt.milliseconds,
            ownRole: Proto.GroupRole(rawValue: group.ownRole.rawValue))
    }
}

extension Proto.GroupMember {
    fileprivate init(_ member: PresenceStore.GroupMember) {
        self.init(
            userId: member.user.rawValue, role: Proto.GroupRole(rawValue: member.role.rawValue),
            joinedAtMs: member.joinedAt.milliseconds)
    }
}
