import Testing
import WebSocket

@Suite("Closing")
struct ClosingTests {
    @Test("the peer sees the code and reason it was closed with, after what was sent before")
    func codeAndReason() async throws {
        let server = try tlsServer { connection in
            try? connection.send("last words")
            connection.close(WebSocketCloseCode(rawValue: 4_001), reason: "kicked")
            _ = await connection.closed()
        }
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        #expect(await client.receive() == .text("last words"))
        #expect(await client.receive() == nil)
        #expect(
            await client.closed()
                == WebSocketClosure(WebSocketCloseCode(rawValue: 4_001), reason: "kicked", initiator: .peer))
        await server.drain(within: .seconds(5))
    }

    @Test("draining closes every client with 1001 and then lets nobody in")
    func drain() async throws {
        let server = try tlsServer()
        let url = server.secureURL
        let client = try WebSocketClient(trust: trustTest)
        var connections: [WebSocketConnection] = []
        for _ in 0..<5 { connections.append(try await client.connect(to: url)) }
        await server.drain(within: .seconds(5))
        for connection in connections {
            let closure = await connection.closed()
            #expect(closure.code == .goingAway)
            #expect(closure.initiator == .peer)
        }
        #expect(await connectFailure(url, trust: trustTest, timeout: .seconds(2)) != nil)
    }

    @Test("sending on a closed connection is refused")
    func sendAfterClose() async throws {
        let server = try tlsServer()
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        client.close()
        #expect(throws: WebSocketError.closed) { try client.send("late") }
        _ = await client.closed()
        #expect(throws: WebSocketError.closed) { try client.send("later") }
        await server.drain(within: .seconds(5))
    }

    @Test("when a client disappears the server's handler ends with a lost connection")
    func lostClient() async throws {
        let (closures, report) = AsyncStream<WebSocketClosure>.makeStream()
        let server = try tlsServer { connection in
            #expect(await connection.receive() == nil)
            report.yield(await connection.closed())
        }
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        client.abort()
        let closure = await closures.first { _ in true }
        #expect(closure?.code == .abnormal)
        #expect(closure?.initiator == .lost)
        await server.drain(within: .seconds(5))
    }

    @Test("a handler that returns closes its connection normally")
    func handlerReturns() async throws {
        let server = try tlsServer { _ in }
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        #expect(await client.closed() == WebSocketClosure(.normal, initiator: .peer))
        await server.drain(within: .seconds(5))
    }

    @Test("cancelling a waiting reader ends its wait, not the connection")
    func cancelReader() async throws {
        let server = try tlsServer()
        let client = try await WebSocketClient.connect(url: server.secureURL, trust: trustTest)
        let reader = Task { await client.receive() }
        reader.cancel()
        #expect(await reader.value == nil)
        try client.send("still here")
        #expect(await client.receive() == .text("still here"))
        client.close()
        await server.drain(within: .seconds(5))
    }

    @Test("an idle connection is dropped when the server has an idle limit")
    func idle() async throws {
        let server = try plainServer(idleTimeout: .milliseconds(300))
        let client = try await WebSocketClient.connect(url: server.plainURL)
        #expect(await client.closed().initiator == .lost)
        await server.drain(within: .seconds(5))
    }
}
