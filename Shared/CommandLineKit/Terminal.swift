import Foundation

/// What this process may show: colours on a terminal, plain text in a pipe or under NO_COLOR.
public enum Terminal {
    /// As the terminal knows them.
    public enum Colour: String, Sendable {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
        case dim = "2"
        case bold = "1"
        case reverse = "7"
    }

    /// Somebody looks at standard output, and has not asked for plain text.
    public static let isColoured =
        isatty(STDOUT_FILENO) != 0 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// The text in a colour, if standard output shows colours.
    public static func paint(_ text: String, _ colour: Colour) -> String {
        isColoured ? paintAlways(text, colour) : text
    }

    /// The text in a colour, whatever standard output is.
    public static func paintAlways(_ text: String, _ colour: Colour) -> String {
        "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }

    /// One line on standard output, out at once.
    public static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// One line on standard error.
    public static func writeError(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}

extension String {
    /// Spaces on the right up to `width` characters.
    public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Spaces on the left up to `width` characters.
    public func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
