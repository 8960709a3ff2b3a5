internal import WebSocket

/// The transport over libwebsockets.
struct WebSocketLink: MessageLink {
    let connection: WebSocketConnection

    func send(_ message: LinkMessage) throws {
        switch message {
        case .binary(let bytes): try connection.send(.binary(bytes))
        case .text(let text): try connection.send(.text(text))
        }
    }

    func receive() async -> LinkMessage? {
        switch await connection.receive() {
        case .binary(let bytes): .binary(bytes)
        case .text(let text): .text(text)
        case nil: nil
        }
    }

    /// Does not wait for the peer: after a change of the network it may never answer.
    func close() { connection.close() }
}

/// Opens WebSockets, each on a service thread of its own, so that a name that resolves slowly delays nobody else.
struct WebSocketOpener: LinkOpener {
    let trust: ServerTrust

    func open(_ url: String) async throws -> any MessageLink {
        do throws(WebSocketError) {
            return WebSocketLink(
                connection: try await WebSocketClient.connect(
                    url: url, trust: trust.webSocket, timeout: .seconds(8)))
        } catch .malformedURL(let url) {
            throw LinkRefused(cause: "not an address: \(url)")
        } catch .untrustedServer(let cause) {
            throw LinkRefused(cause: "the server is not trusted: \(cause)")
        }
    }
}

extension ServerTrust {
    fileprivate var webSocket: WebSocketTrust {
        switch self {
        case .system: .system
        case .certificateFile(let path): .certificateFile(path)
        case .insecureForDevelopment: .insecureForDevelopment
        }
    }
}
