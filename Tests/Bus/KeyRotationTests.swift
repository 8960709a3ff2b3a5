import Bus
import Synchronization
import TestSupport
import Testing
import Wire
import ZeroMQ

@Suite(.serialized) struct KeyRotationTests {
    private final class Load: Sendable {
        let succeeded = Tally()
        let failures = Mutex<[RPCError]>([])
        let isOver = Mutex(false)

        /// Calls that may not be sent twice, one after the other, until it is over.
        func run(_ channel: BusChannel) async {
            while !isOver.withLock({ $0 }) {
                do throws(RPCError) {
                    _ = try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(10)))
                    succeeded.add()
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }

        func goesOn() async -> Bool {
            let (succeeded, goal) = (succeeded, succeeded.value + 200)
            return await eventually { succeeded.value >= goal }
        }
    }

    @Test("every key of two running processes is changed, three times, under load: no call fails")
    func underLoad() async throws {
        var keys = TestKeys()
        let witness = Witness()
        let server = try EchoServer { configuration in
            configuration.security = keys.security(of: TestKeys.server)
            configuration.observers = [witness]
        }
        var configuration = BusConfiguration(service: "tester", instance: "client")
        configuration.security = keys.security(of: TestKeys.tester)
        let client = try BusNode(configuration)
        let channel = client.channel(to: [server.endpoint], service: "echo")
        func connections() -> (made: Int, lost: Int) {
            let events = witness.events
            return (
                events.count { if case .peerConnected = $0 { true } else { false } },
                events.count { if case .peerLost = $0 { true } else { false } }
            )
        }
        let load = Load()
        async let running: Void = withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { await load.run(channel) } }
        }
        #expect(await load.goesOn())

        for round in 1...3 {
            let former = keys
            keys.announce(TestKeys.server)
            keys.announce(TestKeys.tester)
            server.node.update(security: keys.security(of: TestKeys.server))
            client.update(security: keys.security(of: TestKeys.tester))
            #expect(await load.goesOn())

            // Not at the same moment: folders are looked at when each process does.
            keys.activate(TestKeys.server)
            keys.activate(TestKeys.tester)
            if round.isMultiple(of: 2) { server.node.update(security: keys.security(of: TestKeys.server)) }
            client.update(security: keys.security(of: TestKeys.tester))
            #expect(await eventually { connections() == (round + 1, round) }, "\(connections())")
            server.node.update(security: keys.security(of: TestKeys.server))
            #expect(await load.goesOn())

            keys.retire(TestKeys.server)
            keys.retire(TestKeys.tester)
            server.node.update(security: keys.security(of: TestKeys.server))
            client.update(security: keys.security(of: TestKeys.tester))
            #expect(await load.goesOn())
            try await refuses(former, server)
        }
        load.isOver.withLock { $0 = true }
        await running
        #expect(load.failures.withLock { $0 } == [])
        #expect(await server.node.count("bus_peers_revoked_total") == 0)
        await client.close()
        await server.node.close()
    }

    /// Nobody gets in with keys that were retired.
    private func refuses(_ keys: TestKeys, _ server: EchoServer) async throws {
        var configuration = BusConfiguration(service: "tester", instance: "late")
        configuration.security = keys.security(of: TestKeys.tester)
        let node = try BusNode(configuration)
        let error = await failure {
            () async throws(RPCError) in
            try await node.channel(to: [server.endpoint], service: "echo")
                .unary(TestMethods.echo, [1], CallOptions(timeout: .milliseconds(500)))
        }
        #expect(error?.reason == .neverSent)
        await node.close()
    }
}
