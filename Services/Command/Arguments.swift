/// An option of a verb.
struct Option {
    enum Form {
        /// Present or not.
        case flag
        /// Takes a value: `--name value` or `--name=value`.
        case value
    }

    let name: String
    let form: Form

    static func flag(_ name: String) -> Option { Option(name: name, form: .flag) }
    static func value(_ name: String) -> Option { Option(name: name, form: .value) }
}

/// A command line that cannot be taken, and why.
struct ArgumentFailure: Error, Equatable {
    let message: String
}

/// The words after the verb, checked against its options.
struct Arguments {
    private var values: [String: String] = [:]
    private var flags: Set<String> = []
    /// Words that belong to no option.
    private(set) var rest: [String] = []

    init(_ words: [String], options: [Option]) throws(ArgumentFailure) {
        let known = options + [.flag("help")]
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            guard word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            let (name, inlineValue) = Arguments.split(word)
            guard let option = known.first(where: { $0.name == name }) else {
                throw ArgumentFailure(message: "no such option: \(word)")
            }
            switch option.form {
            case .flag:
                guard inlineValue == nil else { throw ArgumentFailure(message: "--\(name) takes no value") }
                flags.insert(name)
            case .value:
                guard let value = inlineValue ?? (index < words.count ? words[index] : nil) else {
                    throw ArgumentFailure(message: "--\(name) needs a value")
                }
                if inlineValue == nil { index += 1 }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw ArgumentFailure(message: "--\(name) is given twice")
                }
            }
        }
    }

    var wantsHelp: Bool { flags.contains("help") }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    subscript(name: String) -> String? { values[name] }

    func required(_ name: String) throws(ArgumentFailure) -> String {
        guard let value = values[name], !value.isEmpty else { throw ArgumentFailure(message: "--\(name) is missing") }
        return value
    }

    /// A whole number within `range`, or `fallback` if the option is not given.
    func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(ArgumentFailure) -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw ArgumentFailure(
                message: "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }

    /// Refuses words that belong to no option.
    func refuseRest() throws(ArgumentFailure) {
        if let word = rest.first { throw ArgumentFailure(message: "\(word) belongs to no option") }
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        let body = word.drop { $0 == "-" }
        guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
        return (String(body[..<equals]), String(body[body.index(after: equals)...]))
    }
}
