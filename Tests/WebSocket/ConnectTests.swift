import Testing

@testable import WebSocket

@Suite("Connecting")
struct ConnectTests {
    @Test("a certificate that is not in the trust file is refused")
    func untrusted() async throws {
        let server = try tlsServer()
        let foreign = await connectFailure(
            server.secureURL, trust: .certificateFile(TestCertificate.foreign.certificateFile))
        #expect(foreign?.isUntrusted == true, "\(String(describing: foreign))")
        let system = await connectFailure(server.secureURL, trust: .system)
        #expect(system?.isUntrusted == true, "\(String(describing: system))")
        await server.drain(within: .seconds(5))
    }

    @Test("a trusted certificate for another host is refused, unless nothing is to be checked")
    func wrongHost() async throws {
        // The certificate names 127.0.0.1, not this address.
        let server = try WebSocketServer(.init(host: "127.0.0.2", tls: TestCertificate.shared.tls), handler: echo)
        let url = "wss://127.0.0.2:\(server.port)/v1"
        let failure = await connectFailure(url, trust: trustTest)
        #expect(failure?.isUntrusted == true, "\(String(describing: failure))")
        let client = try await WebSocketClient.connect(url: url, trust: .insecureForDevelopment)
        try client.send("hello")
        #expect(await client.receive() == .text("hello"))
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("an IP address in the certificate is accepted")
    func addressInCertificate() async throws {
        let server = try tlsServer()
        let client = try await WebSocketClient.connect(
            url: "wss://127.0.0.1:\(server.port)/v1", trust: trustTest)
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("a server listens on the address it is told", arguments: ["0.0.0.0", "127.0.0.1", "::", "::1"])
    func addresses(host: String) async throws {
        let server = try WebSocketServer(.init(host: host, tls: nil), handler: echo)
        let own = host == "::1" ? "[::1]" : "127.0.0.1"
        let client = try await WebSocketClient.connect(url: "ws://\(own):\(server.port)/v1")
        try client.send("hello")
        #expect(await client.receive() == .text("hello"))
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("the library is the one that was tested")
    func libraryVersion() { #expect(LibraryLog.libraryVersion.hasPrefix("4.1.6")) }

    @Test("nobody listening is a failure, not a wait")
    func refused() async throws {
        let listener = try RawListener(isListening: false)
        let failure = await connectFailure("ws://127.0.0.1:\(listener.port)/v1")
        #expect(failure?.isConnectFailure == true, "\(String(describing: failure))")
    }

    @Test("a server that never answers the handshake runs into the timeout")
    func silentServer() async throws {
        let listener = try RawListener()
        let failure = await connectFailure("ws://127.0.0.1:\(listener.port)/v1", timeout: .milliseconds(300))
        #expect(failure == .timedOut)
    }

    @Test("cancelling the caller cancels the connection attempt")
    func cancelled() async throws {
        let listener = try RawListener()
        let url = "ws://127.0.0.1:\(listener.port)/v1"
        let attempt = Task { try await WebSocketClient.connect(url: url) }
        attempt.cancel()
        let result = await attempt.result
        #expect(throws: WebSocketError.cancelled) { try result.get() }
    }

    @Test("another path than the server's is refused")
    func otherPath() async throws {
        let server = try plainServer()
        let failure = await connectFailure("ws://127.0.0.1:\(server.port)/v2")
        #expect(failure?.isConnectFailure == true, "\(String(describing: failure))")
        await server.drain(within: .seconds(5))
    }

    @Test(
        "what is no WebSocket URL is refused at once",
        arguments: [
            "", "http://localhost", "wss://", "wss://:1/v1", "wss://host:0/", "wss://host:65536/", "wss://host:x/",
            "wss://ho st/", "ws://[::1/", "ws://a:b:c/", "ws://user@host/", "ws://host/\u{1}", "ws://host/a b",
        ])
    func malformedURL(_ url: String) async {
        #expect(await connectFailure(url) == .malformedURL(url))
    }

    @Test("a listener that cannot be made says why")
    func cannotListen() throws {
        let missing = WebSocketServer.TLS(certificateFile: "/nonexistent.pem", keyFile: "/nonexistent.key")
        let failure = #expect(throws: WebSocketError.self) { try WebSocketServer(.init(tls: missing), handler: echo) }
        #expect(failure?.isCannotListen == true)
        let server = try plainServer()
        #expect(throws: WebSocketError.self) { try WebSocketServer(.init(port: server.port, tls: nil), handler: echo) }
        server.stop()
    }
}
