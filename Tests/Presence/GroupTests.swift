import CallModel
import PresenceCore
import TestSupport
import Testing
import Wire

@testable import presence

@Suite("Presence groups")
struct GroupTests {
    private func harness() async throws -> PresenceHarness {
        let presence = try await PresenceHarness()
        for user in ["owner", "admin", "member", "outsider"] {
            _ = try await presence.client.openSession(presence.request(user))
        }
        let owner = presence.identity("owner")
        _ = try await presence.groups.createGroup(
            Proto.CreateGroupRequest(groupId: "team", name: "The team", memberIds: ["admin", "member"]), owner)
        _ = try await presence.groups.setGroupMemberRole(
            Proto.SetGroupMemberRoleRequest(groupId: "team", userId: "admin", role: .admin), owner)
        return presence
    }

    private func members(_ presence: PresenceHarness) async throws -> [String: Proto.GroupRole] {
        let found = try await presence.groups.listGroupMembers(
            Proto.ListGroupMembersRequest(groupId: "team"), presence.identity("owner"))
        return Dictionary(uniqueKeysWithValues: found.members.map { ($0.userId, $0.role) })
    }

    private func add(_ users: [String], by user: String, _ presence: PresenceHarness) async -> Proto.Reason? {
        await refusal { () throws(RPCError) in
            try await presence.groups.addGroupMembers(
                Proto.AddGroupMembersRequest(groupId: "team", userIds: users), presence.identity(user))
        }?.reason
    }

    private func remove(_ users: [String], by user: String, _ presence: PresenceHarness) async -> Proto.Reason? {
        await refusal { () throws(RPCError) in
            try await presence.groups.removeGroupMembers(
                Proto.RemoveGroupMembersRequest(groupId: "team", userIds: users), presence.identity(user))
        }?.reason
    }

    @Test("who creates a group owns it, its members find it, and strangers learn nothing of it")
    func creates() async throws {
        let presence = try await harness()
        let group = try await presence.groups.getGroup(
            Proto.GroupRequest(groupId: "team"), presence.identity("member")
        ).group
        #expect(group?.name == "The team" && group?.ownerId == "owner" && group?.memberCount == 3)
        #expect(group?.ownRole == .member)
        #expect(try await members(presence) == ["owner": .owner, "admin": .admin, "member": .member])
        let listed = try await presence.groups.listGroups(Proto.Empty(), presence.identity("admin")).groups
        #expect(listed.map(\.groupId) == ["team"] && listed.first?.ownRole == .admin)
        for group in ["team", "nothing"] {
            #expect(
                await refusal { () throws(RPCError) in
                    try await presence.groups.getGroup(
                        Proto.GroupRequest(groupId: group), presence.identity("outsider"))
                }?.reason == .groupNotFound)
        }
        let unnamed = try await presence.groups.createGroup(
            Proto.CreateGroupRequest(name: "x"), presence.identity("outsider"))
        #expect(unnamed.group?.groupId.isEmpty == false && unnamed.group?.memberCount == 1)
        await presence.stop()
    }

    @Test("a group that cannot be made is not made at all")
    func refusesBadGroups() async throws {
        let presence = try await harness()
        func create(_ request: Proto.CreateGroupRequest) async -> Proto.Reason? {
            await refusal { () throws(RPCError) in
                try await presence.groups.createGroup(request, presence.identity("owner"))
            }?.reason
        }
        #expect(await create(Proto.CreateGroupRequest(groupId: "team")) == .groupIdTaken)
        #expect(await create(Proto.CreateGroupRequest(groupId: "a b")) == .groupBadId)
        #expect(await create(Proto.CreateGroupRequest(groupId: "n", name: "two\nlines")) == .groupBadParameter)
        #expect(await create(Proto.CreateGroupRequest(groupId: "n", memberIds: ["nobody"])) == .userNeverLoggedIn)
        let twice = [Proto.GroupAttribute(key: "k", value: "1"), Proto.GroupAttribute(key: "k", value: "2")]
        #expect(await create(Proto.CreateGroupRequest(groupId: "n", attributes: twice)) == .groupBadParameter)
        #expect(await create(Proto.CreateGroupRequest(groupId: "n")) == nil)
        await presence.stop()
    }

    @Test("roles decide who adds, removes, appoints, hands over and dismisses")
    func roles() async throws {
        let presence = try await harness()
        #expect(await add(["outsider"], by: "member", presence) == .groupNotAllowed)
        #expect(await add(["outsider"], by: "outsider", presence) == .groupNotFound)
        #expect(await add(["outsider", "member"], by: "admin", presence) == nil)
        #expect(await add(["outsider", "nobody"], by: "admin", presence) == .userNeverLoggedIn)
        #expect(await remove(["admin"], by: "admin", presence) == nil, "leaves")
        #expect(await remove(["owner"], by: "owner", presence) == .groupNotAllowed)
        #expect(await add(["admin"], by: "owner", presence) == nil)
        #expect(try await members(presence)["admin"] == .member)
        #expect(await remove(["member"], by: "outsider", presence) == .groupNotAllowed)

        func setRole(_ user: String, _ role: Proto.GroupRole, by asker: String) async -> Proto.Reason? {
            await refusal { () throws(RPCError) in
                try await presence.groups.setGroupMemberRole(
                    Proto.SetGroupMemberRoleRequest(groupId: "team", userId: user, role: role),
                    presence.identity(asker))
            }?.reason
        }
        #expect(await setRole("member", .admin, by: "admin") == .groupNotAllowed)
        #expect(await setRole("member", .undefined, by: "owner") == .groupBadParameter)
        #expect(await setRole("member", .owner, by: "owner") == nil)
        #expect(try await members(presence)["member"] == .owner)
        #expect(await remove(["owner"], by: "owner", presence) == nil, "is an admin now, and leaves")
        func dismiss(_ user: String) async -> Proto.Reason? {
            await refusal { () throws(RPCError) in
                try await presence.groups.dismissGroup(
                    Proto.GroupRequest(groupId: "team"), presence.identity(user))
            }?.reason
        }
        #expect(await dismiss("admin") == .groupNotAllowed)
        #expect(await dismiss("member") == nil)
        #expect(await dismiss("member") == .groupNotFound)
        #expect(try await presence.groups.listGroups(Proto.Empty(), presence.identity("admin")).groups.isEmpty)
        await presence.stop()
    }

    @Test("members come in pages, by id")
    func pages() async throws {
        let presence = try await harness()
        let first = try await presence.groups.listGroupMembers(
            Proto.ListGroupMembersRequest(groupId: "team", count: 2), presence.identity("member"))
        #expect(first.members.map(\.userId) == ["admin", "member"] && first.isMore)
        let rest = try await presence.groups.listGroupMembers(
            Proto.ListGroupMembersRequest(groupId: "team", afterUserId: "member", count: 2),
            presence.identity("member"))
        #expect(rest.members.map(\.userId) == ["owner"] && !rest.isMore)
        await presence.stop()
    }

    @Test("attributes are set by admins and read by members; what is too much changes nothing")
    func attributes() async throws {
        let presence = try await harness()
        func set(_ attributes: [String: String], by user: String) async -> Proto.Reason? {
            await refusal { () throws(RPCError) in
                try await presence.groups.setGroupAttributes(
                    Proto.SetGroupAttributesRequest(
                        groupId: "team",
                        attributes: attributes.map { Proto.GroupAttribute(key: $0.key, value: $0.value) }),
                    presence.identity(user))
            }?.reason
        }
        func read(_ keys: [String] = []) async throws -> [String: String] {
            let found = try await presence.groups.getGroupAttributes(
                Proto.GetGroupAttributesRequest(groupId: "team", keys: keys), presence.identity("member"))
            return Dictionary(uniqueKeysWithValues: found.attributes.map { ($0.key, $0.value) })
        }
        #expect(await set(["call": "c1"], by: "member") == .groupNotAllowed)
        #expect(await set(["call": "c1", "topic": "x\ny"], by: "admin") == nil)
        #expect(await set(["call": "c2"], by: "admin") == nil)
        #expect(try await read() == ["call": "c2", "topic": "x\ny"])
        #expect(try await read(["call", "none"]) == ["call": "c2"])
        #expect(await set([:], by: "admin") == .groupBadParameter)
        #expect(await set(["a b": "1"], by: "admin") == .groupBadParameter)
        #expect(await set(["k": "\u{1}"], by: "admin") == .groupBadParameter)
        #expect(await set(["k": String(repeating: "v", count: 4_097)], by: "admin") == .groupBadParameter)
        let many = Dictionary(uniqueKeysWithValues: (0..<15).map { ("k\($0)", "v") })
        #expect(await set(many, by: "admin") == .groupFull)
        #expect(try await read().count == 2)
        _ = try await presence.groups.deleteGroupAttributes(
            Proto.DeleteGroupAttributesRequest(groupId: "team", keys: ["call"]), presence.identity("admin"))
        #expect(try await read() == ["topic": "x\ny"])
        _ = try await presence.groups.deleteGroupAttributes(
            Proto.DeleteGroupAttributesRequest(groupId: "team"), presence.identity("owner"))
        #expect(try await read().isEmpty)
        await presence.stop()
    }

    @Test("who wants to call for a group hears whether it is known and whether he is in it")
    func tellsSignaling() async throws {
        let presence = try await harness()
        func standing(_ user: String, _ group: String) async throws -> Proto.GroupStanding {
            try await presence.client.lookupUsers(
                Proto.LookupUsersRequest(userIds: ["owner"], askedFor: user, chatGroupId: group)
            ).groupStanding
        }
        #expect(try await standing("member", "team") == .member)
        #expect(try await standing("outsider", "team") == .stranger)
        #expect(try await standing("member", "a group of another kind") == .unknown)
        #expect(try await standing("member", "") == .unknown)
        await presence.stop()
    }
}
