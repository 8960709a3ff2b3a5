import GatewayCore
import TestSupport
import Testing
import WebSocket
import Wire

@testable import gateway

@Suite("Deliveries")
struct DeliveryTests {
    private func deliver(_ edge: GatewayUnderTest, _ session: String, _ versions: ClosedRange<UInt64>) async throws
        -> [String]
    {
        try await edge.delivery.deliver(
            Proto.DeliverRequest(
                deliveries: versions.map { Proto.Delivery(sessionId: session, event: .call("c", version: $0)) })
        ).unknownSessionIds
    }

    private func version(_ frame: TestClient.Frame) throws -> UInt64? {
        let event =
            if let json = frame.json { try Proto.ClientEvent(json: json) } else {
                try Proto.ClientEvent(decoding: frame.payload)
            }
        guard case .call(let call)? = event.event else { return nil }
        return call.version
    }

    @Test(
        "events arrive in order, also those from before the stream, in either form",
        arguments: [
            FrameFormat.binary, .text,
        ])
    func order(form: FrameFormat) async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn("alice", form)
        #expect(try await deliver(edge, session, 1...20).isEmpty)
        let events = try client.openEvents(credit: 1 << 20)
        #expect(try await deliver(edge, session, 21...40).isEmpty)
        for expected in 1...40 {
            let frame = try await client.receive()
            #expect(frame.header.kind == .item)
            #expect(frame.header.requestId == events)
            #expect(frame.header.sequence == UInt32(expected))
            #expect(try version(frame) == UInt64(expected))
        }
        await edge.stop()
    }

    @Test("sessions that are not here are named, the others served")
    func unknownSessions() async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn()
        _ = try client.openEvents()
        let response = try await edge.delivery.deliver(
            Proto.DeliverRequest(deliveries: [
                Proto.Delivery(sessionId: "elsewhere", event: .call("c", version: 1)),
                Proto.Delivery(sessionId: session, event: .call("c", version: 2)),
            ]))
        #expect(response.unknownSessionIds == ["elsewhere"])
        #expect(try version(try await client.receive()) == 2)
        client.socket.abort()
        #expect(await eventually { (try? await deliver(edge, session, 3...3)) == [session] })
        await edge.stop()
    }

    @Test("events wait for the client's credit and go on with it")
    func credit() async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn()
        let events = try client.openEvents(credit: 1)
        _ = try await deliver(edge, session, 1...3)
        #expect(try version(try await client.receive()) == 1)
        try client.send(Proto.Header(version: 1, kind: .ping))
        // Nothing else came before the answer to the ping.
        #expect(try await client.receive().header.kind == .pong)
        var header = Proto.Header(version: 1, kind: .credit, requestId: events)
        header.credit = 1_000
        try client.send(header)
        #expect(try version(try await client.receive()) == 2)
        #expect(try version(try await client.receive()) == 3)
        await edge.stop()
    }

    @Test("a client that gives no credit is cut off at a bounded queue, and its session detached")
    func noCredit() async throws {
        let edge = try await GatewayUnderTest { $0.policy.queuedItems = 100 }
        let (client, session) = try await edge.loggedIn()
        _ = try client.openEvents(credit: 1)
        _ = try await deliver(edge, session, 1...200)
        #expect(await client.closure().code == WebSocketCloseCode(rawValue: 4_005))
        #expect(await eventually { edge.services.seen(Proto.PresenceMethods.detachSession).count == 1 })
        await edge.stop()
    }

    @Test("a client that does not read its socket is cut off too")
    func unreadSocket() async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn()
        _ = try client.openEvents()
        let text = String(repeating: "x", count: 12 << 10)
        var call = Proto.CallSnapshot(callId: "c")
        call.userData = text
        let event = Proto.ClientEvent(event: .call(call))
        var known = true
        for _ in 0..<400 where known {
            let response = try await edge.delivery.deliver(
                Proto.DeliverRequest(deliveries: (0..<20).map { _ in Proto.Delivery(sessionId: session, event: event) })
            )
            known = response.unknownSessionIds.isEmpty
        }
        #expect(!known)
        withExtendedLifetime(client) {}
        await edge.stop()
    }
}
