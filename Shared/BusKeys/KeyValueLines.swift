/// Reads `key = value` lines with `#` comments, and collects all that is wrong with them.
struct KeyValueLines {
    private let file: String
    private var values: [String: String] = [:]
    private(set) var problems: [String] = []

    /// Keys that are not known are problems.
    init(_ text: String, file: String, known: Set<String>) {
        self.file = file
        for (number, key, value) in Self.pairs(of: text, file: file, &problems) {
            guard known.contains(key) else {
                problems.append("\(file):\(number): not one of \(known.sorted().joined(separator: ", "))")
                continue
            }
            if values.updateValue(value, forKey: key) != nil {
                problems.append("\(file):\(number): \(key) is set twice")
            }
        }
    }

    /// The value of a key that must be there and legal.
    mutating func take<Value>(
        _ key: String, _ form: String, isSecret: Bool = false, _ read: (String) -> Value?
    ) -> Value? {
        guard let text = values[key] else {
            problems.append("\(file): \(key) is missing")
            return nil
        }
        guard let value = read(text) else {
            problems.append("\(file): \(key) must be \(form)\(isSecret ? "" : ", not \"\(text.prefix(64))\"")")
            return nil
        }
        return value
    }

    /// The lines that hold something. Only the first `=` divides: keys may contain more, as they may contain `#`.
    static func pairs(
        of text: String, file: String, _ problems: inout [String]
    ) -> [(line: Int, key: String, value: String)] {
        var pairs: [(line: Int, key: String, value: String)] = []
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = trimmed(line)
            if content.isEmpty || content.hasPrefix("#") { continue }
            guard let equals = content.firstIndex(of: "=") else {
                problems.append("\(file):\(offset + 1): not a `key = value` line")
                continue
            }
            pairs.append(
                (offset + 1, trimmed(content[..<equals]), trimmed(content[content.index(after: equals)...])))
        }
        return pairs
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace ?? false { rest.removeFirst() }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }
}
