import Foundation
@testable import InspectorCore
import NameResolution
import TestSupport
import Testing
import Wire
import ZeroMQ

@testable import Bus

/// Whatever goes wrong has a line in `zmqinspect drops` or `topology` that says what it was.
@Suite(.timeLimit(.minutes(2))) struct ExplainedFaultTests {
    private let patient = CallOptions(timeout: .seconds(60))

    private func fail(_ channel: BusChannel, _ method: MethodDescriptor, within limit: Duration) async {
        _ = await failure { () async throws(RPCError) in
            try await channel.unary(method, [], CallOptions(timeout: limit))
        }
    }

    @Test("kill -9: the caller tells which connection was lost, with which call on it, and that it dials again")
    func killed() async throws {
        let peer = try await PeerProcess.start("victim")
        let node = try makeClient()
        let channel = node.channel(to: [peer.endpoint])
        _ = try await channel.unary(TestMethods.hang, [], patient)
        let held = Task {
            await failure { () async throws(RPCError) in try await channel.unary(TestMethods.echo, [], patient) }
        }
        #expect(try await node.shows { $0.peer.inFlight == 1 })
        await peer.crash()
        #expect(await held.value?.reason == .peerLost)
        #expect(try await node.explains("bus_calls_lost_with_peer_total", "disconnected"))
        #expect(try await node.explains("bus_connections_lost_total", "disconnected, 1 calls in flight"))
        #expect(
            try await node.shows { !$0.isWell && $0.peer.lastEvent == "connection refused" && $0.peer.retryInMs > 0 })
        await node.close()
    }

    @Test("SIGSTOP: the caller tells that the service fell silent")
    func stopped() async throws {
        let peer = try await PeerProcess.start("stopped")
        let node = try makeClient { $0.timing.pingInterval = .milliseconds(300) }
        let channel = node.channel(to: [peer.endpoint])
        _ = try await channel.unary(TestMethods.echo, [], patient)
        peer.freeze()
        #expect(try await node.explains("bus_connections_lost_total", "silent"))
        #expect(try await node.shows { !$0.isWell && ["silent", "connect timeout"].contains($0.peer.lastEvent) })
        peer.thaw()
        await node.close()
    }

    @Test("a caller that is stopped or does not read is told by the service: silent, and with what was running for it")
    func stoppedCaller() async throws {
        let server = try EchoServer { $0.timing.pingInterval = .milliseconds(200) }
        let caller = try await RawCaller(server.endpoint)
        let hello = Proto.Hello(service: "caller", instance: "stopped", epoch: 1, protocol: 1)
        try caller.send(try Proto.Header(version: 1, kind: .hello, hello: hello).encoded(), [])
        try caller.send(
            try Proto.Header(version: 1, kind: .request, requestId: 1, method: TestMethods.hang.path).encoded(), [])
        #expect(try await server.node.explains("bus_peers_lost_total", "silent, 1 calls running"))
        #expect(try await server.node.explains("bus_cancelled_by_peer_loss_total", "silent"))
        caller.close()
        await server.node.close()
    }

    @Test("a blocked handler: the caller tells of calls without an answer, and which instance is left out")
    func blocked() async throws {
        let servers = try [1, 2].map { try EchoServer(instance: "blocked-\($0)") }
        let node = try makeClient {
            $0.timing.ejectionFailures = 1
            ($0.timing.shortestEjection, $0.timing.longestEjection) = (.seconds(600), .seconds(600))
        }
        let channel = node.channel(to: servers.map(\.endpoint))
        #expect(
            try await eventually(within: .seconds(40)) {
                try await Inspected(node).topology.links.count(where: \.isWell) == 2
            })
        await fail(channel, TestMethods.hang, within: .seconds(2))
        #expect(try await node.explains("bus_calls_unanswered_in_time_total"))
        #expect(try await node.explains("bus_instances_ejected_total", "failures in a row"))
        #expect(try await node.shows { $0.peer.state == "ejected" && $0.peer.lastEvent.hasPrefix("left out") })
        for server in servers { server.gate.open() }
        for node in [node] + servers.map(\.node) { await node.close() }
    }

    @Test("a blocked handler: the service tells what waited behind it until nobody wanted the answer any more")
    func waitedTooLong() async throws {
        let server = try EchoServer { $0.limits.runningHandlers = 1 }
        let caller = try await RawCaller(server.endpoint)
        let hello = Proto.Hello(service: "caller", instance: "c", epoch: 1, protocol: 1)
        try caller.send(try Proto.Header(version: 1, kind: .hello, hello: hello).encoded(), [])
        for (number, method) in [TestMethods.hang, TestMethods.echo].enumerated() {
            let header = Proto.Header(
                version: 1, kind: .request, requestId: UInt64(number + 1), method: method.path,
                remainingMs: number == 0 ? 0 : 100)
            try caller.send(try header.encoded(), [])
        }
        #expect(try await server.node.explains("bus_deadlines_in_queue_total", "waited 1"))
        let told = try await Inspected(server.node).drops.messages
        #expect(told.map(\.method) == [TestMethods.echo.path] && told.first?.peerInstance == "c")
        server.gate.open()
        caller.close()
        await server.node.close()
    }

    @Test("a handler that runs until its caller's time is over is told by the service")
    func overdue() async throws {
        let server = try EchoServer()
        let caller = try await RawCaller(server.endpoint)
        let hello = Proto.Hello(service: "caller", instance: "c", epoch: 1, protocol: 1)
        try caller.send(try Proto.Header(version: 1, kind: .hello, hello: hello).encoded(), [])
        let header = Proto.Header(
            version: 1, kind: .request, requestId: 1, method: TestMethods.hang.path, remainingMs: 3_000)
        try caller.send(try header.encoded(), [])
        #expect(try await server.node.explains("bus_handlers_overdue_total", "ms after it came"))
        caller.close()
        await server.node.close()
    }

    @Test("a resolver that hangs: the call says for which name, and the topology that it is being looked up")
    func hangingResolver() async throws {
        let resolver = FakeResolver()
        let node = try makeClient {
            $0.resolver = resolver
            $0.timing.readyPatience = .milliseconds(200)
        }
        let channel = node.channel(to: ["tcp://slow.test:7103"], service: "signaling")
        await fail(channel, TestMethods.echo, within: .seconds(60))
        #expect(
            try await node.explains("bus_calls_never_sent_total", "no connection: slow.test:7103: not resolved for ")
        )
        let told = try await Inspected(node)
        #expect(told.drops.messages.allSatisfy { $0.peerService == "signaling" && $0.method == TestMethods.echo.path })
        #expect(told.topology.links.map(\.peer.state) == ["resolving"])
        #expect(told.topology.problems == ["\(node.configuration.instance) → tcp://slow.test:7103: resolving, asked"])
        withExtendedLifetime(channel) {}
        await node.close()
    }

    @Test("a name that means nothing is told once, however often it is looked up, and shown until it is found")
    func unknownName() async throws {
        let resolver = FakeResolver()
        resolver.set("gone.test", .failure(.notFound))
        let node = try makeClient {
            $0.resolver = resolver
            $0.timing.resolveInterval = .milliseconds(20)
        }
        let server = try EchoServer()
        let port = try #require(server.endpoint.split(separator: ":").last)
        let channel = node.channel(to: ["tcp://gone.test:\(port)"], service: "echo")
        #expect(try await node.explains("bus_names_unresolved_total", "gone.test: no such name"))
        #expect(try await node.shows { $0.peer.state == "unresolved" && $0.peer.lastEvent == "no such name" })
        #expect(await eventually(within: .seconds(40)) { await node.count("bus_names_unresolved_total") > 5 })
        #expect(try await Inspected(node).drops.messages.count == 1)
        resolver.set("gone.test", ["127.0.0.1"])
        #expect(try await node.shows { $0.isWell && $0.peer.endpoint == server.endpoint })
        #expect(try await Inspected(node).topology.links.count == 1)
        resolver.set("gone.test", .failure(.temporary))
        #expect(try await node.explains("bus_names_unresolved_total", "gone.test: the name server does not answer"))
        withExtendedLifetime(channel) {}
        for node in [node, server.node] { await node.close() }
    }

    @Test("a full queue: the service tells how full it was and who was refused, a caller that it cannot send")
    func fullQueue() async throws {
        let server = try EchoServer {
            $0.limits.runningHandlers = 1
            $0.limits.queuedRequests = 1
        }
        let node = try makeClient { $0.limits.outgoingBytes = 1_000 }
        let channel = node.channel(to: [server.endpoint])
        let held = (1...2).map { _ in Task { try? await channel.unary(TestMethods.hang, [], patient) } }
        #expect(try await server.node.shows { $0.peer.inFlight == 2 })
        await fail(channel, TestMethods.echo, within: .seconds(60))
        #expect(try await server.node.explains("bus_queue_full_total", "1 running, 1 waiting"))
        let refused = try await Inspected(server.node).drops.messages
        #expect(refused.contains { $0.method == TestMethods.echo.path && $0.peerService == "tester" })
        _ = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.echo, [UInt8](repeating: 1, count: 2_000), patient)
        }
        #expect(try await node.explains("bus_outgoing_full_total", "2000 bytes"))
        server.gate.open()
        for call in held { _ = await call.value }
        for node in [node, server.node] { await node.close() }
    }

    @Test("a stranger's key: both sides tell, and the caller's topology shows the connection that does not come about")
    func stranger() async throws {
        let keys = TestKeys()
        let server = try EchoServer { $0.security = keys.security(of: TestKeys.server) }
        var others = TestKeys()
        others.pairs[TestKeys.server] = keys.pairs[TestKeys.server]
        let node = try makeClient { $0.security = others.security(of: TestKeys.tester) }
        let channel = node.channel(to: [server.endpoint], service: "echo")
        #expect(try await server.node.explains("bus_strangers_refused_total", "unknown key "))
        #expect(try await node.explains("bus_handshakes_refused_total", "key not accepted"))
        #expect(try await node.shows { !$0.isWell && $0.peer.lastEvent == "key not accepted" })
        withExtendedLifetime(channel) {}
        for node in [node, server.node] { await node.close() }
    }

    @Test("a peer of another version: a method, a kind or a protocol that is not known here is told with its sender")
    func otherVersion() async throws {
        let server = try EchoServer()
        let node = try makeClient()
        await fail(
            node.channel(to: [server.endpoint]), MethodDescriptor(service: "test.Echo", name: "Later"),
            within: .seconds(60))
        #expect(try await server.node.explains("bus_unknown_methods_total"))
        #expect(
            try await Inspected(server.node).drops.messages.contains {
                $0.method == "test.Echo/Later" && $0.peerService == "tester"
            })
        let caller = try await RawCaller(server.endpoint)
        try caller.send(try Proto.Header(version: 9, kind: .hello).encoded(), [])
        #expect(try await server.node.explains("bus_refused_unsupported_version_total"))
        caller.close()
        for node in [node, server.node] { await node.close() }
    }

    @Test("a clock step: the topology tells how far the clocks are apart")
    func clockStep() async throws {
        let server = FakeServer()
        let node = try makeClient { $0.timing.pingInterval = .milliseconds(20) }
        let channel = node.channel(to: [server.endpoint])
        server.setClock(ahead: 0)
        #expect(try await node.shows { $0.peer.rttUs > 0 && $0.peer.clockOffsetUs.magnitude < 1_000_000 })
        #expect(try await Inspected(node).topology.problems.isEmpty)
        server.setClock(ahead: 3_700)
        let apart = try await eventually(within: .seconds(40)) {
            try await Inspected(node).topology.problems.contains { $0.contains("the clocks are ") }
        }
        #expect(apart)
        withExtendedLifetime(channel) {}
        server.stop()
        await node.close()
    }

    @Test("descriptors that run out are told by whoever cannot connect and by whoever cannot accept")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let server = try EchoServer { $0.timing.pingInterval = .milliseconds(200) }
            let node = try makeClient { $0.timing.readyPatience = .milliseconds(300) }
            let taken = takeAllDescriptors()
            let channel = node.channel(to: [server.endpoint])
            #expect(try await node.explains("bus_out_of_descriptors_total", "no connection can be made"))
            #expect(try await server.node.explains("bus_out_of_descriptors_total", "nobody who connects is accepted"))
            for descriptor in taken { close(descriptor) }
            var options = CallOptions(timeout: .seconds(60))
            options.waitForReady = true
            #expect(try await channel.unary(TestMethods.echo, [2], options) == [2])
            // Many attempts, one line each.
            #expect(try await Inspected(server.node).drops.messages.count == 1)
        }
    }

    @Test("callers that ask and go, as health checks and inspectors do, leave nothing behind: nothing was dropped")
    func healthyStack() async throws {
        let tapped = try TappedServer()
        for _ in 0..<10 {
            let node = try makeClient()
            let channel = node.channel(to: [tapped.server.endpoint])
            let answer = try await Proto.HealthClient(channel).check(Proto.HealthCheckRequest(), patient)
            #expect(answer.status == .serving)
            let watch = try TapWatch(node, at: tapped.tap)
            #expect(await eventually(within: .seconds(40)) { tapped.server.node.isTapped })
            watch.stop()
            await node.close()
        }
        let node = tapped.server.node
        #expect(await eventually(within: .seconds(40)) { await node.count("bus_peers_left_total") == 10 })
        #expect(try await Inspected(node).text == ["nothing was dropped"])
        await node.close()
    }

    @Test("every counter of dropped messages has a meaning, and every meaning a counter")
    func meanings() {
        for cause in BusStatistics.causes { #expect(!DropCause.meaning(of: cause).isEmpty, "\(cause)") }
        #expect(Set(BusStatistics.causes.map { String(DropCause.stem($0)) }) == Set(DropCause.meanings.keys))
    }
}
