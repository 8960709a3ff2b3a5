/// Text from the wire as it may be shown on a terminal: control characters, which could move the cursor or worse, become
/// `\u{1b}` and the like. Nothing else changes.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if isControl(scalar) {
            shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        } else {
            shown.append(scalar)
        }
    }
    return String(shown)
}

/// C0, DEL, C1, and the marks that turn the direction of text.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
}
