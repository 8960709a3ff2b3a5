internal import COpenSSL

/// Bytes and numbers that nobody can guess: keys, tokens, epochs, ids.
public enum SecureRandom {
    /// Ends the process if the system gives no entropy: going on with guessable keys would be worse.
    public static func bytes(_ count: Int) -> [UInt8] {
        precondition(count >= 0)
        var bytes = [UInt8](repeating: 0, count: count)
        guard count > 0 else { return bytes }
        let result = unsafe RAND_bytes(&bytes, Int32(count))
        precondition(result == 1, "no entropy: \(CryptoError.last(.random))")
        return bytes
    }

    /// 64 bits that nobody can guess.
    public static func integer() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// A random UUID (RFC 9562, version 4) in lower case.
    public static func uuid() -> String {
        var raw = bytes(16)
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        let digits = Array(hex(raw))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

/// `SecureRandom` where the standard library wants a generator.
public struct SecureRandomGenerator: RandomNumberGenerator, Sendable {
    public init() {}

    public mutating func next() -> UInt64 { SecureRandom.integer() }
}
