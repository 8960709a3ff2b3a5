public import CallModel
import Foundation
import MonotonicClock

/// Where a shell gets the time that it passes to its core.
public protocol ServiceClock: Sendable {
    /// For intervals and local timers.
    var now: MonotonicInstant { get }
    /// For what another host, a client or a restart must understand.
    var wallTime: WallTime { get }
    /// Throws `CancellationError` if the task is cancelled first. Returns at once for an instant that has passed.
    func sleep(until instant: MonotonicInstant) async throws
}

extension ServiceClock {
    /// Throws `CancellationError` if the task is cancelled first.
    public func sleep(for duration: Duration) async throws { try await sleep(until: now + duration) }
}

/// The host's clocks. Monotonic time is the bus's: it begins when the process first asks, and goes on while the host is
/// suspended.
public struct SystemClock: ServiceClock {
    public init() {}

    public var now: MonotonicInstant { .now }

    public var wallTime: WallTime { WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    public func sleep(until instant: MonotonicInstant) async throws {
        let remaining = instant - now
        if remaining > .zero { try await Task.sleep(for: remaining, clock: .continuous) }
    }
}
