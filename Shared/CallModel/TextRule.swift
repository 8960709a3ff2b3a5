/// What a text from outside may hold. Whatever keeps texts holds to one of these before a store sees them: PostgreSQL has no
/// U+0000, and a name with a line feed forges a line in a log or on a screen.
public enum TextRule: Sendable {
    /// Something a person reads in one line: no control character (C0, DEL, C1) and no line or paragraph separator.
    case line
    /// An app's own data: tabs, line feeds and carriage returns as well.
    case data

    /// Whether the text fits, and has at most so many bytes of UTF-8.
    public func allows(_ text: String, atMost longest: ByteCount) -> Bool {
        text.utf8.count <= longest.bytes && text.unicodeScalars.allSatisfy(allows)
    }

    private func allows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: self == .data
        case 0...0x1F, 0x7F...0x9F: false
        case 0x2028, 0x2029: self == .data
        default: true
        }
    }
}
