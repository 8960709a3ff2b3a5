public import CallModel

/// 64 bits of seconds and fraction, as sender reports carry them (RFC 3550, section 4).
///
/// Only differences matter to us, so it is built from the sender's monotonic clock: a step of the wall clock must not
/// show up as a round-trip time.
public struct NTPTimestamp: Hashable, Sendable {
    public let bits: UInt64

    public init(bits: UInt64) { self.bits = bits }

    public init(_ instant: MonotonicInstant) {
        let nanoseconds = UInt64(bitPattern: instant.nanoseconds)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        bits = seconds << 32 | (rest << 32) / 1_000_000_000
    }

    /// The middle 32 bits, in units of 1/65536 second, as LSR carries them.
    public var middle: UInt32 { UInt32(truncatingIfNeeded: bits >> 16) }
}

extension Duration {
    /// 1/65536 second units, as LSR and DLSR use them.
    init(ntpUnits units: UInt32) {
        self = .nanoseconds(Int64(units) * 1_000_000_000 >> 16)
    }

    var ntpUnits: UInt32 {
        let nanoseconds = max(0, wholeNanoseconds)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return UInt32(clamping: seconds << 16 | (rest << 16) / 1_000_000_000)
    }
}
