import CommandLineKit
import Wire

extension JSONValue {
    /// Indented, for people; short objects and lists stay on one line. Keys may be coloured.
    func pretty(width: Int = 100, colour: (String) -> String = { $0 }) -> String {
        lines(width: width, indent: "", colour: colour)
    }

    private func lines(width: Int, indent: String, colour: (String) -> String) -> String {
        if indent.count + text.count <= width { return line(colour) }
        let inner = indent + "  "
        switch self {
        case .object(let members):
            let parts = members.map { member in
                inner + colour(JSONValue.string(member.name).text) + ": "
                    + member.value.lines(width: width, indent: inner, colour: colour)
            }
            return "{\n" + parts.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let elements):
            let parts = elements.map { inner + $0.lines(width: width, indent: inner, colour: colour) }
            return "[\n" + parts.joined(separator: ",\n") + "\n\(indent)]"
        default: return text.terminalSafe
        }
    }

    private func line(_ colour: (String) -> String) -> String {
        switch self {
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let parts = members.map {
                colour(JSONValue.string($0.name).text.terminalSafe) + ": " + $0.value.line(colour)
            }
            return "{ " + parts.joined(separator: ", ") + " }"
        case .array(let elements): return "[" + elements.map { $0.line(colour) }.joined(separator: ", ") + "]"
        default: return text.terminalSafe
        }
    }
}

extension String {
    /// JSON escapes what is below a space; DEL and the second half of the control characters steer a terminal too.
    fileprivate var terminalSafe: String {
        guard unicodeScalars.contains(where: { 0x7f...0x9f ~= $0.value }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if 0x7f...0x9f ~= scalar.value {
                result += "\\u00" + String(scalar.value, radix: 16)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
