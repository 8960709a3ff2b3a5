/// What `~` compares with: a part of the value, or, with `*` and `?`, the whole of it. Capital and small letters are the
/// same.
package struct Pattern: Sendable, Hashable {
    private let units: [UInt8]
    private let isGlob: Bool

    package init(_ text: String) {
        let folded = text.lowercased()
        units = Array(folded.utf8)
        isGlob = folded.contains { $0 == "*" || $0 == "?" }
    }

    /// Whether the value has the pattern.
    package func matches(_ value: String) -> Bool {
        let value = Array(value.lowercased().utf8)
        return isGlob ? matchesGlob(value) : contains(value)
    }

    private func contains(_ value: [UInt8]) -> Bool {
        guard !units.isEmpty else { return true }
        guard value.count >= units.count else { return false }
        return (0...(value.count - units.count)).contains { start in
            value[start] == units[0] && value[start..<(start + units.count)].elementsEqual(units)
        }
    }

    /// Goes back to the last star only, so the time is at most the product of the lengths.
    private func matchesGlob(_ value: [UInt8]) -> Bool {
        var (position, at) = (0, 0)
        var star: (position: Int, at: Int)?
        while at < value.count {
            if position < units.count, units[position] == UInt8(ascii: "*") {
                star = (position, at)
                position += 1
            } else if position < units.count, units[position] == UInt8(ascii: "?") {
                position += 1
                at = Self.afterCharacter(at, in: value)
            } else if position < units.count, units[position] == value[at] {
                position += 1
                at += 1
            } else if let last = star {
                star = (last.position, last.at + 1)
                (position, at) = (last.position + 1, last.at + 1)
            } else {
                return false
            }
        }
        return units[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// `?` stands for one scalar, not for one byte of it.
    private static func afterCharacter(_ start: Int, in value: [UInt8]) -> Int {
        var end = start + 1
        while end < value.count, value[end] & 0xc0 == 0x80 { end += 1 }
        return end
    }
}
