import Bus
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Drops and probes", .timeLimit(.minutes(1))) struct DropTests {
    @Test("what is refused is told by Drops with its cause, newest first, and by the tap")
    func refused() async throws {
        let tapped = try TappedServer()
        let client = try makeClient()
        let watch = try TapWatch(client, at: tapped.tap)
        let channel = client.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(1, asked: channel))
        let unknown = MethodDescriptor(service: "test.Echo", name: "Missing")
        for number in 1...3 {
            _ = await failure { () async throws(RPCError) in
                try await channel.unary(unknown, [], CallOptions(shardKey: "call-\(number)"))
            }
        }
        let introspect = Proto.IntrospectClient(channel)
        let drops = try await introspect.drops(Proto.DropsRequest(limit: 2))
        #expect(drops.service == "echo" && drops.instance == "echo-1")
        #expect(drops.causes == [Proto.Counter(name: "bus_unknown_methods_total", value: 3)])
        #expect(drops.messages.map(\.shardKey) == ["call-3", "call-2"])
        let last = try #require(drops.messages.first)
        #expect(last.cause == "bus_unknown_methods_total" && last.method == unknown.path && last.traceId.count == 16)
        #expect(last.peerService == "tester" && last.wallUs > 0 && drops.recent.isEmpty)
        #expect(await watch.sees { $0.point == .drop && $0.drop == last.cause && $0.shardKey == "call-3" })
        for node in [client, tapped.server.node] { await node.close() }
    }

    @Test("a caller's own losses are among its drops: no answer in time, and nobody there")
    func ownLosses() async throws {
        let server = try EchoServer()
        let caller = try BusNode(BusConfiguration(service: "caller", instance: "c", bind: "tcp://127.0.0.1:0"))
        try caller.start()
        let channel = caller.channel(to: [server.endpoint])
        _ = try await channel.unary(TestMethods.echo, [], CallOptions())
        _ = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(1)))
        }
        await server.node.close()
        // A call may still leave before the end of the connection is seen.
        #expect(
            await eventually {
                let error = await failure { () async throws(RPCError) in
                    try await channel.unary(TestMethods.echo, [], CallOptions(timeout: .milliseconds(50)))
                }
                return error?.reason == .neverSent
            })
        let asker = try makeClient()
        let introspect = Proto.IntrospectClient(asker.channel(to: [try #require(caller.boundEndpoint)]))
        let causes = try await introspect.drops(Proto.DropsRequest()).messages.map(\.cause)
        #expect(causes.contains("bus_calls_unanswered_in_time_total"))
        #expect(causes.contains("bus_calls_never_sent_total"))
        for node in [asker, caller] { await node.close() }
    }

    @Test("the last 256 drops are kept, however many there are")
    func bounded() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let unknown = MethodDescriptor(service: "test.Echo", name: "Missing")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<300 { group.addTask { _ = try? await channel.unary(unknown, [], CallOptions()) } }
        }
        let drops = try await Proto.IntrospectClient(channel).drops(Proto.DropsRequest())
        #expect(drops.messages.count == 256 && drops.causes.first?.value == 300)
        for node in [client, server.node] { await node.close() }
    }

    @Test("what passed last can be read while the process lives")
    func recent() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let introspect = Proto.IntrospectClient(client.channel(to: [server.endpoint]))
        _ = try await introspect.echo(Proto.EchoMessage(payload: [1]))
        let recent = try await introspect.drops(Proto.DropsRequest(withRecent: true)).recent
        let echo = recent.filter { $0.method == Proto.IntrospectMethods.echo.path }
        #expect(echo.map(\.point) == [.serverSend, .handlerStart, .serverReceive])
        #expect(echo.first?.kind == .response && Set(echo.map(\.requestId)).count == 1)
        for node in [client, server.node] { await node.close() }
    }

    @Test("a probe touches each service of its path and says where the path ends")
    func probe() async throws {
        let last = try EchoServer(instance: "last")
        func relay(_ service: String, to next: String) throws -> (BusNode, BusChannel) {
            let node = try BusNode(
                BusConfiguration(service: service, instance: service + "-1", bind: "tcp://127.0.0.1:0"))
            let channel = node.channel(to: [next])
            try node.start()
            return (node, channel)
        }
        let (middle, toLast) = try relay("middle", to: last.endpoint)
        let (first, toMiddle) = try relay("first", to: try #require(middle.boundEndpoint))
        let client = try makeClient()
        let introspect = Proto.IntrospectClient(client.channel(to: [try #require(first.boundEndpoint)]))
        #expect(
            await eventually {
                let answer = try? await introspect.probe(Proto.ProbeRequest(path: ["middle", "echo"], shardKey: "c"))
                return answer?.hops.map(\.instance) == ["first-1", "middle-1", "last"]
            })
        let hops = try await introspect.probe(Proto.ProbeRequest(path: ["middle", "echo"])).hops
        #expect(hops.allSatisfy { $0.failure.isEmpty && $0.wallUs > 0 && $0.epoch != 0 })
        #expect(hops[0].onwardUs >= hops[1].onwardUs && hops[2].onwardUs == 0)
        let short = try await introspect.probe(Proto.ProbeRequest(path: ["middle", "nobody"])).hops
        #expect(short.map(\.failure) == ["", "no connection to nobody"])
        let error = await failure { () async throws(RPCError) in
            try await introspect.probe(Proto.ProbeRequest(path: Array(repeating: "middle", count: 9)))
        }
        #expect(error?.code == .invalidArgument)
        #expect(try await introspect.probe(Proto.ProbeRequest(path: Array(repeating: "x", count: 8))).hops.count == 1)
        withExtendedLifetime((toLast, toMiddle)) {}
        for node in [client, first, middle, last.node] { await node.close() }
    }

    @Test("a process that aborts names its last call in the file")
    func crash() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "bus-crash-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            try BusNode.recordCrashes(to: path)
            let server = try EchoServer()
            let client = try makeClient()
            let introspect = Proto.IntrospectClient(client.channel(to: [server.endpoint]))
            _ = try await introspect.echo(Proto.EchoMessage(payload: [1]))
            abort()
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("echo echo-1: the last "))
        #expect(text.contains(" SERVER_SEND RESPONSE partyline.v1.Introspect/Echo request="))
        #expect(text.contains(" CLIENT_RECEIVE RESPONSE partyline.v1.Introspect/Echo request="))
    }
}
