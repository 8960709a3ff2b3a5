/// One whole WebSocket message, its fragments put together.
public enum WebSocketMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])

    /// Payload bytes.
    public var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

/// Why a connection was closed (RFC 6455 section 7.4). Values from 4000 up belong to the application.
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let normal = WebSocketCloseCode(rawValue: 1000)
    public static let goingAway = WebSocketCloseCode(rawValue: 1001)
    public static let protocolError = WebSocketCloseCode(rawValue: 1002)
    public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    /// The peer's close frame had no code. Never sent.
    public static let noStatus = WebSocketCloseCode(rawValue: 1005)
    /// The connection was lost without a close frame. Never sent.
    public static let abnormal = WebSocketCloseCode(rawValue: 1006)
    public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
    public static let internalError = WebSocketCloseCode(rawValue: 1011)
    public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)

    /// May travel in a close frame.
    var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1011, 1012...1014, 3000...4999: true
        default: false
        }
    }
}

/// How a connection ended.
public struct WebSocketClosure: Sendable, Hashable {
    /// Who ended it.
    public enum Initiator: Sendable, Hashable {
        case local
        case peer
        /// Neither side said goodbye.
        case lost
    }

    /// The close frame's code, or one of the two that are never sent.
    public let code: WebSocketCloseCode
    /// The close frame's text; for logs.
    public let reason: String
    /// Whose close frame came first.
    public let initiator: Initiator

    public init(_ code: WebSocketCloseCode, reason: String = "", initiator: Initiator) {
        self.code = code
        self.reason = reason
        self.initiator = initiator
    }

    /// What fits into a close frame, cut between characters.
    var sendableReason: [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= 123 else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }
}

/// Bounds of one connection. What does not fit is refused, never buffered without end.
public struct WebSocketLimits: Sendable, Hashable {
    /// A longer incoming message closes the connection with 1009; a longer outgoing one is refused.
    public var messageBytes: Int
    /// Unsent bytes; one more message closes the connection with 1013.
    public var outgoingBytes: Int
    /// Unread bytes; beyond it nothing more is read from the socket until the consumer has caught up.
    public var incomingBytes: Int

    public init(messageBytes: Int = 256 << 10, outgoingBytes: Int = 1 << 20, incomingBytes: Int = 256 << 10) {
        self.messageBytes = messageBytes
        self.outgoingBytes = outgoingBytes
        self.incomingBytes = incomingBytes
    }
}
