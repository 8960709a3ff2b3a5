import Bus
import Synchronization
import TestSupport
import Testing
import Wire

/// What a caller can say about a call: waiting for ready, metadata, stream limits, interceptors.
@Suite(.timeLimit(.minutes(1))) struct CallRuleTests {
    @Test("nobody there for longer than a restart takes: calls fail at once; those that wait for ready wait")
    func waitForReady() async throws {
        let port = ReservedPort()
        let client = try makeClient {
            $0.timing.restartGrace = .milliseconds(300)
            $0.timing.readyPatience = .seconds(3_600)
        }
        let endpoint = rebindableEndpoint()
        let channel = client.channel(to: [endpoint, port.endpoint])
        // Both have been refused once.
        #expect(
            await eventually {
                await client.counters().contains { $0.name == "bus_connect_attempts_total" && $0.value > 3 }
            })
        // Were each to be waited out, this would take days.
        for _ in 0..<50 {
            let error = await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [], CallOptions(timeout: .seconds(7_200)))
            }
            #expect(error?.code == .unavailable && error?.reason == .neverSent)
        }
        var options = CallOptions(timeout: .seconds(50))
        options.waitForReady = true
        let waiting = Task { [options] in try await channel.unary(TestMethods.echo, [7], options) }
        let server = try EchoServer(on: endpoint)
        #expect(try await waiting.value == [7])
        await client.close()
        await server.node.close()
    }

    @Test("a full queue is asked again when it says, also for what must not be executed twice")
    func pushback() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        server.answerAll()
        let full = Proto.Status(code: .resourceExhausted, reason: .queueFull, retryAfterMs: 20)
        server.refuseNext(with: full)
        #expect(try await channel.unary(TestMethods.echo, [2], CallOptions(timeout: .seconds(50))) == [2])
        #expect(server.requests == 2)
        var final = full
        final.isFinal = true
        server.refuseNext(with: final)
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.lookup, [2], CallOptions(timeout: .seconds(50)))
        }
        #expect(error?.reason == .queueFull && error?.isFinal == true)
        #expect(server.requests == 3)
        server.stop()
        await client.close()
    }

    @Test("metadata reaches the handler; what is listed goes on to its callees, the rest does not")
    func metadata() async throws {
        let seen = Mutex<[RPCMetadata]>([])
        let note: @Sendable (RPCContext) -> Void = { context in seen.withLock { $0.append(context.metadata) } }
        let inner = try EchoServer(
            instance: "inner",
            further: [
                RPCHandler(
                    TestMethods.relay,
                    .unary { (context, request) in
                        note(context)
                        return request
                    })
            ])
        var configuration = BusConfiguration(service: "relay", instance: "outer", bind: "tcp://127.0.0.1:0")
        configuration.propagatedMetadata = ["tenant", "experiment"]
        let outer = try BusNode(configuration)
        let next = outer.channel(to: [inner.endpoint])
        outer.serve([
            RPCHandler(
                TestMethods.relay,
                .unary { (context, request) async throws(RPCError) in
                    note(context)
                    return try await next.unary(TestMethods.relay, request, CallOptions(metadata: ["experiment": [9]]))
                })
        ])
        try outer.start()
        let client = try makeClient()
        let channel = client.channel(to: [outer.boundEndpoint ?? ""])
        let sent: RPCMetadata = ["tenant": [1], "cookie": [2], "experiment": [3]]
        _ = try await channel.unary(TestMethods.relay, [], CallOptions(metadata: sent))
        #expect(seen.withLock { $0 } == [sent, ["tenant": [1], "experiment": [9]]])
        for node in [client, outer, inner.node] { await node.close() }
    }

    @Test("8 KiB of metadata travel, one byte more is refused here")
    func metadataLimit() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let most = [UInt8](repeating: 1, count: RPCMetadata.mostBytes - 1)
        #expect(try await channel.unary(TestMethods.echo, [4], CallOptions(metadata: ["k": most])) == [4])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [], CallOptions(metadata: ["kk": most]))
        }
        #expect(error?.code == .resourceExhausted && error?.reason == .tooLarge)
        await client.close()
        await server.node.close()
    }

    @Test("work that outlives its handler keeps the trace and loses the deadline")
    func outliving() async throws {
        let seen = Mutex<[RPCContext?]>([])
        let note: @Sendable (RPCContext?) -> Void = { context in seen.withLock { $0.append(context) } }
        let isDone = Gate()
        let server = try EchoServer(further: [
            RPCHandler(
                TestMethods.relay,
                .unary { (context, request) in
                    note(context)
                    RPCContext.outliving {
                        note(RPCContext.current)
                        isDone.open()
                    }
                    return request
                })
        ])
        let client = try makeClient()
        _ = try await client.channel(to: [server.endpoint]).unary(TestMethods.relay, [], CallOptions())
        await isDone.wait()
        let contexts = seen.withLock { $0 }
        #expect(contexts.first??.deadline != nil)
        #expect(contexts.last??.deadline == nil)
        #expect(contexts.last??.traceID == contexts.first??.traceID)
        await client.close()
        await server.node.close()
    }

    @Test("a stream ends when its first item or its end is overdue, and its handler is told")
    func streamLimits() async throws {
        let cancelled = Tally()
        let server = try EchoServer(further: [
            RPCHandler(
                TestMethods.flood,
                .serverStream { (_, request, responder) async throws(RPCError) in
                    if request == [1] { try await responder.send([1]) }
                    // Of its own: the end of one stream must not end another.
                    let gate = Gate()
                    await withTaskCancellationHandler {
                        await gate.wait()
                    } onCancel: {
                        cancelled.add()
                        gate.open()
                    }
                })
        ])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        var options = CallOptions()
        options.firstItemTimeout = .milliseconds(200)
        var silent = channel.serverStream(TestMethods.flood, [0], options).makeAsyncIterator()
        let first = await failure { () async throws(RPCError) in try await silent.next() }
        #expect(first?.code == .deadlineExceeded)
        options.firstItemTimeout = nil
        options.streamTimeout = .seconds(3)
        var short = channel.serverStream(TestMethods.flood, [1], options).makeAsyncIterator()
        #expect(try await short.next() == [1])
        let second = await failure { () async throws(RPCError) in try await short.next() }
        #expect(second?.code == .deadlineExceeded)
        #expect(await eventually { cancelled.value >= 1 })
        await client.close()
        await server.node.close()
    }

    @Test("interceptors wrap calls and handlers, the first one outermost, and may change or refuse")
    func interceptors() async throws {
        let log = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { line in log.withLock { $0.append(line) } }
        func around(_ name: String) -> ServerInterceptor {
            { (call, next) async throws(RPCError) in
                note("\(name) before \(call.method.name)")
                let answer = try await next(call)
                note("\(name) after")
                return answer
            }
        }
        let guardian: ServerInterceptor = { (call, next) async throws(RPCError) in
            guard call.context.metadata["token"] == [42] else { throw RPCError(.unauthenticated, "no token") }
            return try await next(call)
        }
        let server = try EchoServer { $0.serverInterceptors = [around("a"), guardian, around("b")] }
        let tokens: ClientInterceptor = { (call, next) async throws(RPCError) in
            var call = call
            if call.request != [0] { call.options.metadata["token"] = [42] }
            call.request.append(9)
            return try await next(call)
        }
        let client = try makeClient { $0.clientInterceptors = [tokens] }
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1, 9])
        #expect(log.withLock { $0 } == ["a before Echo", "b before Echo", "b after", "a after"])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [0], CallOptions())
        }
        #expect(error?.code == .unauthenticated)
        await client.close()
        await server.node.close()
    }

    @Test("a peer's clock, state and last event are known")
    func peerState() async throws {
        let server = try EchoServer()
        let client = try BusNode(BusConfiguration(service: "tester", instance: "t", bind: "tcp://127.0.0.1:0"))
        try client.start()
        let channel = client.channel(to: [server.endpoint])
        _ = try await channel.unary(TestMethods.echo, [], CallOptions(timeout: .seconds(40)))
        let asker = try makeClient()
        let introspect = Proto.IntrospectClient(asker.channel(to: [try #require(client.boundEndpoint)]))
        var peer: Proto.PeerStats?
        _ = try await eventually {
            peer = try await introspect.stats(Proto.StatsRequest(), CallOptions(timeout: .seconds(40))).peers.first {
                $0.endpoint == server.endpoint
            }
            return (peer?.rttUs ?? 0) > 0
        }
        #expect(peer?.state == "ready" && peer?.lastEvent == "connected" && peer?.reconnectsTotal == 0)
        // One host, one clock; what is left is the error of the measurement.
        #expect(abs(peer?.clockOffsetUs ?? .max) <= Int64(peer?.rttUs ?? 0))
        await server.node.close()
        _ = try await eventually {
            peer = try await introspect.stats(Proto.StatsRequest(), CallOptions(timeout: .seconds(40))).peers.first {
                $0.endpoint == server.endpoint
            }
            return peer?.isConnected == false
        }
        #expect(peer?.state == "resting" || peer?.state == "joining")
        withExtendedLifetime(channel) {}
        for node in [asker, client] { await node.close() }
    }
}
