import Foundation

/// The host's UTC clock, for what another host must understand. Intervals are measured between `MonotonicInstant`s.
enum WallClock {
    static var microseconds: UInt64 { UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000)) }
}
