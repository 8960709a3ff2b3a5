import Bus
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct BuiltInServiceTests {
    @Test("Health answers for the process, for its services and for unknown ones")
    func health() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let health = Proto.HealthClient(client.channel(to: [server.endpoint]))
        #expect(try await health.check(.init()).status == .serving)
        #expect(try await health.check(.init(service: "test.Echo")).status == .serving)
        #expect(try await health.check(.init(service: "test.Other")).status == .serviceUnknown)
        server.node.health.add("store") { .notServing("disk full") }
        let answer = try await health.check(.init())
        #expect(answer == .init(status: .notServing, detail: "store: disk full"))
        await client.close()
        await server.node.close()
    }

    @Test("Health does not answer while the handlers are stuck")
    func stuck() async throws {
        let server = try EchoServer { $0.limits.runningHandlers = 2 }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let health = Proto.HealthClient(channel)
        #expect(try await health.check(.init()).status == .serving)
        let calls = (0..<2).map { _ in
            Task { try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50))) }
        }
        #expect(await eventually { server.started.value == 2 })
        let error = await failure { () async throws(RPCError) in
            try await health.check(.init(), CallOptions(timeout: .milliseconds(200)))
        }
        #expect(error?.code == .deadlineExceeded)
        server.gate.open()
        for call in calls { _ = try await call.value }
        #expect(try await health.check(.init()).status == .serving)
        await client.close()
        await server.node.close()
    }

    @Test("Watch tells the state now and each change of it")
    func watch() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let health = Proto.HealthClient(client.channel(to: [server.endpoint]))
        var iterator = health.watch(.init()).makeAsyncIterator()
        #expect(try await iterator.next()?.status == .serving)
        server.node.health.setStarting(true)
        #expect(try await iterator.next()?.status == .notServing)
        server.node.health.setStarting(false)
        #expect(try await iterator.next()?.status == .serving)
        await client.close()
        await server.node.close()
    }

    @Test("Introspect describes the contract and counts calls and peers")
    func introspect() async throws {
        let server = try EchoServer {
            $0.version = "9.9"
            $0.counters = { [("echo_things_total", 42)] }
        }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let introspect = Proto.IntrospectClient(channel)
        let description = try await introspect.describe(.init())
        #expect(description.schemaHash == Proto.schemaHash)
        #expect(description.fileDescriptorSet == Proto.fileDescriptorSet)
        #expect(description.services.contains("test.Echo"))
        #expect(description.services.contains("partyline.v1.Health"))
        for _ in 0..<3 { _ = try await channel.unary(TestMethods.echo, [], CallOptions()) }
        _ = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.fail, [], CallOptions())
        }
        let stats = try await introspect.stats(.init())
        #expect(stats.service == "echo" && stats.instance == "echo-1" && stats.version == "9.9")
        #expect(stats.epoch == server.node.configuration.epoch)
        let echo = try #require(stats.methods.first { $0.method == "test.Echo/Echo" })
        #expect(echo.startedTotal == 3 && echo.succeededTotal == 3 && echo.inFlight == 0)
        let fail = try #require(stats.methods.first { $0.method == "test.Echo/Fail" })
        #expect(fail.failedTotal == 1)
        #expect(stats.peers.contains { $0.service == "tester" && $0.isConnected && $0.receivedTotal > 0 })
        #expect(stats.counters.contains { $0.name == "echo_things_total" && $0.value == 42 })
        await client.close()
        await server.node.close()
    }
}
