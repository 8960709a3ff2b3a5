/// A reproducible source of chance: SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the same test.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the generator was started with; print it when a test fails.
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A whole number in `range`.
    public mutating func next(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// `true` with the given probability in percent.
    public mutating func chance(percent: Int) -> Bool { next(in: 0...99) < percent }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
