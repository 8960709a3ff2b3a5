/// Where a call's room is. The era counts placements; commands of an older era are refused by the media node.
package enum MediaPlacement: Sendable, Hashable, Codable {
    /// Not answered, or ended before a room was made.
    case none
    /// A room has to be made, on another node than `avoiding` if there is one.
    case owed(era: UInt32, avoiding: MediaNode?)
    case placed(node: MediaNode, era: UInt32)
    /// The call is over and its room may still exist.
    case closeOwed(node: MediaNode, era: UInt32)
    case closed(era: UInt32)

    /// The era clients should be in. 0: no room to join.
    package var joinableEra: UInt32 {
        switch self {
        case .placed(_, let era): era
        case .none, .owed, .closeOwed, .closed: 0
        }
    }

    /// The latest era; never decreases.
    package var era: UInt32 {
        switch self {
        case .none: 0
        case .owed(let era, _), .placed(_, let era), .closeOwed(_, let era), .closed(let era): era
        }
    }
}

/// A media instance, by its bus endpoint.
package struct MediaNode: Sendable, Hashable, Codable {
    package let endpoint: String

    package init(endpoint: String) { self.endpoint = endpoint }

    package init(from decoder: any Decoder) throws {
        endpoint = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(endpoint)
    }
}
