internal import COpus

/// Turns frames of sound into packets. Encoding and every setting are free of allocation, locks and reference counting,
/// so it may be used on a real-time thread. Belongs to one thread at a time.
@safe
public struct OpusEncoder: ~Copyable {
    /// What the encoder tunes itself for.
    public enum Application: Sendable {
        case voice
        case audio
        case lowDelay
    }

    public let format: OpusFormat
    private let state: OpaquePointer

    /// Throws `badArgument` for a rate or channel count that Opus does not have.
    public init(_ format: OpusFormat = .call, application: Application = .voice) throws(OpusError) {
        let request =
            switch application {
            case .voice: OPUS_APPLICATION_VOIP
            case .audio: OPUS_APPLICATION_AUDIO
            case .lowDelay: OPUS_APPLICATION_RESTRICTED_LOWDELAY
            }
        var code: Int32 = OPUS_OK
        // OPUS_BAD_ARG, OPUS_ALLOC_FAIL, OPUS_INTERNAL_ERROR
        let made = unsafe opus_encoder_create(
            Int32(clamping: format.sampleRate), Int32(clamping: format.channels), request, &code)
        guard let made = unsafe made, code == OPUS_OK else { throw OpusError(code: code) }
        self.format = format
        unsafe state = made
    }

    deinit { unsafe opus_encoder_destroy(state) }

    /// Encodes one frame of 2.5, 5, 10, 20, 40 or 60 ms (also 80, 100, 120) into the front of `packet` and gives the
    /// packet's length. A length of 1 or 2 while DTX is on means that nothing needs to be sent.
    ///
    /// Throws `badArgument` for another frame length, `bufferTooSmall` if `packet` has no room. 1,275 bytes hold any
    /// frame up to 20 ms.
    public mutating func encode(_ samples: Span<Int16>, into packet: inout MutableSpan<UInt8>) throws(OpusError) -> Int
    {
        let perChannel = Int32(clamping: samples.count / format.channels)
        guard !samples.isEmpty, samples.count % format.channels == 0 else { throw .badArgument }
        guard !packet.isEmpty else { throw .bufferTooSmall }
        let result = unsafe samples.withUnsafeBufferPointer { input in
            unsafe packet.withUnsafeMutableBufferPointer { output in
                // OPUS_BAD_ARG, OPUS_BUFFER_TOO_SMALL, OPUS_INTERNAL_ERROR
                guard let from = input.baseAddress, let to = output.baseAddress else { return OPUS_BAD_ARG }
                return unsafe opus_encode(state, from, perChannel, to, Int32(clamping: output.count))
            }
        }
        return try OpusError.check(result)
    }

    // MARK: settings

    /// 500 to 512,000 bits a second.
    public mutating func setBitRate(bitsPerSecond: Int) throws(OpusError) {
        try set(OPUS_SET_BITRATE_REQUEST, bitsPerSecond)
    }

    /// Bits a second that the encoder aims for now.
    public func bitRate() throws(OpusError) -> Int { try get(OPUS_GET_BITRATE_REQUEST) }

    /// 0 (least work) to 10.
    public mutating func setComplexity(_ complexity: Int) throws(OpusError) {
        try set(OPUS_SET_COMPLEXITY_REQUEST, complexity)
    }

    /// Repeats each frame coarsely in the packet after it, once `setExpectedLoss` says that packets are lost.
    public mutating func setForwardErrorCorrection(_ isOn: Bool) throws(OpusError) {
        try set(OPUS_SET_INBAND_FEC_REQUEST, isOn ? 1 : 0)
    }

    /// How many packets in a hundred are lost on the way, 0 to 100.
    public mutating func setExpectedLoss(percent: Int) throws(OpusError) {
        try set(OPUS_SET_PACKET_LOSS_PERC_REQUEST, percent)
    }

    /// Sends next to nothing while it is silent.
    public mutating func setDiscontinuousTransmission(_ isOn: Bool) throws(OpusError) {
        try set(OPUS_SET_DTX_REQUEST, isOn ? 1 : 0)
    }

    /// Makes the next frames independent of those before: a decoder may start, or change streams, there.
    public mutating func setPredictionDisabled(_ isDisabled: Bool) throws(OpusError) {
        try set(OPUS_SET_PREDICTION_DISABLED_REQUEST, isDisabled ? 1 : 0)
    }

    /// Tells the encoder that it carries speech, so that it need not guess.
    public mutating func setSignalIsVoice(_ isVoice: Bool) throws(OpusError) {
        try set(OPUS_SET_SIGNAL_REQUEST, isVoice ? Int(OPUS_SIGNAL_VOICE) : Int(OPUS_AUTO))
    }

    /// Forgets the sound before, keeps the settings: as if freshly made.
    public mutating func reset() throws(OpusError) { _ = try OpusError.check(unsafe cx_encoder_reset(state)) }

    // MARK: questions

    /// Samples by which the decoded sound lags behind.
    public func lookahead() throws(OpusError) -> Int { try get(OPUS_GET_LOOKAHEAD_REQUEST) }

    /// The range coder's state after the last packet. Equal to the decoder's after the same packet, which tests use.
    public func finalRange() throws(OpusError) -> UInt32 {
        UInt32(truncatingIfNeeded: try get(OPUS_GET_FINAL_RANGE_REQUEST))
    }

    /// The last frame was left out or thinned because it was silent.
    public func isInDiscontinuousTransmission() throws(OpusError) -> Bool { try get(OPUS_GET_IN_DTX_REQUEST) != 0 }

    /// OPUS_BAD_ARG for a value out of range, OPUS_UNIMPLEMENTED for a request this library does not know.
    private func set(_ request: Int32, _ value: Int) throws(OpusError) {
        _ = try OpusError.check(unsafe cx_encoder_set(state, request, Int32(clamping: value)))
    }

    private func get(_ request: Int32) throws(OpusError) -> Int {
        var value: Int32 = 0
        _ = try OpusError.check(unsafe cx_encoder_get(state, request, &value))
        return Int(value)
    }
}
