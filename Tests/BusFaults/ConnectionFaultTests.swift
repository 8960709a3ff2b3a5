import CallModel
import Foundation
import TestSupport
import Testing
import Wire

@testable import Bus

/// The failure modes of docs/bus-failure-modes.md that concern a whole node.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ConnectionFaultTests {
    @Test("F8: a connection that swallows everything is given up, and its calls end with a status")
    func halfOpen() async throws {
        let server = try EchoServer { $0.timing.pingInterval = .milliseconds(100) }
        let proxy = TCPProxy(to: try #require(server.port))
        let client = try makeClient { $0.timing.pingInterval = .milliseconds(100) }
        let channel = client.channel(to: [proxy.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(20))) == [1])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(await eventually { server.started.value == 1 })
        proxy.setSwallowing(true)
        #expect(await call.value?.reason == .peerLost)
        // The server has heard nothing either: what nobody waits for is told to stop.
        #expect(await eventually { server.cancelled.value == 1 })
        #expect(await count("bus_connections_lost_total", of: client) == 1)
        #expect(await eventually { await count("bus_peers_lost_total", of: server.node) == 1 })
        proxy.setSwallowing(false)
        #expect(try await channel.unary(TestMethods.echo, [2], CallOptions(timeout: .seconds(30))) == [2])
        proxy.stop()
        await client.close()
        await server.node.close()
    }

    @Test("F11: a thousand clients of one lost server come back spread over the whole pause")
    func jitter() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var chance = Bus.SeededGenerator(seed: seed)
        let timing = BusTiming()
        let now = MonotonicInstant.zero + .seconds(1_000)
        // As many failures before as make the pause as long as it gets.
        for failures in [1, 3, 8] {
            let bound = min(timing.longestBackoff, timing.shortestBackoff * (1 << (failures - 1)))
            var perTenth = [Int](repeating: 0, count: 10)
            for _ in 0..<1_000 {
                var life = ConnectionLife(timing: timing, now: now)
                for _ in 0..<failures { life.lost(now: now, isAwaited: false, chance: chance.chance()) }
                let pause = life.nextWake - now
                #expect(pause < bound)
                perTenth[min(9, Int(pause / bound * 10))] += 1
            }
            // Evenly means 100 in each; half and double are eleven deviations away.
            #expect(perTenth.allSatisfy { (50...200).contains($0) }, "seed \(seed), \(failures): \(perTenth)")
        }
    }

    @Test("F19: a caller that stops reading is given up at the backlog's bound, and nobody else waits for it")
    func deafCaller() async throws {
        let server = try EchoServer { $0.limits.backlogBytes = 1 << 20 }
        let listening = try makeClient()
        let channel = listening.channel(to: [server.endpoint])
        // A caller that speaks the protocol by hand, asks for much and reads nothing.
        let deaf = try #require(server.port.flatMap { PlainTCP(port: $0) })
        try #require(await deaf.shakeHands(as: "DEALER") != nil)
        let hello = Proto.Hello(service: "deaf", instance: "deaf", epoch: 9, protocol: 1)
        deaf.write(try frames(Proto.Header(version: 1, kind: .hello, hello: hello), []))
        var number: UInt64 = 0
        while await count("bus_backlog_overflows_total", of: server.node) == 0 {
            var burst: [UInt8] = []
            for _ in 0..<20 {
                number += 1
                let header = Proto.Header(version: 1, kind: .request, requestId: number, method: "test.Echo/Echo")
                burst += try frames(header, [UInt8](repeating: 7, count: 60_000))
            }
            _ = await onThread { [burst] in deaf.write(burst) }
            #expect(try await channel.unary(TestMethods.echo, [5], CallOptions(timeout: .seconds(20))) == [5])
            try #require(number < 4_000)
        }
        #expect(await count("bus_peers_lost_total", of: server.node) == 1)
        #expect(try await channel.unary(TestMethods.echo, [6], CallOptions(timeout: .seconds(20))) == [6])
        deaf.finish()
        await listening.close()
        await server.node.close()
    }

    private func frames(_ header: Proto.Header, _ payload: [UInt8]) throws -> [UInt8] {
        let head = try header.encoded()
        // Long frames have eight bytes of length.
        let length = (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        return ZMTPBytes.frame(head, more: true) + (payload.count > 255 ? [2] + length : [0, UInt8(payload.count)])
            + payload
    }

    @Test("F22: calls of a process without descriptors end in time, and succeed once it has some again")
    func noDescriptors() async {
        await #expect(processExitsWith: .success) {
            let server = try EchoServer()
            let client = try makeClient {
                $0.timing.readyPatience = .milliseconds(300)
                $0.timing.connectTimeout = .milliseconds(300)
            }
            // Before it is dialled for the first time.
            let taken = takeAllDescriptors()
            let channel = client.channel(to: [server.endpoint])
            let refused = await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(20)))
            }
            guard refused?.code == .unavailable, refused?.reason == .neverSent else { exit(3) }
            for descriptor in taken { close(descriptor) }
            guard try await channel.unary(TestMethods.echo, [2], CallOptions(timeout: .seconds(30))) == [2] else {
                exit(4)
            }
            let counters = await client.counters()
            guard counters.contains(where: { $0.name == "bus_out_of_descriptors_total" && $0.value > 0 }) else {
                exit(5)
            }
        }
    }
}
