import Bus
import PostgresSupport
import TestSupport
import Testing
import Wire

@testable import presence

@Suite("Presence in two replicas", .timeLimit(.minutes(2)))
struct ReplicaTests {
    /// On one server, with one clock.
    private func replicas() async throws -> [PresenceHarness] {
        let (place, clock) = (try await TestPlace(.postgreSQL), MovableClock())
        var replicas: [PresenceHarness] = []
        for _ in 0..<2 { replicas.append(try await PresenceHarness(place: place, clock: clock, isShared: true)) }
        return replicas
    }

    @Test("a session that two gateways resume at the same instant is at one of them, and the other is told to let go")
    func resumesOnce() async throws {
        let replicas = try await replicas()
        let gateways = [try Listener(), try Listener()]
        for round in 0..<50 {
            let opened = try await replicas[round % 2].client.openSession(
                replicas[0].request("user\(round)", gateway: "tcp://127.0.0.1:1"))
            await withTaskGroup(of: Void.self) { group in
                for (replica, gateway) in zip(replicas, gateways) {
                    group.addTask {
                        _ = try? await replica.client.resumeSession(
                            Proto.ResumeSessionRequest(
                                sessionId: opened.sessionId, resumeToken: opened.resumeToken,
                                gatewayEndpoint: gateway.endpoint))
                    }
                }
            }
            let holder = try #require(try await replicas[0].presence(of: "user\(round)")?.sessions.first)
            let loser = try #require(gateways.first { $0.endpoint != holder.gatewayEndpoint })
            #expect(gateways.contains { $0.endpoint == holder.gatewayEndpoint })
            #expect(await eventually { loser.causes(of: opened.sessionId) == [.unspecified] }, "round \(round)")
            let renewals = try await replicas[1].client.renewLeases(
                Proto.RenewLeasesRequest(gatewayEndpoint: loser.endpoint, sessionIds: [opened.sessionId]))
            #expect(renewals.endedSessionIds == [opened.sessionId])
        }
        for replica in replicas { await replica.stop() }
    }

    @Test("of two devices of one platform that log in at the same instant, by way of two replicas, one stays")
    func oneDevice() async throws {
        let replicas = try await replicas()
        for round in 0..<50 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (replica, device) in zip(replicas, ["phone", "tablet"]) {
                    group.addTask {
                        _ = try await replica.client.openSession(replica.request("user\(round)", device: device))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await replicas[0].presence(of: "user\(round)")?.sessions.count == 1, "round \(round)")
        }
        for replica in replicas { await replica.stop() }
    }

    @Test("a farewell is said once, and by the other replica if the one that owed it is gone")
    func farewells() async throws {
        let replicas = try await replicas()
        let gateway = try Listener()
        let first = try await replicas[0].client.openSession(replicas[0].request(gateway: gateway.endpoint))
        _ = try await replicas[1].client.openSession(replicas[1].request(device: "tablet", gateway: gateway.endpoint))
        #expect(await eventually { gateway.causes(of: first.sessionId) == [.kickedOffline] })

        let port = try Listener()
        let address = port.endpoint
        await port.node.drain(within: .zero)
        let bob = try await replicas[0].client.openSession(replicas[0].request("bob", gateway: address))
        _ = try await replicas[0].client.openSession(replicas[0].request("bob", device: "tablet"))
        await replicas[0].stop()
        let late = try Listener(bind: address)
        #expect(await eventually(within: .seconds(15)) { late.causes(of: bob.sessionId) == [.kickedOffline] })
        #expect(gateway.causes(of: first.sessionId) == [.kickedOffline])
        await replicas[1].stop()
    }

    @Test("a replica that comes while another serves gives nobody the grace of a restart")
    func noGrace() async throws {
        let (place, clock) = (try await TestPlace(.postgreSQL), MovableClock())
        let first = try await PresenceHarness(place: place, clock: clock, isShared: true)
        let opened = try await first.client.openSession(first.request())
        let before = try await first.client.lookupSessions(
            Proto.LookupSessionsRequest(sessionIds: [opened.sessionId])
        ).sessions
        clock.move(.seconds(3))
        let second = try await PresenceHarness(place: place, clock: clock, isShared: true)
        let after = try await second.client.lookupSessions(
            Proto.LookupSessionsRequest(sessionIds: [opened.sessionId])
        ).sessions
        #expect(before == after)
        await first.stop()
        await second.stop()
    }
}
