import CallModel
import PostgresSupport
import PresenceCore
import TestSupport
import Testing
import Wire

@testable import presence

@Suite("Presence statuses and subscriptions")
struct StatusTests {
    private func statuses(
        _ presence: PresenceHarness, _ users: [String], by user: String = "watcher"
    ) async throws -> [Proto.UserStatus] {
        try await presence.status.getUserStatus(
            Proto.GetUserStatusRequest(userIds: users), presence.identity(user)
        ).statuses
    }

    private func type(_ presence: PresenceHarness, _ user: String) async throws -> Proto.UserStatusType? {
        try await statuses(presence, [user]).first?.type
    }

    @Test("a user is not logged in, online, in the background, offline, and not logged in again, as it happens")
    func walks() async throws {
        let presence = try await PresenceHarness()
        #expect(try await type(presence, "bob") == .unlogined)
        let phone = try await presence.client.openSession(presence.request("bob"))
        let web = try await presence.client.openSession(presence.request("bob", device: "web", platform: .web))
        #expect(try await type(presence, "bob") == .online)
        #expect(try await statuses(presence, ["bob"]).first?.onlinePlatforms == [.ios, .web])

        func leaveFront(_ session: String, _ device: String) async throws {
            let identity = Proto.ClientIdentity(userId: "bob", deviceId: device, sessionId: session, platform: .ios)
            _ = try await presence.status.setAppState(
                Proto.SetAppStateRequest(isBackground: true), CallOptions(identity: identity))
        }
        try await leaveFront(phone.sessionId, "phone")
        #expect(try await type(presence, "bob") == .online)
        let found = try await presence.presence(of: "bob")?.sessions.filter(\.isBackground).map(\.sessionId)
        #expect(found == [phone.sessionId])
        try await leaveFront(web.sessionId, "web")
        #expect(try await type(presence, "bob") == .background)

        for session in [phone.sessionId, web.sessionId] {
            _ = try await presence.client.detachSession(
                Proto.DetachSessionRequest(sessionId: session, gatewayEndpoint: "tcp://g1"))
        }
        #expect(try await type(presence, "bob") == .offline)
        presence.clock.move(.seconds(61))
        #expect(await eventually { (try? await presence.presence(of: "bob")?.sessions.isEmpty) == true })
        #expect(try await type(presence, "bob") == .offline, "nobody logged out: a push may reach it")

        for (device, platform) in [("web", Proto.Platform.web), ("phone", .ios)] {
            let again = try await presence.client.openSession(
                presence.request("bob", device: device, platform: platform))
            _ = try await presence.client.closeSession(Proto.CloseSessionRequest(sessionId: again.sessionId))
        }
        #expect(try await type(presence, "bob") == .unlogined)
        await presence.stop()
    }

    @Test("the user's own words have at most 100 bytes, and every change has a higher version")
    func customStatus() async throws {
        let presence = try await PresenceHarness()
        _ = try await presence.client.openSession(presence.request("bob"))
        func set(_ text: String, _ user: String = "bob") async -> RPCError? {
            await refusal { () throws(RPCError) in
                try await presence.status.setSelfStatus(
                    Proto.SetSelfStatusRequest(customStatus: text), presence.identity(user))
            }
        }
        let before = try #require(try await statuses(presence, ["bob"]).first)
        #expect(before.version >= 1 && before.changedAtMs > 0)
        #expect(await set(String(repeating: "é", count: 50)) == nil)
        let after = try #require(try await statuses(presence, ["bob"]).first)
        #expect(after.customStatus == String(repeating: "é", count: 50) && after.version == before.version + 1)
        #expect(await set(after.customStatus) == nil)
        #expect(try await statuses(presence, ["bob"]).first == after, "nothing new")
        for text in [String(repeating: "é", count: 50) + "a", "two\nlines", "\u{1}"] {
            #expect(await set(text)?.reason == .badParameter)
        }
        #expect(await set("x", "nobody")?.reason == .notLoggedIn)
        await presence.stop()
    }

    @Test("a watcher hears of changes through the gateway of its session, and no more once it has unsubscribed")
    func tells() async throws {
        let gateway = try Listener()
        let presence = try await PresenceHarness()
        let watcher = try await presence.client.openSession(presence.request("watcher", gateway: gateway.endpoint))
        let subscribed = try await presence.status.subscribeUserStatus(
            Proto.SubscribeUserStatusRequest(userIds: ["bob", "carol"]), presence.identity("watcher"))
        #expect(subscribed.statuses.map(\.type) == [.unlogined, .unlogined] && subscribed.droppedUserIds.isEmpty)
        let bob = try await presence.client.openSession(presence.request("bob"))
        func newest(_ user: String) -> Proto.UserStatus? {
            gateway.statuses(of: watcher.sessionId).filter { $0.userId == user }.max { $0.version < $1.version }
        }
        #expect(await eventually { newest("bob")?.type == .online })
        _ = try await presence.status.setSelfStatus(
            Proto.SetSelfStatusRequest(customStatus: "at lunch"), presence.identity("bob"))
        #expect(await eventually { newest("bob")?.customStatus == "at lunch" })
        _ = try await presence.client.detachSession(
            Proto.DetachSessionRequest(sessionId: bob.sessionId, gatewayEndpoint: "tcp://g1"))
        #expect(await eventually { newest("bob")?.type == .offline })

        _ = try await presence.status.unsubscribeUserStatus(
            Proto.UnsubscribeUserStatusRequest(userIds: ["bob"]), presence.identity("watcher"))
        let version = try #require(newest("bob")?.version)
        _ = try await presence.client.openSession(presence.request("bob", device: "other"))
        _ = try await presence.client.openSession(presence.request("carol"))
        #expect(await eventually { newest("carol")?.type == .online })
        #expect(newest("bob")?.version == version)
        _ = try await presence.status.unsubscribeUserStatus(
            Proto.UnsubscribeUserStatusRequest(), presence.identity("watcher"))
        await presence.stop()
    }

    @Test("subscriptions outlive the connection and the process: who comes back is told everything it watches")
    func survives() async throws {
        let place = try await TestPlace()
        let gateway = try Listener()
        let before = try await PresenceHarness(place: place)
        let watcher = try await before.client.openSession(before.request("watcher", gateway: "tcp://elsewhere"))
        let bob = try await before.client.openSession(before.request("bob"))
        _ = try await before.status.subscribeUserStatus(
            Proto.SubscribeUserStatusRequest(userIds: ["bob"]), before.identity("watcher"))
        _ = try await before.client.closeSession(Proto.CloseSessionRequest(sessionId: bob.sessionId))
        await before.stop()

        let presence = try await PresenceHarness(place: place)
        _ = try await presence.client.resumeSession(
            Proto.ResumeSessionRequest(
                sessionId: watcher.sessionId, resumeToken: watcher.resumeToken, gatewayEndpoint: gateway.endpoint))
        #expect(await eventually { gateway.statuses(of: watcher.sessionId).last?.type == .unlogined })
        #expect(gateway.hasToldAll(watcher.sessionId))
        await presence.stop()
    }

    @Test("at most two hundred are watched: the oldest are dropped, and named")
    func dropsTheOldest() async throws {
        let presence = try await PresenceHarness()
        func subscribe(_ range: Range<Int>) async throws -> [String] {
            try await presence.status.subscribeUserStatus(
                Proto.SubscribeUserStatusRequest(userIds: range.map { "u\($0)" }), presence.identity("watcher")
            ).droppedUserIds
        }
        #expect(try await subscribe(0..<100).isEmpty)
        #expect(try await subscribe(100..<200).isEmpty)
        #expect(try await subscribe(0..<1).isEmpty, "known already, and now the youngest")
        #expect(try await subscribe(200..<203) == ["u1", "u2", "u3"])
        for users in [[], [String](repeating: "a", count: 101)] {
            #expect(
                await refusal { () throws(RPCError) in
                    try await presence.status.subscribeUserStatus(
                        Proto.SubscribeUserStatusRequest(userIds: users), presence.identity("watcher"))
                }?.reason == .badParameter)
        }
        await presence.stop()
    }
}
