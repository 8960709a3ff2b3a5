// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// A gain that moves in a straight line to its target, so that switching a source on or off does not click.
///
/// Fully open it leaves samples bit for bit alone; fully closed it leaves zeros. Above unity, samples saturate.
public struct GainRamp: Sendable, Equatable {
    /// Gains are multiples of 1/65536.
    public static let unity: Int32 = 1 << 16
    /// The highest gain: four times.
    public static let maximum: Int32 = 4 << 16

    public private(set) var current: Int32
    public private(set) var target: Int32
    /// Samples a ramp takes.
    private let length: Int
    /// Samples until `target` is reached.
    private var remaining = 0

    /// Starts at `gain` without a ramp; later changes take `length` samples.
    public init(gain: Int32 = GainRamp.unity, length: Int = 240) {
        precondition(length > 0, "ramp length")
        current = GainRamp.limited(gain)
        target = current
        self.length = length
    }

    /// At its target, and that is silence.
    public var isClosed: Bool { remaining == 0 && current == 0 }

    /// Sets out for `gain`; a ramp under way turns from where it is.
    @_noLocks
    public mutating func move(to gain: Int32) {
        let wanted = GainRamp.limited(gain)
        guard wanted != target else { return }
        target = wanted
        remaining = length
    }

    /// Applies the gain to the next `samples.count` samples of the source.
    @_noLocks
    public mutating func apply(to samples: inout MutableSpan<Int16>) {
        var index = 0
        while remaining > 0 && index < samples.count {
            current += (target - current) / Int32(truncatingIfNeeded: remaining)
            remaining -= 1
            if remaining == 0 { current = target }
            samples[index] = GainRamp.scaled(samples[index], by: current)
            index += 1
        }
        guard index < samples.count && current != GainRamp.unity else { return }
        for index in index..<samples.count { samples[index] = GainRamp.scaled(samples[index], by: current) }
    }

    @_noLocks
    private static func scaled(_ sample: Int16, by gain: Int32) -> Int16 {
        Int16(clamping: (Int64(sample) &* Int64(gain)) >> 16)
    }

    @_noLocks
    private static func limited(_ gain: Int32) -> Int32 { min(max(gain, 0), maximum) }
}
