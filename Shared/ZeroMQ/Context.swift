private import CZeroMQ
private import Synchronization

/// libzmq's own threads and the home of `inproc`. Safe to share; every socket keeps its context alive, so it is torn
/// down after the last of them.
@safe public final class Context: Sendable {
    // libzmq's context is the one thing of it that threads may share.
    nonisolated(unsafe) private let pointer: UnsafeMutableRawPointer
    /// How many answer who may connect: 0 or 1. Written by the `Authenticator`, read by whoever binds; publishes that its
    /// endpoint is bound, hence release and acquire.
    private let authenticators = Atomic<Int>(0)
    // Written by whoever opens the first socket. Guards nothing but a check that may as well be made twice: relaxed.
    private let hasStarted = Atomic(false)

    /// - Parameter maximumSockets: across all threads, monitors included.
    public init(maximumSockets: Int32 = 4_096) throws(ZeroMQError) {
        // EMFILE: no descriptors left.
        guard let pointer = unsafe zmq_ctx_new() else { throw ZeroMQError.last }
        unsafe self.pointer = unsafe pointer
        // EINVAL for an unknown option or a bad value only.
        try check { unsafe zmq_ctx_set(pointer, ZMQ_MAX_SOCKETS, maximumSockets) }
        try check { unsafe zmq_ctx_set(pointer, ZMQ_IO_THREADS, 1) }
        // Sockets then close with LINGER 0 unless told otherwise: termination never hangs on an absent peer.
        try check { unsafe zmq_ctx_set(pointer, ZMQ_BLOCKY, 0) }
    }

    deinit {
        // EFAULT is impossible; EINTR is repeated. No socket is open here, so this only joins libzmq's threads.
        _ = uninterrupted { unsafe zmq_ctx_term(pointer) }
    }

    /// The library's version at run time, for example 4.3.4.
    public static var version: (major: Int, minor: Int, patch: Int) {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        unsafe zmq_version(&major, &minor, &patch)
        return (Int(major), Int(minor), Int(patch))
    }

    /// The version this overlay was written and tested against.
    public static let testedVersion = (
        major: Int(ZMQ_VERSION_MAJOR), minor: Int(ZMQ_VERSION_MINOR), patch: Int(ZMQ_VERSION_PATCH)
    )

    /// Somebody answers who may connect to the CURVE servers of this context.
    var hasAuthenticator: Bool { authenticators.load(ordering: .acquiring) > 0 }

    func authenticatorCame() { authenticators.add(1, ordering: .releasing) }

    func authenticatorWent() { authenticators.subtract(1, ordering: .releasing) }

    /// Whether the process may open a few more descriptors now. Without, connections wait to be accepted.
    public static var hasDescriptorsLeft: Bool { cx_has_descriptors(4) != 0 }

    /// The first socket starts libzmq's two threads, which needs this many and aborts the process without.
    private static let descriptorsToStart: Int32 = 8

    func open(_ type: Int32) throws(ZeroMQError) -> SocketHandle {
        if !hasStarted.load(ordering: .relaxed) {
            guard cx_has_descriptors(Self.descriptorsToStart) != 0 else { throw .tooManySockets }
            hasStarted.store(true, ordering: .relaxed)
        }
        // EINVAL and EFAULT are impossible; EMFILE and ETERM are thrown.
        guard let socket = unsafe zmq_socket(pointer, type) else { throw ZeroMQError.last }
        return unsafe SocketHandle(socket, context: self)
    }
}

/// The one reference to a libzmq socket: the `Socket` that owns it closes it, pollers only look.
@safe final class SocketHandle {
    private let socket: UnsafeMutableRawPointer
    private let context: Context
    private(set) var isOpen = true
    /// How often libzmq was asked to do something with it: whoever waits for it must ask again after that.
    private(set) var uses: UInt64 = 0
    /// A monitor was made for it.
    var isObserved = false
    #if DEBUG
        private let owner = cx_thread()
    #endif

    init(_ socket: UnsafeMutableRawPointer, context: Context) {
        unsafe self.socket = socket
        self.context = context
    }

    /// For the thread that made the socket, while it is open. libzmq sockets used from two threads corrupt memory.
    var pointer: UnsafeMutableRawPointer {
        precondition(isOpen, "a closed ZeroMQ socket is used")
        #if DEBUG
            precondition(owner == cx_thread(), "a ZeroMQ socket is used by a thread that did not make it")
        #endif
        uses &+= 1
        return unsafe socket
    }

    /// Ends its monitor, if it has one, while somebody still reads what that has to say.
    func stopMonitor() {
        guard isOpen, isObserved else { return }
        // Nothing can fail: the monitor's end is no event that was asked for, see `Monitor`.
        unsafe _ = zmq_socket_monitor(pointer, nil, 0)
        isObserved = false
    }

    func close() {
        // libzmq 4.3.4 never reaps a socket that is closed with a running monitor: three descriptors are lost each time.
        stopMonitor()
        // ENOTSOCK is the only error, and excluded.
        unsafe _ = zmq_close(pointer)
        isOpen = false
    }
}
