import Bus
import Synchronization
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    private func collect(_ stream: RPCByteStream) async throws(RPCError) -> [[UInt8]] {
        var items: [[UInt8]] = []
        for try await item in stream { items.append(item) }
        return items
    }

    /// A handler that sends items of a given size until it cannot, counting what it handed over.
    private func flood(_ size: Int, _ sent: Tally, _ ended: Gate) -> RPCHandler {
        RPCHandler(
            TestMethods.flood,
            .serverStream { (_, _, responder) async throws(RPCError) in
                defer { ended.open() }
                while true {
                    try await responder.send([UInt8](repeating: 1, count: size))
                    sent.add()
                }
            })
    }

    @Test("a stream delivers its items in order and ends")
    func items() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let items = try await collect(channel.serverStream(TestMethods.count, [200], CallOptions()))
        #expect(items == (0..<200).map { [UInt8($0)] })
        #expect(try await collect(channel.serverStream(TestMethods.count, [0], CallOptions())) == [])
        await client.close()
        await server.node.close()
    }

    @Test("a reader that does not read bounds its sender")
    func slowReader() async throws {
        let (sent, ended) = (Tally(), Gate())
        let window = 64 << 10
        let server = try EchoServer(further: [flood(1_000, sent, ended)])
        let client = try makeClient { $0.limits.streamWindow = window }
        var iterator: RPCByteStream.Iterator? = client.channel(to: [server.endpoint])
            .serverStream(TestMethods.flood, [], CallOptions()).makeAsyncIterator()
        #expect(try await iterator?.next()?.count == 1_000)
        // The sender stops by itself: nothing more is handed over once the window is used up.
        #expect(await eventually { sent.value >= window / 1_064 })
        let stopped = sent.value
        #expect(stopped <= window / 1_064 + 2)
        // Reading sets it going again.
        for _ in 0..<(4 * window / 1_064) { _ = try await iterator?.next() }
        #expect(sent.value > 2 * stopped)
        // Dropping the iterator ends the handler.
        iterator = nil
        await ended.wait()
        await client.close()
        await server.node.close()
    }

    @Test("an item larger than the window still passes")
    func largeItem() async throws {
        let (sent, ended) = (Tally(), Gate())
        let server = try EchoServer(further: [flood(1 << 20, sent, ended)])
        let client = try makeClient { $0.limits.streamWindow = 1_000 }
        var iterator: RPCByteStream.Iterator? = client.channel(to: [server.endpoint])
            .serverStream(TestMethods.flood, [], CallOptions()).makeAsyncIterator()
        for _ in 0..<3 { #expect(try await iterator?.next()?.count == 1 << 20) }
        #expect(sent.value <= 5)
        iterator = nil
        await ended.wait()
        await client.close()
        await server.node.close()
    }

    @Test("cancelling the reading task ends the stream on both sides")
    func cancelReader() async throws {
        let (sent, ended) = (Tally(), Gate())
        let server = try EchoServer(further: [flood(10, sent, ended)])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let firstItem = Gate()
        let reader = Task {
            var iterator = channel.serverStream(TestMethods.flood, [], CallOptions()).makeAsyncIterator()
            do throws(RPCError) {
                while try await iterator.next() != nil { firstItem.open() }
                return Proto.StatusCode.ok
            } catch {
                return error.code
            }
        }
        await firstItem.wait()
        reader.cancel()
        #expect(await reader.value == .cancelled)
        await ended.wait()
        await client.close()
        await server.node.close()
    }

    @Test("a stream that its handler fails ends with the handler's status after the items before it")
    func failingStream() async throws {
        let failing = RPCHandler(
            TestMethods.flood,
            .serverStream { (_, _, responder) async throws(RPCError) in
                try await responder.send([1])
                throw RPCError(.aborted, reason: .staleEra, "enough")
            })
        let server = try EchoServer(further: [failing])
        let client = try makeClient()
        var iterator = client.channel(to: [server.endpoint])
            .serverStream(TestMethods.flood, [], CallOptions()).makeAsyncIterator()
        #expect(try await iterator.next() == [1])
        let error = await failure { () async throws(RPCError) in try await iterator.next() }
        #expect(error == RPCError(.aborted, reason: .staleEra, "enough"))
        await client.close()
        await server.node.close()
    }

    @Test("a stream outlives its timeout")
    func noDeadline() async throws {
        let gate = Gate()
        let late = RPCHandler(
            TestMethods.flood,
            .serverStream { (_, _, responder) async throws(RPCError) in
                await gate.wait()
                try await responder.send([9])
            })
        let server = try EchoServer(further: [late])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        // Connected first, so that the short timeout is not spent on connecting.
        _ = try await channel.unary(TestMethods.echo, [], CallOptions())
        // A call of three times its timeout is over before it has an item.
        let timer = Task {
            _ = await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .milliseconds(300)))
            }
            gate.open()
        }
        let options = CallOptions(timeout: .milliseconds(100))
        #expect(try await collect(channel.serverStream(TestMethods.flood, [], options)) == [[9]])
        await timer.value
        await client.close()
        await server.node.close()
    }
}
