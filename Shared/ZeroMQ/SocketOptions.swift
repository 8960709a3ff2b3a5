private import CZeroMQ

/// What is set on a socket before it binds or connects; libzmq ignores most of it afterwards.
///
/// Left out on purpose: routing ids (two peers with one id silence each other), ZMTP heartbeats (on a connecting socket
/// they can abort the process, libzmq #3937) and unlimited message sizes.
public struct SocketOptions: Sendable, Hashable {
    /// TCP keepalive: when an idle connection is probed and when it is given up.
    public struct KeepAlive: Sendable, Hashable {
        /// Silence before the first probe.
        public var idle: Duration
        /// Between probes.
        public var interval: Duration
        /// Unanswered ones after which the connection is lost.
        public var probes: Int32

        public init(idle: Duration = .seconds(10), interval: Duration = .seconds(3), probes: Int32 = 3) {
            self.idle = idle
            self.interval = interval
            self.probes = probes
        }
    }

    /// How long unsent messages may hold up closing.
    public var linger: Duration = .zero
    /// Messages queued towards one peer; 0: no limit.
    public var sendHighWaterMark: Int32 = 1_000
    /// Messages queued from one peer; 0: no limit.
    public var receiveHighWaterMark: Int32 = 1_000
    /// A larger frame closes the connection it came from. Without a limit its announced length is allocated at once.
    public var maximumMessageBytes: Int64 = 1_114_112
    /// A peer that has not finished its handshake by then is cut off.
    public var handshakeInterval: Duration = .seconds(5)
    /// Connections waiting to be accepted.
    public var backlog: Int32 = 1_024
    /// ROUTER: sending to an unknown peer is refused instead of silently dropped.
    public var isRouterMandatory = false
    /// Extended publisher: a message that one matching subscriber's queue has no room for is refused, not silently lost.
    public var isLossReported = false
    /// Queue only to peers that are connected. The pipe to one that is lost ends with what has not been read from it, in
    /// the middle of a message too, which aborts the process (libzmq #2163).
    public var isImmediate = false
    /// `nil`: never by itself; as dangerous as `isImmediate`. A protocol error leaves a reconnecting socket dead without a
    /// word (libzmq #4196).
    public var reconnectInterval: Duration? = .milliseconds(100)
    /// Gives up a TCP connect; zero: the system's two minutes.
    public var connectTimeout: Duration = .zero
    /// `nil`: as the system has it.
    public var keepAlive: KeepAlive?
    /// Longest time sent TCP data may stay unacknowledged; zero: as the system has it.
    public var unacknowledgedTimeout: Duration = .zero
    /// Whether names and addresses of IPv6 are taken too.
    public var isIPv6Enabled = false
    /// Who may be at the other end, and whether others can read along.
    public var security = SocketSecurity.none

    public init() {}

    func apply(to handle: SocketHandle, type: SocketType) throws(ZeroMQError) {
        try handle.set(ZMQ_LINGER, linger)
        try handle.set(ZMQ_SNDHWM, sendHighWaterMark)
        try handle.set(ZMQ_RCVHWM, receiveHighWaterMark)
        try handle.set(ZMQ_MAXMSGSIZE, maximumMessageBytes)
        try handle.set(ZMQ_HANDSHAKE_IVL, handshakeInterval)
        try handle.set(ZMQ_BACKLOG, backlog)
        try handle.set(ZMQ_IMMEDIATE, isImmediate ? 1 : Int32(0))
        if let reconnectInterval {
            try handle.set(ZMQ_RECONNECT_IVL, reconnectInterval)
        } else {
            try handle.set(ZMQ_RECONNECT_IVL, -1 as Int32)
        }
        try handle.set(ZMQ_CONNECT_TIMEOUT, connectTimeout)
        try handle.set(ZMQ_TCP_MAXRT, unacknowledgedTimeout)
        try handle.set(ZMQ_IPV6, isIPv6Enabled ? 1 : Int32(0))
        if type == .router { try handle.set(ZMQ_ROUTER_MANDATORY, isRouterMandatory ? 1 : Int32(0)) }
        if type == .extendedPublisher { try handle.set(ZMQ_XPUB_NODROP, isLossReported ? 1 : Int32(0)) }
        if let keepAlive {
            try handle.set(ZMQ_TCP_KEEPALIVE, 1 as Int32)
            try handle.set(ZMQ_TCP_KEEPALIVE_IDLE, Int32(clamping: keepAlive.idle.components.seconds))
            try handle.set(ZMQ_TCP_KEEPALIVE_INTVL, Int32(clamping: keepAlive.interval.components.seconds))
            try handle.set(ZMQ_TCP_KEEPALIVE_CNT, keepAlive.probes)
        }
        try security.apply(to: handle)
    }
}

extension SocketHandle {
    // EINVAL: unknown option or value out of range, thrown. ETERM: thrown. ENOTSOCK: excluded. EINTR: repeated.
    func set(_ option: Int32, _ value: Int32) throws(ZeroMQError) {
        var value = value
        try check { unsafe zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size) }
    }

    func set(_ option: Int32, _ value: Int64) throws(ZeroMQError) {
        var value = value
        try check { unsafe zmq_setsockopt(pointer, option, &value, MemoryLayout<Int64>.size) }
    }

    func set(_ option: Int32, _ duration: Duration) throws(ZeroMQError) {
        let (seconds, attoseconds) = duration.components
        try set(option, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    func set(_ option: Int32, _ bytes: [UInt8]) throws(ZeroMQError) {
        try check { unsafe zmq_setsockopt(pointer, option, bytes, bytes.count) }
    }

    /// Reads an option back, as tests do.
    func number(_ option: Int32) throws(ZeroMQError) -> Int32 {
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        try check { unsafe zmq_getsockopt(pointer, option, &value, &size) }
        return value
    }

    func text(_ option: Int32) throws(ZeroMQError) -> String {
        var buffer = [UInt8](repeating: 0, count: 512)
        var size = buffer.count
        try check { unsafe zmq_getsockopt(pointer, option, &buffer, &size) }
        return String(decoding: buffer.prefix(while: { $0 != 0 }), as: UTF8.self)
    }
}
