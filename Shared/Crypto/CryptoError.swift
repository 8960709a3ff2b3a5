internal import COpenSSL

/// OpenSSL refused something that can only fail for want of memory, entropy or a working library.
public enum CryptoError: Error, Equatable, Sendable {
    /// `code` is OpenSSL's packed error number, for its `openssl errstr`; 0 if it gave none.
    case library(call: Call, code: UInt64)
    /// A file could not be written; `code` is the system's error number.
    case file(code: Int32)

    /// What was being done.
    public enum Call: String, Sendable {
        case random, digest, makeKey, makeCertificate, encodePEM, readCertificate
    }

    static func last(_ call: Call) -> CryptoError {
        let code = ERR_get_error()
        ERR_clear_error()
        return .library(call: call, code: UInt64(code))
    }
}

/// The library this was linked with, as it names itself: `OpenSSL 3.0.15 …`.
public var cryptoLibraryVersion: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }
