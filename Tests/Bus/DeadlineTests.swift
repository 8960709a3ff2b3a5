import Bus
import Synchronization
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct DeadlineTests {
    @Test("a call without an answer ends at its deadline, and its handler is cancelled")
    func deadline() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        _ = try await channel.unary(TestMethods.echo, [], CallOptions())
        let started = ContinuousClock.now
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(1)))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(ContinuousClock.now - started >= .milliseconds(999))
        #expect(server.started.value == 1)
        #expect(await eventually { server.cancelled.value == 1 })
        await client.close()
        await server.node.close()
    }

    @Test("a call whose time is over before it begins does not leave")
    func alreadyOver() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .zero))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(error?.reason == .neverSent)
        #expect(server.started.value == 0)
        await client.close()
        await server.node.close()
    }

    /// Three hops, each of which takes 50 ms before it calls on, under one deadline of 100 ms.
    @Test("the innermost of three hops never starts when the deadline is over on the way")
    func nested() async throws {
        let innermost = Tally()
        let inner = try EchoServer(
            instance: "inner",
            further: [
                RPCHandler(
                    TestMethods.relay,
                    .unary { (_, request) in
                        innermost.add()
                        return request
                    })
            ])
        let middle = try relay("middle", to: inner.endpoint)
        let outer = try relay("outer", to: middle.boundEndpoint ?? "")
        let client = try makeClient()
        let channel = client.channel(to: [outer.boundEndpoint ?? ""])
        // With time enough, all hops run.
        #expect(try await channel.unary(TestMethods.relay, [5], CallOptions(timeout: .seconds(10))) == [5])
        #expect(innermost.value == 1)
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.relay, [5], CallOptions(timeout: .milliseconds(100)))
        }
        #expect(error?.code == .deadlineExceeded)
        // A later call takes the same way, longer: what the expired one had set off would have arrived before it.
        #expect(try await channel.unary(TestMethods.relay, [6], CallOptions(timeout: .seconds(10))) == [6])
        #expect(innermost.value == 2)
        for node in [client, outer, middle, inner.node] { await node.close() }
    }

    private func relay(_ instance: String, to next: String) throws -> BusNode {
        let node = try BusNode(BusConfiguration(service: "relay", instance: instance, bind: "tcp://127.0.0.1:0"))
        let channel = node.channel(to: [next])
        node.serve([
            RPCHandler(
                TestMethods.relay,
                .unary { (_, request) async throws(RPCError) in
                    try? await Task.sleep(for: .milliseconds(50))
                    return try await channel.unary(TestMethods.relay, request, CallOptions(timeout: .seconds(60)))
                })
        ])
        try node.start()
        return node
    }

    @Test("what a cancelled task calls does not leave, a stream neither")
    func calledByACancelledTask() async throws {
        let server = FakeServer()
        let client = try makeClient()
        server.answerAll()
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        let before = server.requests
        let task = Task {
            // Until it is cancelled.
            try? await Task.sleep(for: .seconds(60))
            let call = await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [2], CallOptions())
            }
            let stream = await failure { () async throws(RPCError) in
                var iterator = channel.serverStream(TestMethods.count, [3], CallOptions()).makeAsyncIterator()
                return try await iterator.next()
            }
            return [call, stream]
        }
        task.cancel()
        for error in await task.value {
            #expect(error?.code == .cancelled)
            #expect(error?.reason == .neverSent)
        }
        // Whatever had left would have arrived before this one.
        #expect(try await channel.unary(TestMethods.echo, [4], CallOptions()) == [4])
        #expect(server.requests == before + 1)
        await client.close()
        server.stop()
    }

    @Test("an answer that crosses its call's cancellation is no loss, one after its deadline is")
    func crossedAnswers() async throws {
        let server = FakeServer()
        let client = try makeClient { $0.bind = "tcp://127.0.0.1:0" }
        try client.start()
        let channel = client.channel(to: [server.endpoint])
        let cancelled = Task { try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(50))) }
        #expect(await eventually { server.requests == 1 })
        cancelled.cancel()
        await #expect(throws: RPCError.self) { try await cancelled.value }
        _ = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [2], CallOptions(timeout: .milliseconds(50)))
        }
        // Both, and what comes from now on.
        server.answerAll()
        #expect(try await channel.unary(TestMethods.echo, [3], CallOptions(timeout: .seconds(50))) == [3])
        let asker = try makeClient()
        let introspect = Proto.IntrospectClient(asker.channel(to: [try #require(client.boundEndpoint)]))
        let causes = try await introspect.drops(Proto.DropsRequest()).messages.map(\.cause)
        #expect(causes.filter { $0 == "bus_late_answers_total" }.count == 1)
        for node in [asker, client] { await node.close() }
        server.stop()
    }

    @Test("a request that waited past its deadline is answered without running")
    func expiredInQueue() async throws {
        let server = try EchoServer { $0.limits.runningHandlers = 1 }
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let blocker = Task { try await channel.unary(TestMethods.hang, [1], CallOptions(timeout: .seconds(30))) }
        #expect(await eventually { server.started.value == 1 })
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.hang, [2], CallOptions(timeout: .milliseconds(100)))
        }
        #expect(error?.code == .deadlineExceeded)
        server.gate.open()
        #expect(try await blocker.value == [1])
        #expect(try await channel.unary(TestMethods.echo, [3], CallOptions()) == [3])
        #expect(server.started.value == 1)
        await client.close()
        await server.node.close()
    }

    @Test("a stream that a draining server refused waits for another connection no longer than for the first")
    func refusedStream() async throws {
        let server = FakeServer()
        let client = try makeClient()
        server.refuseNext(with: Proto.Status(code: .unavailable, reason: .draining))
        var options = CallOptions(timeout: .seconds(2))
        options.waitForReady = true
        let stream = client.channel(to: [server.endpoint]).serverStream(TestMethods.count, [1], options)
        let read = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in for try await _ in stream {} }
        }
        #expect(await eventually { server.requests == 1 })
        server.stop()
        #expect(await read.value?.code == .deadlineExceeded)
        await client.close()
    }

    @Test("a nested call inherits trace and identity, and knows its caller")
    func inheritance() async throws {
        let seen = Mutex<[RPCContext]>([])
        let note: @Sendable (RPCContext) -> Void = { context in seen.withLock { $0.append(context) } }
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
        let outer = try BusNode(BusConfiguration(service: "relay", instance: "outer", bind: "tcp://127.0.0.1:0"))
        let next = outer.channel(to: [inner.endpoint])
        outer.serve([
            RPCHandler(
                TestMethods.relay,
                .unary { (context, request) async throws(RPCError) in
                    note(context)
                    return try await next.unary(TestMethods.relay, request, CallOptions())
                })
        ])
        try outer.start()
        let client = try makeClient()
        let identity = Proto.ClientIdentity(userId: "alice", deviceId: "d1", sessionId: "s1")
        let channel = client.channel(to: [outer.boundEndpoint ?? ""])
        _ = try await channel.unary(TestMethods.relay, [1], CallOptions(identity: identity))
        let contexts = seen.withLock { $0 }
        #expect(contexts.count == 2)
        #expect(contexts.allSatisfy { $0.identity == identity })
        #expect(contexts.allSatisfy { $0.traceID.count == 16 && $0.spanID.count == 8 })
        #expect(Set(contexts.map(\.traceID)).count == 1)
        #expect(Set(contexts.map(\.spanID)).count == 2)
        #expect(contexts.last?.peer == "outer")
        for node in [client, outer, inner.node] { await node.close() }
    }
}
