import Bus
import Foundation
import TestSupport
import Testing
import Wire
import ZeroMQ

/// Raw sockets that send what no peer of ours sends.
@Suite(.timeLimit(.minutes(1))) struct HostileTests {
    private func header(_ adjust: (inout Proto.Header) -> Void = { _ in }) throws -> [UInt8] {
        var header = Proto.Header(version: 1, kind: .request, requestId: 1, method: "test.Echo/Echo")
        adjust(&header)
        return try header.encoded()
    }

    @Test("wrong frame counts, garbage and hostile headers are counted and hurt nobody")
    func garbage() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        let good = try header()
        let metadata = Proto.Metadata(key: "k", value: [UInt8](repeating: 0, count: 9_000))
        let attacker = Attacker(
            server.endpoint,
            [
                [good], [good, [], []], Array(repeating: [], count: 50), [[]],
                [[0xFF, 0xFF, 0xFF], []], [[UInt8](repeating: 0x0A, count: 1_000), []],
                [[UInt8](repeating: 0, count: 65 << 10), []], [good, [UInt8](repeating: 0, count: (1 << 20) + 1)],
                [try header { $0.version = 2 }, []], [try header { $0.traceId = [1, 2, 3] }, []],
                [try header { $0.metadata = [metadata] }, []],
            ])
        let expected: [(String, UInt64)] = [
            ("bus_refused_wrong_frame_count_total", 4), ("bus_refused_malformed_header_total", 2),
            ("bus_refused_header_too_large_total", 1), ("bus_refused_payload_too_large_total", 1),
            ("bus_refused_unsupported_version_total", 1), ("bus_refused_bad_identifiers_total", 1),
            ("bus_refused_metadata_too_large_total", 1),
        ]
        for (name, number) in expected {
            #expect(await eventually { await server.node.count(name) == number }, "\(name)")
        }
        #expect(try await channel.unary(TestMethods.echo, [2], CallOptions()) == [2])
        attacker.stop()
        await client.close()
        await server.node.close()
    }

    @Test("whoever does not say HELLO first is not served")
    func noHello() async throws {
        let server = try EchoServer()
        let hello = Proto.Hello(service: "x", instance: "y", epoch: 1, protocol: 99)
        let attacker = Attacker(
            server.endpoint,
            [
                [try header(), []], [try header { $0.kind = .cancel }, []], [try header { $0.kind = .hello }, []],
                [
                    try header {
                        $0.kind = .hello
                        $0.hello = hello
                    }, [],
                ],
            ])
        #expect(await eventually { await server.node.count("bus_unknown_peer_messages_total") == 4 })
        attacker.stop()
        await server.node.close()
    }

    @Test("a peer that stays connected but falls silent is expired, and its handlers are cancelled")
    func silentPeer() async throws {
        let server = try EchoServer { $0.timing.pingInterval = .milliseconds(300) }
        let hello = Proto.Hello(service: "x", instance: "y", epoch: 1, protocol: 1)
        let greeting = try header {
            $0.kind = .hello
            $0.hello = hello
        }
        let attacker = Attacker(
            server.endpoint, [[greeting, []], [try header { $0.method = "test.Echo/Hang" }, []]])
        #expect(await eventually { await server.node.count("bus_peers_lost_total") == 1 })
        #expect(await eventually { await server.node.count("bus_cancelled_by_peer_loss_total") == 1 })
        #expect(await eventually { server.cancelled.value == server.started.value })
        attacker.stop()
        await server.node.close()
    }

    @Test("kinds that make no sense here, repeated ids and id zero are counted, not answered")
    func nonsense() async throws {
        let server = try EchoServer()
        let hello = Proto.Hello(service: "x", instance: "y", epoch: 1, protocol: 1)
        let greeting = try header {
            $0.kind = .hello
            $0.hello = hello
        }
        let hang = try header { $0.method = "test.Echo/Hang" }
        let attacker = Attacker(
            server.endpoint,
            [
                [greeting, []], [try header { $0.kind = .response }, []], [try header { $0.kind = .item }, []],
                [try header { $0.kind = Proto.Kind(rawValue: 77) }, []], [hang, []], [hang, []],
                [try header { $0.requestId = 0 }, []],
            ])
        #expect(await eventually { await server.node.count("bus_unexpected_kinds_total") == 3 })
        #expect(await eventually { await server.node.count("bus_duplicate_requests_total") == 2 })
        attacker.stop()
        await server.node.close()
    }

    @Test("a frame over the limit cuts off its sender and nobody else")
    func oversized() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        let attacker = Attacker(server.endpoint, [[[UInt8](repeating: 0, count: 2 << 20), []]])
        #expect(try await channel.unary(TestMethods.echo, [2], CallOptions()) == [2])
        #expect(await client.count("bus_connections_lost_total") == 0)
        attacker.stop()
        await client.close()
        await server.node.close()
    }

    @Test("an oversized or senseless answer costs a client its connection, not its life")
    func hostileServer() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        for frames in [
            [[UInt8](repeating: 0, count: 2 << 20), []], [try header { $0.kind = .request }, []],
        ] {
            let before = server.requests
            let call = Task { () async -> RPCError? in
                await failure { () async throws(RPCError) in
                    try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(30)))
                }
            }
            #expect(await eventually { server.requests > before })
            server.sendRaw(frames)
            #expect(await call.value?.reason == .peerLost)
        }
        server.answerAll()
        #expect(try await channel.unary(TestMethods.echo, [7], CallOptions(timeout: .seconds(20))) == [7])
        server.stop()
        await client.close()
    }

    @Test("garbage answers are counted and do not end the connection")
    func garbageAnswers() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let call = Task { try await channel.unary(TestMethods.echo, [5], CallOptions(timeout: .seconds(30))) }
        #expect(await eventually { server.requests == 1 })
        server.sendRaw([[0xFF, 0xFF], []])
        #expect(await eventually { await client.count("bus_refused_malformed_header_total") == 1 })
        server.sendRaw([
            try header {
                $0.requestId = 999; $0.kind = .response
            }, [],
        ])
        #expect(await eventually { await client.count("bus_late_answers_total") == 1 })
        server.answerAll()
        #expect(try await call.value == [5])
        server.stop()
        await client.close()
    }

    @Test("bytes that are no ZMTP on the bus port disturb nobody")
    func notZMTP() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let port = try #require(server.endpoint.split(separator: ":").last.flatMap { UInt16($0) })
        for bytes in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{03}\u{01}", String(repeating: "\0", count: 4_096)]
        {
            try sendPlainTCP(Array(bytes.utf8), to: port)
            #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        }
        await client.close()
        await server.node.close()
    }

    private func sendPlainTCP(_ bytes: [UInt8], to port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { _ = close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe connect(descriptor, general, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test("ten thousand seeded mutations of real headers never stop a server")
    func mutations() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        let seed = UInt64.random(in: 0...UInt64.max)
        var chance = SeededGenerator(seed: seed)
        func next(_ bound: Int) -> Int { chance.next(in: 0...bound - 1) }
        let hello = Proto.Hello(service: "mutant", instance: "m", epoch: 5, protocol: 1)
        let template = try header {
            $0.kind = .hello
            $0.hello = hello
            $0.traceId = [UInt8](repeating: 1, count: 16)
            $0.status = Proto.Status(code: .ok, message: "text")
        }
        var messages = [[template, []]]
        for _ in 0..<10_000 {
            var bytes = template
            for _ in 0...next(4) { bytes[next(bytes.count)] = UInt8(next(256)) }
            if next(3) == 0 { bytes.removeLast(next(bytes.count)) }
            messages.append([bytes, [UInt8](repeating: 0, count: next(20))])
        }
        // Only the last message has a wrong number of frames: once it is counted, all have been looked at.
        messages.append([template])
        let attacker = Attacker(server.endpoint, messages)
        #expect(
            await eventually(within: .seconds(30)) {
                await server.node.count("bus_refused_wrong_frame_count_total") == 1
            }, "seed \(seed)")
        #expect(try await channel.unary(TestMethods.echo, [2], CallOptions()) == [2], "seed \(seed)")
        attacker.stop()
        await client.close()
        await server.node.close()
    }
}
