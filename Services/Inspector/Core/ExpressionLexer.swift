/// Takes an expression's text apart.
struct ExpressionLexer {
    enum Token: Hashable {
        case word(String)
        /// In quotes: never a field, never a number.
        case quoted(String)
        case comparison(Expression.Comparison)
        case and, or, not, open, close, end
    }

    struct Placed: Hashable {
        let token: Token
        let offset: Int
    }

    private let text: String
    private let characters: [Character]
    private var position = 0

    init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    static func tokens(of text: String) throws(ExpressionError) -> [Placed] {
        var lexer = ExpressionLexer(text)
        var tokens: [Placed] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.token != .end
        return tokens
    }

    private mutating func next() throws(ExpressionError) -> Placed {
        while let character = peek, character.isWhitespace { position += 1 }
        let start = position
        guard let character = peek else { return Placed(token: .end, offset: start) }
        if character == "\"" || character == "'" { return Placed(token: .quoted(try quoted()), offset: start) }
        if Self.isWord(character) { return Placed(token: keyword(word()), offset: start) }
        return Placed(token: try symbol(), offset: start)
    }

    private func keyword(_ word: String) -> Token {
        switch word {
        case "and": .and
        case "or": .or
        case "not": .not
        default: .word(word)
        }
    }

    private mutating func word() -> String {
        let start = position
        while let character = peek, Self.isWord(character) { position += 1 }
        return String(characters[start..<position])
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.-/*?#:@[]".contains(character)
    }

    private mutating func quoted() throws(ExpressionError) -> String {
        let start = position
        let quote = characters[position]
        position += 1
        var value = ""
        while let character = peek {
            position += 1
            if character == quote { return value }
            if character == "\\", let escaped = peek {
                value.append(escaped)
                position += 1
            } else {
                value.append(character)
            }
        }
        throw ExpressionError("this text has no closing \(quote)", at: start, in: text)
    }

    private mutating func symbol() throws(ExpressionError) -> Token {
        let symbols: [(String, Token)] = [
            ("==", .comparison(.equal)), ("!=", .comparison(.notEqual)), ("<=", .comparison(.atMost)),
            (">=", .comparison(.atLeast)), ("!~", .comparison(.unlike)), ("&&", .and), ("||", .or),
            ("<", .comparison(.less)), (">", .comparison(.greater)), ("~", .comparison(.like)), ("!", .not),
            ("(", .open), (")", .close),
        ]
        for (spelling, token) in symbols where characters[position...].starts(with: spelling) {
            position += spelling.count
            return token
        }
        let hint = characters[position] == "=" ? "equality is written ==" : "this character has no meaning here"
        throw ExpressionError(hint, at: position, in: text)
    }

    private var peek: Character? { position < characters.count ? characters[position] : nil }
}
