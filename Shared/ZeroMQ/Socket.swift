private import CZeroMQ

/// The socket types the project uses. REQ and REP are left out: one lost answer blocks them for ever.
public enum SocketType: Sendable, Hashable {
    case dealer, router, publisher, subscriber, extendedPublisher, pair

    var number: Int32 {
        switch self {
        case .dealer: ZMQ_DEALER
        case .router: ZMQ_ROUTER
        case .publisher: ZMQ_PUB
        case .subscriber: ZMQ_SUB
        case .extendedPublisher: ZMQ_XPUB
        case .pair: ZMQ_PAIR
        }
    }
}

/// A ZeroMQ socket. Belongs to the thread that made it, from `init` to its end: it cannot be sent to another one, and a
/// debug build traps if it happens all the same. Nothing here blocks.
@safe public struct Socket: ~Copyable {
    let handle: SocketHandle
    /// As it was opened.
    public let type: SocketType
    private let context: Context
    private let needsAuthenticator: Bool

    /// What became of a frame.
    public enum SendOutcome: Sendable, Hashable {
        case sent
        /// `EAGAIN`: nobody is connected, or the peer's queue is at its high-water mark. Nothing left.
        case wouldBlock
        /// `EHOSTUNREACH`: a mandatory ROUTER knows no such peer. Nothing left.
        case unroutable
    }

    public init(_ context: Context, _ type: SocketType, _ options: SocketOptions = SocketOptions()) throws(ZeroMQError)
    {
        let opened = try context.open(type.number)
        do {
            try options.apply(to: opened, type: type)
        } catch {
            opened.close()
            throw error
        }
        handle = opened
        self.type = type
        self.context = context
        needsAuthenticator = options.security.needsAuthenticator
    }

    deinit { handle.close() }

    /// `tcp://127.0.0.1:0` picks a free port, see `lastEndpoint`. Interface names and `*` are taken; names of hosts are
    /// not, and libzmq never asks for them here.
    public borrowing func bind(_ endpoint: String) throws(ZeroMQError) {
        // libzmq lists the host's interfaces first and aborts if it has no descriptor for that.
        guard cx_has_descriptors(2) != 0 else { throw .tooManySockets }
        // EINVAL, EPROTONOSUPPORT, ENOCOMPATPROTO, EADDRINUSE, EADDRNOTAVAIL, ENODEV, EMTHREAD, ETERM, and of ipc paths
        // EACCES and ENOENT: thrown. ENOTSOCK: excluded.
        guard !needsAuthenticator || context.hasAuthenticator else { throw .authenticatorMissing }
        try check { unsafe zmq_bind(handle.pointer, endpoint) }
    }

    /// Starts to connect; how it went is told by a monitor. A TCP endpoint names an address: see
    /// `ZeroMQError.unresolvedName`.
    public borrowing func connect(_ endpoint: String) throws(ZeroMQError) {
        guard isDialable(endpoint) else { throw .unresolvedName }
        // EINVAL, EPROTONOSUPPORT, ENOCOMPATPROTO, EMTHREAD, ETERM: thrown. ENOTSOCK: excluded.
        try check { unsafe zmq_connect(handle.pointer, endpoint) }
    }

    /// Closes a listener; established connections stay.
    public borrowing func unbind(_ endpoint: String) throws(ZeroMQError) {
        // EINVAL, ENOENT, ETERM: thrown. ENOTSOCK: excluded.
        try check { unsafe zmq_unbind(handle.pointer, endpoint) }
    }

    /// The endpoint last bound, with its real port.
    public borrowing func lastEndpoint() throws(ZeroMQError) -> String { try handle.text(ZMQ_LAST_ENDPOINT) }

    /// What a subscription may be long. libzmq 4.3.4 garbles those of 246 to 255 bytes on their way.
    public static let longestTopic = 199

    /// Subscriber only: receive what starts with this. Longer than `longestTopic`: `.invalidArgument`.
    public borrowing func subscribe(toPrefix prefix: [UInt8]) throws(ZeroMQError) {
        guard prefix.count <= Self.longestTopic else { throw .invalidArgument }
        try handle.set(ZMQ_SUBSCRIBE, prefix)
    }

    /// Changes how long closing may wait for unsent messages; the one option that may be set late.
    public borrowing func setLinger(_ linger: Duration) throws(ZeroMQError) { try handle.set(ZMQ_LINGER, linger) }

    /// Hands a frame over. On `.sent` the message is empty afterwards, otherwise untouched.
    public borrowing func send(_ message: borrowing Message, more: Bool = false) throws(ZeroMQError) -> SendOutcome {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        let (result, code) = unsafe message.withStorage { storage in
            uninterrupted {
                unsafe zmq_msg_send(storage.assumingMemoryBound(to: zmq_msg_t.self), handle.pointer, flags)
            }
        }
        return try Self.outcome(result, code)
    }

    /// Copies the bytes into a frame and hands it over.
    public borrowing func send(_ bytes: [UInt8], more: Bool = false) throws(ZeroMQError) -> SendOutcome {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        let (result, code) = uninterrupted { unsafe zmq_send(handle.pointer, bytes, bytes.count, flags) }
        return try Self.outcome(result, code)
    }

    private static func outcome(_ result: Int32, _ code: Int32) throws(ZeroMQError) -> SendOutcome {
        if result >= 0 { return .sent }
        switch code {
        case EAGAIN: return .wouldBlock
        case EHOSTUNREACH: return .unroutable
        default: throw ZeroMQError(errno: code)  // ENOTSUP, EINVAL, EFSM, ETERM. ENOTSOCK and EFAULT are excluded.
        }
    }

    /// Takes the next frame, replacing what `message` held. False (`EAGAIN`): there is none now.
    public borrowing func receive(into message: inout Message) throws(ZeroMQError) -> Bool {
        let (result, code) = unsafe message.withStorage { storage in
            uninterrupted {
                unsafe zmq_msg_recv(storage.assumingMemoryBound(to: zmq_msg_t.self), handle.pointer, ZMQ_DONTWAIT)
            }
        }
        if result >= 0 { return true }
        if code == EAGAIN { return false }
        throw ZeroMQError(errno: code)  // ENOTSUP, EFSM, ETERM. ENOTSOCK and EFAULT are excluded.
    }
}

@available(*, unavailable)
extension Socket: Sendable {}

/// Whether connecting needs nobody to be asked for a name.
private func isDialable(_ endpoint: String) -> Bool {
    guard endpoint.hasPrefix("tcp://") else { return true }
    // `tcp://source;destination`, each with its port.
    return endpoint.dropFirst(6).split(separator: ";", omittingEmptySubsequences: false).allSatisfy { part in
        guard let colon = part.lastIndex(of: ":") else { return true }
        var host = part[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // A zone (`fe80::1%eth0`) is the name of an interface, which the kernel knows.
        return unsafe cx_is_address(String(host.prefix { $0 != "%" })) == 1
    }
}

/// One message of several frames, of which no more than asked for were kept.
public struct Multipart: Sendable, Hashable {
    /// In order; a ROUTER's begin with the routing id.
    public var frames: [[UInt8]]
    /// Frames beyond the limit, read and thrown away.
    public var discardedFrames: Int

    public init(frames: [[UInt8]], discardedFrames: Int = 0) {
        self.frames = frames
        self.discardedFrames = discardedFrames
    }
}

extension Socket {
    /// The next whole message, `nil` if there is none. libzmq delivers all frames of a message or none, so this never
    /// waits half way.
    public borrowing func receiveMultipart(
        using scratch: inout Message, maximumFrames: Int = 8
    ) throws(ZeroMQError) -> Multipart? {
        guard try receive(into: &scratch) else { return nil }
        var whole = Multipart(frames: [scratch.copyBytes()])
        while scratch.hasMore {
            guard try receive(into: &scratch) else { break }
            if whole.frames.count < maximumFrames {
                whole.frames.append(scratch.copyBytes())
            } else {
                whole.discardedFrames += 1
            }
        }
        return whole
    }

    /// Sends all frames or none.
    public borrowing func sendMultipart(_ frames: [[UInt8]]) throws(ZeroMQError) -> SendOutcome {
        for (index, frame) in frames.enumerated() {
            // Only the first frame can be refused: libzmq counts whole messages against the high-water mark.
            let outcome = try send(frame, more: index + 1 < frames.count)
            if outcome != .sent { return outcome }
        }
        return .sent
    }
}
