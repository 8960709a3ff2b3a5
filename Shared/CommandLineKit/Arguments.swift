import CallModel

/// A command line that cannot be taken, and why.
public struct ArgumentFailure: Error, Equatable {
    /// Without a full stop: whoever shows it adds where help is.
    public let message: String

    public init(message: String) { self.message = message }
}

/// The words after the verb, checked against its options.
public struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// Words that belong to no option. Everything after `--` is one of them.
    public private(set) var rest: [String] = []

    public init(_ words: [String], options: [Option]) throws(ArgumentFailure) {
        let known = options + [.flag("help")]
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                rest += words[index...]
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            let (name, inlineValue) = Arguments.split(word)
            guard let option = known.first(where: { $0.name == name }) else {
                let meant = Spelling.nearest(to: name, among: known.lazy.map(\.name))
                throw ArgumentFailure(
                    message: "no such option: \(word)" + (meant.map { " (did you mean --\($0)?)" } ?? ""))
            }
            guard option.form != .flag else {
                guard inlineValue == nil else { throw ArgumentFailure(message: "--\(name) takes no value") }
                flags.insert(name)
                continue
            }
            guard let value = inlineValue ?? (index < words.count ? words[index] : nil) else {
                throw ArgumentFailure(message: "--\(name) needs a value")
            }
            if inlineValue == nil { index += 1 }
            guard option.form == .list || values[name] == nil else {
                throw ArgumentFailure(message: "--\(name) is given twice")
            }
            values[name, default: []].append(value)
        }
    }

    public var wantsHelp: Bool { flags.contains("help") }

    /// Whether a flag was given.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option.
    public subscript(name: String) -> String? { values[name]?.first }

    /// All values of an option that may be given several times, in order.
    public func list(_ name: String) -> [String] { values[name] ?? [] }

    /// What a verb takes an option for that was not given.
    public mutating func setDefault(_ name: String, _ value: String) {
        if values[name] == nil { values[name] = [value] }
    }

    /// One more value of an option that may be given several times.
    public mutating func append(_ name: String, _ value: String) { values[name, default: []].append(value) }

    /// The value of an option that must be there.
    public func required(_ name: String) throws(ArgumentFailure) -> String {
        guard let value = self[name], !value.isEmpty else { throw ArgumentFailure(message: "--\(name) is missing") }
        return value
    }

    /// A whole number within `range`, or `fallback` if the option is not given.
    public func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(ArgumentFailure)
        -> Int
    {
        guard let text = self[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw ArgumentFailure(
                message: "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }

    /// A time span such as `250ms`, `10s`, `2m`, `1h`; a bare number is seconds. `nil` if the option is not given.
    public func duration(_ name: String) throws(ArgumentFailure) -> Duration? {
        guard let text = self[name] else { return nil }
        guard let duration = Duration(words: text) else {
            throw ArgumentFailure(message: "--\(name) takes a time span such as 250ms, 10s or 2m, not \(text)")
        }
        return duration
    }

    /// Refuses words that belong to no option.
    public func refuseRest() throws(ArgumentFailure) {
        if let word = rest.first { throw ArgumentFailure(message: "\(word) belongs to no option") }
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        let body = word.drop { $0 == "-" }
        guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
        return (String(body[..<equals]), String(body[body.index(after: equals)...]))
    }
}

extension Duration {
    /// `250ms`, `10s`, `2m`, `1h`, `1.5s`, `80us`; a bare number is seconds. `nil` for anything else, and past a year.
    public init?(words text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite else { return nil }
        let unit: Double
        switch text.dropFirst(digits.count) {
        case "us", "µs": unit = 0.000_001
        case "ms": unit = 0.001
        case "", "s": unit = 1
        case "m", "min": unit = 60
        case "h": unit = 3_600
        default: return nil
        }
        guard number * unit <= 366 * 86_400 else { return nil }
        self = .seconds(number * unit)
    }
}
