public import CallModel
internal import Crypto
internal import Zlib

/// An app's signing key: its text, as operators copy it. Prints as nothing.
public struct SecretKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// Takes the text as it is: the key of the MAC is its UTF-8 bytes, not what hexadecimal digits stand for.
    public init(_ text: String) { bytes = Array(text.utf8) }

    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a UserSig says: who may log in to which app, from when and for how long (TLSSigAPIv2).
public struct UserSig: Sendable, Hashable {
    /// Who may log in.
    public let userID: UserID
    /// To which app.
    public let sdkAppID: UInt32
    /// Whole seconds.
    public let issuedAt: WallTime
    /// Whole seconds. Still valid in this very second, no longer in the next.
    public let expiresAt: WallTime
    /// Bytes that the backend signed along: a permission for a room.
    public let userBuffer: [UInt8]?

    /// 180 days, as the reference generators have it.
    public static let usualLifetime = Duration.seconds(180 * 86_400)

    public init(
        userID: UserID, sdkAppID: UInt32, issuedAt: WallTime, lifetime: Duration = UserSig.usualLifetime,
        userBuffer: [UInt8]? = nil
    ) {
        let issued = issuedAt.milliseconds / 1_000
        self.userID = userID
        self.sdkAppID = sdkAppID
        self.issuedAt = WallTime(milliseconds: issued * 1_000)
        expiresAt = WallTime(milliseconds: (issued + lifetime.components.seconds) * 1_000)
        self.userBuffer = userBuffer
    }

    /// The token for a client. A secret, as it opens a session.
    public func token(key: SecretKey) -> String {
        let content = UserSigContent(self, signature: base64(mac(key)))
        // Neither step fails for bytes that are this short and made here.
        guard let packed = try? zlibCompressed(content.json()) else { fatalError("out of memory for a UserSig") }
        return UserSigAlphabet.encode(packed)
    }

    /// HMAC-SHA256 of the fields in their fixed order.
    func mac(_ key: SecretKey) -> [UInt8] {
        var text = """
            TLS.identifier:\(userID.rawValue)
            TLS.sdkappid:\(sdkAppID)
            TLS.time:\(issuedAt.milliseconds / 1_000)
            TLS.expire:\((expiresAt.milliseconds - issuedAt.milliseconds) / 1_000)

            """
        if let userBuffer { text += "TLS.userbuf:\(base64(userBuffer))\n" }
        return hmacSHA256(key: key.bytes, Array(text.utf8))
    }
}

/// Base64 with the three characters that URLs reserve replaced; padding stays.
enum UserSigAlphabet {
    static func encode(_ bytes: [UInt8]) -> String {
        String(
            base64(bytes).map { character in
                switch character {
                case "+": "*"
                case "/": "-"
                case "=": "_"
                default: character
                }
            })
    }

    /// `nil` for a character outside the alphabet, the three replaced ones included.
    static func decode(_ text: String) -> [UInt8]? {
        var standard: [UInt8] = []
        standard.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "*"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "/"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "="))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: standard.append(byte)
            }
        }
        return base64Decoded(standard)
    }
}
