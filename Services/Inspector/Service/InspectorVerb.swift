import CommandLineKit

/// A verb of zmqinspect: what help and shell completion know of it is declared once.
protocol InspectorVerb: Verb {
    /// What follows the name on a command line: `SERVICE/METHOD [JSON]`.
    static var synopsis: String { get }
    /// One paragraph or a few, below the synopsis.
    static var explanation: String { get }
    /// Options of this verb alone.
    static var ownOptions: [Option] { get }
    /// Options that it shares with others.
    static var groups: [OptionGroup] { get }
    /// Command lines that work as they stand.
    static var examples: [String] { get }
    /// What its words are, for completion.
    static var words: CompletedWords { get }
}

/// What a shell may offer for a verb's words.
enum CompletedWords: Sendable, Equatable {
    case nothing
    case fixed([String])
    /// Asked of the running processes.
    case services, methods, symbols
    case files
}

extension InspectorVerb {
    static var ownOptions: [Option] { [] }
    static var examples: [String] { [] }
    static var words: CompletedWords { .nothing }

    static var options: [Option] { ownOptions + groups.flatMap(\.options) }

    static var help: String {
        var text = "Usage: zmqinspect \(name)\(synopsis.isEmpty ? "" : " " + synopsis) [options]\n\n\(explanation)\n"
        text += section("Options", ownOptions)
        for group in groups { text += section(group.title, group.options) }
        if !examples.isEmpty { text += "\nExamples:\n" + examples.map { "  \($0)\n" }.joined() }
        return String(text.dropLast())
    }

    private static func section(_ title: String, _ options: [Option]) -> String {
        guard !options.isEmpty else { return "" }
        let width = 26
        let lines = options.map { option in
            let left = "--\(option.name)" + (option.placeholder.isEmpty ? "" : " \(option.placeholder)")
            return "  \(left.padded(to: width)) \(option.summary)\n"
        }
        return "\n\(title):\n" + lines.joined()
    }
}

/// Options that several verbs take.
enum OptionGroup: Sendable, CaseIterable {
    case output, screen, targets, schema, limits, tap

    var title: String {
        switch self {
        case .output, .screen: "Output"
        case .targets: "Where"
        case .schema: "Schema"
        case .limits: "How long"
        case .tap: "What"
        }
    }

    var options: [Option] {
        switch self {
        case .output:
            [.flag("json", "one JSON object per line, for programs; see docs/inspector-json.md"), Console.colorOption]
        case .screen: [Console.colorOption]
        case .targets:
            [
                .list(
                    "target", "ENDPOINT",
                    "[SERVICE=]tcp://HOST:PORT or ipc://PATH; repeatable; a name is all its addresses"),
                .value("data", "DIR", "the folder of a `partyline up`: its endpoints and keys (default ./state)"),
                .value("keys", "DIR", "bus keys, for encrypted processes (default: those of --data)"),
                .value("patience", "SPAN", "how long a process may take to be reached (default 2s)"),
            ]
        case .schema:
            [.value("schema", "FILE", "a FileDescriptorSet to use instead of the processes' own")]
        case .limits:
            [
                .value("count", "N", "stop after so many"),
                .value("for", "SPAN", "stop after this time: 10s, 2m"),
                .value("until", "EXPR", "stop after the first that matches; see `zmqinspect help grep`"),
            ]
        case .tap:
            [
                .value("level", "LEVEL", "metadata, or contents: with payloads, secrets masked"),
                .value("sample", "N", "one call in N, the same ones at every process"),
                .value("budget", "BYTES", "what each process may spend on us per second (default 1000000)"),
                .list("method", "PREFIX", "only these: Signaling/ or Signaling/Call"),
                .value("user", "ID", "only what happens on behalf of this user"),
                .value("key", "KEY", "only this shard key: a call id, a user id"),
                .value("peer", "NAME", "only to or from this service or instance"),
                .flag("strict", "exit 5 if events were missed"),
            ]
        }
    }
}

extension Arguments {
    /// Refuses options that mean nothing beside what else was asked for: silence would look like obedience.
    func refuse(_ options: [Option], _ why: String) throws(ArgumentFailure) {
        for option in options where has(option.name) || self[option.name] != nil {
            throw ArgumentFailure(message: "--\(option.name) \(why)")
        }
    }

    /// Refuses two options that say different things.
    func refuse(_ one: String, with other: String) throws(ArgumentFailure) {
        guard has(one) || self[one] != nil, has(other) || self[other] != nil else { return }
        throw ArgumentFailure(message: "--\(one) and --\(other) exclude each other")
    }
}
