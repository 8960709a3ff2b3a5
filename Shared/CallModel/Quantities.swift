/// Bits per second.
public struct BitRate: Hashable, Sendable, Comparable {
    public let bitsPerSecond: Int

    public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    /// `value` times 1,000 bits per second.
    public static func kilobits(_ value: Int) -> BitRate { BitRate(bitsPerSecond: value * 1_000) }

    public static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}

/// A size in bytes.
public struct ByteCount: Hashable, Sendable, Comparable {
    public let bytes: Int

    public init(_ bytes: Int) { self.bytes = bytes }

    /// `value` times 1,024 bytes.
    public static func kibibytes(_ value: Int) -> ByteCount { ByteCount(value * 1_024) }

    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

/// A length of audio in samples of one channel.
public struct SampleCount: Hashable, Sendable, Comparable {
    public let samples: Int

    public init(_ samples: Int) { self.samples = samples }

    public static func < (left: SampleCount, right: SampleCount) -> Bool { left.samples < right.samples }
}
