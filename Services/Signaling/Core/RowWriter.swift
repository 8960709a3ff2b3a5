/// Writes a value as the JSON text of its row. The text is the one that Foundation's encoder gives for the same value with
/// sorted keys and plain slashes, byte for byte, so that rows of either are read alike; it takes a fiftieth of the time. A
/// call is written about eight times in its life.
///
/// What is written is listed by hand (`RowForm`). Tests hold it to Foundation's text with every field set once, and a
/// debug build compares each row.
package struct RowWriter {
    /// UTF-8.
    package private(set) var bytes: [UInt8]
    /// Whether the next member or element has one before it.
    private var hasNeighbour = false

    package init() {
        bytes = []
        bytes.reserveCapacity(1_536)
    }

    /// The text of a whole row.
    package static func text(of value: some RowForm) -> String {
        var writer = RowWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: composed

    /// Members in the order of their names' bytes.
    mutating func object(_ members: (inout RowWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// A member of the object that is being written.
    mutating func member(_ name: String, _ value: some RowForm) {
        beginMember(name)
        value.write(to: &self)
    }

    /// Left out if there is no value.
    mutating func member(_ name: String, _ value: (some RowForm)?) {
        if let value { member(name, value) }
    }

    mutating func member(_ name: String, _ values: [some RowForm]) {
        beginMember(name)
        open(UInt8(ascii: "["))
        for value in values {
            separate()
            value.write(to: &self)
        }
        close(UInt8(ascii: "]"))
    }

    mutating func member(_ name: String, _ values: [some RowForm]?) {
        if let values { member(name, values) }
    }

    /// A case of an enumeration: an object whose one member has the case's name and holds what belongs to it.
    mutating func oneCase(_ name: String, _ members: (inout RowWriter) -> Void = { _ in }) {
        object { writer in
            writer.beginMember(name)
            writer.object(members)
        }
    }

    private mutating func beginMember(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        hasNeighbour = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        hasNeighbour = true
    }

    private mutating func separate() {
        if hasNeighbour { bytes.append(UInt8(ascii: ",")) }
        hasNeighbour = true
    }

    // MARK: plain

    mutating func write(_ flag: Bool) { bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8) }

    mutating func write(_ number: some FixedWidthInteger) {
        guard number != 0 else { return bytes.append(UInt8(ascii: "0")) }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        while rest != 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
        bytes[start...].reverse()
    }

    mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if isPlain(text) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func isPlain(_ text: String) -> Bool {
        let span = text.utf8Span.span
        for index in span.indices {
            let byte = span[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: bytes.append(contentsOf: "\\b".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0C: bytes.append(contentsOf: "\\f".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: "\\u00".utf8)
            if digits.utf8.count == 1 { bytes.append(UInt8(ascii: "0")) }
            bytes.append(contentsOf: digits.utf8)
        default: bytes.append(byte)
        }
    }
}
