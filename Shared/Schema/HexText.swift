import CallModel

/// Bytes too many to show, as a few hex digits.
enum HexText {
    /// `<32 bytes 0a0b0c...>`: how many, and how they begin.
    static func summary(_ bytes: ArraySlice<UInt8>, head: Int) -> String {
        guard !bytes.isEmpty else { return "<0 bytes>" }
        let tail = bytes.count > head ? "..." : ""
        let shown = Hexadecimal.encode(bytes.prefix(head))
        return "<\(bytes.count) byte\(bytes.count == 1 ? "" : "s") \(shown)\(tail)>"
    }
}
