/// What a service can be told from outside.
///
/// ```swift
/// struct PushConfiguration: ServiceConfiguration {
///     static let keys = ConfigurationKey.common(busPort: 7104) + [
///         .duration("retry-pause", default: "2s", in: .zero...(.seconds(60)), "Between two attempts of a job."),
///     ]
///     let retryPause: Duration
///     init(_ values: ConfigurationValues) { retryPause = values.duration("retry-pause") }
/// }
/// ```
public protocol ServiceConfiguration: Sendable {
    /// Every key there is: `ConfigurationKey.common` first, then the service's own.
    static var keys: [ConfigurationKey] { get }

    /// Values that are legal each by itself but not together, in the operator's words.
    static func conflicts(in values: ConfigurationValues) -> [String]

    /// Takes values that are complete, legal and free of conflicts.
    init(_ values: ConfigurationValues)
}

extension ServiceConfiguration {
    /// Any legal values go together.
    public static func conflicts(in values: ConfigurationValues) -> [String] { [] }
}

/// The resolved value of every declared key. Asking for a key that is not declared, or with another kind, traps: that
/// is a mistake of the program, found by its first start.
public struct ConfigurationValues: Sendable {
    /// Who set a value, for complaints and for the log.
    public enum Origin: Sendable, Hashable {
        case defaultValue
        case file(path: String, line: Int)
        case environment(name: String)
        case flag
    }

    struct Entry: Sendable {
        let key: ConfigurationKey
        var text: String
        var origin: Origin = .defaultValue
    }

    private(set) var entries: [Entry]
    private let indices: [String: Int]

    /// All keys at their defaults.
    public init(defaultsOf keys: [ConfigurationKey]) {
        var indices: [String: Int] = [:]
        for (index, key) in keys.enumerated() {
            precondition(indices[key.name] == nil, "configuration key \(key.name) is declared twice")
            precondition(
                key.complaint(about: key.defaultText) == nil,
                "the default of \(key.name) is not legal: \(key.defaultText)")
            indices[key.name] = index
        }
        entries = keys.map { Entry(key: $0, text: $0.defaultText) }
        self.indices = indices
    }

    /// The value of a text, choice, path, bind or endpoint key; empty if it is unset. This and the following accessors trap on a
    /// key that was not declared, or declared as another kind.
    public func text(_ name: String) -> String {
        let entry = entry(name)
        switch entry.key.kind {
        case .text, .choice, .path, .bind, .endpoint: return entry.text
        default: preconditionFailure("configuration key \(name) is no text")
        }
    }

    /// `nil` if it is empty.
    public func optionalText(_ name: String) -> String? {
        let text = text(name)
        return text.isEmpty ? nil : text
    }

    /// The value of a path key.
    public func path(_ name: String) -> String { text(name) }

    /// The value of an integer key.
    public func integer(_ name: String) -> Int {
        guard case .integer = entry(name).key.kind, let value = Int(entry(name).text) else {
            preconditionFailure("configuration key \(name) is no integer")
        }
        return value
    }

    /// The value of a duration key.
    public func duration(_ name: String) -> Duration {
        guard case .duration = entry(name).key.kind, let value = parseDuration(entry(name).text) else {
            preconditionFailure("configuration key \(name) is no duration")
        }
        return value
    }

    /// The value of a flag.
    public func flag(_ name: String) -> Bool {
        guard case .flag = entry(name).key.kind else { preconditionFailure("configuration key \(name) is no flag") }
        return entry(name).text == "true"
    }

    /// The endpoints of a list, in its order.
    public func endpoints(_ name: String) -> [String] {
        guard case .endpoints = entry(name).key.kind else {
            preconditionFailure("configuration key \(name) is no list of endpoints")
        }
        return parseEndpoints(entry(name).text)
    }

    /// One `key = value` per key, secrets hidden: what is logged at the start.
    public var redacted: [(key: String, value: String)] {
        entries.map { ($0.key.name, $0.key.isSecret && !$0.text.isEmpty ? "<secret>" : $0.text) }
    }

    func key(_ name: String) -> ConfigurationKey? { indices[name].map { entries[$0].key } }

    /// Sets a declared key.
    mutating func set(_ name: String, to text: String, from origin: Origin) {
        guard let index = indices[name] else { preconditionFailure("configuration key \(name) is not declared") }
        entries[index].text = text
        entries[index].origin = origin
    }

    private func entry(_ name: String) -> Entry {
        guard let index = indices[name] else { preconditionFailure("configuration key \(name) is not declared") }
        return entries[index]
    }
}

extension ConfigurationValues.Origin: CustomStringConvertible {
    public var description: String {
        switch self {
        case .defaultValue: "default"
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let name): "environment \(name)"
        case .flag: "command line"
        }
    }
}
