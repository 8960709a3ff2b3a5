/// Takes protobuf bytes apart field by field, without knowing their type. Nothing is copied and nothing recursive
/// happens in here, so bytes from strangers cost no more than their length.
public struct WireReader {
    /// One field as it lies in the bytes.
    public struct Field {
        public let number: UInt32
        public let value: Value
    }

    /// By wire type. Groups, which proto3 does not have, are refused.
    public enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(ArraySlice<UInt8>)
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The next field; `nil` at the end.
    public mutating func next() throws(DescriptorError) -> Field? {
        guard position < bytes.endIndex else { return nil }
        let tag = try varint()
        let number = tag >> 3
        guard number > 0, number < 1 << 29 else { throw .malformed }
        let value: Value
        switch tag & 7 {
        case 0: value = .varint(try varint())
        case 1: value = .fixed64(try fixed(8))
        case 2: value = .bytes(try slice())
        case 5: value = .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
        default: throw .malformed
        }
        return Field(number: UInt32(number), value: value)
    }

    public var isAtEnd: Bool { position >= bytes.endIndex }

    /// A bare varint: what a packed field is made of.
    public mutating func varint() throws(DescriptorError) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.endIndex else { throw .malformed }
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return result }
        }
        throw .malformed
    }

    /// A bare little-endian number of 4 or 8 bytes: what a packed field is made of.
    public mutating func fixed(_ size: Int) throws(DescriptorError) -> UInt64 {
        guard bytes.endIndex - position >= size else { throw .malformed }
        var result: UInt64 = 0
        for index in 0..<size { result |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += size
        return result
    }

    private mutating func slice() throws(DescriptorError) -> ArraySlice<UInt8> {
        let count = try varint()
        guard count <= UInt64(bytes.endIndex - position) else { throw .malformed }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}
