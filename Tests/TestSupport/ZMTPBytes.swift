/// The bytes of ZMTP 3.0 without encryption (RFC 23), for peers that a test speaks by hand.
public enum ZMTPBytes {
    /// Signature, version 3.0, mechanism NULL, not a server, filler: 64 bytes.
    public static let greeting: [UInt8] =
        [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)

    /// The READY command of a socket type such as `DEALER`.
    public static func ready(_ socketType: String) -> [UInt8] {
        let value = Array(socketType.utf8)
        let body =
            [5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, UInt8(value.count)] + value
        return [4, UInt8(body.count)] + body
    }

    /// One frame of up to 255 bytes.
    public static func frame(_ body: [UInt8], more: Bool = false) -> [UInt8] {
        [more ? 1 : 0, UInt8(body.count)] + body
    }

    /// The beginning of a last frame that announces any length.
    public static func announcement(of length: UInt64) -> [UInt8] {
        [2] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    }
}
