public import CallModel
import Glibc

/// Where a shell gets the time that it passes to its core.
public protocol ServiceClock: Sendable {
    var now: MonotonicInstant { get }
    var wallTime: WallTime { get }
    /// Throws `CancellationError` if the task is cancelled first. Returns at once for an instant that has passed.
    func sleep(until instant: MonotonicInstant) async throws
}

extension ServiceClock {
    public func sleep(for duration: Duration) async throws { try await sleep(until: now + duration) }
}

/// The host's clocks. Monotonic time goes on while the host is suspended.
public struct SystemClock: ServiceClock {
    public init() {}

    public var now: MonotonicInstant { MonotonicInstant(nanoseconds: read(CLOCK_BOOTTIME)) }

    public var wallTime: WallTime { WallTime(milliseconds: read(CLOCK_REALTIME) / 1_000_000) }

    public func sleep(until instant: MonotonicInstant) async throws {
        let remaining = instant - now
        if remaining > .zero { try await Task.sleep(for: remaining, clock: .continuous) }
    }

    private func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // EINVAL and EFAULT are the only errors, and impossible here.
        unsafe _ = clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
