/// Why a WebSocket operation failed. `cause` is libwebsockets' own wording, for logs.
public enum WebSocketError: Error, Sendable, Hashable {
    /// Not `ws://host[:port][/path]` or `wss://…`.
    case malformedURL(String)
    /// Address in use, certificate unreadable and the like.
    case cannotListen(cause: String)
    case cannotStart(cause: String)
    /// No connection, or the server refused the upgrade.
    case connectFailed(cause: String)
    /// The server's certificate is not trusted or not for this host.
    case untrustedServer(cause: String)
    case timedOut
    case cancelled
    /// The connection is closed or closing.
    case closed
    case messageTooLarge(limit: Int)
    /// The peer reads too slowly; the connection is being closed.
    case outgoingQueueFull(limit: Int)
}
