import TestSupport
import Testing
import Wire
import ZeroMQ

@testable import Bus

@Suite(.timeLimit(.minutes(1))) struct ServingTests {
    @Test("cancelling the calling task ends the call at once and cancels its handler")
    func cancellation() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(await eventually { server.started.value == 1 })
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(await eventually { server.cancelled.value == 1 })
        await client.close()
        await server.node.close()
    }

    @Test("a call made by a task that is cancelled already never reaches a handler")
    func cancelledBefore() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let gate = Gate()
        let call = Task { () async -> RPCError? in
            await gate.wait()
            return await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [], CallOptions(timeout: .seconds(50)))
            }
        }
        call.cancel()
        gate.open()
        #expect(await call.value?.code == .cancelled)
        await client.close()
        await server.node.close()
    }

    @Test("losing the caller cancels its handlers")
    func callerLost() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let call = Task { try? await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50))) }
        #expect(await eventually { server.started.value == 1 })
        await client.close()
        #expect(await call.value == nil)
        #expect(await eventually { server.cancelled.value == 1 })
        await server.node.close()
    }

    @Test("a node does not start on a contract that could be nested without end")
    func unsafeContract() async throws {
        let node = try BusNode(BusConfiguration(service: "test", instance: "t", bind: "tcp://127.0.0.1:0"))
        let flaw = WireError.unboundedNesting(message: "A")
        #expect(throws: BusError.contract(flaw)) {
            try node.start(checking: { () throws(WireError) in throw flaw })
        }
        #expect(node.boundEndpoint == nil)
        try node.start()
        await node.close()
    }

    @Test("an unknown method is refused by name")
    func unknownMethod() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let unknown = MethodDescriptor(service: "test.Echo", name: "Nothing")
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(unknown, [], CallOptions())
        }
        #expect(error?.code == .unimplemented)
        #expect(error?.reason == .unknownMethod)
        let stream = MethodDescriptor(service: "test.Echo", name: "NoStream", isServerStreaming: true)
        var iterator = channel.serverStream(stream, [], CallOptions()).makeAsyncIterator()
        let streamError = await failure { () async throws(RPCError) in try await iterator.next() }
        #expect(streamError?.reason == .unknownMethod)
        await client.close()
        await server.node.close()
    }

    @Test("past its bounds a server refuses instead of queueing without end")
    func admission() async throws {
        let server = try EchoServer {
            $0.limits.runningHandlers = 2
            $0.limits.queuedRequests = 3
        }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        _ = try await channel.unary(TestMethods.echo, [], CallOptions())
        let calls = (0..<5).map { _ in
            Task { try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50))) }
        }
        // Two run, three wait, in whatever order they arrived; the sixth is one too many.
        #expect(await eventually { server.started.value == 2 })
        var refusal: RPCError?
        _ = await eventually {
            refusal = await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .milliseconds(200)))
            }
            return refusal?.code == .resourceExhausted
        }
        #expect(refusal?.reason == .queueFull)
        #expect(refusal?.retryAfter != nil)
        server.gate.open()
        for call in calls { _ = try await call.value }
        await client.close()
        await server.node.close()
    }

    @Test("requests are bounded in bytes too")
    func admissionBytes() async throws {
        let server = try EchoServer { $0.limits.requestBytes = 10_000 }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [UInt8](repeating: 0, count: 10_001), CallOptions())
        }
        #expect(error?.reason == .queueFull)
        _ = try await channel.unary(TestMethods.echo, [UInt8](repeating: 0, count: 10_000), CallOptions())
        await client.close()
        await server.node.close()
    }

    @Test("what is larger than a message may be is refused on either side")
    func tooLarge() async throws {
        let huge = [UInt8](repeating: 0, count: (1 << 20) + 1)
        let server = try EchoServer(further: [RPCHandler(TestMethods.relay, .unary { (_, _) in huge })])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let request = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, huge, CallOptions())
        }
        #expect(request?.reason == .tooLarge)
        let answer = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.relay, [], CallOptions())
        }
        #expect(answer?.reason == .tooLarge)
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        await client.close()
        await server.node.close()
    }

    @Test("a handler that passes on its callee's loss does not make its own caller retry")
    func passedOn() async throws {
        let runs = Tally()
        let server = try EchoServer(further: [
            RPCHandler(
                TestMethods.relay,
                .unary { (_, _) async throws(RPCError) in
                    runs.add()
                    throw RPCError(.unavailable, reason: .draining, "from further away")
                })
        ])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.relay, [], CallOptions())
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason == Proto.Reason.none)
        #expect(runs.value == 1)
        await client.close()
        await server.node.close()
    }

    @Test("draining lets running calls finish, refuses new ones and tells Health")
    func drain() async throws {
        let server = try EchoServer()
        let client = try makeClient { $0.timing.readyPatience = .milliseconds(300) }
        let channel = client.channel(to: [server.endpoint])
        let running = Task { try await channel.unary(TestMethods.hang, [4], CallOptions(timeout: .seconds(50))) }
        #expect(await eventually { server.started.value == 1 })
        let drained = Task { await server.node.drain(within: .seconds(20)) }
        #expect(await eventually { await server.node.health.evaluate() == .notServing("draining") })
        let refused = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [], CallOptions())
        }
        #expect(refused?.code == .unavailable)
        server.gate.open()
        #expect(try await running.value == [4])
        await drained.value
        await client.close()
    }

    @Test("draining has an end even if a handler does not")
    func drainLimit() async throws {
        let stuck = Gate()
        let server = try EchoServer(further: [
            RPCHandler(
                TestMethods.relay,
                .unary { (_, request) in
                    await stuck.wait()
                    return request
                })
        ])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.relay, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(
            await eventually {
                await server.node.counters().isEmpty == false && client.configuration.service == "tester"
            })
        _ = try await channel.unary(TestMethods.echo, [], CallOptions())
        let started = ContinuousClock.now
        await server.node.drain(within: .milliseconds(200))
        #expect(ContinuousClock.now - started < .seconds(10))
        #expect(await call.value?.code == .unavailable)
        stuck.open()
        await client.close()
    }

    @Test("a closed node refuses calls instead of losing them")
    func closed() async throws {
        let client = try makeClient()
        let channel = client.channel(to: ["tcp://127.0.0.1:9"])
        let waiting = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [], CallOptions())
            }
        }
        await client.close()
        #expect(await waiting.value?.code == .unavailable)
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [], CallOptions())
        }
        #expect(error?.reason == .neverSent)
        await client.close()
    }

    @Test("a method registered twice and an address in use are refused at the start")
    func startErrors() async throws {
        let first = try EchoServer()
        let echo = RPCHandler(TestMethods.echo, .unary { (_, request) in request })
        let twice = try BusNode(BusConfiguration(service: "echo", instance: "twice", bind: "tcp://127.0.0.1:0"))
        twice.serve([echo, echo])
        #expect(throws: BusError.duplicateMethod("test.Echo/Echo")) { try twice.start() }
        let taken = try BusNode(BusConfiguration(service: "echo", instance: "taken", bind: first.endpoint))
        #expect(throws: BusError.transport(.addressInUse)) { try taken.start() }
        #expect(throws: BusError.alreadyStarted) { try first.node.start() }
        for node in [twice, taken, first.node] { await node.close() }
        #expect(throws: BusError.alreadyStarted) { try first.node.start() }
    }
}
