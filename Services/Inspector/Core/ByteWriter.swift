/// Writes numbers and texts the way recordings hold them: little-endian, lengths in front.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func write(_ more: [UInt8]) {
        write(UInt32(clamping: more.count))
        bytes += more
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }
}

/// Reads what `ByteWriter` wrote. Throws at the end of the bytes; never reads past it, never trusts a length.
struct ByteReader {
    struct Exhausted: Error {}

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }
    var remaining: Int { bytes.endIndex - position }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Exhausted) -> Number {
        let size = Number.bitWidth / 8
        guard remaining >= size else { throw Exhausted() }
        var number: Number = 0
        for place in 0..<size { number |= Number(truncatingIfNeeded: bytes[position + place]) << (8 * place) }
        position += size
        return number
    }

    mutating func blob(upTo limit: Int) throws(Exhausted) -> ArraySlice<UInt8> {
        let length = Int(try number(UInt32.self))
        guard length <= limit, length <= remaining else { throw Exhausted() }
        defer { position += length }
        return bytes[position..<(position + length)]
    }

    mutating func text(upTo limit: Int) throws(Exhausted) -> String {
        String(decoding: try blob(upTo: limit), as: UTF8.self)
    }

    /// A count of things that take at least so many bytes each: more than there is room for is damage.
    mutating func count(ofAtLeast size: Int) throws(Exhausted) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= remaining / max(1, size) else { throw Exhausted() }
        return count
    }
}
