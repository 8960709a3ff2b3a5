/// The part of a `Header` that requests, answers and stream items consist of, read without a tree and without memory of
/// its own.
///
/// It knows a subset and is strict: whatever is not entirely of this form (a status that says more than OK, a HELLO, an
/// identity, metadata, an unknown field, an odd encoding, anything wrong) is `nil` here and protobuf-c's to judge, so
/// there is one reading of every header. A test holds both to the same result.
public struct PlainHeader: Sendable, Equatable {
    public var kind = Proto.Kind.unspecified
    public var requestID: UInt64 = 0
    public var remainingMs: UInt32 = 0
    public var attempt: UInt32 = 0
    public var credit: UInt32 = 0
    public var sequence: UInt32 = 0
    public var trace: TraceID?
    public var span: SpanID?
    /// There is a status, OK and nothing else.
    public var isOK = false
    /// Where the method's path is in the bytes; empty if there is none.
    public var method = 0..<0
    /// Where the shard key is in the bytes; empty if there is none.
    public var shardKey = 0..<0

    public init(kind: Proto.Kind, requestID: UInt64) {
        self.kind = kind
        self.requestID = requestID
    }

    /// `nil`: not of this form, or not of protocol version 1.
    public init?(_ bytes: Span<UInt8>) {
        var reader = FieldReader()
        var version: UInt64 = 0
        while reader.index < bytes.count {
            guard let tag = reader.varint(bytes), let field = Field(rawValue: tag) else { return nil }
            switch field {
            case .version:
                guard let value = reader.varint(bytes) else { return nil }
                version = value
            case .requestID:
                guard let value = reader.fixed64(bytes) else { return nil }
                requestID = value
            case .kind, .remainingMs, .attempt, .credit, .sequence:
                guard let value = reader.varint(bytes), value <= Int32.max else { return nil }
                set(field, UInt32(value))
            case .method, .shardKey, .trace, .span, .status:
                guard let range = reader.lengthPrefixed(bytes), set(field, range, bytes) else { return nil }
            }
        }
        guard version == Self.version else { return nil }
    }

    static let version: UInt64 = 1

    /// Tags: number and wire type.
    enum Field: UInt64 {
        case version = 0x08
        case kind = 0x10
        case requestID = 0x19
        case method = 0x22
        case remainingMs = 0x28
        case attempt = 0x30
        case trace = 0x3A
        case span = 0x42
        case shardKey = 0x4A
        case status = 0x52
        case credit = 0x58
        case sequence = 0x60
    }

    private mutating func set(_ field: Field, _ value: UInt32) {
        switch field {
        case .kind: kind = Proto.Kind(rawValue: Int32(value))
        case .remainingMs: remainingMs = value
        case .attempt: attempt = value
        case .credit: credit = value
        default: sequence = value
        }
    }

    /// False: not plain.
    private mutating func set(_ field: Field, _ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        switch field {
        case .method:
            method = range
            return Self.isPlainText(bytes, range)
        case .shardKey:
            shardKey = range
            return Self.isPlainText(bytes, range)
        case .trace:
            guard range.count == 16 else { return false }
            let first = FieldReader.word(bytes, range.lowerBound)
            let second = FieldReader.word(bytes, range.lowerBound + 8)
            trace = TraceID(first, second)
            return first != 0 || second != 0
        case .span:
            guard range.count == 8 else { return false }
            let word = FieldReader.word(bytes, range.lowerBound)
            span = SpanID(word)
            return word != 0
        default:
            isOK = true
            return range.isEmpty
        }
    }

    /// ASCII without NUL: surely valid, whatever else would be for the slow way to check.
    private static func isPlainText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range where bytes[index] == 0 || bytes[index] >= 0x80 { return false }
        return true
    }
}

/// Walks over the fields of a message. Every read is checked against the end.
private struct FieldReader {
    private(set) var index = 0

    /// At most five bytes: more is no number that a header holds.
    mutating func varint(_ bytes: Span<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count, shift < 35 {
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    mutating func fixed64(_ bytes: Span<UInt8>) -> UInt64? {
        guard bytes.count - index >= 8 else { return nil }
        defer { index += 8 }
        return Self.word(bytes, index)
    }

    mutating func lengthPrefixed(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard let count = varint(bytes), count <= UInt64(bytes.count - index) else { return nil }
        defer { index += Int(count) }
        return index..<index + Int(count)
    }

    static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
        var value: UInt64 = 0
        for offset in 0..<8 { value |= UInt64(bytes[start + offset]) << UInt64(8 * offset) }
        return value
    }
}
