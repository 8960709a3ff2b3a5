internal import COpenSSL

/// SHA-256 (FIPS 180-4) of `bytes`: 32 bytes.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    // Fails only for want of memory: then nothing that follows can be trusted.
    let result = unsafe EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
    precondition(result == 1 && length == 32, "SHA-256 failed")
    return digest
}

/// HMAC-SHA256 (RFC 2104) of `bytes` under `key`, which may be of any length: 32 bytes.
public func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    // An empty key is legal, but OpenSSL takes a null pointer for "the key of last time".
    let keyBytes = key.isEmpty ? [0] : key
    let result = unsafe HMAC(EVP_sha256(), keyBytes, Int32(key.count), bytes, bytes.count, &digest, &length)
    precondition(unsafe result != nil && length == 32, "HMAC-SHA256 failed")
    return digest
}

/// Compares in a time that tells nothing about where two secrets differ. Different lengths are told at once.
public func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}
