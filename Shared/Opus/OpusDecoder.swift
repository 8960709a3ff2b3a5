internal import COpus

/// Turns packets into sound and invents sound where packets are missing. Free of allocation, locks and reference counting in
/// decoding, so it may be used on a real-time thread. Belongs to one thread at a time.
@safe
public struct OpusDecoder: ~Copyable {
    public let format: OpusFormat
    private let state: OpaquePointer

    /// Throws `badArgument` for a rate or channel count that Opus does not have. A decoder takes packets of any rate
    /// and channel count and converts them to `format`.
    public init(_ format: OpusFormat = .call) throws(OpusError) {
        var code: Int32 = OPUS_OK
        // OPUS_BAD_ARG, OPUS_ALLOC_FAIL, OPUS_INTERNAL_ERROR
        let made = unsafe opus_decoder_create(
            Int32(clamping: format.sampleRate), Int32(clamping: format.channels), &code)
        guard let made = unsafe made, code == OPUS_OK else { throw OpusError(code: code) }
        self.format = format
        unsafe state = made
    }

    deinit { unsafe opus_decoder_destroy(state) }

    /// Decodes a packet to the front of `samples` and gives the samples per channel. Throws `bufferTooSmall` if it
    /// holds more than `samples` has room for, `invalidPacket` for bytes that are no packet. After a throw the decoder
    /// goes on with the next packet.
    public mutating func decode(_ packet: Span<UInt8>, into samples: inout MutableSpan<Int16>) throws(OpusError) -> Int
    {
        // An empty packet would mean concealment to libopus.
        guard !packet.isEmpty else { throw .invalidPacket }
        return try run(packet, into: &samples, forwardErrorCorrection: 0)
    }

    /// Decodes the frame *before* `packet` from the copy that `packet` carries, filling `samples` exactly; what the copy
    /// does not cover is concealed. The length must be that of the lost sound, a multiple of 2.5 ms. Then decode `packet`
    /// itself.
    public mutating func decodeLost(
        before packet: Span<UInt8>, into samples: inout MutableSpan<Int16>
    ) throws(OpusError) -> Int {
        guard !packet.isEmpty else { throw .invalidPacket }
        return try run(packet, into: &samples, forwardErrorCorrection: 1)
    }

    /// Invents the sound of a lost packet from the sound before, filling `samples` exactly: a multiple of 2.5 ms.
    public mutating func conceal(into samples: inout MutableSpan<Int16>) throws(OpusError) -> Int {
        guard samples.count >= format.channels else { throw .badArgument }
        let perChannel = Int32(clamping: samples.count / format.channels)
        let result = unsafe samples.withUnsafeMutableBufferPointer { output in
            guard let to = output.baseAddress else { return OPUS_BAD_ARG }
            return unsafe opus_decode(state, nil, 0, to, perChannel, 0)
        }
        return try OpusError.check(result)
    }

    /// Forgets the sound before: for another stream.
    public mutating func reset() throws(OpusError) { _ = try OpusError.check(unsafe cx_decoder_reset(state)) }

    /// Samples per channel of the last packet decoded or concealed.
    public func lastPacketDuration() throws(OpusError) -> Int { try get(OPUS_GET_LAST_PACKET_DURATION_REQUEST) }

    /// The range coder's state after the last packet; see `OpusEncoder.finalRange`.
    public func finalRange() throws(OpusError) -> UInt32 {
        UInt32(truncatingIfNeeded: try get(OPUS_GET_FINAL_RANGE_REQUEST))
    }

    private mutating func run(
        _ packet: Span<UInt8>, into samples: inout MutableSpan<Int16>, forwardErrorCorrection: Int32
    ) throws(OpusError) -> Int {
        let perChannel = Int32(clamping: samples.count / format.channels)
        guard perChannel > 0 else { throw .bufferTooSmall }
        let result = unsafe packet.withUnsafeBufferPointer { input in
            unsafe samples.withUnsafeMutableBufferPointer { output in
                // OPUS_BAD_ARG, OPUS_BUFFER_TOO_SMALL, OPUS_INVALID_PACKET, OPUS_INTERNAL_ERROR
                guard let from = input.baseAddress, let to = output.baseAddress else { return OPUS_BAD_ARG }
                return unsafe opus_decode(
                    state, from, Int32(clamping: input.count), to, perChannel, forwardErrorCorrection)
            }
        }
        return try OpusError.check(result)
    }

    private func get(_ request: Int32) throws(OpusError) -> Int {
        var value: Int32 = 0
        _ = try OpusError.check(unsafe cx_decoder_get(state, request, &value))
        return Int(value)
    }
}
