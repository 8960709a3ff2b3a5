/// How a payload is shown as JSON.
public enum PayloadStyle: Sendable, Hashable {
    /// The protobuf JSON mapping: bytes in base64, 64-bit integers as strings, unknown fields left out. Encoding it again
    /// gives an equal message.
    case exact
    /// For eyes and for expressions: bytes as their length and the first `head` of them in hex, integers as numbers,
    /// unknown fields as `#17`.
    case readable(head: Int)

    /// Sixteen bytes of head: one line on a terminal.
    public static let readable = PayloadStyle.readable(head: 16)
}
