internal import CallModel
internal import Crypto
private import Foundation

/// The JSON object inside a token.
struct UserSigContent: Codable {
    let version: String
    let identifier: String
    let sdkAppID: Int64
    let expire: Int64
    let time: Int64
    let userBuffer: String?
    let signature: String

    enum CodingKeys: String, CodingKey {
        case version = "TLS.ver"
        case identifier = "TLS.identifier"
        case sdkAppID = "TLS.sdkappid"
        case expire = "TLS.expire"
        case time = "TLS.time"
        case userBuffer = "TLS.userbuf"
        case signature = "TLS.sig"
    }

    init(_ sig: UserSig, signature: String) {
        version = "2.0"
        identifier = sig.userID.rawValue
        sdkAppID = Int64(sig.sdkAppID)
        time = sig.issuedAt.milliseconds / 1_000
        expire = (sig.expiresAt.milliseconds - sig.issuedAt.milliseconds) / 1_000
        userBuffer = sig.userBuffer.map(base64)
        self.signature = signature
    }

    func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and integers always encode.
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data)
    }

    /// Throws `truncated` for what is no JSON, `checkFailed` for JSON of another shape.
    static func parse(_ json: [UInt8]) throws(UserSigError) -> UserSigContent {
        do {
            return try JSONDecoder().decode(UserSigContent.self, from: Data(json))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw .truncated
        } catch {
            throw .checkFailed
        }
    }

    /// The claims, as yet unproven. Throws `checkFailed` for values that no generator makes.
    func claims() throws(UserSigError) -> UserSig {
        // Far beyond any real date, far below overflow in milliseconds.
        let seconds = Int64(0)...(1 << 40)
        guard version == "2.0", seconds.contains(time), seconds.contains(expire), let app = UInt32(exactly: sdkAppID),
            let userID = UserID(validating: identifier)
        else { throw .checkFailed }
        var buffer: [UInt8]?
        if let userBuffer {
            guard let bytes = base64Decoded(userBuffer) else { throw .checkFailed }
            buffer = bytes
        }
        return UserSig(
            userID: userID, sdkAppID: app, issuedAt: WallTime(milliseconds: time * 1_000),
            lifetime: .seconds(expire), userBuffer: buffer)
    }
}
