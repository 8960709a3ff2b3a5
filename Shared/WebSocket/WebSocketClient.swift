/// Whom a client believes.
public enum WebSocketTrust: Sendable, Hashable {
    /// The system's certificate authorities.
    case system
    /// Only the certificates in this PEM file: a private authority, or the server's own self-signed one.
    case certificateFile(String)
    /// Anybody. Host names and expiry are not checked either.
    case insecureForDevelopment
}

/// Opens WebSocket connections, all on one service thread. Connections outlive the client.
public final class WebSocketClient: Sendable {
    private let mailbox: Mailbox

    /// Starts the service thread. `connections` bounds how many this client can have at once.
    public init(
        trust: WebSocketTrust = .system, limits: WebSocketLimits = WebSocketLimits(), connections: Int = 256
    ) throws(WebSocketError) {
        mailbox = Mailbox()
        _ = try ServiceThread.start(
            .client(ServiceThread.ClientLimits(perConnection: limits, connections: connections), trust),
            mailbox: mailbox)
    }

    deinit { mailbox.post(.stopWhenIdle) }

    /// Connects to `wss://host:port/path`. Throws `.timedOut`, `.connectFailed`, `.untrustedServer`, `.malformedURL`,
    /// `.cancelled`, or `.closed` if the service thread has ended. Resolving a name blocks the service thread: use a
    /// client per server when that matters.
    public func connect(
        to url: String, timeout: Duration = .seconds(10)
    ) async throws(WebSocketError) -> WebSocketConnection {
        let pending = PendingConnect(url: try WebSocketURL(url), timeout: timeout)
        guard mailbox.post(.connect(pending)) else { throw .closed }
        // The service thread looks at the deadline too, unless it is resolving a name just then.
        let timer = Task {
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            pending.decide(.failure(.timedOut))
        }
        let result = await withTaskCancellationHandler {
            await pending.outcome()
        } onCancel: {
            pending.decide(.failure(.cancelled))
        }
        timer.cancel()
        return try result.get()
    }

    /// One connection on a service thread of its own, which ends with it.
    public static func connect(
        url: String, trust: WebSocketTrust = .system, limits: WebSocketLimits = WebSocketLimits(),
        timeout: Duration = .seconds(10)
    ) async throws(WebSocketError) -> WebSocketConnection {
        try await WebSocketClient(trust: trust, limits: limits, connections: 1).connect(to: url, timeout: timeout)
    }
}
