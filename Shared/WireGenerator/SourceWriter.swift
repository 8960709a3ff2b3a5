import Descriptors

/// Collects lines of generated Swift, indented by depth.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ content: String = "") {
        if !content.isEmpty {
            text += String(repeating: "    ", count: depth) + content
        }
        text += "\n"
    }

    /// `opening {`, the body one level deeper, `}`.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening + " {")
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    /// `opening(`, one item a line, `)`.
    mutating func list(_ opening: String, _ items: [String], closing: String) {
        line(opening)
        depth += 1
        for (index, item) in items.enumerated() {
            line(item + (index + 1 < items.count ? "," : ""))
        }
        depth -= 1
        line(closing)
    }

    /// The contract's own words as documentation; `fallback` where it has none.
    mutating func documentation(_ comment: Comment, fallback: String) {
        let lines = comment.lines
        for each in lines.isEmpty ? [fallback] : lines { line("/// " + each) }
    }

    mutating func fileHeader(source: String) {
        line("// Generated from \(source) by WireGenerator. Edit the contract, then run `make proto`.")
    }
}
