import Testing
import Wire

@testable import CallClient

@Suite("Several gateways", .timeLimit(.minutes(1)))
struct ServerRingTests {
    @Test("each connection begins with the next server and may try them all")
    func ring() {
        var ring = ServerRing(["a", "b", "c"], startingAt: 4)
        #expect(ring.next() == ["b", "c", "a"])
        #expect(ring.next() == ["c", "a", "b"])
        #expect(ring.next() == ["a", "b", "c"])
        var one = ServerRing(["a"], startingAt: -3)
        #expect(one.next() == ["a"] && one.next() == ["a"])
        var none = ServerRing([], startingAt: 5)
        #expect(none.next() == [])
    }

    private func client(_ gateway: FakeGateway) -> CallClientSession {
        CallClientSession(
            ClientConfiguration(server: "wss://a:1", alternatives: ["wss://b:2", "wss://c:3/"], deviceID: "test"),
            opener: gateway, makeMedia: nil)
    }

    @Test("a client whose connection is cut resumes at another gateway")
    func movesOn() async throws {
        let gateway = FakeGateway()
        let session = client(gateway)
        try await session.login.login(sdkAppID: 1_400_000_000, userID: "alice", userSig: "good")
        gateway.cut()
        try await eventually("a second connection") { gateway.opened.count == 2 }
        #expect(gateway.opened[0] != gateway.opened[1])
        try await eventually("connected again") { session.connection.value == .connected }
        #expect(gateway.asked.contains("Resume"))
    }

    @Test("dead gateways cost one attempt each, not the login")
    func survivors() async throws {
        let gateway = FakeGateway()
        gateway.kill("wss://a:1/v1")
        gateway.kill("wss://c:3/v1")
        let session = client(gateway)
        try await session.login.login(sdkAppID: 1_400_000_000, userID: "alice", userSig: "good")
        #expect(gateway.opened.last == "wss://b:2/v1")
        #expect(gateway.opened.count <= 3)
    }
}
