// Thread: the loop's. Phase: mix. Rules: R1, R2, R5, R6; held by RealtimeSanitizer.
// The encoding half of the codec stage: C calls stand here, between the kernel's, and nowhere inside it.

internal import CallModel
internal import Mixing
internal import Opus

/// One distinct mix's way from the exact sum to a packet: limiter, recognition of silence, encoder.
///
/// A room has one for everybody outside the mix, and one for each participant in it, taken from a pool while he is in.
final class MixEncoder {
    /// What this tick's frame became.
    enum Output: Equatable {
        case packet
        /// A packet of silence, to keep the path alive and the listener's decoder quiet.
        case silence
        /// Nothing need be sent.
        case nothing
    }

    /// Silent frames that are really encoded, so that the sound before dies away as it was.
    static let silentTail = 5
    /// A silent packet goes out once in so many silent frames: 400 ms.
    static let keepAlive = 20
    /// 20 ms of silence in the decoder's shortest form: full-band CELT, one frame, silence flag.
    private static func silentByte(_ index: Int) -> UInt8 { index == 0 ? 0xF8 : index == 1 ? 0xFF : 0xFE }

    private var encoder: OpusEncoder
    private(set) var limiter = Limiter()
    /// The frame that was last encoded, limited.
    private(set) var frame = [Int16](repeating: 0, count: RoomFormat.frame)
    private var packet = [UInt8](repeating: 0, count: RoomFormat.largestPacket)
    private var packetLength = 0
    private(set) var output = Output.nothing
    /// Silent frames in a row.
    private(set) var silentFrames = MixEncoder.silentTail
    /// The listeners' decoders do not know this encoder's recent past: the next frame must not refer to it.
    private var isDetached = true
    /// Nobody listened last time: the encoder itself does not know the recent past.
    private(set) var isUnheard = true
    private var counts = CodecCounts()

    init(_ configuration: LoopConfiguration) throws(OpusError) {
        encoder = try OpusEncoder(application: .voice)
        try encoder.setBitRate(bitsPerSecond: configuration.bitRate.bitsPerSecond)
        try encoder.setComplexity(configuration.complexity)
        try encoder.setForwardErrorCorrection(configuration.expectedLossPercent > 0)
        try encoder.setExpectedLoss(percent: configuration.expectedLossPercent)
    }

    /// How many bytes to send when `output` is not `nothing`.
    var payloadLength: Int { packetLength }

    /// Writes the bytes to send.
    func writePayload(into slot: inout MutableSpan<UInt8>, at start: Int) {
        for index in 0..<packetLength { slot[start + index] = packet[index] }
    }

    /// This tick's frame is silent.
    var isSilent: Bool { silentFrames > 0 }

    /// Nothing has sounded for so long that silence in changes nothing any more.
    var isAtRest: Bool { silentFrames >= MixEncoder.silentTail && limiter.gainPermille == 1_000 }

    /// Moves what was counted since the last time to `counts`.
    func report(to counts: inout CodecCounts) { counts.take(&self.counts) }

    /// Limits `mix`, and encodes it if somebody listens. `hasNewListener`: somebody who listened to another mix until
    /// now changes over with this frame.
    func process(_ mix: [Int32], hasListeners: Bool, hasNewListener: Bool) {
        let isSilent = MixEncoder.limit(mix, &limiter, &frame)
        silentFrames = isSilent ? silentFrames + 1 : 0
        if hasNewListener { isDetached = true }
        guard hasListeners else {
            isUnheard = true
            output = .nothing
            return
        }
        isUnheard = false
        if silentFrames > MixEncoder.silentTail { return rest() }
        encode()
    }

    /// A tick without sound, with nothing to limit: only the keep-alive goes out.
    func processSilence(hasListeners: Bool) {
        silentFrames += 1
        guard hasListeners else {
            output = .nothing
            return
        }
        rest()
    }

    /// Takes over where `other` stands: the limiter's history, and an encoder that has heard the last frames, so that the
    /// listener's decoder, which has followed `other`, can follow this one.
    func follow(_ other: MixEncoder, history: borrowing FrameHistory) {
        limiter = other.limiter
        silentFrames = other.silentFrames
        warmUp(history)
    }

    /// Lets the encoder hear the last frames again, after a time in which nobody listened to it.
    func warmUp(_ history: borrowing FrameHistory) {
        isDetached = true
        attempt { () throws(OpusError) in try encoder.reset() }
        guard !history.isSilent else { return }
        for index in 0..<FrameHistory.length {
            counts.warmUps += 1
            attempt { () throws(OpusError) in
                _ = try history.withFrame(index) { frame throws(OpusError) in
                    try MixEncoder.encode(frame, &encoder, &packet)
                }
            }
        }
    }

    private func rest() {
        isDetached = true
        guard silentFrames % MixEncoder.keepAlive == 0 else {
            output = .nothing
            return
        }
        for index in 0..<3 { packet[index] = MixEncoder.silentByte(index) }
        packetLength = 3
        output = .silence
    }

    private func encode() {
        output = .nothing
        counts.encodes += 1
        attempt { () throws(OpusError) in
            if isDetached { try encoder.setPredictionDisabled(true) }
            packetLength = try MixEncoder.encode(frame, &encoder, &packet)
            output = isSilent ? .silence : .packet
            guard isDetached else { return }
            isDetached = false
            try encoder.setPredictionDisabled(false)
        }
    }

    private func attempt(_ body: () throws(OpusError) -> Void) {
        do {
            try body()
        } catch {
            counts.errors += 1
        }
    }

    /// Says whether the frame is silent.
    private static func limit(_ mix: [Int32], _ limiter: inout Limiter, _ frame: inout [Int16]) -> Bool {
        var limited = frame.mutableSpan
        limiter.process(mix.span, into: &limited)
        return SilenceGate.isSilent(limited.span)
    }

    private static func encode(
        _ frame: [Int16], _ encoder: inout OpusEncoder, _ packet: inout [UInt8]
    ) throws(OpusError) -> Int {
        try encode(frame.span, &encoder, &packet)
    }

    private static func encode(
        _ frame: Span<Int16>, _ encoder: inout OpusEncoder, _ packet: inout [UInt8]
    ) throws(OpusError) -> Int {
        var bytes = packet.mutableSpan
        return try encoder.encode(frame, into: &bytes)
    }
}
