import CallModel
import GatewayCore
import ServiceKit
import TestSupport
import Testing
import WebSocket
import Wire

@testable import gateway

@Suite("Forwarding")
struct ForwardingTests {
    @Test("who calls is what the session says, whatever the client claims", arguments: [FrameFormat.binary, .text])
    func spoofedIdentity(form: FrameFormat) async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn("mallory", form)
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c")
        ) { header in
            header.identity = Proto.ClientIdentity(userId: "alice", deviceId: "x", sessionId: "y", platform: .web)
            header.metadata = [Proto.Metadata(key: "admin", value: [1])]
        }
        let seen = try #require(edge.services.seen(Proto.SignalingMethods.accept).first)
        #expect(
            seen.identity
                == Proto.ClientIdentity(userId: "mallory", deviceId: "device", sessionId: session, platform: .ios))
        await edge.stop()
    }

    @Test("methods for services are refused, unknown ones are unknown, and neither reaches anybody")
    func refusedMethods() async throws {
        let edge = try await GatewayUnderTest()
        let (client, _) = try await edge.loggedIn()
        for method in Proto.allMethods where !method.isPublicToClients {
            let failure = try await client.failure(method.path)
            #expect(failure?.code == .permissionDenied, "\(method.path)")
            #expect(failure?.reason == .notPublic, "\(method.path)")
        }
        for method in ["", "x", "partyline.v1.Signaling/Nothing", "partyline.v1.Signaling", "/", "a/b/c"] {
            let failure = try await client.failure(method)
            #expect(failure?.code == .unimplemented)
            #expect(failure?.reason == .unknownMethod)
        }
        let presence = [Proto.PresenceMethods.openSession.path, Proto.PresenceMethods.renewLeases.path]
        #expect(edge.services.seen.allSatisfy { presence.contains($0.method) })
        await edge.stop()
    }

    @Test("every public method has a service behind it")
    func everyPublicMethod() async throws {
        let edge = try await GatewayUnderTest()
        for method in Proto.allMethods where method.isPublicToClients {
            switch edge.gateway.server.directory.rule(of: method.path) {
            case .forward: #expect(edge.gateway.server.directory.route(method.path) != nil, "\(method.path)")
            case .authenticate, .logout, .events: #expect(method.service == Proto.GatewayMethods.serviceName)
            case .notPublic, .unknown: Issue.record("\(method.path) is public")
            }
        }
        await edge.stop()
    }

    @Test("a failure arrives with its code, reason and retry hint, without the service's words")
    func failure() async throws {
        let edge = try await GatewayUnderTest()
        let (client, _) = try await edge.loggedIn()
        let request = try client.request(Proto.SignalingMethods.accept.path, Proto.AcceptRequest(callId: "gone"))
        let frame = try await client.receive()
        #expect(frame.header.requestId == request)
        #expect(
            frame.header.status == Proto.Status(code: .notFound, reason: .callNotFound, message: "", retryAfterMs: 250))
        await edge.stop()
    }

    @Test("the deadline and the trace are passed on")
    func deadlineAndTrace() async throws {
        let edge = try await GatewayUnderTest()
        let (client, _) = try await edge.loggedIn()
        let trace = [UInt8](1...16)
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c")
        ) { header in
            header.remainingMs = 2_000
            header.traceId = trace
        }
        let seen = try #require(edge.services.seen(Proto.SignalingMethods.accept).first)
        #expect(try #require(seen.deadline) - SystemClock().now < .seconds(2))
        #expect(seen.traceID == trace)
        await edge.stop()
    }

    @Test("a call that is not answered in its client's time fails with DEADLINE_EXCEEDED")
    func deadlineExceeded() async throws {
        let edge = try await GatewayUnderTest()
        let (client, _) = try await edge.loggedIn()
        var header = Proto.Header(version: 1, kind: .request, requestId: client.nextID())
        header.method = Proto.SignalingMethods.hangup.path
        header.remainingMs = 200
        try client.send(header)
        #expect(try await client.receive().header.status?.code == .deadlineExceeded)
        await edge.stop()
    }

    @Test("CANCEL reaches the service's handler, and so does the loss of the client")
    func cancel() async throws {
        let edge = try await GatewayUnderTest()
        let (client, _) = try await edge.loggedIn()
        let id = try client.request(Proto.SignalingMethods.hangup.path, Proto.HangupRequest(callId: "c"))
        #expect(await eventually { edge.services.seen(Proto.SignalingMethods.hangup).count == 1 })
        try client.send(Proto.Header(version: 1, kind: .cancel, requestId: id))
        #expect(try await client.receive().header.status?.code == .cancelled)
        #expect(await eventually { edge.services.cancelled.count == 1 })
        try client.request(Proto.SignalingMethods.hangup.path, Proto.HangupRequest(callId: "c"))
        #expect(await eventually { edge.services.seen(Proto.SignalingMethods.hangup).count == 2 })
        client.socket.abort()
        #expect(await eventually { edge.services.cancelled.count == 2 })
        await edge.stop()
    }

    @Test("with every service down, requests fail with UNAVAILABLE and the connection stays")
    func servicesDown() async throws {
        let edge = try await GatewayUnderTest(servicesRun: false)
        let client = try await edge.greeted()
        let login = Proto.LoginRequest(userId: "alice", userSig: "good", deviceId: "device")
        #expect(try await client.failure(Proto.GatewayMethods.login.path, login)?.code == .unavailable)
        try client.send(Proto.Header(version: 1, kind: .ping))
        #expect(try await client.receive().header.kind == .pong)
        await edge.stop()
    }

    @Test("more requests at once than allowed are refused with a hint, the others answered")
    func rate() async throws {
        let edge = try await GatewayUnderTest(clock: ManualClock()) { $0.policy.methodRate.burst = 5 }
        let (client, _) = try await edge.loggedIn()
        for _ in 0..<20 { try client.request(Proto.SignalingMethods.accept.path, Proto.AcceptRequest(callId: "c")) }
        var refused = 0
        for _ in 0..<20 {
            let status = try #require(try await client.receive().header.status)
            if status.code == .ok { continue }
            #expect(status.code == .resourceExhausted)
            #expect(status.reason == .tooFrequent)
            #expect(status.retryAfterMs > 0)
            refused += 1
        }
        #expect(refused == 15)
        await edge.stop()
    }
}
