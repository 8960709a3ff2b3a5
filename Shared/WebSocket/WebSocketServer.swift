import Synchronization
private import Glibc

/// Accepts WebSocket connections, TLS included, and answers plain HTTP requests on the same port.
///
/// Each accepted connection runs `handler` in a task of its own; when the handler returns, the connection is closed
/// normally. The handler's connection ends (`receive` gives `nil`) when the peer is gone or the server stops.
public final class WebSocketServer: Sendable {
    /// PEM files; the certificate file may hold the chain.
    public struct TLS: Sendable, Hashable {
        /// The certificate, with its chain behind it.
        public var certificateFile: String
        /// The certificate's private key.
        public var keyFile: String

        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// Where to listen and what to bear.
    public struct Configuration: Sendable {
        /// An address of this host, `0.0.0.0` or `::` for all.
        public var host: String
        /// 0: any free one, see `port`.
        public var port: Int
        /// `nil`: no TLS.
        public var tls: TLS?
        /// The path of upgrades; others get 404.
        public var path: String
        /// Bounds of each connection.
        public var limits: WebSocketLimits
        /// Connections in any state; more are dropped on accept. Capped by the process's file descriptors.
        public var connections: Int
        /// From accept to the end of the upgrade, or of a plain HTTP exchange.
        public var handshakeTimeout: Duration
        /// An open connection that sends nothing for so long is dropped. `nil`: never.
        public var idleTimeout: Duration?
        /// Header bytes of a request; a longer one is refused.
        public var headerBytes: Int
        /// Answers plain GET and HEAD, on the service thread: must not block.
        public var respond: @Sendable (HTTPRequest) -> HTTPResponse

        public init(
            host: String = "127.0.0.1", port: Int = 0, tls: TLS?, path: String = "/v1",
            limits: WebSocketLimits = WebSocketLimits(), connections: Int = 4_096,
            handshakeTimeout: Duration = .seconds(10), idleTimeout: Duration? = nil, headerBytes: Int = 8 << 10,
            respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in .notFound }
        ) {
            self.host = host
            self.port = port
            self.tls = tls
            self.path = path
            self.limits = limits
            self.connections = connections
            self.handshakeTimeout = handshakeTimeout
            self.idleTimeout = idleTimeout
            self.headerBytes = headerBytes
            self.respond = respond
        }

        /// `connections`, leaving the process some descriptors for everything else.
        var usableConnections: Int {
            var limit = rlimit()
            guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
            return max(1, min(connections, Int(clamping: limit.rlim_cur) - 128))
        }

        var handshakeSeconds: Int { max(1, Int(handshakeTimeout.components.seconds)) }
    }

    /// The port listened on.
    public let port: Int

    private let mailbox: Mailbox
    private let connections = ConnectionSet()

    /// Listens. Throws `.cannotListen` with the library's reason.
    public init(
        _ configuration: Configuration, handler: @escaping @Sendable (WebSocketConnection) async -> Void
    ) throws(WebSocketError) {
        mailbox = Mailbox()
        let connections = connections
        let accept: @Sendable (WebSocketConnection) -> Void = { connection in
            connections.insert(connection)
            Task {
                await handler(connection)
                connection.close()
                _ = await connection.closed()
                connections.remove(connection)
            }
        }
        port = try ServiceThread.start(.server(configuration, accept: accept), mailbox: mailbox)
    }

    deinit { mailbox.post(.stop) }

    /// Open connections.
    public var connectionCount: Int { connections.count }

    /// Answers upgrades with 503 from now on; open connections and plain HTTP go on.
    public func refuse() { mailbox.post(.refuse) }

    /// Refuses new connections, closes the open ones with `code`, waits until their handlers have returned
    /// or `deadline` has passed, then stops. Plain HTTP is answered until then.
    public func drain(
        within deadline: Duration, code: WebSocketCloseCode = .goingAway, reason: String = "draining"
    ) async {
        refuse()
        mailbox.post(.closeAll(WebSocketClosure(code, reason: reason, initiator: .local)))
        await connections.waitUntilEmpty(within: deadline)
        stop()
        await mailbox.ended()
    }

    /// Drops every connection and stops listening.
    public func stop() { mailbox.post(.stop) }
}

/// The connections whose handlers run.
private final class ConnectionSet: Sendable {
    private struct State {
        var members: Set<UInt64> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.members.count } }

    func insert(_ connection: WebSocketConnection) { state.withLock { _ = $0.members.insert(connection.id) } }

    func remove(_ connection: WebSocketConnection) {
        let waiters = state.withLock { state in
            state.members.remove(connection.id)
            guard state.members.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func waitUntilEmpty(within deadline: Duration) async {
        let timer = Task {
            try? await Task.sleep(for: deadline)
            self.releaseWaiters()
        }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.members.isEmpty { return true }
                state.waiters.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
        timer.cancel()
    }

    private func releaseWaiters() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
