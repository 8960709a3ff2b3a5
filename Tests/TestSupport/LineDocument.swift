import Foundation

/// docs/inspector-json.md as a program reads it: which members a line of each type may have.
public struct LineDocument: Sendable {
    /// Members by type, without `schema` and `type`.
    public let forms: [String: Set<String>]
    private let text: String

    public init(_ text: String) {
        var forms: [String: Set<String>] = [:]
        for section in text.components(separatedBy: "\n## ").dropFirst() {
            let lines = section.split(separator: "\n")
            let types = Self.words(lines.first?.prefix { $0 != ":" } ?? "")
            for type in types { forms[type, default: []] = [] }
            let rows = lines.filter { $0.hasPrefix("|") }.map { row in
                row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { $0 }
            }
            let isByType = rows.first?.first?.contains("Type") == true
            var current = types
            for row in rows.dropFirst(2) where row.count >= 2 {
                if isByType, !Self.words(row[0]).isEmpty { current = Self.words(row[0]) }
                for type in current { forms[type, default: []].formUnion(Self.words(row[isByType ? 1 : 0])) }
            }
        }
        self.forms = forms
        self.text = text
    }

    /// Whether the word stands anywhere as a name.
    public func names(_ word: String) -> Bool { text.contains("`\(word)`") }

    /// What stands between backticks.
    private static func words(_ text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
