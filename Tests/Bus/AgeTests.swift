import Bus
import TestSupport
import Testing
import Wire

/// Connections that grow too old, and deadlines across queues.
@Suite(.timeLimit(.minutes(1))) struct AgeTests {
    private func value(_ name: String, of node: BusNode) async -> UInt64 {
        await node.counters().first { $0.name == name }?.value ?? 0
    }

    @Test("connections that are too old are replaced under load, and no call notices")
    func renewed() async throws {
        let server = try EchoServer {
            $0.timing.connectionAge = .milliseconds(100)
            $0.timing.pingInterval = .milliseconds(50)
            $0.timing.missedPings = 200
        }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let isOver = Flag()
        let (calls, failures) = (Tally(), Tally())
        let callers = (0..<16).map { _ in
            Task {
                while !isOver.isSet {
                    do {
                        _ = try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(30)))
                    } catch {
                        failures.add()
                    }
                    calls.add()
                }
            }
        }
        let long = Task { try await channel.unary(TestMethods.hang, [5], CallOptions(timeout: .seconds(50))) }
        #expect(
            await eventually(within: .seconds(40)) { await value("bus_connections_aged_total", of: server.node) >= 3 })
        #expect(await value("bus_connect_attempts_total", of: client) >= 3)
        server.gate.open()
        #expect(try await long.value == [5])
        isOver.set()
        for caller in callers { await caller.value }
        #expect(failures.value == 0)
        // Asked by the server, not lost.
        #expect(await value("bus_connections_lost_total", of: client) == 0)
        await client.close()
        await server.node.close()
    }

    @Test("a stream on a connection that is too old ends after the grace, and its reader opens it anew")
    func stream() async throws {
        let server = try EchoServer(
            {
                $0.timing.connectionAge = .milliseconds(500)
                $0.timing.connectionGrace = .milliseconds(100)
                $0.timing.pingInterval = .milliseconds(50)
                $0.timing.missedPings = 200
            },
            further: [
                RPCHandler(
                    TestMethods.flood,
                    .serverStream { (_, _, responder) async throws(RPCError) in
                        try await responder.send([1])
                        let gate = Gate()
                        await withTaskCancellationHandler {
                            await gate.wait()
                        } onCancel: {
                            gate.open()
                        }
                    })
            ])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        // On a slow machine a stream may be too old before its first item.
        for _ in 0..<2 {
            var error: RPCError?
            #expect(
                await eventually(within: .seconds(40)) {
                    var iterator = channel.serverStream(TestMethods.flood, [], CallOptions()).makeAsyncIterator()
                    guard (try? await iterator.next()) == [1] else { return false }
                    error = await failure { () async throws(RPCError) in try await iterator.next() }
                    return true
                })
            // Not as if it had never begun: an item came, so nothing may begin it again by itself.
            #expect(error?.code == .unavailable && error?.reason == Proto.Reason.none)
        }
        await client.close()
        await server.node.close()
    }

    /// Three hops. At each, one handler runs at a time and is busy for 50 ms with somebody else's call.
    @Test("a deadline of 100 ms through three hops with queues of 50 ms: the innermost handler never starts")
    func deadlineThroughQueues() async throws {
        let innermost = Tally()
        let inner = try queueing("inner") { (_, request) in
            innermost.add()
            return request
        }
        let middle = try relay("middle", to: inner)
        let outer = try relay("outer", to: middle)
        let client = try makeClient()
        let channels = [outer, middle, inner].map { client.channel(to: [$0.boundEndpoint ?? ""]) }
        let hop = channels[0]
        #expect(try await hop.unary(TestMethods.relay, [1], CallOptions(timeout: .seconds(20))) == [1])
        #expect(innermost.value == 1)
        for _ in 0..<5 {
            // Every hop gets a call that keeps it busy before ours arrives.
            let blockers = channels.map { channel in
                Task { try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(20))) }
            }
            let error = await failure { () async throws(RPCError) in
                try await hop.unary(TestMethods.relay, [2], CallOptions(timeout: .milliseconds(100)))
            }
            #expect(error?.code == .deadlineExceeded)
            for blocker in blockers { _ = try await blocker.value }
        }
        // What an expired call had set off would have arrived before this one.
        #expect(try await hop.unary(TestMethods.relay, [3], CallOptions(timeout: .seconds(20))) == [3])
        #expect(innermost.value == 2)
        for node in [client, outer, middle, inner] { await node.close() }
    }

    /// A node with one handler at a time; `Hang` holds it for 50 ms.
    private func queueing(_ instance: String, _ relay: @escaping RPCHandler.Unary) throws -> BusNode {
        var configuration = BusConfiguration(service: "relay", instance: instance, bind: "tcp://127.0.0.1:0")
        configuration.limits.runningHandlers = 1
        let node = try BusNode(configuration)
        node.serve([
            RPCHandler(TestMethods.relay, .unary(relay)),
            RPCHandler(
                TestMethods.hang,
                .unary { (_, request) in
                    try? await Task.sleep(for: .milliseconds(50))
                    return request
                }),
        ])
        try node.start()
        return node
    }

    /// Passes on what it is asked, after its own 50 ms.
    private func relay(_ instance: String, to next: BusNode) throws -> BusNode {
        let caller = try makeClient()
        let channel = caller.channel(to: [next.boundEndpoint ?? ""])
        return try queueing(instance) { (_, request) async throws(RPCError) in
            defer { withExtendedLifetime(caller) {} }
            try? await Task.sleep(for: .milliseconds(50))
            return try await channel.unary(TestMethods.relay, request, CallOptions(timeout: .seconds(60)))
        }
    }
}
