/// Reads an expression by recursive descent: `or` binds weakest, then `and`, then `not`.
struct ExpressionParser {
    private let text: String
    private let tokens: [ExpressionLexer.Placed]
    private var position = 0
    private var depth = 0
    private var comparisons = 0

    init(_ text: String, _ tokens: [ExpressionLexer.Placed]) {
        self.text = text
        self.tokens = tokens
    }

    mutating func expression() throws(ExpressionError) -> Expression.Node {
        guard tokens[0].token != .end else { throw error("an expression is missing, for example: status != ok") }
        let node = try disjunction()
        switch current.token {
        case .end: return node
        case .close: throw error("no parenthesis is open here")
        default: throw error("expected and, or, or the end")
        }
    }

    private mutating func disjunction() throws(ExpressionError) -> Expression.Node {
        var node = try conjunction()
        while accept(.or) { node = .or(node, try conjunction()) }
        return node
    }

    private mutating func conjunction() throws(ExpressionError) -> Expression.Node {
        var node = try negation()
        while accept(.and) { node = .and(node, try negation()) }
        return node
    }

    private mutating func negation() throws(ExpressionError) -> Expression.Node {
        guard depth < Expression.deepest else { throw error("nested deeper than \(Expression.deepest)") }
        depth += 1
        defer { depth -= 1 }
        if accept(.not) { return .not(try negation()) }
        guard accept(.open) else { return try comparison() }
        let node = try disjunction()
        guard accept(.close) else { throw error("expected )") }
        return node
    }

    private mutating func comparison() throws(ExpressionError) -> Expression.Node {
        comparisons += 1
        guard comparisons <= Expression.largest else { throw error("more than \(Expression.largest) comparisons") }
        let place = try place()
        guard case .comparison(let comparison) = current.token else {
            switch current.token {
            case .end, .and, .or, .close: return .present(place)
            default: throw error("expected one of == != < <= > >= ~ !~")
            }
        }
        position += 1
        return .compare(place, comparison, try operand(for: place.field, comparison))
    }

    private mutating func place() throws(ExpressionError) -> Expression.Place {
        guard case .word(let word) = current.token else { throw error("expected a field, such as method or status") }
        // `.userId` is short for `payload.userId`.
        let isShort = word.hasPrefix(".") && word.count > 1
        let parts = (isShort ? "payload" + word : word).split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        // `.userId` is short for `payload.userId`.
        guard let field = parts[0].isEmpty ? .payload : ExpressionField(name: parts[0]) else {
            throw unknownField(parts[0])
        }
        let path = Array(parts.dropFirst())
        guard path.isEmpty || field == .payload else { throw error("only payload has members") }
        guard !path.contains("") else { throw error("a member's name is missing between two points") }
        position += 1
        return Expression.Place(field: field, path: path)
    }

    private func unknownField(_ name: String) -> ExpressionError {
        let names = ExpressionField.allCases.map(\.rawValue)
        let guess = nearest(to: name, among: names).map { "did you mean \($0)?" }
        return error("no field \(printable(name)): \(guess ?? "fields are \(names.joined(separator: ", "))")")
    }

    // MARK: Operands

    private mutating func operand(
        for field: ExpressionField, _ comparison: Expression.Comparison
    ) throws(ExpressionError) -> Expression.Operand {
        let (value, isQuoted): (String, Bool)
        switch current.token {
        case .word(let word): (value, isQuoted) = (word, false)
        case .quoted(let text): (value, isQuoted) = (text, true)
        default: throw error("expected a value to compare with")
        }
        let operand = try convert(value, isQuoted: isQuoted, field, comparison)
        position += 1
        return operand
    }

    private func convert(
        _ value: String, isQuoted: Bool, _ field: ExpressionField, _ comparison: Expression.Comparison
    ) throws(ExpressionError) -> Expression.Operand {
        let isPattern = comparison == .like || comparison == .unlike
        switch field.nature {
        case .text: return isPattern ? .pattern(Pattern(value)) : .text(value)
        case .word: return try words(value, field, comparison)
        case .number, .duration:
            guard !isPattern else { throw error("\(field.rawValue) is a quantity: compare it with == or <") }
            return try quantity(value, field)
        case .any:
            if isPattern { return .pattern(Pattern(value)) }
            if isQuoted { return .text(value) }
            if value == "true" || value == "false" { return .flag(value == "true") }
            return Double(value).map { .number($0) } ?? .text(value)
        }
    }

    private func quantity(_ value: String, _ field: ExpressionField) throws(ExpressionError) -> Expression.Operand {
        if field.nature == .duration {
            guard let duration = Duration(spelled: value) else {
                throw error("\(field.rawValue) is a time: write it with a unit, such as 50ms, 1.5s or 200us")
            }
            return .duration(duration)
        }
        guard let number = Double(value), number.isFinite else { throw error("\(field.rawValue) is a number") }
        return .number(number)
    }

    private func words(
        _ value: String, _ field: ExpressionField, _ comparison: Expression.Comparison
    ) throws(ExpressionError) -> Expression.Operand {
        let words = field.words
        switch comparison {
        case .like, .unlike:
            let pattern = Pattern(value)
            return .words(Set(words.filter { pattern.matches($0.name) }.map(\.number)))
        case .equal, .notEqual:
            if let number = Int32(value) { return .words([number]) }
            let wanted = value.lowercased()
            if let word = words.first(where: { $0.name == wanted || wanted.hasSuffix("_" + $0.name) && isLong(wanted) })
            {
                return .words([word.number])
            }
            let guess = nearest(to: value, among: words.map(\.name)).map { "did you mean \($0)?" }
            throw error("no \(field.rawValue) \(printable(value)): \(guess ?? "known are \(some(words.map(\.name)))")")
        default: throw error("\(field.rawValue) is a word: compare it with == or ~")
        }
    }

    /// `status_code_not_found`: the contract's whole name.
    private func isLong(_ word: String) -> Bool {
        ["status_code_", "reason_", "kind_", "tap_point_"].contains { word.hasPrefix($0) }
    }

    private func some(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    // MARK: Input

    private var current: ExpressionLexer.Placed { tokens[position] }

    private mutating func accept(_ token: ExpressionLexer.Token) -> Bool {
        guard current.token == token else { return false }
        position += 1
        return true
    }

    private func error(_ message: String) -> ExpressionError { ExpressionError(message, at: current.offset, in: text) }
}

extension Duration {
    /// `50ms`, `1.5s`, `200us`, `10ns`, `2m`, `1h`. `nil` for anything else.
    package init?(spelled text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let amount = Double(digits), amount.isFinite, amount >= 0 else { return nil }
        let factors: [String: Double] = ["ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3_600]
        guard let factor = factors[String(text.dropFirst(digits.count))] else { return nil }
        let seconds = amount * factor
        guard seconds < 1e9 else { return nil }
        self = .seconds(seconds)
    }
}
