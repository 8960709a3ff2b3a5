private import CZeroMQ
private import Glibc

/// Waits on sockets and plain descriptors, with one system call and without asking sockets where nothing can have
/// happened. Linear in their number: fine up to some tens.
///
/// A socket's descriptor (`ZMQ_FD`) becomes readable once for what libzmq's own threads tell the socket, and any use of
/// the socket may take that news. So a socket is asked what it is ready for (`ZMQ_EVENTS`) when its descriptor is
/// readable, when anybody has used it since it was last asked, and while it is ready. `zmq_poll` asks all of them twice
/// per wait, which costs a system call each time.
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
        /// A plain descriptor has an error or is closed; told whatever was asked.
        public static let failed = Readiness(rawValue: 4)

        /// What `poll` says of a plain descriptor. A hang-up is for the reader to find.
        fileprivate init(_ events: Int16) {
            self = []
            if events & Int16(POLLIN | POLLHUP) != 0 { insert(.readable) }
            if events & Int16(POLLOUT) != 0 { insert(.writable) }
            if events & Int16(POLLERR | POLLNVAL) != 0 { insert(.failed) }
        }
    }

    fileprivate struct Item {
        let handle: SocketHandle?
        /// Of a socket: its `ZMQ_FD`, which stays the same for its life.
        let descriptor: Int32
        var interest: Readiness
        var readiness: Readiness = []
        /// Uses of the socket when it was last asked; `nil`: not asked for this interest yet.
        var askedAt: UInt64?

        /// The descriptor's silence says nothing.
        var mustAsk: Bool {
            guard let handle, handle.isOpen else { return false }
            return !readiness.isEmpty || askedAt != handle.uses
        }

        mutating func ask() throws(ZeroMQError) {
            guard let handle, handle.isOpen else {
                readiness = []
                return
            }
            readiness = Readiness(rawValue: Int16(truncatingIfNeeded: try handle.number(ZMQ_EVENTS)))
                .intersection(interest)
            askedAt = handle.uses
        }
    }

    private var items: [Item] = []

    public init() {}

    /// How many are watched.
    public var count: Int { items.count }

    /// Watches a socket of this thread and returns its index for `readiness(of:)`. Not one that it watches already: asking
    /// for the one index would take the news of the other.
    public mutating func watch(_ socket: borrowing Socket, for interest: Readiness) -> Int {
        let handle = socket.handle
        precondition(!items.contains { $0.handle === handle }, "a socket is watched twice")
        // ETERM only: then `wait` says so too, when it asks.
        let descriptor = (try? socket.handle.number(ZMQ_FD)) ?? -1
        items.append(Item(handle: handle, descriptor: descriptor, interest: interest))
        return items.count - 1
    }

    /// Watches a descriptor, which must stay open while it is watched.
    public mutating func watch(descriptor: Int32, for interest: Readiness) -> Int {
        items.append(Item(handle: nil, descriptor: descriptor, interest: interest))
        return items.count - 1
    }

    /// Waits for something else at an index from now on.
    public mutating func change(_ index: Int, to interest: Readiness) {
        guard items[index].interest != interest else { return }
        items[index].interest = interest
        items[index].askedAt = nil
    }

    /// Watches nothing any more.
    public mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// What the last `wait` found at an index.
    public func readiness(of index: Int) -> Readiness { items[index].readiness }

    /// Waits until something is ready or the time is over (`nil`: for ever), and returns how many are ready.
    public mutating func wait(_ timeout: Duration?) throws(ZeroMQError) -> Int {
        var remaining = timeout
        let began = ContinuousClock.now
        while true {
            let known = try askWhereUsed()
            // After a signal nothing more is ready, and the caller looks at its clock.
            guard let ready = try look(known > 0 ? .zero : remaining) else { return known }
            if ready > 0 { return ready }
            guard let timeout else { continue }
            // Over, or a socket was told something that makes it ready for nothing.
            remaining = timeout - (ContinuousClock.now - began)
            if remaining ?? .zero <= .zero { return 0 }
        }
    }

    /// How many are ready.
    private mutating func askWhereUsed() throws(ZeroMQError) -> Int {
        var ready = 0
        for index in items.indices {
            if items[index].mustAsk { try items[index].ask() } else { items[index].readiness = [] }
            if !items[index].readiness.isEmpty { ready += 1 }
        }
        return ready
    }

    /// Waits on the descriptors, asks the sockets of those that are readable, and counts all that are ready. `nil`: a signal
    /// ended the wait.
    private mutating func look(_ timeout: Duration?) throws(ZeroMQError) -> Int? {
        let milliseconds = Int32(clamping: timeout.map(roundedUpMilliseconds) ?? -1 as Int)
        var failure: ZeroMQError?
        let ready = unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: items.count) { buffer -> Int? in
            for index in items.indices {
                unsafe buffer.initializeElement(at: index, to: items[index].pollRequest)
            }
            let result = unsafe poll(buffer.baseAddress, nfds_t(items.count), milliseconds)
            if result < 0 {
                // EINTR. ENOMEM, and EINVAL for more descriptors than the process may have: thrown. EFAULT is excluded.
                if errno != EINTR { failure = .last }
                return nil
            }
            var ready = 0
            do throws(ZeroMQError) {
                for index in items.indices {
                    let events = unsafe buffer[index].revents
                    if events != 0 { try items[index].heard(events) }
                    if !items[index].readiness.isEmpty { ready += 1 }
                }
            } catch {
                failure = error
            }
            return ready
        }
        if let failure { throw failure }
        return ready
    }
}

extension Poller.Item {
    /// What the kernel is asked.
    fileprivate var pollRequest: pollfd {
        guard let handle else {
            var events: Int16 = 0
            if interest.contains(.readable) { events |= Int16(POLLIN) }
            if interest.contains(.writable) { events |= Int16(POLLOUT) }
            return pollfd(fd: descriptor, events: events, revents: 0)
        }
        // A closed socket's descriptor may be somebody else's by now: watch nothing instead.
        return pollfd(fd: handle.isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
    }

    /// What the kernel answered.
    fileprivate mutating func heard(_ events: Int16) throws(ZeroMQError) {
        if handle == nil {
            readiness = Poller.Readiness(events).intersection(interest.union(.failed))
        } else {
            try ask()
        }
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
