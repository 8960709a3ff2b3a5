// Thread: the loop's. Phase: mix (`pull`), I/O (insertion into `buffer`). Rules: R1, R2, R5, R6; held by RealtimeSanitizer.
// The decoding half of the codec stage: C calls stand here, between the kernel's, and nowhere inside it.

internal import CallModel
internal import Opus
internal import RTP

/// One participant's way from packets to frames: jitter buffer, decoder, and the rest of a packet between two frames.
struct SourceDecoder: ~Copyable {
    var buffer = JitterBuffer()
    private var sound: Sound
    private var queue = SampleQueue(frame: RoomFormat.frame, longestPacket: RoomFormat.longestPacket)
    /// The frame of this tick.
    var frame = [Int16](repeating: 0, count: RoomFormat.frame)

    init() throws(OpusError) { sound = Sound(decoder: try OpusDecoder()) }

    /// Moves what was counted since the last time to `counts`.
    mutating func report(to counts: inout CodecCounts) { counts.take(&sound.counts) }

    /// Fills `frame` with what is due at `deadline`.
    mutating func pull(at deadline: MonotonicInstant) {
        buffer.startFrame(at: deadline)
        while let step = buffer.nextStep() { sound.perform(step, buffer, &queue) }
        SourceDecoder.take(from: &queue, into: &frame)
    }

    /// Fills `frame` with silence and forgets what was queued: nothing said before a mute is heard after it.
    mutating func silence() {
        if buffer.isPlaying || buffer.queuedDelay > .zero { buffer.flush() }
        queue.removeAll()
        for index in frame.indices { frame[index] = 0 }
    }

    private static func take(from queue: inout SampleQueue, into frame: inout [Int16]) {
        var output = frame.mutableSpan
        queue.take(into: &output)
    }
}

/// The decoder with the room it decodes into.
private struct Sound: ~Copyable {
    var decoder: OpusDecoder
    var samples = [Int16](repeating: 0, count: RoomFormat.longestPacket)
    var counts = CodecCounts()

    init(decoder: consuming OpusDecoder) { self.decoder = decoder }

    mutating func perform(_ step: PlayoutStep, _ buffer: borrowing JitterBuffer, _ queue: inout SampleQueue) {
        switch step {
        case .decode(let packet, let expected):
            var count = buffer.withPayload(of: packet) { decode($0) }
            if count == 0 { count = conceal(expected) }
            Sound.append(samples, count, expected, &queue)
        case .skip(let packet, _):
            let count = buffer.withPayload(of: packet) { decode($0) }
            queue.skip(samples.span.extracting(0..<count))
        case .recover(let packet, let expected):
            let count = buffer.withPayload(of: packet) { recover(before: $0, expected) }
            Sound.append(samples, count, expected, &queue)
        case .conceal(let expected):
            let count = conceal(expected)
            Sound.append(samples, count, expected, &queue)
        case .silence(let expected): queue.appendSilence(expected)
        }
    }

    private static func append(_ samples: [Int16], _ count: Int, _ expected: Int, _ queue: inout SampleQueue) {
        queue.append(samples.span.extracting(0..<count), expected: expected)
    }

    /// Gives the samples decoded; 0 for a packet that the decoder refuses.
    private mutating func decode(_ payload: Span<UInt8>) -> Int {
        count(
            Sound.run(&decoder, &samples, .max) { decoder, output throws(OpusError) in
                try decoder.decode(payload, into: &output)
            })
    }

    private mutating func recover(before payload: Span<UInt8>, _ expected: Int) -> Int {
        count(
            Sound.run(&decoder, &samples, expected) { decoder, output throws(OpusError) in
                try decoder.decodeLost(before: payload, into: &output)
            })
    }

    private mutating func conceal(_ expected: Int) -> Int {
        count(
            Sound.run(&decoder, &samples, expected) { decoder, output throws(OpusError) in
                try decoder.conceal(into: &output)
            })
    }

    private mutating func count(_ decoded: Int) -> Int {
        counts.decodes += 1
        if decoded == 0 { counts.errors += 1 }
        return decoded
    }

    /// Lends the first `length` samples to a decoder call; 0 if it fails.
    private static func run(
        _ decoder: inout OpusDecoder, _ samples: inout [Int16], _ length: Int,
        _ body: (inout OpusDecoder, inout MutableSpan<Int16>) throws(OpusError) -> Int
    ) -> Int {
        var whole = samples.mutableSpan
        var output = whole._mutatingExtracting(first: min(length, RoomFormat.longestPacket))
        return (try? body(&decoder, &output)) ?? 0
    }
}
