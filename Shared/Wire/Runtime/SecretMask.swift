import CallModel

/// What a tap shows instead of a secret: `#` and eight hex digits of a keyed hash. Two equal secrets have the same mask
/// under the same key, so that an operator sees that a token is the one of before; nothing leads back to it.
public struct SecretMask: Sendable {
    private let digest: @Sendable ([UInt8]) -> [UInt8]

    /// `digest` must be a keyed hash: a plain one would let short secrets be guessed.
    public init(digest: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.digest = digest }

    /// Shows that there is a secret, and nothing else.
    public static let opaque = SecretMask { _ in [] }

    /// The mask of a text; an empty one has nothing to hide.
    public func callAsFunction(_ secret: String) -> String {
        secret.isEmpty ? "" : text(of: Array(secret.utf8))
    }

    /// The mask of bytes, itself as the bytes of its text.
    public func callAsFunction(_ secret: [UInt8]) -> [UInt8] {
        secret.isEmpty ? [] : Array(text(of: secret).utf8)
    }

    private func text(of secret: [UInt8]) -> String {
        "#" + Hexadecimal.encode(digest(secret).prefix(4))
    }
}
