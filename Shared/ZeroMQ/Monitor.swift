private import CZeroMQ
private import Synchronization

/// What happened to a socket's connections, told by libzmq's I/O thread.
public struct SocketEvent: Sendable, Hashable {
    /// libzmq's `ZMQ_EVENT_...`.
    public enum Kind: Sendable, Hashable {
        case connected, connectDelayed, connectRetried, listening, bindFailed, accepted
        /// A connect attempt failed, or a listener was closed.
        case closed
        case closeFailed
        case disconnected
        case handshakeSucceeded, handshakeFailed, handshakeFailedProtocol, handshakeFailedAuthentication
        case unknown(UInt16)

        init(number: UInt16) {
            self =
                switch Int32(number) {
                case ZMQ_EVENT_CONNECTED: .connected
                case ZMQ_EVENT_CONNECT_DELAYED: .connectDelayed
                case ZMQ_EVENT_CONNECT_RETRIED: .connectRetried
                case ZMQ_EVENT_LISTENING: .listening
                case ZMQ_EVENT_BIND_FAILED: .bindFailed
                case ZMQ_EVENT_ACCEPTED: .accepted
                case ZMQ_EVENT_CLOSED: .closed
                case ZMQ_EVENT_CLOSE_FAILED: .closeFailed
                case ZMQ_EVENT_DISCONNECTED: .disconnected
                case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeSucceeded
                case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeFailed
                case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .handshakeFailedProtocol
                case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .handshakeFailedAuthentication
                default: .unknown(number)
                }
        }
    }

    /// What happened.
    public let kind: Kind
    /// A descriptor, an errno, an interval or a protocol error, depending on the kind.
    public let value: UInt32
    /// The connection's endpoint, as libzmq writes it.
    public let endpoint: String
}

/// The events of one socket, to be read by the thread that owns both. Ends with itself or with the socket, whichever is
/// first: an event that nobody could read any more would hold up libzmq's thread for ever.
public struct Monitor: ~Copyable {
    /// For `Poller.watch`.
    public let socket: Socket
    private var scratch: Message
    private let observed: SocketHandle

    private static let counter = Atomic<UInt64>(0)

    /// Begins to report what happens to `observed` from now on.
    public init(_ context: Context, of observed: borrowing Socket) throws(ZeroMQError) {
        // Order is irrelevant: the number only has to be unique in the process.
        let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
        let address = "inproc://monitor-\(number)"
        // EPROTONOSUPPORT, EINVAL: excluded by the address. ETERM: thrown.
        // Its own end is not asked for: telling it waits for a reader, who may be gone by then. Nor are failed accepts:
        // without descriptors libzmq tells of the same one over and over, as fast as it can.
        let events = ZMQ_EVENT_ALL & ~(ZMQ_EVENT_MONITOR_STOPPED | ZMQ_EVENT_ACCEPT_FAILED)
        try check { unsafe zmq_socket_monitor(observed.handle.pointer, address, events) }
        observed.handle.isObserved = true
        do {
            // Without a mark: a full queue would hold up libzmq's thread, and with it every connection.
            var options = SocketOptions()
            options.receiveHighWaterMark = 0
            let pair = try Socket(context, .pair, options)
            try pair.connect(address)
            socket = pair
        } catch {
            observed.handle.stopMonitor()
            throw error
        }
        self.observed = observed.handle
        scratch = Message()
    }

    deinit { observed.stopMonitor() }

    /// The next event, `nil` if there is none now.
    public mutating func next() throws(ZeroMQError) -> SocketEvent? {
        guard let whole = try socket.receiveMultipart(using: &scratch, maximumFrames: 2) else { return nil }
        // First frame: 16 bits of event and 32 bits of value in host order. Second: the endpoint.
        guard whole.frames.count == 2, whole.frames[0].count == 6 else { return nil }
        let head = whole.frames[0]
        let number = UInt16(head[0]) | UInt16(head[1]) << 8
        let value = UInt32(head[2]) | UInt32(head[3]) << 8 | UInt32(head[4]) << 16 | UInt32(head[5]) << 24
        return SocketEvent(
            kind: SocketEvent.Kind(number: number), value: value,
            endpoint: String(decoding: whole.frames[1], as: UTF8.self))
    }
}
