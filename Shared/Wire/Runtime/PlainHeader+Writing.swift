/// Writing: the bytes that protobuf-c would give, put straight into the caller's memory.
extension PlainHeader {
    /// A key that can be written here: protobuf-c's strings end at a NUL, and it is protobuf-c's to refuse one.
    public static func canWrite(shardKey: String) -> Bool { !shardKey.utf8.contains(0) }

    /// Bytes that `write` fills.
    public func size(_ path: [UInt8] = [], shardKey: String = "") -> Int {
        var size = 2
        size += Self.size(ofField: UInt64(UInt32(bitPattern: kind.rawValue)))
        if requestID != 0 { size += 9 }
        size += Self.size(ofField: UInt64(remainingMs)) + Self.size(ofField: UInt64(attempt))
        size += Self.size(ofField: UInt64(credit)) + Self.size(ofField: UInt64(sequence))
        size += Self.size(ofBytes: path.count) + Self.size(ofBytes: shardKey.utf8.count)
        if trace != nil { size += 18 }
        if span != nil { size += 10 }
        if isOK { size += 2 }
        return size
    }

    /// Fills `target`, whose count is what `size` gave for the same arguments.
    public func write(_ path: [UInt8] = [], shardKey: String = "", to target: inout MutableSpan<UInt8>) {
        precondition(target.count == size(path, shardKey: shardKey))
        unsafe target.withUnsafeMutableBytes { buffer in
            var writer = unsafe FieldWriter(buffer)
            writer.number(.version, Self.version)
            writer.number(.kind, UInt64(UInt32(bitPattern: kind.rawValue)))
            if requestID != 0 { writer.word(.requestID, requestID) }
            writer.bytes(.method, path)
            writer.number(.remainingMs, UInt64(remainingMs))
            writer.number(.attempt, UInt64(attempt))
            if let trace { writer.words(.trace, trace.words.first, trace.words.second) }
            if let span { writer.words(.span, span.word) }
            writer.text(.shardKey, shardKey)
            if isOK { writer.empty(.status) }
            writer.number(.credit, UInt64(credit))
            writer.number(.sequence, UInt64(sequence))
        }
    }

    private static func size(ofField value: UInt64) -> Int { value == 0 ? 0 : 1 + size(ofVarint: value) }

    private static func size(ofBytes count: Int) -> Int {
        count == 0 ? 0 : 1 + size(ofVarint: UInt64(count)) + count
    }

    private static func size(ofVarint value: UInt64) -> Int {
        value < 0x80 ? 1 : (63 - value.leadingZeroBitCount) / 7 + 1
    }
}

/// Puts fields one after the other. The memory is large enough: `write` has asked `size`.
@safe private struct FieldWriter {
    private let start: UnsafeMutableRawPointer?
    private var offset = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) { unsafe start = buffer.baseAddress }

    /// Zero is not written (proto3).
    mutating func number(_ field: PlainHeader.Field, _ value: UInt64) {
        guard value != 0 else { return }
        varint(field.rawValue)
        varint(value)
    }

    mutating func word(_ field: PlainHeader.Field, _ value: UInt64) {
        varint(field.rawValue)
        put(value)
    }

    mutating func words(_ field: PlainHeader.Field, _ values: UInt64...) {
        varint(field.rawValue)
        varint(UInt64(8 * values.count))
        for value in values { put(value) }
    }

    mutating func bytes(_ field: PlainHeader.Field, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        varint(field.rawValue)
        varint(UInt64(value.count))
        unsafe value.withUnsafeBytes { unsafe put($0) }
    }

    mutating func text(_ field: PlainHeader.Field, _ value: String) {
        guard !value.isEmpty else { return }
        varint(field.rawValue)
        varint(UInt64(value.utf8.count))
        var value = value
        value.withUTF8 { unsafe put(UnsafeRawBufferPointer($0)) }
    }

    mutating func empty(_ field: PlainHeader.Field) {
        varint(field.rawValue)
        varint(0)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func put(_ byte: UInt8) {
        unsafe start?.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset += 1
    }

    private mutating func put(_ word: UInt64) {
        unsafe start?.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        if let source = bytes.baseAddress {
            unsafe start?.advanced(by: offset).copyMemory(from: source, byteCount: bytes.count)
        }
        offset += bytes.count
    }
}
