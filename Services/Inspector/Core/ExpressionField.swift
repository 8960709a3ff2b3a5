import CallModel
import Wire

/// What an expression can ask about an event or an exchange.
package enum ExpressionField: String, Sendable, Hashable, CaseIterable {
    case method, service, instance, peer, user, device, key, trace, status, reason, message, kind, point, bytes, latency
    case network, queue, handler, attempt, drop, payload

    /// How its values compare.
    enum Nature {
        case text
        case number
        case duration
        /// A word of a closed list.
        case word
        /// Whatever the payload holds there.
        case any
    }

    var nature: Nature {
        switch self {
        case .method, .service, .instance, .peer, .user, .device, .key, .trace, .message, .drop: .text
        case .status, .reason, .kind, .point: .word
        case .bytes, .attempt: .number
        case .latency, .network, .queue, .handler: .duration
        case .payload: .any
        }
    }

    /// Only a pair of request and answer has it, no single event.
    var belongsToExchange: Bool { nature == .duration }

    /// Only a single event has it, no pair.
    var belongsToEvent: Bool { self == .kind || self == .point }

    /// By its name, or by the name it has in the contract.
    init?(name: String) {
        switch name {
        case "user_id": self = .user
        case "device_id": self = .device
        case "shard_key": self = .key
        case "trace_id": self = .trace
        case "payload_bytes": self = .bytes
        case "status_message": self = .message
        default: self.init(rawValue: name)
        }
    }

    /// Every word of a word field, as shown and as numbers.
    var words: [(name: String, number: Int32)] {
        switch self {
        case .status: Self.list(Proto.StatusCode.self)
        case .reason: Self.list(Proto.Reason.self)
        case .kind: Self.list(Proto.Kind.self)
        case .point: Self.list(Proto.TapPoint.self)
        default: []
        }
    }

    private static func list<Value: WireEnum>(_ type: Value.Type) -> [(name: String, number: Int32)] {
        Value.allCases.map { (JSONWord.of($0), $0.rawValue) }
    }
}

/// The word of a list that somebody most likely meant, in whatever case; `nil` if none is close.
func nearest(to word: String, among words: [String]) -> String? {
    let meant = Spelling.nearest(to: word.lowercased(), among: words.map { $0.lowercased() })
    return words.first { $0.lowercased() == meant }
}
