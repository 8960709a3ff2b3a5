/// A step of a schema as PostgreSQL takes it. Outside quotes and comments the word BLOB becomes BYTEA, and TEXT becomes
/// `TEXT COLLATE "C"`: its order is that of the bytes, as in SQLite, whatever the database was made with.
func postgreSQLScript(_ sql: String) -> String {
    var scanner = ScriptScanner(sql)
    return scanner.rewritten()
}

private struct ScriptScanner {
    private let source: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    init(_ sql: String) { source = Array(sql.utf8) }

    mutating func rewritten() -> String {
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                // A doubled quote ends one quoted piece and begins the next.
                copy(through: [byte], startingAfter: 1)
            } else if starts(with: "--") {
                copy(through: [UInt8(ascii: "\n")], startingAfter: 2)
            } else if starts(with: "/*") {
                copy(through: Array("*/".utf8), startingAfter: 2)
            } else if byte == UInt8(ascii: "$"), let tag = dollarTag() {
                copy(through: tag, startingAfter: tag.count)
            } else if isWordByte(byte) {
                rewriteWord()
            } else {
                output.append(byte)
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func rewriteWord() {
        let start = position
        while position < source.count, isWordByte(source[position]) || source[position] == UInt8(ascii: "$") {
            position += 1
        }
        let word = source[start..<position]
        switch String(decoding: word, as: UTF8.self).uppercased() {
        case "BLOB": output.append(contentsOf: "BYTEA".utf8)
        case "TEXT": output.append(contentsOf: "TEXT COLLATE \"C\"".utf8)
        default: output.append(contentsOf: word)
        }
    }

    /// Copies up to and with `end`, or all that is left.
    private mutating func copy(through end: [UInt8], startingAfter opening: Int) {
        let start = position
        position = min(position + opening, source.count)
        while position < source.count, !source[position...].starts(with: end) { position += 1 }
        position = min(position + end.count, source.count)
        output.append(contentsOf: source[start..<position])
    }

    /// `$$` or `$name$`, if one begins here.
    private func dollarTag() -> [UInt8]? {
        var end = position + 1
        while end < source.count, isWordByte(source[end]) { end += 1 }
        guard end < source.count, source[end] == UInt8(ascii: "$") else { return nil }
        return Array(source[position...end])
    }

    private func starts(with text: StaticString) -> Bool {
        source[position...].starts(with: "\(text)".utf8)
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
