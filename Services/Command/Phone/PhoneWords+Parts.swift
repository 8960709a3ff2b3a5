extension PhoneLine {
    /// Splits at spaces; double quotes keep a word together, a backslash keeps the next character.
    static func words(_ line: String) throws(PhoneLineError) -> [String] {
        var words: [String] = []
        var word = ""
        var hasWord = false
        var isQuoted = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                hasWord = true
            } else if character == "\"" {
                isQuoted.toggle()
                hasWord = true
            } else if character.isWhitespace, !isQuoted {
                if hasWord { words.append(word) }
                word = ""
                hasWord = false
            } else {
                word.append(character)
                hasWord = true
            }
        }
        guard !isQuoted, !isEscaped else { throw PhoneLineError(message: "the line ends inside a quoted word") }
        if hasWord { words.append(word) }
        return words
    }

    static func one(_ word: String, _ rest: [String], _ what: String) throws(PhoneLineError) -> String {
        guard rest.count == 1 else { throw PhoneLineError(message: "\(word) takes \(what)") }
        return rest[0]
    }

    static func onOrOff(_ word: String, _ text: String) throws(PhoneLineError) -> Bool {
        switch text {
        case "on": return true
        case "off": return false
        default: throw PhoneLineError(message: "\(word) takes on or off, not \(text)")
        }
    }

    static func number(_ text: String, in range: ClosedRange<Int>) throws(PhoneLineError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw PhoneLineError(
                message: "\(text) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `500ms`, `2s`, `1.5s`, `1m`; a bare number is seconds. At most an hour.
    static func duration(_ text: String) throws(PhoneLineError) -> Duration {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        for (unit, seconds) in units where text.hasSuffix(unit) {
            guard let count = Double(text.dropLast(unit.count)), count >= 0, count * seconds <= 3_600 else { continue }
            return .milliseconds(Int64((count * seconds * 1_000).rounded()))
        }
        throw PhoneLineError(message: "\(text) is not a duration such as 500ms, 2s or 1m")
    }

    /// Users first, then `key=value` in any order.
    static func callWords(
        _ word: String, _ rest: [String], allowed: Set<String>
    ) throws(PhoneLineError) -> ([String], CallWords) {
        var users: [String] = []
        var words = CallWords()
        for part in rest {
            guard let (key, value) = pair(part) else {
                users.append(part)
                continue
            }
            guard allowed.contains(key) else {
                throw PhoneLineError(message: "\(word) knows no \(key)=")
            }
            try set(key, value, in: &words)
        }
        guard !users.isEmpty else { throw PhoneLineError(message: "\(word) needs somebody to ring") }
        return (users, words)
    }

    private static func set(_ key: String, _ value: String, in words: inout CallWords) throws(PhoneLineError) {
        switch key {
        case "timeout": words.timeout = try number(value, in: 0...600)
        case "media":
            guard value == "audio" || value == "video" else {
                throw PhoneLineError(message: "media is audio or video, not \(value)")
            }
            words.isVideo = value == "video"
        case "data": words.data = value
        case "group": words.group = value
        case "room": words.room = value
        default: words.isEphemeral = try onOrOff("ephemeral", value)
        }
    }

    static func volume(_ rest: [String]) throws(PhoneLineError) -> PhoneLine {
        guard rest.count == 2, let kind = VolumeKind(rawValue: rest[0]) else {
            throw PhoneLineError(message: "volume takes capture or output, and 0 to 100")
        }
        return .volume(kind, try number(rest[1], in: 0...100))
    }

    static func profile(_ rest: [String]) throws(PhoneLineError) -> PhoneLine {
        var members: [String: String] = [:]
        for part in rest {
            guard let (key, value) = pair(part), key == "nickname" || key == "avatar" else {
                throw PhoneLineError(message: "profile takes nickname= and avatar=")
            }
            members[key] = value
        }
        guard !members.isEmpty else { throw PhoneLineError(message: "profile takes nickname= and avatar=") }
        return .profile(nickname: members["nickname"] ?? "", avatar: members["avatar"] ?? "")
    }

    static func waitFor(_ rest: [String]) throws(PhoneLineError) -> PhoneLine {
        guard let first = rest.first, rest.count >= 2 else {
            throw PhoneLineError(message: "wait-for takes what to wait for and how long, such as onCallReceived 10s")
        }
        let (name, value) = pair(first) ?? (first, nil)
        var condition = PhoneCondition(name: name, value: value)
        for part in rest.dropFirst().dropLast() {
            guard let (key, value) = pair(part) else {
                throw PhoneLineError(message: "\(part) is not MEMBER=VALUE")
            }
            condition.members[key] = value
        }
        return .waitFor(condition, try duration(rest[rest.count - 1]))
    }

    private static func pair(_ text: String) -> (String, String)? {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
