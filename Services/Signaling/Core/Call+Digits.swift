import CallModel

// Keys that a user presses during a call, for whoever is at the other side.
extension Call {
    /// A request that comes twice, or overlaps with an earlier one, counts once: `start` says where its digits belong.
    mutating func send(_ digits: DialDigits, start: Int, by device: CallDevice) throws(CallRefusal) {
        try requireInCall(device)
        let index = try requiredIndex(of: device.userID)
        guard case .connected = participants[index].stage else { throw .violation(.notAnswered) }
        guard !participants[index].isHeld else { throw .violation(.onHold) }
        let sent = participants[index].digits ?? SentDigits()
        guard start <= sent.end else { throw .violation(.digitsMissing(after: sent.end)) }
        let new = digits.text.dropFirst(sent.end - start)
        guard !new.isEmpty else { return }
        participants[index].digits = sent.appending(new)
    }
}

/// Digits of a keypad: 0 to 9, `*`, `#`, A to D.
package struct DialDigits: Sendable, Hashable, Codable {
    package static let longest = 32

    package let text: String

    /// `nil` if the text is empty, too long, or holds anything else.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.allSatisfy({ "0123456789*#ABCD".contains($0) }) else {
            return nil
        }
        self.text = text
    }
}

/// What a user has pressed: a level that receivers compare, as everything in a snapshot. `end` tells how many digits are
/// new since the last one; so many of `last` are they.
package struct SentDigits: Sendable, Hashable, Codable {
    /// Digits that are kept: more than anybody presses while a device is away for a moment.
    package static let kept = 64

    /// How many there were since the call began.
    package private(set) var end = 0
    /// The newest of them.
    package private(set) var last = ""

    fileprivate func appending(_ digits: Substring) -> SentDigits {
        var result = self
        result.end += digits.count
        result.last = String((last + digits).suffix(Self.kept))
        return result
    }
}
