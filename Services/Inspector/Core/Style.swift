/// Colours on a terminal, or none. Text that comes from the wire is made printable before it is painted.
package struct Style: Sendable, Hashable {
    /// What something is, not which colour it has.
    package enum Role: Sendable, Hashable, CaseIterable {
        case plain, heading, quiet, good, bad, warning, arrow, answer, name, number
    }

    package let isColoured: Bool

    package init(isColoured: Bool) { self.isColoured = isColoured }

    package static let plain = Style(isColoured: false)
    package static let coloured = Style(isColoured: true)

    /// The text in its role's colour.
    package func callAsFunction(_ role: Role, _ text: String) -> String {
        guard isColoured, !text.isEmpty, let code = Self.code(role) else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }

    private static func code(_ role: Role) -> String? {
        switch role {
        case .plain: nil
        case .heading: "1"
        case .quiet: "2"
        case .good: "32"
        case .bad: "1;31"
        case .warning: "33"
        case .arrow: "36"
        case .answer: "34"
        case .name: "1;36"
        case .number: "35"
        }
    }
}
