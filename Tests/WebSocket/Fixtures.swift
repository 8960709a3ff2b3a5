import Foundation
import WebSocket

/// Echoes every message.
@Sendable func echo(_ connection: WebSocketConnection) async {
    for await message in connection.messages {
        guard (try? connection.send(message)) != nil else { return }
    }
}

/// A server on a free port with the test certificate.
func tlsServer(
    limits: WebSocketLimits = WebSocketLimits(), handshakeTimeout: Duration = .seconds(10), connections: Int = 512,
    handler: @escaping @Sendable (WebSocketConnection) async -> Void = echo
) throws -> WebSocketServer {
    try WebSocketServer(
        .init(
            tls: TestCertificate.shared.tls, limits: limits, connections: connections,
            handshakeTimeout: handshakeTimeout, respond: healthy), handler: handler)
}

/// The same without TLS, for tests that write raw bytes.
func plainServer(
    limits: WebSocketLimits = WebSocketLimits(), handshakeTimeout: Duration = .seconds(10), connections: Int = 512,
    idleTimeout: Duration? = nil, handler: @escaping @Sendable (WebSocketConnection) async -> Void = echo
) throws -> WebSocketServer {
    try WebSocketServer(
        .init(
            tls: nil, limits: limits, connections: connections, handshakeTimeout: handshakeTimeout,
            idleTimeout: idleTimeout, respond: healthy), handler: handler)
}

@Sendable func healthy(_ request: HTTPRequest) -> HTTPResponse {
    request.path == "/healthz" ? .text(200, "serving") : .notFound
}

extension WebSocketServer {
    var secureURL: String { "wss://localhost:\(port)/v1" }
    var plainURL: String { "ws://127.0.0.1:\(port)/v1" }
}

let trustTest = WebSocketTrust.certificateFile(TestCertificate.shared.certificateFile)

/// The error a connection attempt ends with; `nil` if it succeeds.
func connectFailure(
    _ url: String, trust: WebSocketTrust = .system, timeout: Duration = .seconds(10)
) async -> WebSocketError? {
    do {
        try await WebSocketClient.connect(url: url, trust: trust, timeout: timeout).abort()
        return nil
    } catch {
        return error
    }
}

extension WebSocketError {
    var isUntrusted: Bool {
        if case .untrustedServer = self { return true }
        return false
    }

    var isConnectFailure: Bool {
        if case .connectFailed = self { return true }
        return false
    }

    var isCannotListen: Bool {
        if case .cannotListen(let cause) = self { return !cause.isEmpty }
        return false
    }
}

/// Open file descriptors of this process.
func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
}
