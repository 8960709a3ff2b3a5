internal import CDatagram
private import Glibc

/// A point on the system's monotonic clock, the one that `PacketWaiter` waits by.
public struct MonotonicDeadline: Hashable, Comparable, Sendable {
    /// Since an arbitrary start (`CLOCK_MONOTONIC`).
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// This moment.
    public static var now: MonotonicDeadline { MonotonicDeadline(nanoseconds: cd_now()) }

    public static func < (left: MonotonicDeadline, right: MonotonicDeadline) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public static func + (deadline: MonotonicDeadline, duration: Duration) -> MonotonicDeadline {
        let (seconds, attoseconds) = duration.components
        return MonotonicDeadline(
            nanoseconds: deadline.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

/// Lets a thread sleep until a packet, a wake from another thread or an absolute deadline. Belongs to one thread.
public struct PacketWaiter: ~Copyable {
    /// Sockets are told apart by tokens 0 ..< 31.
    public static let socketLimit = 31
    private static let wakeToken: UInt32 = 31

    /// What ended a wait. Several may be true at once.
    public struct Wake: Equatable, Sendable {
        /// Bit n: the socket watched with token n has packets.
        public var readable: UInt32 = 0
        /// `Waker.wake` was called since the last wait.
        public var isWoken = false
        /// The deadline has passed.
        public var isDue = false

        public init(readable: UInt32 = 0, isWoken: Bool = false, isDue: Bool = false) {
            self.readable = readable
            self.isWoken = isWoken
            self.isDue = isDue
        }

        /// Whether the socket watched with `token` has packets.
        public func isReadable(_ token: Int) -> Bool { readable & (1 << UInt32(token)) != 0 }
    }

    /// Ends the wait from any thread.
    public let waker: Waker
    private var waiter: cd_waiter

    public init() throws(DatagramError) {
        let waker = try Waker()
        var waiter = cd_waiter()
        _ = try DatagramError.check(unsafe cd_waiter_open(&waiter))
        let result = unsafe cd_waiter_watch(&waiter, waker.descriptor, Self.wakeToken)
        guard result >= 0 else {
            unsafe cd_waiter_close(&waiter)
            throw DatagramError(negative: result)
        }
        self.waker = waker
        self.waiter = waiter
    }

    deinit {
        var closing = waiter
        unsafe cd_waiter_close(&closing)
    }

    /// Reports `token` when `socket` has packets, until the socket is closed.
    public mutating func watch(_ socket: borrowing DatagramSocket, token: Int) throws(DatagramError) {
        precondition(token >= 0 && token < Self.socketLimit)
        _ = try DatagramError.check(unsafe cd_waiter_watch(&waiter, socket.descriptor, UInt32(token)))
    }

    /// Sleeps until something happens. A deadline in the past returns at once, with what else is ready. `nil`: none.
    public mutating func wait(until deadline: MonotonicDeadline?) throws(DatagramError) -> Wake {
        var ready: UInt32 = 0
        while true {
            let result = unsafe cd_wait(&waiter, max(deadline?.nanoseconds ?? 0, deadline == nil ? 0 : 1), &ready)
            if result == -EINTR { continue }
            _ = try DatagramError.check(result)
            var wake = Wake(readable: ready, isWoken: false, isDue: result == 1)
            if wake.isReadable(Int(Self.wakeToken)) {
                wake.readable &= ~(1 << Self.wakeToken)
                wake.isWoken = true
                waker.clear()
            }
            return wake
        }
    }
}

/// Wakes the thread that sleeps in a `PacketWaiter`. A wake that comes before the sleep is not lost; several count as
/// one. Never blocks.
public final class Waker: Sendable {
    let descriptor: Int32

    init() throws(DatagramError) { descriptor = try DatagramError.check(cd_event_open()) }

    deinit { cd_close(descriptor) }

    /// Ends the present wait, or the next one if nobody waits. From any thread.
    public func wake() { cd_event_signal(descriptor) }

    func clear() { cd_event_clear(descriptor) }
}
