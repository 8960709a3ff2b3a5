import Foundation

/// A value of a phone's line. Members keep their order, so that a line begins with what it is.
enum PhoneValue: Equatable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([PhoneValue])
    case object([(String, PhoneValue)])

    static func == (left: PhoneValue, right: PhoneValue) -> Bool { left.json == right.json }

    /// The JSON form, on one line.
    var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.json }.joined(separator: ",") + "}"
        }
    }

    /// The readable form.
    var plain: String {
        switch self {
        case .text(let text): text.isEmpty ? "-" : text
        case .number(let number): String(number)
        case .flag(let flag): flag ? "yes" : "no"
        case .list(let values): values.isEmpty ? "none" : values.map(\.plain).joined(separator: ", ")
        case .object(let members): members.map { "\($0.0)=\($0.1.plain)" }.joined(separator: " ")
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                result += "\\u" + String(format: "%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// One line of a phone's output.
struct PhoneReport: Equatable, Sendable {
    enum Kind: String, Sendable {
        case event
        case state
        case answer
        case refusal
        case note
    }

    var kind: Kind
    /// Event or state name; the word that is answered.
    var name: String
    var members: [(String, PhoneValue)] = []

    static func == (left: PhoneReport, right: PhoneReport) -> Bool {
        left.kind == right.kind && left.name == right.name
            && PhoneValue.object(left.members) == PhoneValue.object(right.members)
    }

    static func event(_ name: String, _ members: [(String, PhoneValue)] = []) -> PhoneReport {
        PhoneReport(kind: .event, name: name, members: members)
    }

    static func state(_ name: String, _ value: PhoneValue) -> PhoneReport {
        PhoneReport(kind: .state, name: name, members: [("value", value)])
    }

    static func ok(_ word: String, _ members: [(String, PhoneValue)] = []) -> PhoneReport {
        PhoneReport(kind: .answer, name: word, members: members)
    }

    static func error(_ word: String, _ code: Int, _ message: String) -> PhoneReport {
        PhoneReport(kind: .refusal, name: word, members: [("error", .number(code)), ("message", .text(message))])
    }

    /// The line for programs. `at`: UTC milliseconds.
    func json(at milliseconds: Int64) -> String {
        var all: [(String, PhoneValue)] = []
        switch kind {
        case .event, .state, .note: all.append((kind.rawValue, .text(name)))
        case .answer: all.append(("ok", .text(name)))
        case .refusal: break
        }
        all += members
        if kind == .refusal, !name.isEmpty { all.append(("command", .text(name))) }
        all.append(("at", .number(Int(milliseconds))))
        return PhoneValue.object(all).json
    }

    /// The line for people; `nil`: nothing they need to see.
    var readable: String? {
        switch kind {
        case .event: "* \(name) \(PhoneValue.object(members).plain)"
        case .state:
            ["duration", "speakers", "networkQualities"].contains(name)
                ? nil : "  \(name): \(members.first?.1.plain ?? "")"
        case .answer: members.isEmpty ? "ok \(name)" : "ok \(name) \(PhoneValue.object(members).plain)"
        case .refusal:
            "! \(name.isEmpty ? "" : name + ": ")"
                + members.map { $0.0 == "error" ? "error \($0.1.plain)" : $0.1.plain }.joined(separator: ", ")
        case .note: "\(name) \(PhoneValue.object(members).plain)"
        }
    }
}
