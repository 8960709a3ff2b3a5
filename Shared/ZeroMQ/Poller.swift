private import CZeroMQ

/// Waits on sockets and plain descriptors. Linear in their number: fine up to some tens.
///
/// Keeps no socket open: one that has been closed while watched is skipped and never ready.
@safe public struct Poller: ~Copyable {
    /// What to wait for, and what came.
    public struct Readiness: OptionSet, Sendable, Hashable {
        public let rawValue: Int16
        public init(rawValue: Int16) { self.rawValue = rawValue }

        /// A receive would not block (`ZMQ_POLLIN`).
        public static let readable = Readiness(rawValue: 1)
        /// A send would not block (`ZMQ_POLLOUT`).
        public static let writable = Readiness(rawValue: 2)
        /// A plain descriptor has an error (`ZMQ_POLLERR`).
        public static let failed = Readiness(rawValue: 4)
    }

    private struct Item {
        let handle: SocketHandle?
        let descriptor: Int32
        var interest: Readiness
        var readiness: Readiness = []
    }

    private var items: [Item] = []

    public init() {}

    /// How many are watched.
    public var count: Int { items.count }

    /// Watches a socket of this thread and returns its index for `readiness(of:)`.
    public mutating func watch(_ socket: borrowing Socket, for interest: Readiness) -> Int {
        items.append(Item(handle: socket.handle, descriptor: -1, interest: interest))
        return items.count - 1
    }

    /// Watches a descriptor, which must stay open while it is watched.
    public mutating func watch(descriptor: Int32, for interest: Readiness) -> Int {
        items.append(Item(handle: nil, descriptor: descriptor, interest: interest))
        return items.count - 1
    }

    /// Waits for something else at an index from now on.
    public mutating func change(_ index: Int, to interest: Readiness) { items[index].interest = interest }

    /// Watches nothing any more.
    public mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// What the last `wait` found at an index.
    public func readiness(of index: Int) -> Readiness { items[index].readiness }

    /// Waits until something is ready or the time is over (`nil`: for ever), and returns how many are ready.
    public mutating func wait(_ timeout: Duration?) throws(ZeroMQError) -> Int {
        let milliseconds = timeout.map(roundedUpMilliseconds) ?? -1
        let (ready, code) = unsafe withUnsafeTemporaryAllocation(of: zmq_pollitem_t.self, capacity: items.count) {
            buffer in
            for index in items.indices {
                let item = items[index]
                // libzmq would follow a closed socket's pointer: watch nothing instead (-1 is never ready).
                let socket = unsafe item.handle.flatMap { unsafe $0.isOpen ? $0.pointer : nil }
                unsafe buffer.initializeElement(
                    at: index,
                    to: zmq_pollitem_t(
                        socket: socket, fd: item.descriptor, events: item.interest.rawValue, revents: 0))
            }
            let ready = unsafe zmq_poll(buffer.baseAddress, Int32(items.count), milliseconds)
            let code = ready < 0 ? zmq_errno() : 0
            for index in items.indices {
                items[index].readiness = ready > 0 ? unsafe Readiness(rawValue: buffer[index].revents) : []
            }
            return (ready, code)
        }
        if ready >= 0 { return Int(ready) }
        // EINTR: nothing is ready, the caller looks at its clock again. EFAULT: excluded. ETERM: thrown.
        if code == EINTR { return 0 }
        throw ZeroMQError(errno: code)
    }
}

/// Rounded up, so that a timer is never looked at before it is due.
private func roundedUpMilliseconds(_ duration: Duration) -> Int {
    guard duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
    guard !milliseconds.overflow, milliseconds.partialValue < 86_400_000 else { return 86_400_000 }
    return Int(milliseconds.partialValue + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
