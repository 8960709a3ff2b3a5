internal import CSRTP

/// Why a packet or a stream was refused. One case for each libsrtp status that these calls can give.
public enum SRTPError: Error, Equatable, Sendable {
    /// The packet is too short or its header does not add up; or a key of the wrong length.
    case malformed
    /// The tag does not fit the packet: forged, damaged, or under another key.
    case authenticationFailed
    /// The packet was seen before. From `protect`: this sequence number was used before.
    case replayed
    /// The packet is older than the replay window reaches.
    case tooOld
    /// No stream was added for the packet's SSRC.
    case unknownSource
    /// A stream for this SSRC exists.
    case sourceExists
    /// The key has protected as many packets as it may.
    case keyExpired
    /// The packet's trailer does not fit behind it.
    case noRoom
    case outOfMemory
    /// libsrtp could not be started in this process.
    case initialisationFailed
    /// The cipher or the hash failed.
    case cipherFailed
    /// A status that none of these calls is documented to give.
    case unlisted(code: UInt32)

    init(status: srtp_err_status_t) {
        self =
            switch status {
            case srtp_err_status_bad_param, srtp_err_status_parse_err, srtp_err_status_terminus: .malformed
            case srtp_err_status_auth_fail: .authenticationFailed
            case srtp_err_status_replay_fail: .replayed
            case srtp_err_status_replay_old, srtp_err_status_pkt_idx_old: .tooOld
            case srtp_err_status_no_ctx: .unknownSource
            case srtp_err_status_key_expired: .keyExpired
            case srtp_err_status_alloc_fail: .outOfMemory
            case srtp_err_status_init_fail: .initialisationFailed
            case srtp_err_status_cipher_fail, srtp_err_status_algo_fail: .cipherFailed
            default: .unlisted(code: status.rawValue)
            }
    }

    static func check(_ status: srtp_err_status_t) throws(SRTPError) {
        guard status == srtp_err_status_ok else { throw SRTPError(status: status) }
    }
}

/// The library this was linked with, as it names itself: `libsrtp2 2.5.0`.
public var srtpLibraryVersion: String { unsafe String(cString: srtp_get_version_string()) }
