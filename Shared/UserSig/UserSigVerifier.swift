public import CallModel
internal import Crypto
internal import Zlib

/// Checks the tokens of one app. Reads a token by its fields: spacing, member order and compression differ between
/// generators, only the signature is stable.
public struct UserSigVerifier: Sendable {
    /// Longest token in characters.
    public static let longestToken = 8_192
    /// Longest content that a token may unpack to.
    public static let longestContent = 16_384

    public let sdkAppID: UInt32
    private let keys: [SecretKey]

    /// `keys`: the current one, and during a change of keys the one before.
    public init(sdkAppID: UInt32, keys: [SecretKey]) {
        precondition((1...2).contains(keys.count))
        self.sdkAppID = sdkAppID
        self.keys = keys
    }

    /// What the token proves about `user`, who says to belong to `sdkAppID`. Throws the first of: app not served here, empty,
    /// undecodable, made for another app, for another user, expired, signed by nobody we know.
    public func verify(
        _ token: String, user: UserID, sdkAppID claimed: UInt32, at now: WallTime
    ) throws(UserSigError) -> UserSig {
        guard claimed == sdkAppID else { throw .appUnknown }
        guard !token.isEmpty else { throw .empty }
        guard token.utf8.count <= Self.longestToken, let packed = UserSigAlphabet.decode(token) else {
            throw .truncated
        }
        let content = try UserSigContent.parse(try unpacked(packed))
        guard content.sdkAppID == Int64(sdkAppID) else { throw .wrongApp }
        guard content.identifier == user.rawValue else { throw .wrongUser }
        let claims = try content.claims()
        guard now.milliseconds / 1_000 <= claims.expiresAt.milliseconds / 1_000 else { throw .expired }
        guard let signature = base64Decoded(content.signature) else { throw .checkFailed }
        // Every key is tried, so that the time taken does not tell which one fitted.
        let fits = keys.map { isEqualInConstantTime(claims.mac($0), signature) }
        guard fits.contains(true) else { throw .wrongKey }
        return claims
    }

    private func unpacked(_ packed: [UInt8]) throws(UserSigError) -> [UInt8] {
        do {
            return try zlibDecompressed(packed, limit: Self.longestContent)
        } catch {
            throw .truncated
        }
    }
}
