import CallModel
import CommandLineKit

/// One line of a phone's script, understood.
enum PhoneLine: Equatable, Sendable {
    case call([String], CallWords)
    case accept
    case reject
    case hangup
    case join(String)
    case invite([String], CallWords)
    case mute(Bool)
    case volume(VolumeKind, Int)
    case profile(nickname: String, avatar: String)
    case login
    case logout
    case reconnect
    case wait(Duration)
    case waitFor(PhoneCondition, Duration)
    case state
    case stats
    case records(Int)
    case forget([String])
    case help
    case quit

    enum VolumeKind: String, Equatable, Sendable {
        case capture
        case output
    }

    /// What may follow the names in `call` and `invite`.
    struct CallWords: Equatable, Sendable {
        var timeout = 0
        var isVideo = false
        var data = ""
        var group = ""
        var room = ""
        var isEphemeral = false
    }

    /// The word a line begins with, for its answer.
    var word: String {
        switch self {
        case .call: "call"
        case .accept: "accept"
        case .reject: "reject"
        case .hangup: "hangup"
        case .join: "join"
        case .invite: "invite"
        case .mute: "mute"
        case .volume: "volume"
        case .profile: "profile"
        case .login: "login"
        case .logout: "logout"
        case .reconnect: "reconnect"
        case .wait: "wait"
        case .waitFor: "wait-for"
        case .state: "state"
        case .stats: "stats"
        case .records: "records"
        case .forget: "forget"
        case .help: "help"
        case .quit: "quit"
        }
    }
}

/// What `wait-for` waits for: a happening by name, narrowed by members of its line.
struct PhoneCondition: Equatable, Sendable {
    /// `onCallReceived`, or a state's name.
    var name: String
    /// For a state: the value it must have. `nil`: any.
    var value: String?
    /// Further members of an event, such as `reason`.
    var members: [String: String] = [:]
}

/// A line that is not one of the phone's.
struct PhoneLineError: Error, Equatable {
    let message: String
}

extension PhoneLine {
    /// Every word with its form and meaning, in the order of docs/phone.md.
    static let dictionary: [(form: String, meaning: String)] = [
        (
            "call USER... [timeout=S] [media=audio|video] [data=TEXT] [group=ID] [room=ID] [ephemeral=on]",
            "place a call"
        ),
        ("accept", "answer the ringing call"),
        ("reject", "refuse the ringing call"),
        ("hangup", "leave, call off or refuse the call, whatever it is doing"),
        ("join CALLID", "enter a running call"),
        ("invite USER... [timeout=S] [data=TEXT]", "ring more people for this call"),
        ("mute on|off", "close or open the microphone"),
        ("volume capture|output N", "0 to 100"),
        ("profile [nickname=TEXT] [avatar=URL]", "how others see you"),
        ("wait DURATION", "do nothing for 500ms, 2s or 1m"),
        ("wait-for NAME[=VALUE] [MEMBER=VALUE...] DURATION", "until an event or a state"),
        ("state", "show everything there is to see now"),
        ("stats", "packets of this call, or of the last one"),
        ("records [N]", "read the history"),
        ("forget CALLID...", "delete calls from the history"),
        ("reconnect", "drop the connection and make a new one"),
        ("logout", "log out, stay at the prompt"),
        ("login", "log in again"),
        ("help", "this list"),
        ("quit", "hang up, log out and end"),
    ]

    /// `nil`: an empty line or a comment.
    init?(_ line: String) throws(PhoneLineError) {
        let words = try Self.words(line)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        self = try Self.parse(first, Array(words.dropFirst()))
    }

    private static func parse(_ word: String, _ rest: [String]) throws(PhoneLineError) -> PhoneLine {
        switch word {
        case "call":
            let (users, words) = try callWords(
                word, rest, allowed: ["timeout", "media", "data", "group", "room", "ephemeral"])
            return .call(users, words)
        case "invite":
            let (users, words) = try callWords(word, rest, allowed: ["timeout", "data"])
            return .invite(users, words)
        case "join": return .join(try one(word, rest, "CALLID"))
        case "mute": return .mute(try onOrOff(word, try one(word, rest, "on or off")))
        case "volume": return try volume(rest)
        case "profile": return try profile(rest)
        case "wait": return .wait(try duration(try one(word, rest, "a duration such as 2s")))
        case "wait-for": return try waitFor(rest)
        case "records": return .records(rest.isEmpty ? 20 : try number(try one(word, rest, "a number"), in: 1...100))
        case "forget":
            guard !rest.isEmpty else { throw PhoneLineError(message: "forget needs the ids of calls") }
            return .forget(rest)
        default: return try bare(word, rest)
        }
    }

    private static func bare(_ word: String, _ rest: [String]) throws(PhoneLineError) -> PhoneLine {
        let words: [String: PhoneLine] = [
            "accept": .accept, "reject": .reject, "hangup": .hangup, "state": .state, "stats": .stats, "help": .help,
            "quit": .quit, "login": .login, "logout": .logout, "reconnect": .reconnect,
        ]
        guard let line = words[word] else {
            throw PhoneLineError(message: "no such word: \(word)\(hint(word)); `help` lists them")
        }
        guard rest.isEmpty else { throw PhoneLineError(message: "\(word) stands alone") }
        return line
    }

    /// The nearest word, for somebody who mistyped.
    private static func hint(_ word: String) -> String {
        let known = dictionary.map(\.form).compactMap { $0.split(separator: " ").first.map(String.init) }
        return Spelling.nearest(to: word, among: known).map { ", perhaps \($0)" } ?? ""
    }
}
