import Datagram

/// The clock by which phones talk and listen, 20 ms by 20 ms in real time, on the calling thread. Absolute, so that time
/// spent between two calls does not slow the phones down.
public final class Conversation {
    private var waiter: PacketWaiter
    private var deadline = MonotonicDeadline.now

    public init() throws { waiter = try PacketWaiter() }

    public func run(_ phones: [TestPhone], milliseconds: Int) throws {
        // After a long interruption a burst would only test the phones' patience.
        if deadline + .milliseconds(100) < MonotonicDeadline.now { deadline = MonotonicDeadline.now }
        for _ in 0..<milliseconds / 20 {
            for phone in phones { try phone.talk() }
            deadline = deadline + .milliseconds(20)
            while try !waiter.wait(until: deadline).isDue {}
            for phone in phones { try phone.listen() }
        }
    }
}
