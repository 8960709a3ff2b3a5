import Bus
import NameResolution
import TestSupport
import Testing
import Wire

/// Instances behind a name: same port, addresses 127.0.0.1, .2, ...
@Suite(.timeLimit(.minutes(2))) struct DiscoveryTests {
    private let resolver = FakeResolver()
    private let port = rebindableEndpoint().split(separator: ":").last.map(String.init) ?? ""

    private func instance(_ number: Int) throws -> EchoServer {
        let name = "instance-\(number)"
        return try EchoServer(
            on: "tcp://127.0.0.\(number):\(port)", instance: name,
            further: [RPCHandler(TestMethods.relay, .unary { (_, _) in Array(name.utf8) })])
    }

    private func client(_ adjust: (inout BusConfiguration) -> Void = { _ in }) throws -> BusNode {
        try makeClient {
            $0.resolver = resolver
            $0.timing.resolveInterval = .milliseconds(50)
            adjust(&$0)
        }
    }

    private func ask(_ channel: BusChannel, _ options: CallOptions = CallOptions(timeout: .seconds(30))) async throws
        -> String
    {
        String(decoding: try await channel.unary(TestMethods.relay, [], options), as: UTF8.self)
    }

    @Test("a name stands for all its addresses, each one an instance")
    func everyAddress() async throws {
        let servers = try [instance(1), instance(2), instance(3)]
        resolver.set("echo.test", ["127.0.0.1", "127.0.0.2", "127.0.0.3"])
        let client = try client()
        let channel = client.channel(to: ["tcp://echo.test:\(port)"])
        var seen: Set<String> = []
        #expect(
            try await eventually(within: .seconds(40)) {
                seen.insert(try await ask(channel))
                return seen.count == 3
            })
        #expect(await channel.instances() == servers.map(\.endpoint))
        await client.close()
        for server in servers { await server.node.close() }
    }

    @Test("a name that fails, or means nothing for a while, changes nothing; calls wait for its first answer")
    func badAnswers() async throws {
        let server = try instance(1)
        let client = try client()
        let channel = client.channel(to: ["tcp://echo.test:\(port)"])
        let early = Task { try await ask(channel) }
        #expect(await eventually(within: .seconds(40)) { resolver.asked("echo.test") == 1 })
        resolver.set("echo.test", ["127.0.0.1"])
        #expect(try await early.value == "instance-1")
        for answer in [Result<[String], NameFailure>.success([]), .failure(.temporary), .failure(.notFound)] {
            resolver.set("echo.test", answer)
            let asked = resolver.asked("echo.test")
            #expect(await eventually(within: .seconds(40)) { resolver.asked("echo.test") > asked + 1 })
            #expect(try await ask(channel) == "instance-1")
        }
        await client.close()
        await server.node.close()
    }

    @Test("a name server that hangs delays only those who wait for that name")
    func hangingResolver() async throws {
        let server = try instance(1)
        resolver.set("quick.test", ["127.0.0.1"])
        let client = try client { $0.timing.readyPatience = .milliseconds(200) }
        let quick = client.channel(to: ["tcp://quick.test:\(port)"])
        let slow = client.channel(to: ["tcp://slow.test:\(port)"])
        let fixed = client.channel(to: [server.endpoint])
        #expect(await eventually(within: .seconds(40)) { resolver.asked("slow.test") == 1 })
        for _ in 0..<500 {
            #expect(try await ask(quick) == "instance-1")
            #expect(try await ask(fixed) == "instance-1")
        }
        let error = await failure { () async throws(RPCError) in
            try await slow.unary(TestMethods.relay, [], CallOptions(timeout: .seconds(30)))
        }
        #expect(error?.code == .unavailable && error?.reason == .neverSent)
        let waiting = Task {
            var options = CallOptions(timeout: .seconds(60))
            options.waitForReady = true
            return try await ask(slow, options)
        }
        // Asked once, although a second has many intervals.
        #expect(await eventually(within: .seconds(40)) { resolver.asked("quick.test") > 20 })
        #expect(resolver.asked("slow.test") == 1)
        resolver.set("slow.test", ["127.0.0.1"])
        #expect(try await waiting.value == "instance-1")
        await client.close()
        await server.node.close()
    }

    @Test("an instance that was replaced at another address is found as soon as the old one is lost")
    func moved() async throws {
        let first = try instance(1)
        resolver.set("echo.test", ["127.0.0.1"])
        let client = try client { $0.timing.resolveInterval = .seconds(3_600) }
        let channel = client.channel(to: ["tcp://echo.test:\(port)"])
        #expect(try await ask(channel) == "instance-1")
        let second = try instance(2)
        resolver.set("echo.test", ["127.0.0.2"])
        await first.node.close()
        // What leaves before the loss is noticed is lost with it.
        #expect(await eventually(within: .seconds(40)) { (try? await ask(channel)) == "instance-2" })
        #expect(await eventually(within: .seconds(40)) { await channel.instances() == [second.endpoint] })
        await client.close()
        await second.node.close()
    }

    @Test("a name that includes this process itself: it is never its own peer")
    func itself() async throws {
        let other = try instance(1)
        resolver.set("echo.test", ["127.0.0.1", "127.0.0.2"])
        let own = try EchoServer(
            on: "tcp://127.0.0.2:\(port)", instance: "itself",
            {
                $0.resolver = resolver
                $0.timing.resolveInterval = .milliseconds(50)
            }, further: [RPCHandler(TestMethods.relay, .unary { (_, _) in Array("itself".utf8) })])
        let channel = own.node.channel(to: ["tcp://echo.test:\(port)"])
        for _ in 0..<200 { #expect(try await ask(channel) == "instance-1") }
        #expect(await channel.instances().count == 2)
        await own.node.close()
        await other.node.close()
    }

    @Test("scaling under load: a new instance gets its share, a drained one leaves, and no call fails")
    func scaling() async throws {
        let first = try instance(1)
        resolver.set("echo.test", ["127.0.0.1"])
        let client = try client()
        let channel = client.channel(to: ["tcp://echo.test:\(port)"])
        let isOver = Flag()
        let (calls, failures, bySecond) = (Tally(), Tally(), Tally())
        let callers = (0..<16).map { _ in
            Task {
                while !isOver.isSet {
                    do {
                        if try await ask(channel) == "instance-2" { bySecond.add() }
                    } catch {
                        failures.add()
                    }
                    calls.add()
                }
            }
        }
        #expect(await eventually(within: .seconds(40)) { calls.value > 200 })
        let second = try instance(2)
        resolver.set("echo.test", ["127.0.0.2", "127.0.0.1"])
        #expect(await eventually(within: .seconds(40)) { bySecond.value > 0 })
        // From here on it gets about half of what is asked.
        let (before, beforeSecond) = (calls.value, bySecond.value)
        #expect(await eventually(within: .seconds(40)) { calls.value > before + 1_000 })
        let share = Double(bySecond.value - beforeSecond) / Double(calls.value - before)
        #expect((0.3...0.7).contains(share))
        // As an orchestrator does it: out of the name, then told to go.
        resolver.set("echo.test", ["127.0.0.2"])
        await first.node.drain(within: .seconds(20))
        let after = calls.value
        #expect(await eventually(within: .seconds(40)) { calls.value > after + 500 })
        isOver.set()
        for caller in callers { await caller.value }
        #expect(failures.value == 0)
        #expect(await eventually(within: .seconds(40)) { await channel.instances() == [second.endpoint] })
        await client.close()
        await second.node.close()
    }
}
