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
        var frames = FrameStream()
        while drops == 0 {
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
            // Whoever takes no bytes at all for ten seconds is given up, which a slow machine may need for a full queue.
            if drops == 0 { try await frames.read(reader) }
        }
        #expect(server.node.isTapped)
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(60))) == [1])

        // It reads at last: numbers are missing, as many as the next event says, and the process counted no fewer.
        var last: UInt64 = 0
        var missed: UInt64 = 0
        while missed == 0 {
            while let frame = frames.next() {
                let event = try Proto.TapEvent(decoding: Array(frame.dropFirst(1 + id.count)))
                guard event.droppedTotal > 0 else {
                    #expect(event.sequence == last + 1)
                    last = event.sequence
                    continue
                }
                missed = event.droppedTotal
                #expect(event.sequence == last + 1 + missed)
                break
            }
            guard missed == 0 else { break }
            // Room came back with what was read: the next call's events fit.
            _ = try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(60)))
            try await frames.read(reader)
        }
        #expect(await count("bus_tap_events_dropped_total", of: server.node) >= missed)
        reader.finish()
        #expect(await eventually { !server.node.isTapped })
        await client.close()
        await server.node.close()
    }
}

/// Frames out of the bytes of a connection.
private struct FrameStream {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Takes what comes next.
    mutating func read(_ connection: PlainTCP) async throws {
        let arrival = await onThread { connection.read(within: .seconds(20)) }
        guard case .bytes(let more) = arrival else { throw Silence() }
        bytes.removeFirst(start)
        start = 0
        bytes += more
    }

    /// `nil`: the next one is not complete.
    mutating func next() -> ArraySlice<UInt8>? {
        let rest = bytes[start...]
        guard let flags = rest.first else { return nil }
        let head = flags & 2 != 0 ? 9 : 2
        guard rest.count >= head else { return nil }
        let length = rest.dropFirst().prefix(head - 1).reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= head + length else { return nil }
        start += head + length
        return rest.dropFirst(head).prefix(length)
    }

    private struct Silence: Error {}
}
