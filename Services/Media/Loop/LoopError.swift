package import Datagram
package import Opus
package import SRTP

/// Why a loop or something for it could not be made.
package enum LoopError: Error, Equatable, Sendable {
    case socket(DatagramError)
    case srtp(SRTPError)
    case opus(OpusError)
}
