extension JSONValue {
    /// Reads a JSON text (RFC 8259). Throws on anything else, on more than `WireLimits.messageBytes` and on nesting
    /// deeper than `WireLimits.jsonDepth`.
    public init(parsing text: some Sequence<UInt8>) throws(WireError) {
        var parser = try JSONParser(Array(text))
        self = try parser.document()
    }

    /// Reads a JSON text.
    public init(parsing text: String) throws(WireError) { try self.init(parsing: text.utf8) }
}

/// A recursive-descent parser. It is our own because size and depth must be bounded on bytes from strangers, order and
/// 64-bit integers kept, and Foundation's parser offers none of that.
private struct JSONParser {
    private let input: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ input: [UInt8]) throws(WireError) {
        guard input.count <= WireLimits.messageBytes else { throw .tooLarge(limit: WireLimits.messageBytes) }
        self.input = input
    }

    mutating func document() throws(WireError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == input.count else { throw malformed }
        return value
    }

    // MARK: Values

    private mutating func value() throws(WireError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { parser throws(WireError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(WireError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(WireError) -> JSONValue
    ) throws(WireError) -> JSONValue {
        guard depth < WireLimits.jsonDepth else { throw .tooDeep(limit: WireLimits.jsonDepth) }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(WireError) -> JSONValue {
        var members: [JSONValue.Member] = []
        if accept("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw malformed }
            let name = try string()
            guard accept(":") else { throw malformed }
            members.append(JSONValue.Member(name, try value()))
        } while accept(",")
        guard accept("}") else { throw malformed }
        return .object(members)
    }

    private mutating func array() throws(WireError) -> JSONValue {
        var elements: [JSONValue] = []
        if accept("]") { return .array(elements) }
        repeat { elements.append(try value()) } while accept(",")
        guard accept("]") else { throw malformed }
        return .array(elements)
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(WireError) -> JSONValue {
        for byte in "\(word)".utf8 {
            guard peek == byte else { throw malformed }
            position += 1
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(WireError) -> JSONValue {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        guard digits() > 0 else { throw malformed }
        guard input[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else { throw malformed }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            guard digits() > 0 else { throw malformed }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw malformed }
        }
        let text = String(decoding: input[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw malformed }
        return .double(value)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    // MARK: Strings

    private mutating func string() throws(WireError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try validated(input[start..<position])
        }
        var bytes = Array(input[start..<position])
        while let byte = peek, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try validated(bytes[...])
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            default: bytes.append(byte)
            }
        }
        throw malformed
    }

    private func validated(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        guard let string = String(validUTF8: bytes.span) else { throw malformed }
        return string
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(WireError) {
        guard let byte = peek else { throw malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0c)
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "r"): bytes.append(0x0d)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes += String(try scalar()).utf8
        default: throw malformed
        }
    }

    /// `\uXXXX`, or two of them for a scalar beyond the first plane. A lone surrogate is no text.
    private mutating func scalar() throws(WireError) -> Character {
        var code = try hexUnit()
        if 0xd800..<0xdc00 ~= code {
            guard peek == UInt8(ascii: "\\") else { throw malformed }
            position += 1
            guard peek == UInt8(ascii: "u") else { throw malformed }
            position += 1
            let low = try hexUnit()
            guard 0xdc00..<0xe000 ~= low else { throw malformed }
            code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw malformed }
        return Character(scalar)
    }

    private mutating func hexUnit() throws(WireError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw malformed }
            code = code << 4 + UInt32(digit)
            position += 1
        }
        return code
    }

    // MARK: Input

    private var peek: UInt8? { position < input.count ? input[position] : nil }

    private var malformed: WireError { .malformedJSON(offset: position) }

    /// Skips white space, then takes the character if it is there.
    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
    }
}
