import TestSupport
import Testing
import WebSocket

@Suite("Slow readers on either side")
struct BackpressureTests {
    @Test("a peer that does not read fills a bounded queue and is then closed with 1013")
    func slowPeer() async throws {
        let limits = WebSocketLimits(messageBytes: 64 << 10, outgoingBytes: 256 << 10)
        let (outcomes, report) = AsyncStream<WebSocketClosure>.makeStream()
        let server = try plainServer(limits: limits) { connection in
            let chunk = [UInt8](repeating: 7, count: 64 << 10)
            do throws(WebSocketError) {
                while true {
                    try connection.send(chunk)
                    #expect(connection.outgoingBytes <= limits.outgoingBytes)
                    await Task.yield()
                }
            } catch {
                #expect(error == .outgoingQueueFull(limit: limits.outgoingBytes))
            }
            report.yield(await connection.closed())
        }
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        let closure = await outcomes.first { _ in true }
        #expect(closure?.code == .tryAgainLater)
        await server.drain(within: .seconds(5))
    }

    @Test("a consumer that lags stops the socket from being read, and loses nothing")
    func slowConsumer() async throws {
        let limits = WebSocketLimits(messageBytes: 64 << 10, outgoingBytes: 64 << 20, incomingBytes: 128 << 10)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (counts, report) = AsyncStream<Int>.makeStream()
        let server = try tlsServer(limits: limits) { connection in
            _ = await gate.first { _ in true }
            var count = 0
            for await message in connection.messages {
                guard case .binary(let bytes) = message, bytes.count == 16 << 10, bytes[0] == UInt8(count & 0xff) else {
                    break
                }
                count += 1
            }
            report.yield(count)
        }
        let client = try await WebSocketClient.connect(
            url: server.secureURL, trust: trustTest, limits: limits)
        for number in 0..<2_000 {
            try client.send([UInt8](repeating: UInt8(number & 0xff), count: 16 << 10))
        }
        // 32 MB: more than both kernels' buffers and the server's queue, so the rest must wait here.
        #expect(await eventually(within: .seconds(2)) { client.outgoingBytes < 1 } == false)
        open.yield()
        #expect(await eventually(within: .seconds(60)) { client.outgoingBytes == 0 })
        client.close()
        let count = await counts.first { _ in true }
        #expect(count == 2_000)
        await server.drain(within: .seconds(5))
    }
}
