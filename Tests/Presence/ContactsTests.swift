import CallModel
import PostgresSupport
import PresenceCore
import TestSupport
import Testing
import Wire

@testable import presence

@Suite("Presence blocks and do-not-disturb")
struct ContactsTests {
    private func look(at user: String, for caller: String, _ presence: PresenceHarness) async throws
        -> Proto.UserPresence
    {
        let request = Proto.LookupUsersRequest(userIds: [user], askedFor: caller)
        return try #require(try await presence.client.lookupUsers(request).users.first)
    }

    @Test(
        "a block is told to whoever wants to call, in both directions, until it is taken back; it outlives the process")
    func blocks() async throws {
        let place = try await TestPlace()
        let before = try await PresenceHarness(place: place)
        for user in ["alice", "bob", "carol"] { _ = try await before.client.openSession(before.request(user)) }
        let alice = before.identity("alice")
        _ = try await before.contacts.blockUsers(Proto.BlockUsersRequest(userIds: ["bob", "dave"]), alice)
        before.clock.move(.seconds(1))
        _ = try await before.contacts.blockUsers(Proto.BlockUsersRequest(userIds: ["carol", "bob"]), alice)
        #expect(
            try await before.contacts.getBlockedUsers(Proto.Empty(), alice).userIds == ["carol", "bob", "dave"])
        #expect(try await before.contacts.getBlockedUsers(Proto.Empty(), before.identity("bob")).userIds.isEmpty)
        await before.stop()

        let presence = try await PresenceHarness(place: place)
        #expect(try await look(at: "alice", for: "bob", presence).isBlocked)
        #expect(try await look(at: "bob", for: "alice", presence).isBlocked)
        #expect(try await !look(at: "bob", for: "carol", presence).isBlocked)
        #expect(try await !look(at: "bob", for: "", presence).isBlocked)
        #expect(try await !look(at: "alice", for: "alice", presence).isBlocked)
        _ = try await presence.contacts.unblockUsers(Proto.UnblockUsersRequest(userIds: ["bob"]), alice)
        #expect(try await !look(at: "alice", for: "bob", presence).isBlocked)
        #expect(try await presence.contacts.getBlockedUsers(Proto.Empty(), alice).userIds == ["carol", "dave"])
        await presence.stop()
    }

    @Test("a user blocks at most a thousand others, and a request beyond that changes nothing")
    func boundsBlocks() async throws {
        let presence = try await PresenceHarness()
        let alice = presence.identity("alice")
        for start in stride(from: 0, to: 1_000, by: 100) {
            let users = (start..<start + 100).map { "u\($0)" }
            _ = try await presence.contacts.blockUsers(Proto.BlockUsersRequest(userIds: users), alice)
        }
        // Those that are blocked already take no room.
        _ = try await presence.contacts.blockUsers(Proto.BlockUsersRequest(userIds: ["u7"]), alice)
        let error = await refusal { () throws(RPCError) in
            try await presence.contacts.blockUsers(Proto.BlockUsersRequest(userIds: ["u7", "more"]), alice)
        }
        #expect(error?.code == .resourceExhausted)
        let blocked = try await presence.contacts.getBlockedUsers(Proto.Empty(), alice).userIds
        #expect(blocked.count == 1_000 && !blocked.contains("more"))
        await presence.stop()
    }

    @Test("do-not-disturb is told to whoever wants to call while it is on, and ends by itself")
    func doNotDisturb() async throws {
        let presence = try await PresenceHarness()
        _ = try await presence.client.openSession(presence.request("bob"))
        let bob = presence.identity("bob")
        func set(_ setting: Proto.DoNotDisturb?) async throws(RPCError) {
            _ = try await presence.contacts.setDoNotDisturb(Proto.SetDoNotDisturbRequest(setting: setting), bob)
        }
        try await set(Proto.DoNotDisturb(isOn: true))
        #expect(try await look(at: "bob", for: "alice", presence).isDoNotDisturb)
        #expect(try await !look(at: "bob", for: "", presence).isDoNotDisturb)
        let end = presence.clock.wallTime.milliseconds + 60_000
        try await set(Proto.DoNotDisturb(isOn: true, untilMs: end))
        #expect(
            try await presence.contacts.getDoNotDisturb(Proto.Empty(), bob).setting
                == Proto.DoNotDisturb(isOn: true, untilMs: end))
        presence.clock.move(.seconds(61))
        #expect(try await !look(at: "bob", for: "alice", presence).isDoNotDisturb)
        #expect(try await presence.contacts.getDoNotDisturb(Proto.Empty(), bob).setting == Proto.DoNotDisturb())
        let late = await refusal { () throws(RPCError) in try await set(Proto.DoNotDisturb(isOn: true, untilMs: end)) }
        #expect(late?.reason == .badParameter)
        try await set(Proto.DoNotDisturb(isOn: true))
        try await set(nil)
        #expect(try await !look(at: "bob", for: "alice", presence).isDoNotDisturb)
        await presence.stop()
    }

    @Test("who asks is what the session says, and whom it names is checked")
    func checksWhoAsks() async throws {
        let presence = try await PresenceHarness()
        func block(_ users: [String], _ options: CallOptions) async -> RPCError? {
            await refusal { () throws(RPCError) in
                try await presence.contacts.blockUsers(Proto.BlockUsersRequest(userIds: users), options)
            }
        }
        #expect(await block(["bob"], CallOptions())?.reason == .notLoggedIn)
        #expect(await block(["alice"], presence.identity("alice"))?.reason == .badParameter)
        #expect(await block(["b b"], presence.identity("alice"))?.reason == .badUserId)
        #expect(await block([], presence.identity("alice"))?.code == .invalidArgument)
        await presence.stop()
    }
}
