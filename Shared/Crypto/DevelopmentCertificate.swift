internal import COpenSSL
private import Glibc

/// A self-signed certificate for this host, so that TLS works on the first day. Not for production: nobody vouches for it.
public struct DevelopmentCertificate: Sendable {
    /// Longest life that clients accept (825 days).
    public static let longestDays = 825

    /// The certificate, PEM.
    public let certificate: String
    /// Its private key (EC P-256, PKCS#8), PEM. A secret.
    public let key: String

    /// Names the certificate for `localhost`, 127.0.0.1 and ::1, valid from an hour ago for `days`.
    public init(days: Int = 365, commonName: String = "localhost") throws(CryptoError) {
        precondition(days > 0 && days <= Self.longestDays)
        guard let key = unsafe cx_ec_p256_key() else { throw .last(.makeKey) }
        defer { unsafe EVP_PKEY_free(key) }
        guard let certificate = unsafe X509_new() else { throw .last(.makeCertificate) }
        defer { unsafe X509_free(certificate) }
        guard unsafe Self.fill(certificate, key: key, days: days, commonName: commonName) else {
            throw .last(.makeCertificate)
        }
        self.certificate = try unsafe Self.pem { bio in unsafe PEM_write_bio_X509(bio, certificate) }
        self.key = try unsafe Self.pem { bio in unsafe PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil) }
    }

    /// Writes both files, the key readable by its owner only. An existing key file is replaced, never opened for
    /// others in between.
    public func write(certificatePath: String, keyPath: String) throws(CryptoError) {
        try Self.write(certificate, to: certificatePath, mode: 0o644)
        try Self.write(key, to: keyPath, mode: 0o600)
    }

    /// Each call gives 1, or 0 (a pointer: NULL) when memory is short.
    private static func fill(_ certificate: OpaquePointer, key: OpaquePointer, days: Int, commonName: String) -> Bool {
        let name = unsafe X509_get_subject_name(certificate)
        var serial = SecureRandom.bytes(16)
        serial[0] &= 0x7F
        guard let number = unsafe BN_bin2bn(serial, 16, nil) else { return false }
        defer { unsafe BN_free(number) }
        return unsafe X509_set_version(certificate, 2) == 1  // v3
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
            && X509_gmtime_adj(X509_getm_notBefore(certificate), -3_600) != nil
            && X509_gmtime_adj(X509_getm_notAfter(certificate), days * 86_400 - 3_600) != nil
            && X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, commonName, -1, -1, 0) == 1
            && X509_set_issuer_name(certificate, name) == 1
            && X509_set_pubkey(certificate, key) == 1
            && cx_add_extension(certificate, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1") == 1
            && cx_add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") == 1
            && cx_add_extension(certificate, NID_key_usage, "critical,digitalSignature") == 1
            && cx_add_extension(certificate, NID_ext_key_usage, "serverAuth") == 1
            && cx_add_extension(certificate, NID_subject_key_identifier, "hash") == 1
            && X509_sign(certificate, key, EVP_sha256()) > 0
    }

    private static func pem(_ write: (OpaquePointer) -> Int32) throws(CryptoError) -> String {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw .last(.encodePEM) }
        defer { unsafe BIO_free_all(bio) }
        guard unsafe write(bio) == 1 else { throw .last(.encodePEM) }
        var bytes: UnsafeMutablePointer<CChar>?
        let length = unsafe cx_bio_bytes(bio, &bytes)
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: length)
        return unsafe String(decoding: buffer, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String, mode: mode_t) throws(CryptoError) {
        let draft = path + ".new"
        _ = unsafe unlink(draft)
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw .file(code: errno) }
        let bytes = Array(text.utf8)
        let written = unsafe Glibc.write(file, bytes, bytes.count)
        let code = errno
        close(file)
        guard written == bytes.count, unsafe rename(draft, path) == 0 else {
            let failure = written == bytes.count ? errno : code
            _ = unsafe unlink(draft)
            throw .file(code: failure)
        }
    }
}
