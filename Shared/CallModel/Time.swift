/// A point on this process's monotonic clock. Meaningless in another process: what two hosts or a restart must agree
/// on is a `WallTime`.
public struct MonotonicInstant: Hashable, Sendable, Comparable {
    /// Nanoseconds since the clock's arbitrary start.
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The clock's start.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    @inlinable public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturates instead of overflowing.
    @inlinable public static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: saturatingAdd(instant.nanoseconds, duration.wholeNanoseconds))
    }

    /// How long after `right` is `left`; negative if it is earlier. Saturates instead of overflowing.
    @inlinable public static func - (left: MonotonicInstant, right: MonotonicInstant) -> Duration {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return .nanoseconds(overflow ? (left < right ? .min : .max) : difference)
    }
}

/// A point in UTC, in milliseconds since 1970. Hosts agree on it within about a second.
public struct WallTime: Hashable, Sendable, Comparable, Codable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The start of 1970, UTC.
    public static let zero = WallTime(milliseconds: 0)

    public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

    /// Saturates instead of overflowing.
    public static func + (time: WallTime, duration: Duration) -> WallTime {
        WallTime(milliseconds: saturatingAdd(time.milliseconds, duration.wholeMilliseconds))
    }

    /// Saturates instead of overflowing.
    public static func - (time: WallTime, duration: Duration) -> WallTime { time + (.zero - duration) }

    /// How long after `right` is `left`; negative if it is earlier.
    public static func - (left: WallTime, right: WallTime) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Duration {
    /// Rounded towards zero; saturates.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return saturatingAdd(scaled, attoseconds / 1_000_000_000_000_000)
    }

    /// Rounded towards zero; saturates.
    @inlinable public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return saturatingAdd(scaled, attoseconds / 1_000_000_000)
    }
}

@usableFromInline func saturatingAdd(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    guard overflow else { return sum }
    return right < 0 ? .min : .max
}
