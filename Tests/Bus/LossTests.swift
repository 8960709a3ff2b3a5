import Bus
import TestSupport
import Testing
import Wire
import ZeroMQ

@Suite(.timeLimit(.minutes(1))) struct LossTests {
    @Test("calls to an instance that is down fail as never sent once patience ends")
    func neverUp() async throws {
        let client = try makeClient { $0.timing.readyPatience = .milliseconds(200) }
        let port = ReservedPort()
        let channel = client.channel(to: [port.endpoint])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [], CallOptions(timeout: .seconds(30)))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason == .neverSent)
        await client.close()
    }

    @Test("losing the instance fails what is under way at once, and what is idempotent is asked again")
    func lostInFlight() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let once = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        let again = Task { try await channel.unary(TestMethods.lookup, [8], CallOptions(timeout: .seconds(50))) }
        #expect(await eventually { server.requests == 2 })
        let endpoint = server.endpoint
        server.stop()
        let error = await once.value
        #expect(error?.code == .unavailable)
        #expect(error?.reason == .peerLost)
        let successor = try await EchoServer.succeeding(at: endpoint, instance: "echo-2")
        #expect(try await again.value == [8])
        await client.close()
        await successor.node.close()
    }

    @Test("an answer from another epoch fails everything under way")
    func otherEpoch() async throws {
        let server = FakeServer()
        let client = try makeClient { $0.timing.pingInterval = .milliseconds(100) }
        let channel = client.channel(to: [server.endpoint])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(await eventually { server.requests == 1 })
        server.setEpoch(2)
        #expect(await call.value?.reason == .peerLost)
        server.stop()
        await client.close()
    }

    @Test("an instance that falls silent is given up")
    func silent() async throws {
        let server = FakeServer()
        let client = try makeClient { $0.timing.pingInterval = .milliseconds(50) }
        let channel = client.channel(to: [server.endpoint])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(await eventually { server.requests == 1 })
        server.setSilent()
        let error = await call.value
        #expect(error?.reason == .peerLost)
        #expect(error?.message == "silent")
        server.stop()
        await client.close()
    }

    @Test("calls made while a server restarts on the same port wait for it and succeed")
    func restart() async throws {
        let first = try EchoServer(on: rebindableEndpoint())
        // Longer than any machine takes to restart one.
        let client = try makeClient {
            $0.timing.readyPatience = .seconds(40)
            $0.timing.restartGrace = .seconds(40)
        }
        let channel = client.channel(to: [first.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        let endpoint = first.endpoint
        await first.node.close()
        // What left before the loss was noticed may be lost with it; what comes after waits.
        #expect(await eventually { await client.counters().contains { $0 == ("bus_connections_lost_total", 1) } })
        let before = await client.count("bus_connect_attempts_total")
        let begun = Tally()
        let during = (0..<20).map { number in
            Task {
                begun.add()
                return try await channel.unary(TestMethods.echo, [UInt8(number)], CallOptions(timeout: .seconds(40)))
            }
        }
        // They wait while nobody is there.
        #expect(
            await eventually { await client.count("bus_connect_attempts_total") >= before + 2 && begun.value == 20 })
        let second = try await EchoServer.succeeding(at: endpoint, instance: "echo-2")
        for (number, call) in during.enumerated() { #expect(try await call.value == [UInt8(number)]) }
        await client.close()
        await second.node.close()
    }

    @Test("under load, killing a server ends every call with an answer or a status")
    func lossUnderLoad() async throws {
        let first = try EchoServer(on: rebindableEndpoint())
        let client = try makeClient()
        let channel = client.channel(to: [first.endpoint])
        let outcomes = Tally()
        let callers = (0..<200).map { number in
            Task {
                for _ in 0..<20 {
                    _ = try? await channel.unary(
                        number.isMultiple(of: 2) ? TestMethods.echo : TestMethods.lookup, [1],
                        CallOptions(timeout: .seconds(10)))
                    outcomes.add()
                }
            }
        }
        #expect(await eventually { outcomes.value > 200 })
        let endpoint = first.endpoint
        await first.node.close()
        let second = try await EchoServer.succeeding(at: endpoint, instance: "echo-2")
        for caller in callers { await caller.value }
        #expect(outcomes.value == 4_000)
        await client.close()
        await second.node.close()
    }

    @Test("several instances share the calls, one key always meets the same one, and a lost one is passed over")
    func balancing() async throws {
        func instance(_ name: String) throws -> EchoServer {
            try EchoServer(
                instance: name, further: [RPCHandler(TestMethods.relay, .unary { (_, _) in Array(name.utf8) })])
        }
        let servers = [try instance("a"), try instance("b"), try instance("c")]
        let client = try makeClient()
        let channel = client.channel(to: servers.map(\.endpoint))
        func ask(_ key: String = "") async throws -> String {
            String(decoding: try await channel.unary(TestMethods.relay, [], CallOptions(shardKey: key)), as: UTF8.self)
        }
        var seen: Set<String> = []
        let sawAll = try await eventually {
            seen.insert(try await ask())
            return seen.count == 3
        }
        #expect(sawAll)
        let home = try await ask("call-17")
        for _ in 0..<10 { #expect(try await ask("call-17") == home) }
        let lost = try #require(servers.first { $0.node.configuration.instance == home })
        await lost.node.drain(within: .seconds(5))
        let other = try await ask("call-17")
        #expect(other != home)
        for _ in 0..<10 { #expect(try await ask("call-17") == other) }
        await client.close()
        for server in servers { await server.node.close() }
    }

    @Test("a server that forgot its caller learns it again without failing a call")
    func forgotten() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        server.refuseNext()
        let call = Task { try await channel.unary(TestMethods.echo, [3], CallOptions(timeout: .seconds(20))) }
        #expect(await eventually { server.requests >= 2 })
        #expect(server.greetings >= 2)
        server.answerAll()
        #expect(try await call.value == [3])
        server.stop()
        await client.close()
    }
}
