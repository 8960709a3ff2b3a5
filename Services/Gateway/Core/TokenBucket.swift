package import CallModel

/// A token bucket in whole nanoseconds: no rounding drift, no allocation.
package struct TokenBucket: Sendable, Equatable {
    private let nanosecondsPerToken: Int64
    private let depth: Int64
    /// The instant at which the bucket would be full again.
    private var fullAt: MonotonicInstant

    /// Starts full.
    package init(_ rate: Rate, at now: MonotonicInstant) {
        nanosecondsPerToken = 1_000_000_000 / Int64(max(1, rate.perSecond))
        depth = nanosecondsPerToken * Int64(max(1, rate.burst))
        fullAt = now
    }

    /// Takes a token. Otherwise how long until there is one.
    package mutating func take(at now: MonotonicInstant) -> Duration? {
        let base = max(fullAt, now)
        let next = base + .nanoseconds(nanosecondsPerToken)
        let excess = (next - now) - .nanoseconds(depth)
        guard excess <= .zero else { return excess }
        fullAt = next
        return nil
    }
}
