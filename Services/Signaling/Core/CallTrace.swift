package import CallModel

/// What happened to a call and its rings, in order: the answer to "why did it not ring".
///
/// It lives in the call itself, as lines of text: a decision adds some bytes to a row that it writes anyway, and nobody
/// takes them apart until somebody asks.
package struct CallTrace: Sendable, Hashable, Codable {
    /// Lines that are kept; the oldest go first.
    package static let capacity = 200

    /// Each line ends with a line feed.
    private var text = ""
    /// Lines that were kept no longer. `nil`: none.
    private var dropped: Int?

    package init() {}

    package var lines: [CallTraceLine] { text.split(separator: "\n").compactMap { CallTraceLine($0) } }
    package var droppedCount: Int { dropped ?? 0 }

    mutating func append(_ line: CallTraceLine) {
        text += line.text
        text += "\n"
        // Shorter texts hold no more lines than are kept.
        guard text.utf8.count > Self.capacity * CallTraceLine.shortest else { return }
        let count = text.utf8.count { $0 == UInt8(ascii: "\n") }
        guard count > Self.capacity, let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return }
        text.removeSubrange(...end)
        dropped = droppedCount + 1
    }

    /// Whether somebody has reported the same already; when it was decided does not count.
    func holds(_ line: CallTraceLine) -> Bool { lines.contains { $0.isSameReport(as: line) } }
}

extension CallTrace: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("dropped", dropped)
            row.member("text", text)
        }
    }
}

/// One thing that happened.
package struct CallTraceLine: Sendable, Hashable {
    /// When it was decided.
    package let at: WallTime
    package let fact: Fact
    package var userID: UserID?
    package var deviceID: DeviceID?
    package var reason: EndReason?
    /// The user who caused it.
    package var by: UserID?
    /// When, by the clock of whoever reported it: a tap, a provider's answer.
    package var saidAt: WallTime?
    /// For a person to read.
    package var detail = ""

    /// What happened. The words are those of the stored form.
    package enum Fact: String, Sendable, Hashable, CaseIterable {
        case placed
        /// Begins to ring.
        case invited
        case notRung
        /// A session of the device is open: the ring goes there.
        case found
        /// The device says that it has the ring, then that it rings.
        case received, alerting
        /// Devices that had said nothing have got the ring once more, by connection and by push.
        case broughtAgain
        case pushQueued, pushed, pushFailed
        case answered, joined
        case held, resumed
        /// The device rings no more, though the user may go on.
        case stopped
        /// The user's part is over.
        case left
        case ended
        case roomPlaced, roomLost
    }

    /// A line of nothing but a time and the shortest word has as many bytes.
    static let shortest = 15

    init(
        _ fact: Fact, at now: WallTime, _ userID: UserID? = nil, on deviceID: DeviceID? = nil, reason: EndReason? = nil,
        by: UserID? = nil, saidAt: WallTime? = nil, detail: String = ""
    ) {
        at = now
        self.fact = fact
        self.userID = userID
        self.deviceID = deviceID
        self.reason = reason
        self.by = by
        self.saidAt = saidAt
        self.detail = detail
    }

    func isSameReport(as other: CallTraceLine) -> Bool {
        (fact, userID, deviceID, saidAt, detail)
            == (other.fact, other.userID, other.deviceID, other.saidAt, other.detail)
    }
}

// The stored form: fields with a tab in between, empty ones at the end left out.
extension CallTraceLine {
    private static let longestDetail = 100

    fileprivate var text: String {
        var text = String(at.milliseconds)
        var said: String?
        if let saidAt { said = String(saidAt.milliseconds) }
        let fields: [String?] = [
            fact.rawValue, userID?.rawValue, deviceID?.rawValue, reason.map(Self.word), by?.rawValue, said,
            detail.isEmpty ? nil : String(detail.prefix(Self.longestDetail)),
        ]
        var tabs = 0
        for field in fields {
            tabs += 1
            guard let field else { continue }
            for _ in 0..<tabs { text += "\t" }
            tabs = 0
            text += Self.isPlain(field) ? field : field.filter { !Self.separates($0) }
        }
        return text
    }

    /// Ids and words are: nobody need look at them character by character.
    private static func isPlain(_ field: String) -> Bool { field.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
    private static func separates(_ character: Character) -> Bool { character == "\t" || character.isNewline }
    private static func word(_ reason: EndReason) -> String { "\(reason)" }

    private static let facts = Dictionary(uniqueKeysWithValues: Fact.allCases.map { ($0.rawValue, $0) })
    private static let reasons = Dictionary(uniqueKeysWithValues: EndReason.allCases.map { (word($0), $0) })

    /// `nil` for what this build does not understand.
    fileprivate init?(_ text: Substring) {
        let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func field(_ index: Int) -> String? {
            guard index < fields.count, !fields[index].isEmpty else { return nil }
            return fields[index]
        }
        guard let at = field(0).flatMap(WallTime.init(text:)), let fact = field(1).flatMap({ Self.facts[$0] }) else {
            return nil
        }
        self.init(fact, at: at, detail: field(7) ?? "")
        userID = field(2).map { UserID($0) }
        deviceID = field(3).map { DeviceID($0) }
        reason = field(4).flatMap { Self.reasons[$0] }
        by = field(5).map { UserID($0) }
        saidAt = field(6).flatMap(WallTime.init(text:))
    }
}

extension WallTime {
    fileprivate init?(text: String) {
        guard let milliseconds = Int64(text) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
