import TestSupport
import Testing
import Wire

@Suite("The client's leg in the gateway's tap") struct TapTests {
    @Test("a client's request and its answer are seen under a trace that goes on behind the gateway")
    func request() async throws {
        let edge = try await GatewayUnderTest()
        let tap = try await edge.tapped()
        let (client, _) = try await edge.loggedIn()
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "call-9")
        ) { header in header.shardKey = "call-9" }
        let path = Proto.SignalingMethods.accept.path
        #expect(await tap.sees { $0.method == path && $0.point == .serverSend && $0.peerService == "client" })
        let events = tap.events.filter { $0.method == path }
        #expect(events.map(\.point) == [.serverReceive, .clientSend, .clientReceive, .serverSend])
        #expect(Set(events.map(\.traceId)).count == 1 && events[0].traceId.count == 16)
        #expect(events.allSatisfy { $0.shardKey == "call-9" && $0.identity?.userId == "alice" })
        #expect(events[0].peerInstance == "device" && events[0].spanId == events[3].spanId)
        #expect(events[1].parentSpanId == events[0].spanId && events[1].peerService == "fake")
        #expect(events[3].status?.code == .ok)
        let behind = try #require(edge.services.seen(Proto.SignalingMethods.accept).first)
        #expect(behind.traceID == events[0].traceId)
        await edge.stop()
    }

    @Test("login is seen before there is a device, and what it asks of presence is part of its trace")
    func login() async throws {
        let edge = try await GatewayUnderTest()
        let tap = try await edge.tapped()
        _ = try await edge.loggedIn()
        let path = Proto.GatewayMethods.login.path
        #expect(await tap.sees { $0.method == path && $0.point == .serverSend })
        let received = try #require(tap.events.first { $0.method == path && $0.point == .serverReceive })
        let asked = try #require(tap.events.first { $0.method == Proto.PresenceMethods.openSession.path })
        #expect(received.peerInstance.hasPrefix("connection ") && asked.traceId == received.traceId)
        #expect(asked.parentSpanId == received.spanId)
        await edge.stop()
    }

    @Test("what the gateway refuses is seen with its status")
    func refusal() async throws {
        let edge = try await GatewayUnderTest()
        let tap = try await edge.tapped()
        let client = try await edge.greeted()
        _ = try client.request(Proto.SignalingMethods.accept.path, Proto.AcceptRequest(callId: "c"))
        _ = try await client.receive()
        #expect(
            await tap.sees {
                $0.point == .serverSend && $0.method == Proto.SignalingMethods.accept.path && $0.status?.code != .ok
            })
        await edge.stop()
    }
}
