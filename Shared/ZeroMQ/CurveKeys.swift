private import CZeroMQ

/// The public half of a CURVE key pair: who somebody is. 32 bytes, written as 40 characters of Z85.
public struct CurvePublicKey: Sendable, Hashable {
    /// 32 of them.
    public let bytes: [UInt8]

    /// `nil` unless there are 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads Z85. `nil` for anything but 40 of its characters.
    public init?(_ text: String) {
        guard let bytes = z85Decoded(text) else { return nil }
        self.bytes = bytes
    }

    /// 40 characters of Z85.
    public var text: String {
        var text = [CChar](repeating: 0, count: 41)
        // `NULL` for a number of bytes that is no multiple of 4 only.
        _ = unsafe zmq_z85_encode(&text, bytes, bytes.count)
        return String(decoding: text.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The first 8 hexadecimal digits: enough for a person to tell keys apart.
    public var fingerprint: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension CurvePublicKey: CustomStringConvertible {
    public var description: String { text }
}

/// A CURVE key pair. The secret half is wiped when the last copy goes, and nothing prints it; two pairs are equal if
/// their public halves are.
public struct CurveKeyPair: Sendable, Hashable {
    /// Who this is.
    public let publicKey: CurvePublicKey
    let secret: CurveSecret

    /// A fresh pair.
    public init() {
        var publicText = [CChar](repeating: 0, count: 41)
        let secret = CurveSecret()
        // ENOTSUP: a libzmq without CURVE, which nobody packages; going on without keys would be worse than stopping.
        let result = unsafe zmq_curve_keypair(&publicText, secret.text)
        precondition(result == 0, "this libzmq has no CURVE")
        let text = String(decoding: publicText.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let publicKey = CurvePublicKey(text) else { preconditionFailure("libzmq made a key that is none") }
        self.publicKey = publicKey
        self.secret = secret
    }

    /// The pair of a secret half in Z85. `nil` for anything but 40 of its characters.
    public init?(secretText: String) {
        guard z85Decoded(secretText) != nil else { return nil }
        let secret = CurveSecret()
        for (index, byte) in secretText.utf8.enumerated() { unsafe secret.text[index] = CChar(bitPattern: byte) }
        var publicText = [CChar](repeating: 0, count: 41)
        // EINVAL: no Z85, excluded. ENOTSUP: as above.
        guard unsafe zmq_curve_public(&publicText, secret.text) == 0 else { return nil }
        let text = String(decoding: publicText.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let publicKey = CurvePublicKey(text) else { return nil }
        self.publicKey = publicKey
        self.secret = secret
    }

    /// The secret half in Z85, to be written into a file that only its owner may read. The copy is not wiped.
    public var secretText: String { unsafe String(cString: secret.text) }

    public static func == (left: CurveKeyPair, right: CurveKeyPair) -> Bool { left.publicKey == right.publicKey }

    public func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

extension CurveKeyPair: CustomStringConvertible, CustomReflectable {
    public var description: String { "key pair \(publicKey.fingerprint)" }
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}

/// 40 characters and a NUL, wiped at the end.
@safe final class CurveSecret: Sendable {
    // Written only before the object is shared.
    nonisolated(unsafe) let text: UnsafeMutablePointer<CChar>

    init() {
        unsafe text = .allocate(capacity: 41)
        unsafe text.initialize(repeating: 0, count: 41)
    }

    deinit {
        // Unlike memset it is never optimised away.
        unsafe explicit_bzero(text, 41)
        unsafe text.deallocate()
    }
}

private func z85Decoded(_ text: String) -> [UInt8]? {
    // libzmq 4.3.4 looks characters up in a table by their code: what is no printable ASCII must not reach it.
    guard text.utf8.count == 40, text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    // `NULL`, errno EINVAL: a character that is none of Z85's, or a group of five above 32 bits.
    guard unsafe zmq_z85_decode(&bytes, text) != nil else { return nil }
    return bytes
}
