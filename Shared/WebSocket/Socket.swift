internal import CWebSockets

/// One `lws` connection object, from accept or connect to its destruction. Lives on the service thread.
@safe
final class Socket {
    enum Stage {
        /// TLS and HTTP handshake of a server's connection.
        case handshaking
        /// The request path of an upgrade that was accepted.
        case upgrading(path: String)
        /// A plain HTTP response on its way out.
        case responding(HTTPResponse, written: Int)
        case connecting(PendingConnect)
        case open(WebSocketConnection)
    }

    let id: UInt64
    /// `nil` only inside `lws_client_connect_via_info`.
    var wsi: OpaquePointer?
    var stage: Stage
    /// When it is killed unless something clears this: handshakes, and closes that the peer does not answer.
    var deadline: ContinuousClock.Instant?
    var lastReceived: ContinuousClock.Instant
    var assembler: MessageAssembler
    /// The peer's close frame.
    var peerClosure: WebSocketClosure?
    /// What this side sends as close code because the peer broke a rule.
    var localClosure: WebSocketClosure?

    init(id: UInt64, stage: Stage) {
        self.id = id
        self.stage = stage
        unsafe wsi = nil
        lastReceived = .now
        assembler = MessageAssembler(limit: 0)
    }

    var connection: WebSocketConnection? {
        guard case .open(let connection) = stage else { return nil }
        return connection
    }

    /// The connection is gone; tells whoever waits for it.
    func lost(cause: String) {
        switch stage {
        case .open(let connection):
            connection.finish(
                localClosure ?? peerClosure ?? WebSocketClosure(.abnormal, reason: cause, initiator: .lost))
        case .connecting(let pending):
            let isTrust = cause.contains("preverify_ok=0") || cause.contains("X509_V_ERR")
            pending.decide(.failure(isTrust ? .untrustedServer(cause: cause) : .connectFailed(cause: cause)))
        case .handshaking, .upgrading, .responding: break
        }
    }
}
