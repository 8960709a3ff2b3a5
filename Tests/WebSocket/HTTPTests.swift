import Testing
import WebSocket

@Suite("Plain HTTP on the same port")
struct HTTPTests {
    @Test("a GET is answered by the responder and the connection closed")
    func get() async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        raw.write("GET /healthz?verbose HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = await raw.readText().lowercased()
        #expect(answer.hasPrefix("http/1.1 200"))
        #expect(answer.contains("connection: close"))
        #expect(answer.contains("content-length: 8"))
        #expect(answer.hasSuffix("\r\n\r\nserving\n"))
        await server.drain(within: .seconds(5))
    }

    @Test("HEAD has the headers of GET and no body, an unknown path 404, another method 405")
    func others() async throws {
        let server = try plainServer()
        let head = try RawClient(port: server.port)
        head.write("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = await head.readText()
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.hasSuffix("\r\n\r\n"))
        let missing = try RawClient(port: server.port)
        missing.write("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await missing.readText().hasPrefix("HTTP/1.1 404"))
        let post = try RawClient(port: server.port)
        post.write("DELETE /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await post.readText().hasPrefix("HTTP/1.1 2") == false)
        await server.drain(within: .seconds(5))
    }

    @Test("a large body arrives whole")
    func largeBody() async throws {
        let body = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 26 + 97) })
        let server = try WebSocketServer(
            .init(tls: nil, respond: { _ in HTTPResponse(status: 200, body: body) }), handler: echo)
        let raw = try RawClient(port: server.port)
        raw.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = await raw.read()
        #expect(Array(answer.suffix(body.count)) == body)
        await server.drain(within: .seconds(5))
    }

    @Test("while draining, upgrades get 503 and plain requests are still answered")
    func draining() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let server = try plainServer { connection in
            _ = await gate.first { _ in true }
            _ = await connection.closed()
        }
        let client = try await WebSocketClient.connect(url: server.plainURL)
        let drain = Task { await server.drain(within: .seconds(20)) }
        _ = await client.closed()
        let upgrade = try RawClient(port: server.port)
        #expect(await upgrade.upgrade() == false)
        let health = try RawClient(port: server.port)
        health.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await health.readText().hasPrefix("HTTP/1.1 200"))
        open.yield()
        await drain.value
    }
}
