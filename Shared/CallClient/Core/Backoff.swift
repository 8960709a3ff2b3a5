/// A random fraction, at least 0 and below 1. It comes in with each input: the core throws no dice.
package struct Chance: Sendable, Hashable {
    package let fraction: Double

    /// Values outside 0..<1, and NaN, are clamped.
    package init(_ fraction: Double) {
        self.fraction = fraction >= 0 ? min(fraction, 0.999_999) : 0
    }
}

/// Full jitter: a delay drawn evenly between zero and a ceiling that doubles with each attempt, so that the clients of
/// a restarted gateway do not come back in one wave (Brooker, "Exponential Backoff and Jitter").
package struct Backoff: Sendable, Hashable {
    package var base: Duration
    package var cap: Duration

    package init(base: Duration, cap: Duration) {
        self.base = base
        self.cap = cap
    }

    /// The largest delay before attempt number `attempt`, counted from 1.
    package func ceiling(attempt: Int) -> Duration {
        var ceiling = min(base, cap)
        var left = attempt - 1
        while left > 0, ceiling < cap {
            ceiling = min(ceiling + ceiling, cap)
            left -= 1
        }
        return ceiling
    }

    /// The delay before attempt number `attempt`; never shorter than the server's own hint.
    package func delay(attempt: Int, chance: Chance, hint: Duration? = nil) -> Duration {
        let drawn = ceiling(attempt: attempt) * chance.fraction
        guard let hint else { return drawn }
        return hint + drawn
    }
}
