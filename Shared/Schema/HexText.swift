/// Bytes as hex digits.
public enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// All of them.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `<32 bytes 0a0b0c...>`: how many, and how they begin.
    public static func summary(_ bytes: ArraySlice<UInt8>, head: Int) -> String {
        guard !bytes.isEmpty else { return "<0 bytes>" }
        let tail = bytes.count > head ? "..." : ""
        return "<\(bytes.count) byte\(bytes.count == 1 ? "" : "s") \(encode(bytes.prefix(head)))\(tail)>"
    }

    /// `nil` for anything but pairs of digits.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let values = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard values.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
