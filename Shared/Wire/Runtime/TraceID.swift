/// 16 bytes that all calls of one request share. Two words, so that passing it on costs no memory.
public struct TraceID: Sendable, Hashable {
    let words: (first: UInt64, second: UInt64)

    /// Of random words; all zero would mean "none", so a draw of that is moved.
    public init(_ first: UInt64, _ second: UInt64) { words = (first == 0 && second == 0 ? 1 : first, second) }

    /// `nil` unless it is 16 bytes, not all zero.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let first = UInt64(littleEndianBytes: bytes[..<8])
        let second = UInt64(littleEndianBytes: bytes[8...])
        guard first != 0 || second != 0 else { return nil }
        words = (first, second)
    }

    /// As it travels.
    public var bytes: [UInt8] { words.first.littleEndianBytes + words.second.littleEndianBytes }

    public static func == (left: TraceID, right: TraceID) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.first)
        hasher.combine(words.second)
    }
}

/// 8 bytes that name one call within its trace.
public struct SpanID: Sendable, Hashable {
    let word: UInt64

    /// Of a random word; zero would mean "none".
    public init(_ word: UInt64) { self.word = word == 0 ? 1 : word }

    /// `nil` unless it is 8 bytes, not all zero.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        let word = UInt64(littleEndianBytes: bytes[...])
        guard word != 0 else { return nil }
        self.word = word
    }

    /// As it travels.
    public var bytes: [UInt8] { word.littleEndianBytes }
}

extension UInt64 {
    fileprivate init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate var littleEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
