import Bus
import TestSupport
import Testing
import Wire

@Suite("Tap", .timeLimit(.minutes(1))) struct TapTests {
    @Test("a call is seen at all its points, on both sides, under one trace and one span")
    func fourPoints() async throws {
        let tapped = try TappedServer()
        var callerConfiguration = BusConfiguration(service: "caller", instance: "caller-1", bind: "tcp://127.0.0.1:0")
        callerConfiguration.tapBind = .automatic
        let caller = try BusNode(callerConfiguration)
        try caller.start()
        let inspector = try makeClient()
        let atServer = try TapWatch(inspector, at: tapped.tap)
        let atCaller = try TapWatch(inspector, at: try #require(caller.tapEndpoint))
        #expect(await eventually { tapped.server.node.isTapped && caller.isTapped })

        let channel = caller.channel(to: [tapped.server.endpoint])
        let options = CallOptions(shardKey: "call-7", identity: Proto.ClientIdentity(userId: "alice", sessionId: "s"))
        _ = try await channel.unary(TestMethods.echo, [1, 2, 3], options)
        let path = TestMethods.echo.path
        #expect(await atServer.sees { $0.point == .serverSend && $0.method == path })
        #expect(await atCaller.sees { $0.point == .clientReceive && $0.method == path })
        let events = (atCaller.events + atServer.events).filter { $0.method == path }
        let points: [Proto.TapPoint] = [.clientSend, .clientReceive, .serverReceive, .handlerStart, .serverSend]
        #expect(events.map(\.point) == points)
        #expect(Set(events.map(\.traceId)).count == 1 && events[0].traceId.count == 16)
        #expect(Set(events.map(\.spanId)).count == 1 && events[0].spanId.count == 8)
        #expect(Set(events.map(\.requestId)).count == 1)
        #expect(events.allSatisfy { $0.shardKey == "call-7" && $0.identity?.userId == "alice" })
        #expect(events.allSatisfy { $0.identity?.sessionId == "#" && $0.wallUs > 0 && $0.payload.isEmpty })
        #expect(events[0].service == "caller" && events[0].peerService == "echo" && events[0].attempt == 1)
        #expect(events[2].service == "echo" && events[2].peerInstance == "caller-1" && events[2].payloadBytes == 3)
        #expect(events[4].status?.code == .ok)
        let server = events[2...].map(\.monotonicNs)
        #expect(server == server.sorted())
        for node in [caller, tapped.server.node, inspector] { await node.close() }
    }

    @Test("a nested call has the trace of its handler's call, and that call's span as parent")
    func nesting() async throws {
        let inner = try TappedServer()
        let relay = try relayNode(to: inner.server.endpoint)
        let caller = try makeClient()
        let inspector = try makeClient()
        let atInner = try TapWatch(inspector, at: inner.tap)
        let atRelay = try TapWatch(inspector, at: try #require(relay.tapEndpoint))
        #expect(await eventually { inner.server.node.isTapped && relay.isTapped })
        let channel = caller.channel(to: [try #require(relay.boundEndpoint)])
        _ = try await channel.unary(TestMethods.relay, [1], CallOptions())
        #expect(await atInner.sees { $0.point == .serverSend })
        #expect(await atRelay.sees { $0.point == .serverSend })
        let outer = try #require(atRelay.events.first { $0.point == .serverReceive })
        let nested = try #require(atRelay.events.first { $0.point == .clientSend })
        let received = try #require(atInner.events.first { $0.point == .serverReceive })
        #expect(nested.traceId == outer.traceId && received.traceId == outer.traceId)
        #expect(nested.parentSpanId == outer.spanId && nested.spanId != outer.spanId)
        #expect(received.spanId == nested.spanId)
        for node in [caller, relay, inner.server.node, inspector] { await node.close() }
    }

    private func relayNode(to next: String) throws -> BusNode {
        var configuration = BusConfiguration(service: "relay", instance: "relay-1", bind: "tcp://127.0.0.1:0")
        configuration.tapBind = .automatic
        let node = try BusNode(configuration)
        let channel = node.channel(to: [next])
        node.serve([
            RPCHandler(
                TestMethods.relay,
                .unary { (_, request) async throws(RPCError) in
                    try await channel.unary(TestMethods.echo, request, CallOptions())
                })
        ])
        try node.start()
        return node
    }

    @Test("a stream's request, items, credit, end and cancellation are seen; control messages only when asked for")
    func streams() async throws {
        let tapped = try TappedServer()
        let client = try makeClient()
        let inspector = try makeClient()
        let calls = try TapWatch(inspector, at: tapped.tap)
        let everything = try TapWatch(inspector, at: tapped.tap) { $0.showsControl = true }
        let channel = client.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(2, asked: channel))
        for try await _ in channel.serverStream(TestMethods.count, [3], CallOptions()) {}
        let path = TestMethods.count.path
        #expect(await calls.sees { $0.kind == .end && $0.method == path })
        #expect(calls.events.filter { $0.method == path && $0.kind == .item }.map(\.itemSequence) == [1, 2, 3])
        #expect(calls.events.contains { $0.kind == .request && $0.method == path && $0.credit > 0 })

        let hanging = Task { try await channel.unary(TestMethods.hang, [], CallOptions()) }
        #expect(await eventually { tapped.server.started.value == 1 })
        hanging.cancel()
        #expect(await calls.sees { $0.kind == .cancel && $0.method == TestMethods.hang.path && $0.traceId.count == 16 })
        #expect(await everything.sees { $0.kind == .ping && $0.point == .serverReceive })
        #expect(!calls.events.contains { [.ping, .pong, .hello, .credit].contains($0.kind) })
        for node in [client, inspector, tapped.server.node] { await node.close() }
    }

    @Test("subscribing arms a tap, going away or losing the reader disarms it")
    func arming() async throws {
        let tapped = try TappedServer()
        let inspector = try makeClient()
        #expect(!tapped.server.node.isTapped)
        let first = try TapWatch(inspector, at: tapped.tap)
        let second = try TapWatch(inspector, at: tapped.tap)
        let channel = inspector.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(2, asked: channel))
        first.stop()
        #expect(await tapped.serves(1, asked: channel))
        #expect(tapped.server.node.isTapped)
        await inspector.close()
        #expect(await eventually { !tapped.server.node.isTapped })
        second.stop()
        await tapped.server.node.close()
    }

    @Test("a reader finds a restarted process again by itself and is told that it was gone")
    func reconnecting() async throws {
        let first = try TappedServer()
        let inspector = try makeClient { $0.timing.longestBackoff = .milliseconds(200) }
        let watch = try TapWatch(inspector, at: first.tap)
        #expect(await eventually { first.server.node.isTapped })
        await first.server.node.close()
        #expect(await eventually { watch.all.contains { if case .lost = $0 { true } else { false } } })
        let second = try TappedServer { $0.tapBind = .endpoint(first.tap) }
        #expect(await eventually { second.server.node.isTapped })
        let channel = inspector.channel(to: [second.server.endpoint])
        _ = try await channel.unary(TestMethods.echo, [9], CallOptions())
        #expect(await watch.sees { $0.method == TestMethods.echo.path && $0.point == .serverSend })
        #expect(watch.all.filter { $0 == .connected }.count == 2 && watch.missed == 0)
        await inspector.close()
        await second.server.node.close()
    }
}
