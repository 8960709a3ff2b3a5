import Crypto
import GatewayCore
import TestSupport
import Testing
import WebSocket
import Wire

@testable import gateway

@Suite("Sessions through a whole gateway")
struct SessionTests {
    @Test("a client logs in and calls, in either form", arguments: [FrameFormat.binary, .text])
    func loginAndCall(form: FrameFormat) async throws {
        let edge = try await GatewayUnderTest()
        let client = try await edge.greeted(form)
        let response: Proto.LoginResponse = try await client.call(
            Proto.GatewayMethods.login,
            Proto.LoginRequest(userId: "alice", userSig: "good", deviceId: "device", platform: .ios))
        #expect(response.sessionId == "session-alice-1")
        #expect(response.resumeToken == "token")
        #expect(response.heartbeatIntervalMs == 5_000)
        #expect(response.resumeWindowMs == 30_000)
        #expect(response.profile?.nickname == "Nick")
        #expect(response.serverTimeMs > 1_600_000_000_000)
        let answer: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c-1"))
        #expect(answer.call?.callId == "c-1")
        #expect(answer.call?.version == 7)
        let asked = try #require(edge.services.seen(Proto.PresenceMethods.openSession).first)
        let request = try Proto.OpenSessionRequest(decoding: asked.request)
        #expect(request.gatewayEndpoint.hasPrefix("tcp://127.0.0.1:"))
        await edge.stop()
    }

    @Test("over TLS, with the certificate from the configuration")
    func overTLS() async throws {
        let edge = try await GatewayUnderTest(tls: try DevelopmentCertificate.Files())
        let (client, session) = try await edge.loggedIn()
        #expect(session == "session-alice-1")
        client.socket.close()
        await edge.stop()
    }

    @Test("before the login nothing but Login and Resume is answered")
    func unauthenticated() async throws {
        let edge = try await GatewayUnderTest()
        let client = try await edge.greeted()
        for method in [
            Proto.SignalingMethods.accept, Proto.GatewayMethods.events, Proto.GatewayMethods.logout,
            Proto.PresenceMethods.openSession,
        ] {
            let failure = try await client.failure(method.path)
            #expect(failure?.code == .unauthenticated)
            #expect(failure?.reason == .notLoggedIn)
        }
        #expect(edge.services.seen.isEmpty)
        await edge.stop()
    }

    @Test("a refused login carries presence's public number and none of its words")
    func refusedLogin() async throws {
        let edge = try await GatewayUnderTest()
        let client = try await edge.greeted()
        let request = Proto.LoginRequest(userId: "alice", userSig: "bad", deviceId: "device")
        let failure = try await client.failure(Proto.GatewayMethods.login.path, request)
        #expect(failure == RPCError(.unauthenticated, reason: .usersigWrongKey, ""))
        await edge.stop()
    }

    @Test("after ten guesses from one address even a good token has to wait")
    func throttled() async throws {
        let edge = try await GatewayUnderTest(clock: ManualClock())
        for attempt in 0..<10 {
            let client = try await edge.greeted()
            let request = Proto.LoginRequest(userId: "alice", userSig: "bad \(attempt)", deviceId: "device")
            #expect(try await client.failure(Proto.GatewayMethods.login.path, request)?.reason == .usersigWrongKey)
            client.socket.abort()
        }
        let client = try await edge.greeted()
        let good = Proto.LoginRequest(userId: "alice", userSig: "good", deviceId: "device")
        let failure = try await client.failure(Proto.GatewayMethods.login.path, good)
        #expect(failure?.code == .resourceExhausted)
        #expect(failure?.reason == .tooManyFailures)
        await edge.stop()
    }

    @Test("a resume takes the session over: the older connection is closed and not detached")
    func resume() async throws {
        let edge = try await GatewayUnderTest()
        let (old, session) = try await edge.loggedIn()
        let new = try await edge.greeted()
        let response: Proto.ResumeResponse = try await new.call(
            Proto.GatewayMethods.resume, Proto.ResumeRequest(sessionId: session, resumeToken: "token"))
        #expect(response.heartbeatIntervalMs == 5_000)
        #expect(await old.closure().code == WebSocketCloseCode(rawValue: 4_003))
        _ = try new.openEvents()
        let delivered = try await edge.delivery.deliver(
            Proto.DeliverRequest(deliveries: [
                Proto.Delivery(sessionId: session, event: .call("c-1", version: 1))
            ]))
        #expect(delivered.unknownSessionIds.isEmpty)
        #expect(try await new.receive().header.kind == .item)
        #expect(edge.services.seen(Proto.PresenceMethods.detachSession).isEmpty)
        await edge.stop()
    }

    @Test("an unknown session cannot be resumed, and the client may log in on the same connection")
    func unknownSession() async throws {
        let edge = try await GatewayUnderTest()
        let client = try await edge.greeted()
        let resume = Proto.ResumeRequest(sessionId: "session-alice-1", resumeToken: "stolen")
        #expect(try await client.failure(Proto.GatewayMethods.resume.path, resume)?.reason == .unknownSession)
        let login = Proto.LoginRequest(userId: "alice", userSig: "good", deviceId: "device")
        #expect(try await client.failure(Proto.GatewayMethods.login.path, login) == nil)
        await edge.stop()
    }

    @Test("a lost connection detaches its session, a logout closes it")
    func detachAndLogout() async throws {
        let edge = try await GatewayUnderTest()
        let (lost, lostSession) = try await edge.loggedIn("alice")
        lost.socket.abort()
        #expect(await eventually { edge.services.seen(Proto.PresenceMethods.detachSession).count == 1 })
        let detached = try #require(edge.services.seen(Proto.PresenceMethods.detachSession).first)
        #expect(try Proto.DetachSessionRequest(decoding: detached.request).sessionId == lostSession)
        let (leaving, session) = try await edge.loggedIn("bob")
        let _: Proto.Empty = try await leaving.call(Proto.GatewayMethods.logout, Proto.Empty())
        #expect(await leaving.closure().code == .normal)
        let closed = try #require(edge.services.seen(Proto.PresenceMethods.closeSession).first)
        #expect(try Proto.CloseSessionRequest(decoding: closed.request).sessionId == session)
        #expect(edge.services.seen(Proto.PresenceMethods.detachSession).count == 1)
        await edge.stop()
    }

    @Test("a kick is told on the Events stream and ends the connection with its own code")
    func kicked() async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn()
        let events = try client.openEvents(credit: 1)
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c"))
        _ = try await edge.delivery.disconnect(
            Proto.DisconnectRequest(sessionId: session, cause: .kickedOffline))
        let item = try await client.receive()
        #expect(item.header.kind == .item)
        #expect(item.header.requestId == events)
        let event = try Proto.ClientEvent(decoding: item.payload)
        #expect(event.event == .sessionEnded(Proto.SessionEnded(cause: .kickedOffline)))
        #expect(try await client.receive().header.kind == .end)
        #expect(await client.closure().code == WebSocketCloseCode(rawValue: 4_001))
        await edge.stop()
    }

    @Test("a session that its own device replaced or took elsewhere goes without a word on the Events stream")
    func replaced() async throws {
        let edge = try await GatewayUnderTest()
        let (client, session) = try await edge.loggedIn()
        _ = try client.openEvents(credit: 1_000)
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c"))
        let disconnect = Proto.DisconnectRequest(sessionId: session, cause: .unspecified)
        _ = try await edge.delivery.disconnect(disconnect)
        let next = await #expect(throws: TestClient.Closed.self) { _ = try await client.receive() }
        #expect(next?.closure.code == WebSocketCloseCode(rawValue: 4_003))
        // Presence repeats it until it is answered, also when the connection is gone already.
        _ = try await edge.delivery.disconnect(disconnect)
        #expect(edge.services.seen(Proto.PresenceMethods.detachSession).isEmpty)
        await edge.stop()
    }

    @Test("a session that presence no longer counts as this gateway's is disconnected at the next renewal")
    func endedByRenewal() async throws {
        let edge = try await GatewayUnderTest { $0.leaseInterval = .milliseconds(100) }
        let (client, session) = try await edge.loggedIn()
        #expect(await eventually { !edge.services.seen(Proto.PresenceMethods.renewLeases).isEmpty })
        edge.services.end(session)
        #expect(await client.closure().code == WebSocketCloseCode(rawValue: 4_003))
        await edge.stop()
    }

    @Test("a silent client is dropped, one that pings stays")
    func heartbeat() async throws {
        let clock = ManualClock()
        let edge = try await GatewayUnderTest(clock: clock)
        let (silent, _) = try await edge.loggedIn("silent")
        let (alive, _) = try await edge.loggedIn("alive")
        clock.advance(.seconds(11))
        try alive.send(Proto.Header(version: 1, kind: .ping))
        #expect(try await alive.receive().header.kind == .pong)
        clock.advance(.seconds(2))
        #expect(await silent.closure().code == WebSocketCloseCode(rawValue: 4_004))
        #expect(await eventually { !edge.services.seen(Proto.PresenceMethods.detachSession).isEmpty })
        let detached = try #require(edge.services.seen(Proto.PresenceMethods.detachSession).first)
        #expect(try Proto.DetachSessionRequest(decoding: detached.request).unheardMs == 12_000)
        try alive.send(Proto.Header(version: 1, kind: .ping))
        #expect(try await alive.receive().header.kind == .pong)
        await edge.stop()
    }

    @Test("draining tells clients, then closes them with 1001 and detaches their sessions; /healthz turns 503")
    func drain() async throws {
        let clock = ManualClock()
        let edge = try await GatewayUnderTest(clock: clock)
        let (client, _) = try await edge.loggedIn()
        #expect(await eventually { edge.gateway.server.answer("/healthz").status == 200 })
        let stopping = Task { await edge.gateway.server.drain(within: .seconds(5)) }
        #expect(try await client.receive().header.kind == .draining)
        #expect(edge.gateway.server.answer("/healthz").status == 503)
        #expect(try await client.failure(Proto.SignalingMethods.accept.path)?.reason == .draining)
        clock.advance(.seconds(3))
        #expect(await client.closure().code == .goingAway)
        await stopping.value
        #expect(edge.services.seen(Proto.PresenceMethods.detachSession).count == 1)
        await edge.stop()
    }
}

extension Proto.ClientEvent {
    static func call(_ id: String, version: UInt64) -> Proto.ClientEvent {
        Proto.ClientEvent(event: .call(Proto.CallSnapshot(callId: id, version: version)))
    }
}
