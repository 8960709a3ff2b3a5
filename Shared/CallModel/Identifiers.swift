/// Identifiers are one-field values. Each has `logged`, the only form that may enter a log line.
///
/// A user id has no textual form but `rawValue`, so that it cannot slip into a log by interpolation.

/// An account. Letters, digits, `-` and `_`, 1 to 32 bytes (public API, user id rules).
public struct UserID: Hashable, Sendable, Codable, Comparable {
    public let rawValue: String

    /// Takes the text as it is. Use `init(validating:)` for text that comes from outside.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// `nil` if the text is not a legal user id: 1 to 32 bytes of letters, digits, `-` or `_`.
    public init?(validating text: String) {
        guard isIdentifier(text, longest: 32) else { return nil }
        rawValue = text
    }

    public static func < (left: UserID, right: UserID) -> Bool { left.rawValue < right.rawValue }

    /// A form that is equal for equal ids and tells nobody who it is.
    public var logged: String { "u" + fingerprint(rawValue) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An installation of an app: stable until it is deleted. 1 to 64 bytes of letters, digits, `-` or `_`.
public struct DeviceID: Hashable, Sendable, Codable, Comparable {
    public let rawValue: String

    /// Takes the text as it is.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// `nil` if the text is not 1 to 64 bytes of letters, digits, `-` or `_`.
    public init?(validating text: String) {
        guard isIdentifier(text, longest: 64) else { return nil }
        rawValue = text
    }

    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }

    /// A form that is equal for equal ids and tells nothing else.
    public var logged: String { "d" + fingerprint(rawValue) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// One login of one device; survives reconnects until logout, kick or the end of the resume window.
public struct SessionID: Hashable, Sendable, Codable, Comparable {
    public let rawValue: String

    /// Takes the text as it is.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static func < (left: SessionID, right: SessionID) -> Bool { left.rawValue < right.rawValue }

    /// The first eight characters: enough to follow one in a log.
    public var logged: String { String(rawValue.prefix(8)) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// A call, from its invite to its records. A UUID in lower case, made by the calling client.
public struct CallID: Hashable, Sendable, Codable, Comparable {
    public let rawValue: String

    /// Takes the text as it is.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// `nil` unless the text is 1 to 64 bytes of letters, digits, `-` or `_`.
    public init?(validating text: String) {
        guard isIdentifier(text, longest: 64) else { return nil }
        rawValue = text
    }

    public static func < (left: CallID, right: CallID) -> Bool { left.rawValue < right.rawValue }

    /// The first eight characters: enough to follow one in a log.
    public var logged: String { String(rawValue.prefix(8)) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An invitation with data of the app's own. A UUID in lower case, made by the inviting client.
public struct InvitationID: Hashable, Sendable, Codable, Comparable {
    public let rawValue: String

    /// Takes the text as it is.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// `nil` unless the text is 1 to 64 bytes of letters, digits, `-` or `_`.
    public init?(validating text: String) {
        guard isIdentifier(text, longest: 64) else { return nil }
        rawValue = text
    }

    public static func < (left: InvitationID, right: InvitationID) -> Bool { left.rawValue < right.rawValue }

    /// The first eight characters: enough to follow one in a log.
    public var logged: String { String(rawValue.prefix(8)) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// Letters, digits, `-`, `_`; not empty and at most `longest` bytes.
private func isIdentifier(_ text: String, longest: Int) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= longest
        && bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
}

/// FNV-1a (public domain constants), 32 bits folded from 64: enough to tell ids apart in one log.
private func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let folded = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    let digits = String(folded, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}
