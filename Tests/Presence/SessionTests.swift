import Bus
import CallModel
import Crypto
import PostgresSupport
import TestSupport
import Testing
import UserSig
import Wire

@testable import presence

@Suite("Presence sessions over the bus")
struct SessionTests {
    @Test("the first login makes the account and a session that others can see")
    func opens() async throws {
        let presence = try await PresenceHarness()
        #expect(try await presence.presence(of: "alice") == nil)
        let opened = try await presence.client.openSession(presence.request())
        #expect(opened.resumeToken.count == 64 && opened.resumeWindowMs == 60_000)
        #expect(opened.profile?.userId == "alice")
        #expect(opened.userSigExpiresAtMs > presence.clock.wallTime.milliseconds)
        let session = try #require(try await presence.presence(of: "alice")?.sessions.first)
        #expect(session.sessionId == opened.sessionId && session.isConnected)
        #expect(session.gatewayEndpoint == "tcp://g1" && session.deviceId == "phone" && session.platform == .ios)
        #expect(
            try await presence.client.lookupSessions(
                Proto.LookupSessionsRequest(sessionIds: ["nobody", opened.sessionId])
            ).sessions == [session])
        #expect(await presence.node.health.evaluate() == .serving)
        await presence.stop()
    }

    @Test("another device of the same platform kicks the first: its gateway and signaling are told")
    func kicks() async throws {
        let (gateway, signaling) = (try Listener(), try Listener())
        let presence = try await PresenceHarness(signaling: signaling)
        let first = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        let web = try await presence.client.openSession(
            presence.request(device: "browser", platform: .web, gateway: gateway.endpoint))
        let second = try await presence.client.openSession(
            presence.request(device: "tablet", gateway: gateway.endpoint))
        #expect(await eventually { gateway.causes(of: first.sessionId) == [.kickedOffline] })
        #expect(await eventually { signaling.wasTold(first.sessionId) })
        #expect(gateway.causes(of: web.sessionId).isEmpty)
        let renewed = try await presence.client.renewLeases(
            Proto.RenewLeasesRequest(
                gatewayEndpoint: gateway.endpoint, sessionIds: [first.sessionId, second.sessionId, web.sessionId]))
        #expect(renewed.endedSessionIds == [first.sessionId] && renewed.leaseMs == 12_000)
        await presence.stop()
    }

    @Test("a device that was kicked while it was away is told so when it comes back, and a stranger with its id is not")
    func kickedWhileAway() async throws {
        let presence = try await PresenceHarness()
        let first = try await presence.client.openSession(presence.request())
        _ = try await presence.client.detachSession(
            Proto.DetachSessionRequest(sessionId: first.sessionId, gatewayEndpoint: "tcp://g1"))
        _ = try await presence.client.openSession(presence.request(device: "tablet"))
        func resume(_ token: String) async -> Proto.Reason? {
            await refusal { () async throws(RPCError) in
                try await presence.client.resumeSession(
                    Proto.ResumeSessionRequest(
                        sessionId: first.sessionId, resumeToken: token, gatewayEndpoint: "tcp://g2"))
            }?.reason
        }
        #expect(await resume(first.resumeToken) == .kickedOffline)
        #expect(await resume("guessed") == .unknownSession)
        // For as long as its UserSig would have been good.
        presence.clock.move(.seconds(86_401))
        #expect(await resume(first.resumeToken) == .unknownSession)
        await presence.stop()
    }

    @Test("where it is allowed, two devices of one platform are there side by side")
    func sparesSamePlatform() async throws {
        let presence = try await PresenceHarness(kicksSamePlatform: false)
        let first = try await presence.client.openSession(presence.request())
        let second = try await presence.client.openSession(presence.request(device: "tablet"))
        let open = try await presence.presence(of: "alice")?.sessions.map(\.sessionId)
        #expect(Set(open ?? []) == [first.sessionId, second.sessionId])
        await presence.stop()
    }

    @Test("the same device logging in again replaces its session without a word to the user")
    func replaces() async throws {
        let gateway = try Listener()
        let presence = try await PresenceHarness()
        let first = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        let second = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        #expect(await eventually { gateway.causes(of: first.sessionId) == [.unspecified] })
        #expect(try await presence.presence(of: "alice")?.sessions.map(\.sessionId) == [second.sessionId])
        await presence.stop()
    }

    @Test("a farewell that the gateway refuses is not repeated, and holds up none behind it")
    func passesOverRefusals() async throws {
        let gateway = try Listener(refusing: .unspecified)
        let presence = try await PresenceHarness()
        let first = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        let second = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        _ = try await presence.client.openSession(presence.request(device: "tablet", gateway: gateway.endpoint))
        #expect(await eventually { gateway.causes(of: second.sessionId) == [.kickedOffline] })
        #expect(await eventually { gateway.causes(of: first.sessionId) == [.unspecified] })
        await presence.stop()
    }

    @Test("a session resumes on another gateway, only with its token, and the first gateway lets go")
    func resumes() async throws {
        let gateway = try Listener()
        let presence = try await PresenceHarness()
        let opened = try await presence.client.openSession(presence.request(gateway: gateway.endpoint))
        let stranger = await refusal { () throws(RPCError) in
            try await presence.client.resumeSession(
                Proto.ResumeSessionRequest(
                    sessionId: opened.sessionId, resumeToken: hex(SecureRandom.bytes(32)), gatewayEndpoint: "tcp://g2"))
        }
        #expect(stranger?.code == .notFound && stranger?.reason == .unknownSession)
        let resumed = try await presence.client.resumeSession(
            Proto.ResumeSessionRequest(
                sessionId: opened.sessionId, resumeToken: opened.resumeToken, gatewayEndpoint: "tcp://g2"))
        #expect(resumed.identity?.userId == "alice" && resumed.identity?.deviceId == "phone")
        #expect(resumed.userSigExpiresAtMs == opened.userSigExpiresAtMs)
        #expect(try await presence.presence(of: "alice")?.sessions.first?.gatewayEndpoint == "tcp://g2")
        #expect(await eventually { gateway.causes(of: opened.sessionId) == [.unspecified] })
        let late = try await presence.client.renewLeases(
            Proto.RenewLeasesRequest(gatewayEndpoint: gateway.endpoint, sessionIds: [opened.sessionId]))
        #expect(late.endedSessionIds == [opened.sessionId])
        await presence.stop()
    }

    @Test("a session that no gateway renews is detached, then gone, and signaling is told")
    func losesDeadSessions() async throws {
        let signaling = try Listener()
        let presence = try await PresenceHarness(signaling: signaling)
        let opened = try await presence.client.openSession(presence.request())
        presence.clock.move(.seconds(11))
        let renewal = Proto.RenewLeasesRequest(gatewayEndpoint: "tcp://g1", sessionIds: [opened.sessionId])
        #expect(try await presence.client.renewLeases(renewal).endedSessionIds.isEmpty)
        presence.clock.move(.seconds(13))
        #expect(
            await eventually { (try? await presence.presence(of: "alice")?.sessions.first?.isConnected) == false })
        presence.clock.move(.seconds(60))
        #expect(await eventually { (try? await presence.presence(of: "alice")?.sessions.isEmpty) == true })
        #expect(await eventually { signaling.wasTold(opened.sessionId) })
        #expect(try await presence.client.renewLeases(renewal).endedSessionIds == [opened.sessionId])
        await presence.stop()
    }

    @Test("a detached session waits for its client; one that is closed does not")
    func detachesAndCloses() async throws {
        let signaling = try Listener()
        let presence = try await PresenceHarness(signaling: signaling)
        let opened = try await presence.client.openSession(presence.request())
        _ = try await presence.client.detachSession(
            Proto.DetachSessionRequest(sessionId: opened.sessionId, gatewayEndpoint: "tcp://other"))
        #expect(try await presence.presence(of: "alice")?.sessions.first?.isConnected == true)
        _ = try await presence.client.detachSession(
            Proto.DetachSessionRequest(sessionId: opened.sessionId, gatewayEndpoint: "tcp://g1"))
        #expect(try await presence.presence(of: "alice")?.sessions.first?.gatewayEndpoint == "")
        let resume = Proto.ResumeSessionRequest(
            sessionId: opened.sessionId, resumeToken: opened.resumeToken, gatewayEndpoint: "tcp://g2")
        _ = try await presence.client.resumeSession(resume)
        _ = try await presence.client.closeSession(Proto.CloseSessionRequest(sessionId: opened.sessionId))
        #expect(await eventually { signaling.wasTold(opened.sessionId) })
        #expect(
            await refusal { () throws(RPCError) in try await presence.client.resumeSession(resume) }?.reason
                == .unknownSession)
        _ = try await presence.client.closeSession(Proto.CloseSessionRequest(sessionId: opened.sessionId))
        await presence.stop()
    }

    @Test("a login that runs out ends the session, and the client is told why")
    func expires() async throws {
        let gateway = try Listener()
        let presence = try await PresenceHarness()
        let opened = try await presence.client.openSession(
            presence.request(gateway: gateway.endpoint, sig: presence.token("alice", lifetime: .seconds(5))))
        let resume = Proto.ResumeSessionRequest(
            sessionId: opened.sessionId, resumeToken: opened.resumeToken, gatewayEndpoint: gateway.endpoint)
        _ = try await presence.client.resumeSession(resume)
        presence.clock.move(.seconds(7))
        #expect(await eventually { gateway.causes(of: opened.sessionId) == [.loginExpired] })
        #expect(try await presence.presence(of: "alice")?.sessions.isEmpty == true)
        await presence.stop()
    }

    @Test("sessions and what gateways are owed outlive the process")
    func survivesARestart() async throws {
        let port = try Listener()
        let (address, place) = (port.endpoint, try await TestPlace())
        await port.node.drain(within: .zero)
        let before = try await PresenceHarness(place: place)
        let kicked = try await before.client.openSession(before.request(device: "old", gateway: address))
        let kept = try await before.client.openSession(before.request(device: "new"))
        await before.stop()

        let gateway = try Listener(bind: address)
        let after = try await PresenceHarness(place: place)
        #expect(await eventually { gateway.causes(of: kicked.sessionId) == [.kickedOffline] })
        let resumed = try await after.client.resumeSession(
            Proto.ResumeSessionRequest(
                sessionId: kept.sessionId, resumeToken: kept.resumeToken, gatewayEndpoint: "tcp://g2"))
        #expect(resumed.identity?.userId == "alice")
        await after.stop()
    }

    @Test("a restart after hours does not end the sessions whose gateways are still there")
    func givesGraceAfterARestart() async throws {
        let place = try await TestPlace()
        let before = try await PresenceHarness(place: place)
        let opened = try await before.client.openSession(before.request())
        await before.stop()
        let later = MovableClock()
        later.move(.seconds(3_600))
        let after = try await PresenceHarness(place: place, clock: later)
        let renewal = Proto.RenewLeasesRequest(gatewayEndpoint: "tcp://g1", sessionIds: [opened.sessionId])
        #expect(try await after.client.renewLeases(renewal).endedSessionIds.isEmpty)
        #expect(try await after.presence(of: "alice")?.sessions.first?.isConnected == true)
        await after.stop()
    }

    @Test(
        "the last sign of life is told as it was: the client's own, the last renewal, or the restart since which presence listens"
    )
    func tellsLastSeen() async throws {
        let place = try await TestPlace()
        let presence = try await PresenceHarness(place: place)
        let opened = try await presence.client.openSession(presence.request())
        let other = try await presence.client.openSession(presence.request("bob"))
        func session(_ presence: PresenceHarness, _ id: String) async throws -> Proto.Session? {
            try await presence.client.lookupSessions(Proto.LookupSessionsRequest(sessionIds: [id])).sessions.first
        }
        let start = try #require(try await session(presence, opened.sessionId)?.lastSeenMs)
        presence.clock.move(.seconds(20))
        let silent = try #require(try await session(presence, other.sessionId))
        #expect(!silent.isConnected && silent.lastSeenMs < start + 5_000)
        _ = try await presence.client.renewLeases(
            Proto.RenewLeasesRequest(gatewayEndpoint: "tcp://g1", sessionIds: [opened.sessionId]))
        #expect(try #require(try await session(presence, opened.sessionId)?.lastSeenMs) >= start + 20_000)
        _ = try await presence.client.detachSession(
            Proto.DetachSessionRequest(
                sessionId: opened.sessionId, gatewayEndpoint: "tcp://g1", unheardMs: 12_000))
        let unheard = try #require(try await session(presence, opened.sessionId))
        #expect(!unheard.isConnected && (start + 8_000..<start + 18_000).contains(unheard.lastSeenMs))
        await presence.stop()

        presence.clock.move(.seconds(30))
        let restart = presence.clock.wallTime.milliseconds
        let after = try await PresenceHarness(place: place, clock: presence.clock)
        let waiting = try #require(try await session(after, opened.sessionId))
        #expect(!waiting.isConnected && waiting.lastSeenMs >= restart)
        await after.stop()
    }
}
