import Synchronization

/// How many stop signals came.
final class SignalCount: Sendable {
    private let count = Mutex(0)

    /// The number of this one, from 1.
    func next() -> Int {
        count.withLock { value in
            value += 1
            return value
        }
    }
}
