// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// Loudness as RFC 6464 counts it: 0 is the loudest, 127 is silence; the number is decibels below overload.
public struct Level: Sendable, Hashable, Comparable {
    /// 0...127, in -dBov.
    public let rawValue: UInt8

    @_noLocks
    public init(_ rawValue: UInt8) { self.rawValue = min(rawValue, 127) }

    /// No sound at all. A function, because a static would be lazy (R4).
    @_noLocks
    public static func silence() -> Level { Level(127) }

    /// Orders by loudness: `quieter < louder`.
    @_noLocks
    public static func < (quieter: Level, louder: Level) -> Bool { quieter.rawValue > louder.rawValue }

    /// The scale apps show, 0 to 100: two steps per decibel, 0 from -57 dBov down, 100 from -7 dBov up.
    public var volume: UInt8 {
        guard rawValue < 57 else { return 0 }
        return min(100, (57 - rawValue) * 2)
    }
}

/// Tells the level of a frame from its energy, by comparing mean squares with a prepared table: no logarithm, no root.
public struct LevelScale: Sendable {
    /// Entry `k`: the least mean square, in 1/65536, that counts as `k` dB below overload.
    private let leastMeanSquare: InlineArray<127, UInt64>

    /// Prepares the table; to be called outside the real-time threads.
    public init() {
        let stepDown = 0.794_328_234_724_281_5  // one decibel of power
        let halfStepDown = 0.891_250_938_133_745_6
        var table = InlineArray<127, UInt64>(repeating: 0)
        // A full-scale square wave is 0 dBov.
        var bound = 32_768.0 * 32_768.0 * 65_536.0 * halfStepDown
        for index in 0..<127 {
            table[index] = UInt64(bound)
            bound *= stepDown
        }
        leastMeanSquare = table
    }

    /// The sum of squares of a frame.
    @_noLocks
    public static func energy(of samples: Span<Int16>) -> UInt64 {
        var sum: UInt64 = 0
        for index in 0..<samples.count {
            let sample = Int32(samples[index])
            sum &+= UInt64(UInt32(bitPattern: sample &* sample))
        }
        return sum
    }

    /// The level of a frame; of an empty one: silence.
    @_noLocks
    public func level(of samples: Span<Int16>) -> Level {
        level(energy: LevelScale.energy(of: samples), count: samples.count)
    }

    /// The level of `count` samples whose squares sum up to `energy`.
    @_noLocks
    public func level(energy: UInt64, count: Int) -> Level {
        guard count > 0 else { return .silence() }
        let meanSquare = (energy << 16) / UInt64(truncatingIfNeeded: count)
        var low = 0
        var high = 127
        while low < high {
            let middle = (low + high) / 2
            if meanSquare >= leastMeanSquare[middle] { high = middle } else { low = middle + 1 }
        }
        return Level(UInt8(truncatingIfNeeded: low))
    }
}
