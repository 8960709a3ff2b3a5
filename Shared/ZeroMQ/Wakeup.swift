private import CZeroMQ

/// A descriptor that any thread can make readable, to end a `Poller.wait` of another thread.
public final class Wakeup: Sendable {
    /// For `Poller.watch(descriptor:for:)`.
    public let descriptor: Int32

    public init() throws(ZeroMQError) {
        descriptor = cx_eventfd()
        // EMFILE, ENFILE, ENOMEM.
        if descriptor < 0 { throw ZeroMQError.last }
    }

    deinit { _ = close(descriptor) }

    /// Safe from any thread.
    public func signal() {
        var one: UInt64 = 1
        // EAGAIN: the counter is at its top, so it is readable already. EINTR cannot happen: it never blocks.
        unsafe _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// For the waiting thread: makes it unreadable again. Clear first, then look at what was announced.
    public func clear() {
        var count: UInt64 = 0
        // EAGAIN: nobody signalled.
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
