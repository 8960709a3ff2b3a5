internal import CSRTP

/// Protects or unprotects the packets of one direction: AES_CM_128_HMAC_SHA1_80 (RFC 3711), in place. Holds any number
/// of streams, each with its SSRC and key, but finds them by walking a list: give each participant and direction its own
/// session. Belongs to one thread at a time.
///
/// One session must not both protect and unprotect under one key: the two directions of a pair have a key each.
@safe
public struct SRTPSession: ~Copyable {
    /// Master key (16 bytes) and master salt (14 bytes).
    public static let keyLength = 30
    /// Bytes that protecting adds to an RTP packet: the tag.
    public static let rtpTrailer = 10
    /// Bytes that protecting adds to an RTCP packet: index and tag.
    public static let rtcpTrailer = 14

    private let session: srtp_t
    private let replayWindow: UInt

    /// `replayWindow`: how many packets behind the newest one still may arrive; 64 or more.
    public init(replayWindow: Int = 128) throws(SRTPError) {
        precondition(replayWindow >= 64 && replayWindow < 0x8000)
        guard Self.isLibraryReady else { throw .initialisationFailed }
        var made: srtp_t?
        // srtp_err_status_alloc_fail, srtp_err_status_init_fail
        try SRTPError.check(unsafe srtp_create(&made, nil))
        guard let made = unsafe made else { throw .outOfMemory }
        unsafe session = made
        self.replayWindow = UInt(replayWindow)
    }

    deinit {
        // Fails only for a session that is none.
        _ = unsafe srtp_dealloc(session)
    }

    /// libsrtp wants to be started once per process, before any session.
    private static let isLibraryReady = srtp_init() == srtp_err_status_ok

    // MARK: streams

    /// Adds a stream. `key` is copied. Throws `malformed` unless it has `keyLength` bytes, `sourceExists` if the SSRC has a
    /// stream: two streams under one SSRC would share counters.
    public mutating func add(ssrc: UInt32, key: [UInt8]) throws(SRTPError) {
        guard key.count == Self.keyLength else { throw .malformed }
        guard rollover(of: ssrc) == nil else { throw .sourceExists }
        var copy = key
        let status = unsafe copy.withUnsafeMutableBufferPointer { bytes in
            unsafe cx_add_stream(session, ssrc, bytes.baseAddress, replayWindow)
        }
        try SRTPError.check(status)
    }

    /// Removes a stream with its counters. Throws `unknownSource` if there is none.
    public mutating func remove(ssrc: UInt32) throws(SRTPError) {
        // libsrtp takes the SSRC of a removal in network order, everywhere else in host order.
        try SRTPError.check(unsafe srtp_remove_stream(session, ssrc.bigEndian))
    }

    /// How often the stream's sequence number has wrapped. `nil`: no such stream.
    public func rollover(of ssrc: UInt32) -> UInt32? {
        var count: UInt32 = 0
        // srtp_err_status_bad_param: no such stream
        guard unsafe srtp_get_stream_roc(session, ssrc, &count) == srtp_err_status_ok else { return nil }
        return count
    }

    /// States how often the sequence number has wrapped already, for a receiver that joins a running stream.
    public mutating func setRollover(_ count: UInt32, of ssrc: UInt32) throws(SRTPError) {
        guard rollover(of: ssrc) != nil else { throw .unknownSource }
        try SRTPError.check(unsafe srtp_set_stream_roc(session, ssrc, count))
    }

    // MARK: packets

    /// Encrypts the RTP packet in the first `length` bytes of `buffer` and appends its tag; gives the new length. The
    /// buffer needs `rtpTrailer` bytes behind the packet.
    public mutating func protectRTP(_ buffer: inout MutableSpan<UInt8>, length: Int) throws(SRTPError) -> Int {
        guard length + Self.rtpTrailer <= buffer.count else { throw .noRoom }
        return try unsafe run(&buffer, length) { session, bytes, count in unsafe srtp_protect(session, bytes, count) }
    }

    /// Checks and decrypts the RTP packet in the first `length` bytes of `buffer`; gives the new, shorter length. After a
    /// throw the bytes are as they came, but for `cipherFailed`.
    public mutating func unprotectRTP(_ buffer: inout MutableSpan<UInt8>, length: Int) throws(SRTPError) -> Int {
        try unsafe run(&buffer, length) { session, bytes, count in unsafe srtp_unprotect(session, bytes, count) }
    }

    /// As `protectRTP`, for a compound RTCP packet; needs `rtcpTrailer` bytes behind it.
    public mutating func protectRTCP(_ buffer: inout MutableSpan<UInt8>, length: Int) throws(SRTPError) -> Int {
        guard length + Self.rtcpTrailer <= buffer.count else { throw .noRoom }
        return try unsafe run(&buffer, length) { session, bytes, count in
            unsafe srtp_protect_rtcp(session, bytes, count)
        }
    }

    /// As `unprotectRTP`, for a compound RTCP packet.
    public mutating func unprotectRTCP(_ buffer: inout MutableSpan<UInt8>, length: Int) throws(SRTPError) -> Int {
        try unsafe run(&buffer, length) { session, bytes, count in unsafe srtp_unprotect_rtcp(session, bytes, count) }
    }

    /// bad_param, auth_fail, replay_fail, replay_old, no_ctx, key_expired, cipher_fail, parse_err, pkt_idx_old
    @inline(always)
    private func run(
        _ buffer: inout MutableSpan<UInt8>, _ length: Int,
        _ body: (srtp_t, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>) -> srtp_err_status_t
    ) throws(SRTPError) -> Int {
        precondition(length <= buffer.count)
        // Shorter than any header (12 bytes of RTP, 8 of RTCP): refused here, so that libsrtp reads nothing behind it.
        guard length >= 8 else { throw .malformed }
        var count = Int32(clamping: length)
        let status = unsafe buffer.withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return srtp_err_status_bad_param }
            return unsafe body(session, base, &count)
        }
        try SRTPError.check(status)
        return Int(count)
    }
}
