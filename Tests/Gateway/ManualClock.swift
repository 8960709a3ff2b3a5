import CallModel
import ServiceKit
import Synchronization

/// A clock that a test moves.
final class ManualClock: ServiceClock {
    private let time = Mutex(MonotonicInstant(nanoseconds: 1_000_000_000_000))

    var now: MonotonicInstant { time.withLock { $0 } }
    var wallTime: WallTime { WallTime(milliseconds: 1_700_000_000_000) }

    func advance(_ duration: Duration) { time.withLock { $0 = $0 + duration } }

    func sleep(until instant: MonotonicInstant) async throws {
        while now < instant { try await Task.sleep(for: .milliseconds(5)) }
    }
}
