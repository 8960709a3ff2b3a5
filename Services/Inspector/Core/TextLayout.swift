/// Measuring and cutting text in columns of one character each.
package enum TextLayout {
    /// How many columns a text takes; colours take none.
    package static func width(_ text: String) -> Int {
        guard text.utf8.contains(0x1b) else { return text.count }
        var count = 0
        var isInCode = false
        for character in text {
            if character == "\u{1b}" {
                isInCode = true
            } else if isInCode {
                isInCode = !character.isLetter
            } else {
                count += 1
            }
        }
        return count
    }

    /// At most so many columns, with an ellipsis for what is left out. For text without colours.
    package static func cut(_ text: String, to width: Int) -> String {
        guard text.count > width else { return text }
        return width < 1 ? "" : String(text.prefix(width - 1)) + "…"
    }

    /// Filled up on the right.
    package static func left(_ text: String, _ width: Int) -> String {
        text + spaces(width - Self.width(text))
    }

    /// Filled up on the left.
    package static func right(_ text: String, _ width: Int) -> String {
        spaces(width - Self.width(text)) + text
    }

    /// Filled up on both sides.
    package static func centred(_ text: String, _ width: Int) -> String {
        let room = max(0, width - Self.width(text))
        return spaces(room / 2) + text + spaces(room - room / 2)
    }

    package static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// Lines of at most so many columns, broken between words; a longer word is broken itself. For text without colours.
    package static func wrap(_ text: String, to width: Int) -> [String] {
        let width = max(1, width)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = String(word)
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            while word.count > width {
                lines.append(String(word.prefix(width)))
                word = String(word.dropFirst(width))
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }
}
