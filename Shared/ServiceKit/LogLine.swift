import CallModel

/// One event as text.
struct LogLine {
    let time: WallTime
    let level: LogLevel
    let service: String
    let event: String
    let fields: [(key: String, value: String)]

    /// A pipe takes this much (`PIPE_BUF`) in one piece, so the lines of several processes never mix.
    static let longest = 4_096

    /// Ends with a newline.
    func bytes(isColoured: Bool) -> [UInt8] {
        var text = timestamp(time)
        text += " "
        text += isColoured ? "\(colour)\(padded)\u{1B}[0m" : padded
        text += " \(service) "
        text += isColoured ? "\u{1B}[1m\(printable(event))\u{1B}[0m" : printable(event)
        for (key, value) in fields {
            text += isColoured ? " \u{1B}[2m\(key)=\u{1B}[0m" : " \(key)="
            text += quotedIfNeeded(value)
        }
        var bytes = Array(text.utf8)
        if bytes.count >= Self.longest {
            bytes.removeSubrange((Self.longest - 4)...)
            // Not in the middle of a character.
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
            bytes += Array("...".utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private var padded: String { level.name.count == 5 ? level.name + " " : level.name }

    private var colour: String {
        switch level {
        case .error: "\u{1B}[31m"
        case .notice: "\u{1B}[32m"
        case .debug: "\u{1B}[34m"
        }
    }
}

/// Quotes what would otherwise be read as two words, as another key, or as the end of the line.
private func quotedIfNeeded(_ value: String) -> String {
    let isPlain =
        !value.isEmpty
        && value.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0 != "\"" && $0 != "=" && $0 != "\\" && $0.value != 0x7F
        }
    return isPlain ? value : "\"\(printable(value, isQuoted: true))\""
}

/// Control characters escaped: a log line is one line and cannot steer a terminal.
private func printable(_ text: String, isQuoted: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\"" where isQuoted: result += "\\\""
        case "\\" where isQuoted: result += "\\\\"
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// RFC 3339 in UTC with milliseconds: `2026-11-30T09:05:07.012Z`.
func timestamp(_ time: WallTime) -> String {
    let days = floorDivide(time.milliseconds, 86_400_000)
    let rest = Int(time.milliseconds - days * 86_400_000)
    let (year, month, day) = civilDate(daysSince1970: days)
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60)
    return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2) + "T" + digits(hour, 2) + ":"
        + digits(minute, 2) + ":" + digits(second, 2) + "." + digits(rest % 1_000, 3) + "Z"
}

/// The proleptic Gregorian date, counted in eras of 400 years that begin in March.
private func civilDate(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
}

private func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    dividend / divisor - (dividend % divisor < 0 ? 1 : 0)
}

private func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return text.count >= count ? text : String(repeating: "0", count: count - text.count) + text
}
