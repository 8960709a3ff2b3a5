private import Glibc

/// Why a socket operation failed.
public enum DatagramError: Error, Equatable, Sendable {
    /// The port is taken.
    case addressInUse
    /// The address is none of this host's.
    case addressNotAvailable
    /// A port below 1024, or a firewall rule.
    case permissionDenied
    case tooManyOpenFiles
    case outOfMemory
    /// Anything else; `code` is the system's error number.
    case system(code: Int32)

    /// From the -errno of a CDatagram function.
    init(negative result: Int32) {
        self =
            switch -result {
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .permissionDenied
            case EMFILE, ENFILE: .tooManyOpenFiles
            case ENOMEM, ENOBUFS: .outOfMemory
            default: .system(code: -result)
            }
    }

    /// Throws if `result` is a -errno, else gives it back.
    static func check(_ result: Int32) throws(DatagramError) -> Int32 {
        guard result >= 0 else { throw DatagramError(negative: result) }
        return result
    }
}
