import TestSupport
import Testing
import WebSocket

@Suite("Frames written by hand")
struct FramingTests {
    private let limits = WebSocketLimits(messageBytes: 1_000, outgoingBytes: 1 << 20, incomingBytes: 1 << 20)

    @Test("fragments are put together, with control frames in between")
    func fragments() async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write(RawClient.frame(opcode: 1, isFinal: false, Array("ab".utf8)))
        raw.write(RawClient.frame(opcode: 9, [7]))
        raw.write(RawClient.frame(opcode: 0, isFinal: false))
        raw.write(RawClient.frame(opcode: 0, Array("cd".utf8)))
        let answer = await raw.read { $0.count >= 9 }
        #expect(answer == [0x8a, 1, 7, 0x81, 4] + Array("abcd".utf8))
        await server.drain(within: .seconds(5))
    }

    @Test("a character split over two fragments is one character")
    func splitCharacter() async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write(RawClient.frame(opcode: 1, isFinal: false, [0xc3]) + RawClient.frame(opcode: 0, [0xbc]))
        #expect(await raw.read { $0.count >= 4 } == [0x81, 2, 0xc3, 0xbc])
        await server.drain(within: .seconds(5))
    }

    @Test("a message of the limit passes, one byte more is closed with 1009, in one frame or in fragments")
    func oversize() async throws {
        let server = try plainServer(limits: limits)
        let fitting = try RawClient(port: server.port)
        #expect(await fitting.upgrade())
        fitting.write(RawClient.frame(opcode: 2, [UInt8](repeating: 1, count: 1_000)))
        #expect(await fitting.read { $0.count >= 1_004 }.count == 1_004)
        let large = try RawClient(port: server.port)
        #expect(await large.upgrade())
        large.write(RawClient.frame(opcode: 2, [UInt8](repeating: 1, count: 1_001)))
        #expect(await large.readCloseCode() == 1_009)
        let fragmented = try RawClient(port: server.port)
        #expect(await fragmented.upgrade())
        fragmented.write(RawClient.frame(opcode: 2, isFinal: false, [UInt8](repeating: 1, count: 600)))
        fragmented.write(RawClient.frame(opcode: 0, isFinal: false, [UInt8](repeating: 1, count: 600)))
        #expect(await fragmented.readCloseCode() == 1_009)
        await server.drain(within: .seconds(5))
    }

    @Test("a frame that announces two to the 62 bytes is not believed")
    func absurdLength() async throws {
        let server = try plainServer(limits: limits)
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write([0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 9, count: 5_000))
        #expect(await raw.readCloseCode() == 1_009)
        await server.drain(within: .seconds(5))
    }

    @Test("text that is not UTF-8 is closed with 1007", arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 1]])
    func badText(_ bytes: [UInt8]) async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write(RawClient.frame(opcode: 1, bytes))
        #expect(await raw.readCloseCode() == 1_007)
        await server.drain(within: .seconds(5))
    }

    @Test(
        "broken framing is closed with 1002",
        arguments: [
            RawClient.frame(opcode: 3),
            RawClient.frame(opcode: 0, [1]),
            RawClient.frame(opcode: 9, isFinal: false),
            RawClient.frame(opcode: 1, isFinal: false, [65]) + RawClient.frame(opcode: 1, [66]),
            [0xf1, 0x80, 0, 0, 0, 0],
        ])
    func brokenFraming(_ bytes: [UInt8]) async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write(bytes)
        #expect(await raw.readCloseCode() == 1_002)
        await server.drain(within: .seconds(5))
    }

    @Test("seeded mutations of good frames never stop the server", arguments: [1, 2, 3] as [UInt64])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let server = try plainServer(limits: limits)
        for _ in 0..<60 {
            let raw = try RawClient(port: server.port)
            #expect(await raw.upgrade())
            var bytes = RawClient.frame(opcode: 1, isFinal: false, Array("hello".utf8))
            bytes += RawClient.frame(opcode: 0, Array("world".utf8)) + RawClient.frame(opcode: 9, [1, 2])
            bytes += RawClient.frame(opcode: 8, [3, 232])
            for _ in 0..<generator.next(in: 1...4) {
                bytes[generator.next(in: 0...bytes.count - 1)] = UInt8(generator.next(in: 0...255))
            }
            raw.write(bytes)
        }
        let client = try await WebSocketClient.connect(url: server.plainURL)
        try client.send("alive")
        #expect(await client.receive() == .text("alive"))
        client.close()
        await server.drain(within: .seconds(10))
    }

    @Test("a peer's close code and reason are reported")
    func peerCloses() async throws {
        let (closures, report) = AsyncStream<WebSocketClosure>.makeStream()
        let server = try plainServer { connection in report.yield(await connection.closed()) }
        let raw = try RawClient(port: server.port)
        #expect(await raw.upgrade())
        raw.write(RawClient.frame(opcode: 8, [0x0f, 0xa1] + Array("bye".utf8)))
        #expect(await raw.readCloseCode() == 4_001)
        let closure = await closures.first { _ in true }
        #expect(
            closure == WebSocketClosure(WebSocketCloseCode(rawValue: 4_001), reason: "bye", initiator: .peer))
        await server.drain(within: .seconds(5))
    }
}
