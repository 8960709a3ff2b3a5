import Bus

/// One setting of a service: its name, what it may hold, its default and what it is for.
public struct ConfigurationKey: Sendable {
    /// What a value must look like.
    public enum Kind: Sendable {
        case text
        case choice([String])
        case integer(ClosedRange<Int>)
        /// Written `500ms`, `30s`, `5m`, `2h`.
        case duration(ClosedRange<Duration>)
        case flag
        case path
        /// Where to listen: `tcp://ip:port`, `tcp://*:port` or `ipc://path`.
        case bind
        /// `tcp://host:port`, by name or address, or `ipc://path`.
        case endpoint
        /// Comma separated endpoints; may be empty.
        case endpoints
    }

    /// As in a file: lower case with hyphens.
    public let name: String
    /// What it may hold.
    public let kind: Kind
    /// In the form it has in a file. Must be a legal value; empty means unset for text, paths, binds and endpoints.
    public let defaultText: String
    /// One sentence for `--help` and the reference file.
    public let help: String
    /// Never printed.
    public let isSecret: Bool

    public init(_ name: String, _ kind: Kind, default defaultText: String, _ help: String, isSecret: Bool = false) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.help = help
        self.isSecret = isSecret
    }

    /// Any text; empty means unset.
    public static func text(_ name: String, default text: String = "", _ help: String, isSecret: Bool = false) -> Self {
        Self(name, .text, default: text, help, isSecret: isSecret)
    }

    /// One of a few words.
    public static func choice(_ name: String, of choices: [String], default text: String, _ help: String) -> Self {
        Self(name, .choice(choices), default: text, help)
    }

    /// A whole number within `range`.
    public static func integer(_ name: String, default value: Int, in range: ClosedRange<Int>, _ help: String) -> Self {
        Self(name, .integer(range), default: String(value), help)
    }

    /// `default` is written as in a file: `30s`.
    public static func duration(
        _ name: String, default text: String, in range: ClosedRange<Duration>, _ help: String
    ) -> Self {
        Self(name, .duration(range), default: text, help)
    }

    /// `true` or `false`.
    public static func flag(_ name: String, default value: Bool, _ help: String) -> Self {
        Self(name, .flag, default: value ? "true" : "false", help)
    }

    /// A file or folder, relative to the working directory; empty means unset.
    public static func path(_ name: String, default text: String = "", _ help: String) -> Self {
        Self(name, .path, default: text, help)
    }

    /// Where to listen: `tcp://ip:port`, `tcp://*:port` or `ipc://path`; empty means unset.
    public static func bind(_ name: String, default text: String, _ help: String) -> Self {
        Self(name, .bind, default: text, help)
    }

    /// One `tcp://host:port` or `ipc://path`; empty means unset.
    public static func endpoint(_ name: String, default text: String, _ help: String) -> Self {
        Self(name, .endpoint, default: text, help)
    }

    /// Comma separated endpoints; may be empty.
    public static func endpoints(_ name: String, default text: String, _ help: String) -> Self {
        Self(name, .endpoints, default: text, help)
    }

    /// The keys that `Boot` itself reads. Every service lists them before its own.
    public static func common(busPort: Int) -> [ConfigurationKey] {
        [
            .text(
                "instance", "Name of this process among the instances of its service. Empty: host name and process id."),
            .bind("bus-bind", default: "tcp://127.0.0.1:\(busPort)", "Where other services reach this one."),
            .text(
                "tap-bind", default: "auto",
                "Where zmqinspect may see what passes the bus here: auto is bus-bind's port + 100, off is nowhere, or an endpoint."
            ),
            .path("crash-file", "Where a crash leaves what the bus did last. Empty: standard error."),
            .choice(
                "bus-encryption", of: ["curve", "none"], default: "curve",
                "Whether TCP on the bus is encrypted, and only known keys are let in. ipc paths never are."),
            .path(
                "bus-keys", default: "state/bus",
                "Folder with the keys of the bus, looked at again every 2 s and on SIGHUP. `partyline keys bus` makes it."
            ),
            .choice(
                "mode", of: ["development", "production"], default: "development",
                "production refuses what is only convenient: a bus over TCP without encryption."),
            .choice(
                "log-level", of: ["error", "notice", "debug"], default: "notice", "The least important lines to log."),
            .duration(
                "drain-timeout", default: "10s", in: .zero...(.seconds(600)),
                "How long running work may take to finish after SIGTERM."),
            .flag(
                "exit-with-stdin", default: false,
                "Drain and exit when standard input ends: with whoever started this process."),
        ]
    }

    /// For a service with a store of its own.
    public static let storeDurability = choice(
        "store-durability", of: ["power", "process"], default: "power",
        "What an answer survives: power waits for the disk, process only outlives a crash of the service and is faster."
    )

    /// What a legal value looks like, for `--help` and complaints.
    public var form: String {
        switch kind {
        case .text: "text"
        case .choice(let choices): choices.joined(separator: " | ")
        case .integer(let range): "number \(range.lowerBound) to \(range.upperBound)"
        case .duration(let range):
            "duration \(durationText(range.lowerBound)) to \(durationText(range.upperBound)), units ms s m h"
        case .flag: "true | false"
        case .path: "path"
        case .bind: "endpoint tcp://ip:port, tcp://*:port or ipc://path"
        case .endpoint: "endpoint tcp://host:port or ipc://path"
        case .endpoints: "endpoints tcp://host:port or ipc://path, comma separated"
        }
    }

    /// Why a text is no legal value; `nil` if it is one.
    func complaint(about text: String) -> String? {
        let isLegal =
            switch kind {
            case .text, .path: !text.contains("\0")
            case .choice(let choices): choices.contains(text)
            case .integer(let range): Int(text).map(range.contains) ?? false
            case .duration(let range): parseDuration(text).map(range.contains) ?? false
            case .flag: text == "true" || text == "false"
            case .bind: text.isEmpty || BusTarget.isBindable(text)
            case .endpoint: text.isEmpty || BusTarget(text) != nil
            case .endpoints: parseEndpoints(text).allSatisfy { BusTarget($0) != nil }
            }
        return isLegal ? nil : "must be \(form)"
    }
}

/// `500ms`, `30s`, `5m`, `2h`; a bare `0` is zero. `nil` otherwise.
func parseDuration(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    let digits = text.prefix(while: \.isNumber)
    guard let count = Int64(digits), count <= 1_000_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(count)
    case "s": return .seconds(count)
    case "m": return .seconds(count * 60)
    case "h": return .seconds(count * 3_600)
    default: return nil
    }
}

/// The shortest form that `parseDuration` reads back.
func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds != 0 { return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)ms" }
    if seconds == 0 { return "0s" }
    if seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
    return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
}

func parseEndpoints(_ text: String) -> [String] {
    text.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
}

func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace ?? false { rest.removeFirst() }
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return String(rest)
}
