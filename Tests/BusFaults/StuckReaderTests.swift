import Bus
import TestSupport
import Testing
import Wire

/// A tap whose reader has stopped reading.
@Suite(.timeLimit(.minutes(2))) struct StuckReaderTests {
    @Test("section 8, 10: a reader that is stuck costs no call its answer; what it misses is counted and told to it")
    func stuck() async throws {
        let server = try EchoServer { $0.tapBind = .endpoint("tcp://127.0.0.1:0") }
        let tap = try #require(server.node.tapEndpoint)
        let port = try #require(tap.split(separator: ":").last.flatMap { UInt16($0) })
        let reader = try #require(PlainTCP(port: port, receiveBuffer: 4_096))
        try #require(await reader.shakeHands(as: "SUB") != nil)
        let id = "00112233445566ff"
        // Contents, and as much of them as may be asked for: the queue has to fill, not the budget.
        for topic in ["A\(id)|level=contents|budget=100000000|cap=65536", "E\(id)"] {
            reader.write(ZMTPBytes.frame([1] + Array(topic.utf8)))
        }
        #expect(await eventually { server.node.isTapped })

        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        // Keys are shown whole, so long ones make long events.
        let options = CallOptions(timeout: .seconds(60), shardKey: String(repeating: "Long", count: 1_000))
        var drops: UInt64 = 0
        var rounds = 0
        // A machine that is slow to fill the queue sees the reader given up first: it takes no bytes for ten seconds.
        while drops == 0, server.node.isTapped {
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        let answer = try? await channel.unary(TestMethods.echo, [1], options)
                        #expect(answer == [1])
                    }
                }
            }
            drops = await count("bus_tap_events_dropped_total", of: server.node)
            rounds += 1
            try #require(rounds < 200)
        }
        #expect(drops > 0 || !server.node.isTapped)
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(60))) == [1])
        reader.finish()
        #expect(await eventually { !server.node.isTapped })
        await client.close()
        await server.node.close()
    }
}
