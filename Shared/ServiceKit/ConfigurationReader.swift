/// Resolves a configuration: defaults, then the file of `--config`, then `<SERVICE>_<KEY>` of the environment, then
/// `--key value` of the command line. Pure; `Boot` feeds it and acts on the outcome.
struct ConfigurationReader {
    enum Outcome {
        case values(ConfigurationValues)
        case help
        case version
        /// Everything that is wrong, not only the first.
        case problems([String])
    }

    let service: String
    let keys: [ConfigurationKey]
    let conflicts: (ConfigurationValues) -> [String]
    /// The text of a file, or why there is none.
    let readFile: (String) -> Result<String, FileProblem>

    struct FileProblem: Error {
        let text: String
    }

    func read(arguments: [String], environment: [String: String]) -> Outcome {
        if arguments.contains("--help") || arguments.contains("-h") { return .help }
        if arguments.contains("--version") { return .version }
        var state = State(values: ConfigurationValues(defaultsOf: keys))
        let flags = parse(arguments, &state)
        if let path = flags.file { apply(file: path, &state) }
        apply(environment: environment, &state)
        for (name, text) in flags.settings { apply(name, text, .flag, &state) }
        if state.problems.isEmpty { state.problems = conflicts(state.values) }
        return state.problems.isEmpty ? .values(state.values) : .problems(state.problems)
    }

    private struct State {
        var values: ConfigurationValues
        var problems: [String] = []
    }

    private func parse(_ arguments: [String], _ state: inout State) -> (file: String?, settings: [(String, String)]) {
        var file: String?
        var settings: [(String, String)] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), argument.count > 2 else {
                state.problems.append("\(argument): not an option; see --help")
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let value: String
            if parts.count == 2 {
                value = String(parts[1])
            } else if let next = rest.first, !next.hasPrefix("--") {
                value = next
                rest.removeFirst()
            } else if case .flag = state.values.key(name)?.kind {
                value = "true"
            } else {
                state.problems.append("--\(name): a value is missing")
                continue
            }
            if name == "config" { file = value } else { settings.append((name, value)) }
        }
        return (file, settings)
    }

    /// `key = value` lines. A `#` at the start of a line is a comment; elsewhere it belongs to the value.
    private func apply(file path: String, _ state: inout State) {
        let text: String
        switch readFile(path) {
        case .success(let read): text = read
        case .failure(let problem):
            state.problems.append("--config \(path): \(problem.text)")
            return
        }
        var seen: [String: Int] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            let content = trimmed(line)
            if content.isEmpty || content.hasPrefix("#") { continue }
            guard let equals = content.firstIndex(of: "=") else {
                state.problems.append("\(path):\(number): not a `key = value` line")
                continue
            }
            let name = trimmed(content[..<equals])
            let value = trimmed(content[content.index(after: equals)...])
            if let first = seen.updateValue(number, forKey: name) {
                state.problems.append("\(path):\(number): \(name) is set in line \(first) already")
            }
            apply(name, value, .file(path: path, line: number), &state)
        }
    }

    /// Variables that merely share the prefix are somebody else's: orchestrators set some of their own.
    private func apply(environment: [String: String], _ state: inout State) {
        for key in keys {
            let name = Self.variable(service: service, key: key.name)
            if let value = environment[name] { apply(key.name, value, .environment(name: name), &state) }
        }
    }

    private func apply(
        _ name: String, _ text: String, _ origin: ConfigurationValues.Origin, _ state: inout State
    ) {
        guard let key = state.values.key(name) else {
            state.problems.append("\(name) (\(origin)): no such key; see --help")
            return
        }
        if let complaint = key.complaint(about: text) {
            let shown = key.isSecret ? "<secret>" : "\"\(text)\""
            state.problems.append("\(name) = \(shown) (\(origin)): \(complaint)")
            return
        }
        state.values.set(name, to: text, from: origin)
    }

    /// `SIGNALING_RING_TIMEOUT` for `ring-timeout` of `signaling`.
    static func variable(service: String, key: String) -> String {
        (service + "_" + key).uppercased().replacing("-", with: "_")
    }

    /// What `--help` prints.
    static func help(service: String, keys: [ConfigurationKey]) -> String {
        var lines = [
            "usage: \(service) [--config FILE] [--key value | --key=value]... [--help] [--version]",
            "",
            "Each key may be set in FILE (`key = value`), in the environment or on the command line; the later wins.",
            "",
        ]
        for key in keys {
            lines.append("  --\(key.name) \(key.defaultText.isEmpty ? "" : "(default \(key.defaultText))")")
            lines.append("      \(key.help)")
            lines.append("      \(key.form); \(variable(service: service, key: key.name))")
        }
        return lines.map { String($0.reversed().drop(while: { $0 == " " }).reversed()) }.joined(separator: "\n") + "\n"
    }
}

/// The reference configuration file of a service: every key with its meaning, form and default.
public enum ReferenceConfiguration {
    /// What `Services/<Name>/Service/reference.conf` must hold, byte for byte.
    public static func text<Configuration: ServiceConfiguration>(
        for configuration: Configuration.Type, service: String
    ) -> String {
        var lines = [
            "# Every key of \(service) with its default. Keys left out keep it; unknown keys are errors.",
            "# The environment (\(ConfigurationReader.variable(service: service, key: "key-name"))) overrides this file, "
                + "the command line (--key-name) overrides both.",
        ]
        for key in Configuration.keys {
            lines += ["", "# \(key.help)", "# \(key.form)"]
            lines.append(key.defaultText.isEmpty ? "\(key.name) =" : "\(key.name) = \(key.defaultText)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Proves that a reference file decodes to the defaults and holds every key: the complaints, empty if all is well.
    public static func complaints<Configuration: ServiceConfiguration>(
        about text: String, for configuration: Configuration.Type, service: String
    ) -> [String] {
        let reader = ConfigurationReader(
            service: service, keys: Configuration.keys, conflicts: Configuration.conflicts,
            readFile: { _ in .success(text) })
        switch reader.read(arguments: ["--config", "reference.conf"], environment: [:]) {
        case .problems(let problems): return problems
        case .help, .version: return ["reference.conf was not read"]
        case .values(let values):
            return values.entries.compactMap { entry in
                if entry.origin == .defaultValue { return "\(entry.key.name) is missing" }
                return entry.text == entry.key.defaultText
                    ? nil : "\(entry.key.name) is \(entry.text), its default is \(entry.key.defaultText)"
            }
        }
    }
}
