/// Why a text is no expression, and where.
package struct ExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    /// In characters from the start of the text.
    package let offset: Int
    package let text: String

    package init(_ message: String, at offset: Int, in text: String) {
        self.message = message
        self.offset = offset
        self.text = text
    }

    /// The text, a caret below the place, and the message.
    package var description: String {
        "\(printable(text))\n\(String(repeating: " ", count: offset))^ \(message)"
    }
}
