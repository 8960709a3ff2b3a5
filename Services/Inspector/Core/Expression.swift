/// A question about events or exchanges: `method ~ Join and user == "bob" and latency > 50ms`. docs/inspector-expressions.md
/// is its manual.
package struct Expression: Sendable, Hashable {
    /// How two values are compared.
    package enum Comparison: String, Sendable, Hashable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case like = "~"
        case unlike = "!~"

        var isNegative: Bool { self == .notEqual || self == .unlike }
    }

    /// A field, and within a payload the way to a member.
    package struct Place: Sendable, Hashable {
        let field: ExpressionField
        var path: [String] = []
    }

    enum Operand: Sendable, Hashable {
        case text(String)
        case pattern(Pattern)
        case number(Double)
        case duration(Duration)
        case flag(Bool)
        /// Numbers of the words that match.
        case words(Set<Int32>)
    }

    indirect enum Node: Sendable, Hashable {
        case and(Node, Node)
        case or(Node, Node)
        case not(Node)
        case compare(Place, Comparison, Operand)
        /// The field has a value.
        case present(Place)
    }

    /// Longest text, in characters.
    package static let longest = 4_096
    /// Deepest nesting of parentheses and `not`.
    package static let deepest = 32
    /// Most comparisons.
    package static let largest = 128

    package let text: String
    let root: Node

    /// Reads an expression; the error shows the place and, for a misspelled field, what was probably meant.
    package init(parsing text: String) throws(ExpressionError) {
        guard text.count <= Self.longest else {
            throw ExpressionError(
                "an expression has at most \(Self.longest) characters", at: 0, in: String(text.prefix(60)) + "…")
        }
        var parser = ExpressionParser(text, try ExpressionLexer.tokens(of: text))
        root = try parser.expression()
        self.text = text
    }

    /// It asks about latency, network, queue or handler time, which single events do not have: pair them first.
    package var needsExchanges: Bool {
        places(root).contains { $0.field.belongsToExchange }
    }

    /// It asks for the kind of an envelope or for a point of its life, which only single events have.
    package var needsEvents: Bool {
        places(root).contains { $0.field.belongsToEvent }
    }

    /// It asks about payloads: the tap has to be read at level contents.
    package var needsContents: Bool { places(root).contains { $0.field == .payload } }

    private func places(_ node: Node) -> [Place] {
        switch node {
        case .and(let left, let right), .or(let left, let right): places(left) + places(right)
        case .not(let inner): places(inner)
        case .compare(let place, _, _), .present(let place): [place]
        }
    }

    /// Whether the answer is yes. A field that the subject does not have equals nothing, so `!=` and `!~` hold for it.
    package func matches(_ subject: some ExpressionSubject) -> Bool { holds(root, subject) }

    private func holds(_ node: Node, _ subject: some ExpressionSubject) -> Bool {
        switch node {
        case .and(let left, let right): holds(left, subject) && holds(right, subject)
        case .or(let left, let right): holds(left, subject) || holds(right, subject)
        case .not(let inner): !holds(inner, subject)
        case .present(let place): !subject.values(of: place).isEmpty
        case .compare(let place, let comparison, let operand):
            // Negative ones are the opposite of the positive one, also where a payload has several values.
            comparison.isNegative
                != subject.values(of: place).contains { $0.satisfies(comparison, operand) }
        }
    }
}

/// What a subject has at a place.
package enum ExpressionValue: Sendable, Hashable {
    case text(String)
    case number(Double)
    case duration(Duration)
    case flag(Bool)
    case word(Int32)

    /// The positive form of the comparison.
    func satisfies(_ comparison: Expression.Comparison, _ operand: Expression.Operand) -> Bool {
        switch (self, operand) {
        case (.text(let value), .pattern(let pattern)): pattern.matches(value)
        case (.text(let value), .text(let wanted)): comparison.holds(value, wanted)
        case (.number(let value), .number(let wanted)): comparison.holds(value, wanted)
        case (.duration(let value), .duration(let wanted)): comparison.holds(value, wanted)
        case (.flag(let value), .flag(let wanted)): value == wanted
        case (.word(let value), .words(let wanted)): wanted.contains(value)
        // A payload's 64-bit numbers are text in JSON.
        case (.text(let value), .number(let wanted)): Double(value).map { comparison.holds($0, wanted) } ?? false
        case (.number(let value), .pattern(let pattern)): pattern.matches(shown(value))
        case (.number(let value), .text(let wanted)): comparison.holds(shown(value), wanted)
        default: false
        }
    }

    private func shown(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? "\(number)"
    }
}

extension Expression.Comparison {
    fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal, .notEqual: left == right
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        case .like, .unlike: false
        }
    }
}
