import TestSupport
import Testing
import WebSocket

@Suite("Hostile peers")
struct HostilePeerTests {
    @Test(
        "seeded garbage on the TLS and the plain port is dropped, and the server still serves",
        arguments: [1, 2, 3] as [UInt64])
    func garbage(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let secure = try tlsServer()
        let plain = try plainServer()
        for round in 0..<60 {
            let bytes = generator.bytes(generator.next(in: 1...2_000))
            await RawClient.rush(port: round.isMultiple(of: 2) ? secure.port : plain.port, bytes)
        }
        try await expectServing(secure, plain)
    }

    @Test(
        "requests that are nearly HTTP are refused or dropped, and the server still serves",
        arguments: [
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: foo\r\nConnection: Upgrade, keep-alive\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nConnection: Upgrade\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            "POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "GET /v1 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "GET /v1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive\r\n\r\n",
            "GET /v1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\n\r\n",
            "GET /v1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: x,,\"\r\n"
                + "Sec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13\r\n\r\n",
            "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "\r\n\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /v1 HTTP/1.1\r\nHost: x\r\nUpgrade: foo\r\n\r\n",
        ])
    func oddRequest(_ request: String) async throws {
        let server = try plainServer(handshakeTimeout: .seconds(1))
        let raw = try RawClient(port: server.port)
        raw.write(request)
        let answer = await raw.readText()
        #expect(!answer.hasPrefix("HTTP/1.1 101") || request.contains("Sec-WebSocket-Version: 99"))
        try await expectServing(server)
    }

    @Test("headers beyond the limit end the connection")
    func hugeHeaders() async throws {
        let server = try plainServer()
        let raw = try RawClient(port: server.port)
        raw.write("GET /healthz HTTP/1.1\r\n")
        for index in 0..<2_000 { raw.write("X-\(index): " + String(repeating: "a", count: 100) + "\r\n") }
        raw.write("User-Agent: " + String(repeating: "b", count: 100_000) + "\r\n\r\n")
        #expect(await raw.readText().hasPrefix("HTTP/1.1 101") == false)
        try await expectServing(server)
    }

    @Test("a handshake that drips byte by byte for ever is cut off at the deadline")
    func slowloris() async throws {
        let server = try plainServer(handshakeTimeout: .milliseconds(500))
        let raw = try RawClient(port: server.port)
        let dripping = Task {
            raw.write("GET /v1 HTTP/1.1\r\nHost: localhost\r\nX-Filler: ")
            while !Task.isCancelled {
                raw.write("a")
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(await raw.isClosedByPeer())
        dripping.cancel()
        await server.drain(within: .seconds(5))
    }

    @Test("a TLS handshake that never starts is cut off at the deadline")
    func halfOpenTLS() async throws {
        let server = try tlsServer(handshakeTimeout: .milliseconds(500))
        let raw = try RawClient(port: server.port)
        #expect(await raw.isClosedByPeer())
        await server.drain(within: .seconds(5))
    }

    @Test("connections beyond the limit are dropped, those within it work on")
    func tooMany() async throws {
        let server = try plainServer(connections: 4)
        var inside: [WebSocketConnection] = []
        for _ in 0..<4 { inside.append(try await WebSocketClient.connect(url: server.plainURL)) }
        #expect(await connectFailure(server.plainURL) != nil)
        try inside[3].send("in")
        #expect(await inside[3].receive() == .text("in"))
        inside[0].close()
        _ = await inside[0].closed()
        #expect(await eventually { server.connectionCount == 3 })
        try await WebSocketClient.connect(url: server.plainURL).abort()
        await server.drain(within: .seconds(5))
    }

    @Test("after a thousand connects of every rude kind no descriptor is left behind")
    func noLeak() async throws {
        // What the runtime opens for good at its first timer and child process is not the server's.
        try await expectServing(try tlsServer(), try plainServer())
        let before = openDescriptors()
        do {
            let secure = try tlsServer(handshakeTimeout: .seconds(1))
            let plain = try plainServer(handshakeTimeout: .seconds(1))
            for round in 0..<1_000 {
                let bytes: [UInt8] =
                    switch round % 5 {
                    case 0: []
                    case 1: Array("GET /v1 HT".utf8)
                    case 2: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]
                    case 3: Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                    default: [UInt8](repeating: 0xff, count: 64)
                    }
                await RawClient.rush(port: round.isMultiple(of: 2) ? secure.port : plain.port, bytes)
            }
            try await expectServing(secure, plain)
        }
        #expect(await eventually { openDescriptors() <= before }, "\(before) before, \(openDescriptors()) after")
    }

    /// A client can still talk to it, and it ends cleanly.
    private func expectServing(_ servers: WebSocketServer...) async throws {
        for server in servers {
            let isPlain = await connectFailure(server.plainURL) == nil
            let client = try await WebSocketClient.connect(
                url: isPlain ? server.plainURL : server.secureURL, trust: trustTest)
            try client.send("alive")
            #expect(await client.receive() == .text("alive"))
            client.close()
            await server.drain(within: .seconds(5))
        }
    }
}
