import Bus
import BusKeys
import CallModel
import Foundation
import Testing
import Wire

@testable import partyline

/// Callees who are not connected when the call comes.
@Suite("Offline callees, end to end", .serialized)
struct OfflineTests {
    @Test("a callee with a push token and no connection gets the exact payload, comes online, and answers in time")
    func pushThenAnswer() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            // bob's phone was here once, registered its token, and was killed.
            let earlier = try await stack.phone("bob")
            try await registerToken(of: "bob", device: "phone-bob", on: stack)
            earlier.crash()
            _ = await earlier.waitForExit()

            // Signaling rings his lost session and, once presence knows that it is gone, the push.
            try await eventually("presence has noticed that bob is gone", within: .seconds(20)) {
                try await !isConnected("bob", on: stack)
            }
            try await alice.perform("call bob timeout=30")
            let log = stack.layout.state(.push).appendingPathComponent("push.log")
            try await eventually("the push is written", within: .seconds(10)) {
                let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
                return text.contains("voip_caller_name")
            }
            let bob = try await stack.phone("bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            await alice.quit()
            await bob.quit()
        }
    }

    @Test("calling somebody who never logged in fails with the public number")
    func unknownCallee() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            alice.send("call nobody-at-all")
            let answer = try await alice.wait(for: "a refusal") { $0.members["error"] != nil }
            #expect(answer.members["error"]?.number == 20_003)
            await alice.quit()
        }
    }

    @Test("the JSON form of the client protocol carries a whole call")
    func jsonClient() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice", ["--encoding", "json"])
            let bob = try await stack.phone("bob")
            try await alice.perform("call bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await alice.wait(forFirstAudioWithin: .seconds(5))
            try await alice.perform("hangup")
            try await bob.wait(forEvent: "onCallEnded")
            await alice.quit()
            await bob.quit()
        }
    }

    private func registerToken(of user: String, device: String, on stack: RunningStack) async throws {
        try await withNode(stack) { node in
            let push = Proto.PushClient(node.channel(to: [stack.layout.busEndpoint(.push)], service: "push"))
            let identity = Proto.ClientIdentity(userId: user, deviceId: device, sessionId: "test", platform: .ios)
            _ = try await push.registerToken(
                Proto.RegisterTokenRequest(provider: .log, kind: .voip, token: [1, 2, 3], topic: "org.example.voip"),
                CallOptions(identity: identity))
        }
    }

    private func isConnected(_ user: String, on stack: RunningStack) async throws -> Bool {
        try await withNode(stack) { node in
            let presence = Proto.PresenceClient(
                node.channel(to: [stack.layout.busEndpoint(.presence)], service: "presence"))
            let users = try await presence.lookupUsers(Proto.LookupUsersRequest(userIds: [user])).users
            return users.contains { $0.sessions.contains(where: \.isConnected) }
        }
    }

    private func withNode<Result>(_ stack: RunningStack, _ body: (BusNode) async throws -> Result) async throws
        -> Result
    {
        var configuration = BusConfiguration(
            service: "signaling", instance: "end-to-end-\(UUID().uuidString.prefix(6))")
        configuration.security = try KeyFolder(stack.layout.busKeys).read().security(
            of: BusRole("signaling"), at: Date())
        let node = try BusNode(configuration)
        try node.start()
        do {
            let result = try await body(node)
            await node.drain(within: .seconds(1))
            return result
        } catch {
            await node.drain(within: .seconds(1))
            throw error
        }
    }
}
