import TestSupport
import Testing
import Wire

@testable import gateway

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

    @Test("a CANCEL is seen as part of the request that it names; one that names none stands alone")
    func cancel() async throws {
        let edge = try await GatewayUnderTest()
        let tap = try await edge.tapped()
        let (client, _) = try await edge.loggedIn()
        let id = try client.request(
            Proto.SignalingMethods.hangup.path, Proto.HangupRequest(callId: "forever")
        ) { header in header.shardKey = "forever" }
        #expect(await eventually { edge.services.seen(Proto.SignalingMethods.hangup).count == 1 })
        try client.send(Proto.Header(version: 1, kind: .cancel, requestId: id))
        try client.send(Proto.Header(version: 1, kind: .cancel, requestId: 999))
        #expect(await tap.sees { $0.kind == .cancel && $0.requestId == 999 && $0.peerService == "client" })
        let mine = tap.events.filter { $0.peerService == "client" && $0.point == .serverReceive }
        let request = try #require(mine.first { $0.kind == .request && $0.requestId == id })
        let cancel = try #require(mine.first { $0.kind == .cancel && $0.requestId == id })
        #expect(cancel.traceId == request.traceId && cancel.spanId == request.spanId)
        #expect(cancel.method == request.method && cancel.shardKey == "forever")
        let stray = try #require(mine.first { $0.kind == .cancel && $0.requestId == 999 })
        #expect(stray.method.isEmpty && stray.traceId.count == 16 && stray.traceId != request.traceId)
        await edge.stop()
    }

    @Test("ids are drawn for what is or names a request, not for PING, PONG, CREDIT and HELLO")
    func origins() throws {
        for kind in Proto.Kind.allCases {
            let frame = IncomingFrame(header: Proto.Header(version: 1, kind: kind), payload: .bytes([]))
            #expect((frame.origin != nil) == (kind == .request || kind == .cancel), "\(kind)")
        }
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
