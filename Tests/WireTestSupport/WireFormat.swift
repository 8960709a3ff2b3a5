// A second, small implementation of protobuf's wire format. It shares nothing with protobuf-c, so that the two can be
// compared byte for byte.

/// Writes fields.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func tag(_ number: Int, _ wireType: Int) { varint(UInt64(number << 3 | wireType)) }

    package mutating func fixed(_ value: UInt64, bytes count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }

    package mutating func lengthPrefixed(_ content: [UInt8]) {
        varint(UInt64(content.count))
        bytes += content
    }
}

/// One field as it lies in the bytes.
package struct WireField {
    package let number: Int
    /// The number of a varint or fixed field.
    package let value: UInt64
    /// The content of a length-prefixed field.
    package let content: [UInt8]

    /// The fields of a message that is known to be well-formed; traps otherwise.
    package static func all(in bytes: [UInt8]) -> [WireField] {
        var fields: [WireField] = []
        var position = 0
        func varint() -> UInt64 {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while true {
                let byte = bytes[position]
                position += 1
                value |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
        }
        func fixed(_ count: Int) -> UInt64 {
            defer { position += count }
            return (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
        }
        while position < bytes.count {
            let tag = varint()
            var value: UInt64 = 0
            var content: [UInt8] = []
            switch tag & 7 {
            case 0: value = varint()
            case 1: value = fixed(8)
            case 5: value = fixed(4)
            case 2:
                let count = Int(varint())
                content = Array(bytes[position..<position + count])
                position += count
            default: preconditionFailure("wire type \(tag & 7)")
            }
            fields.append(WireField(number: Int(tag >> 3), value: value, content: content))
        }
        return fields
    }
}

extension [WireField] {
    package func contents(_ number: Int) -> [[UInt8]] { filter { $0.number == number }.map(\.content) }
    package func text(_ number: Int) -> String { String(decoding: contents(number).last ?? [], as: UTF8.self) }
    package func value(_ number: Int) -> UInt64? { last { $0.number == number }?.value }
}
