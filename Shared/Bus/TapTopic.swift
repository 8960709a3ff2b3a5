import CallModel

/// The two topics of a subscriber. `E<id>` receives its events; `A<id>|filter` matches nothing and is only there for the
/// publisher to read: while both are subscribed the subscriber is served. `A` sorts before `E`, so a publisher that has
/// seen the second has seen the first.
enum TapTopic: Hashable {
    case events(TapID)
    case arming(TapID, TapFilter)

    /// `nil`: not a topic of this protocol, or its filter is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= TapFilter.longestTopic, let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        guard let first = text.first, let id = TapID(text.dropFirst().prefix(TapID.length)) else { return nil }
        let rest = text.dropFirst(1 + TapID.length)
        switch first {
        case "E" where rest.isEmpty: self = .events(id)
        case "A":
            guard rest.isEmpty || rest.first == "|", let filter = TapFilter(text: rest.dropFirst()) else { return nil }
            self = .arming(id, filter)
        default: return nil
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .events(let id): Array("E\(id.text)".utf8)
        case .arming(let id, let filter): Array("A\(id.text)|\(filter.text)".utf8)
        }
    }
}

/// Names one subscriber: 16 hex digits, drawn at random so that nobody receives what another asked for.
struct TapID: Hashable {
    static let length = 16

    let text: String

    init?(_ text: some StringProtocol) {
        let isLegal =
            text.utf8.count == Self.length
            && text.utf8.allSatisfy { digit in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
            }
        guard isLegal else { return nil }
        self.text = String(text)
    }

    static func random() -> TapID {
        let bytes = (0..<8).map { _ in UInt8.random(in: 0...255) }
        guard let id = TapID(Hexadecimal.encode(bytes)) else { preconditionFailure("hex digits are an id") }
        return id
    }
}
