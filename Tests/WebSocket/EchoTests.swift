import Testing
import WebSocket

@Suite("Messages over TLS and in the clear")
struct EchoTests {
    @Test("text and binary messages come back as they were, over TLS")
    func echoOverTLS() async throws {
        let server = try tlsServer()
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        try client.send("grüße")
        #expect(await client.receive() == .text("grüße"))
        try client.send([0, 1, 2, 255])
        #expect(await client.receive() == .binary([0, 1, 2, 255]))
        try client.send("")
        #expect(await client.receive() == .text(""))
        client.close()
        let closure = await client.closed()
        #expect(closure.code == .normal)
        #expect(closure.initiator == .local)
        await server.drain(within: .seconds(5))
    }

    @Test("a message as large as the limit passes, one byte more is refused by the sender")
    func largestMessage() async throws {
        let limits = WebSocketLimits(messageBytes: 1 << 20, outgoingBytes: 4 << 20, incomingBytes: 2 << 20)
        let server = try tlsServer(limits: limits)
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest, limits: limits)
        let large = [UInt8]((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try client.send(large)
        #expect(await client.receive() == .binary(large))
        #expect(throws: WebSocketError.messageTooLarge(limit: 1 << 20)) { try client.send(large + [0]) }
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("forty clients exchange thousands of small messages in order")
    func manyClients() async throws {
        let server = try tlsServer()
        let client = try WebSocketClient(trust: trustTest)
        let url = server.secureURL
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let connection = try await client.connect(to: url)
                    for number in 0..<200 {
                        try connection.send("\(index):\(number)")
                        #expect(await connection.receive() == .text("\(index):\(number)"))
                    }
                    connection.close()
                    _ = await connection.closed()
                }
            }
            try await group.waitForAll()
        }
        await server.drain(within: .seconds(5))
    }

    @Test("a burst of messages keeps its order")
    func burst() async throws {
        let server = try tlsServer()
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        for number in 0..<2_000 { try client.send("\(number)") }
        for number in 0..<2_000 { #expect(await client.receive() == .text("\(number)")) }
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("the connection knows its path and its peer's address")
    func facts() async throws {
        let (addresses, report) = AsyncStream<String>.makeStream()
        let server = try plainServer { connection in
            report.yield(connection.path + " " + connection.remoteAddress)
            _ = await connection.receive()
        }
        let client = try await WebSocketClient.connect(url: server.plainURL)
        let facts = await addresses.first { _ in true }
        #expect(facts == "/v1 127.0.0.1")
        #expect(client.remoteAddress == "127.0.0.1")
        client.close()
        await server.drain(within: .seconds(5))
    }
}
