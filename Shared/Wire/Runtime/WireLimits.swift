/// Bounds that hold for every message, so that no peer can make this process spend more.
public enum WireLimits {
    /// Longest encoded message and longest JSON text, in bytes. Also the bus's cap on a frame.
    public static let messageBytes = 1 << 20
    /// Deepest nesting of JSON. The contract's own messages nest at most `messageDepth` deep.
    public static let jsonDepth = 32
    /// Deepest nesting of messages in the contract; checked by `checkContract()`.
    public static let messageDepth = 16

    /// Memory that decoding a message may take. protobuf-c needs up to 29 times the size for unknown fields and more
    /// for empty submessages; what a real message needs stays far below.
    static func decodingBudget(for size: Int) -> Int { min(max(64 << 10, 16 * size), 4 << 20) }

    /// Memory for the C tree of a message that is being encoded. Its strings are copies, so a message within
    /// `messageBytes` fits unless it consists of hardly anything but empty submessages.
    static let encodingBudget = 16 << 20
}
