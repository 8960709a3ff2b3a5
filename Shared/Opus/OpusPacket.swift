internal import COpus

/// What a packet says about itself without being decoded (RFC 6716, 3.1). Pure functions over its bytes; they allocate
/// nothing.
public enum OpusPacket {
    /// Longest packet duration: 120 ms.
    public static let longestDuration = 5_760

    /// Samples per channel at 48 kHz. Throws `invalidPacket` if the frame count does not fit the bytes or the duration
    /// passes 120 ms.
    public static func duration(_ packet: Span<UInt8>) throws(OpusError) -> Int {
        try duration(packet, sampleRate: 48_000)
    }

    /// Samples per channel at `sampleRate`, one of the rates of `OpusFormat`.
    public static func duration(_ packet: Span<UInt8>, sampleRate: Int) throws(OpusError) -> Int {
        guard !packet.isEmpty else { throw .invalidPacket }
        guard OpusFormat.isSampleRate(sampleRate) else { throw .badArgument }
        let result = unsafe packet.withUnsafeBufferPointer { bytes in
            // OPUS_BAD_ARG, OPUS_INVALID_PACKET
            guard let from = bytes.baseAddress else { return OPUS_INVALID_PACKET }
            return unsafe opus_packet_get_nb_samples(from, Int32(clamping: bytes.count), Int32(clamping: sampleRate))
        }
        let samples = try OpusError.check(result)
        // libopus counts a packet of no frames as no samples; RFC 6716, 3.2.5 forbids it.
        guard samples > 0 else { throw .invalidPacket }
        return samples
    }

    /// 1 or 2, as the packet was encoded.
    public static func channels(_ packet: Span<UInt8>) throws(OpusError) -> Int {
        guard !packet.isEmpty else { throw .invalidPacket }
        // The stereo bit of the TOC byte.
        return packet[0] & 0x04 == 0 ? 1 : 2
    }

    /// Frames in the packet, 1 to 48.
    public static func frameCount(_ packet: Span<UInt8>) throws(OpusError) -> Int {
        guard !packet.isEmpty else { throw .invalidPacket }
        let result = unsafe packet.withUnsafeBufferPointer { bytes in
            // OPUS_BAD_ARG, OPUS_INVALID_PACKET
            guard let from = bytes.baseAddress else { return OPUS_INVALID_PACKET }
            return unsafe opus_packet_get_nb_frames(from, Int32(clamping: bytes.count))
        }
        return try OpusError.check(result)
    }
}
