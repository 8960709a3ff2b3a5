import Opus
import TestSupport
import Testing

@Suite("What Opus refuses")
struct OpusRefusalTests {
    @Test(
        "rates and channel counts that Opus does not have", arguments: [(44_100, 1), (48_000, 3), (0, 1), (48_000, 0)])
    func refusesFormats(rate: Int, channels: Int) {
        let format = OpusFormat(sampleRate: rate, channels: channels)
        #expect(throws: OpusError.badArgument) { _ = try OpusEncoder(format) }
        #expect(throws: OpusError.badArgument) { _ = try OpusDecoder(format) }
    }

    @Test("frame lengths that Opus does not have", arguments: [0, 1, 959, 961, 1_000, 6_000])
    func refusesFrameLengths(length: Int) {
        #expect(throws: OpusError.badArgument) {
            var encoder = try OpusEncoder()
            _ = try encoder.packet([Int16](repeating: 0, count: length))
        }
    }

    @Test("an odd number of interleaved samples")
    func refusesHalfPairs() {
        #expect(throws: OpusError.badArgument) {
            var encoder = try OpusEncoder(OpusFormat(channels: 2))
            _ = try encoder.packet([Int16](repeating: 0, count: 1_921))
        }
    }

    @Test("no room for a packet")
    func refusesAnEmptyBuffer() {
        #expect(throws: OpusError.bufferTooSmall) {
            var encoder = try OpusEncoder()
            _ = try encoder.packet(tone(960), room: 0)
        }
    }

    @Test("a packet that decodes to more than there is room for")
    func refusesALongPacket() throws {
        var encoder = try OpusEncoder()
        let packet = try encoder.packet(tone(2_880))
        #expect(throws: OpusError.bufferTooSmall) {
            var decoder = try OpusDecoder()
            _ = try decoder.sound(packet, room: 960)
        }
        #expect(throws: OpusError.bufferTooSmall) {
            var decoder = try OpusDecoder()
            _ = try decoder.sound(packet, room: 0)
        }
    }

    @Test("settings out of range")
    func refusesSettings() {
        #expect(throws: OpusError.badArgument) {
            var encoder = try OpusEncoder()
            try encoder.setComplexity(11)
        }
        #expect(throws: OpusError.badArgument) {
            var encoder = try OpusEncoder()
            try encoder.setExpectedLoss(percent: 101)
        }
        #expect(throws: OpusError.badArgument) {
            var encoder = try OpusEncoder()
            try encoder.setBitRate(bitsPerSecond: 0)
        }
    }

    @Test("concealment of a length that is no multiple of 2.5 ms")
    func refusesOddConcealment() {
        #expect(throws: OpusError.badArgument) {
            var decoder = try OpusDecoder()
            _ = try decoder.concealed(961)
        }
        #expect(throws: OpusError.badArgument) {
            var decoder = try OpusDecoder()
            _ = try decoder.concealed(0)
        }
    }

    @Test("bytes that are no packet, and the next packet still decodes")
    func refusesGarbageAndGoesOn() throws {
        var encoder = try OpusEncoder()
        var decoder = try OpusDecoder()
        let good = try encoder.packet(tone(960))
        _ = try decoder.sound(good)
        // Code 3 with no frame count, with zero frames, and with more than 120 ms.
        for bad: [UInt8] in [[], [0xFB], [0xFB, 0x00], [0xFB, 0x3F]] {
            var outcome: OpusError?
            do { _ = try decoder.sound(bad) } catch { outcome = error as? OpusError }
            #expect(outcome == .invalidPacket, "\(bad)")
            #expect(throws: OpusError.invalidPacket) { _ = try OpusPacket.duration(bad.span) }
        }
        #expect(throws: OpusError.invalidPacket) { _ = try OpusPacket.channels([UInt8]().span) }
        #expect(throws: OpusError.invalidPacket) { _ = try OpusPacket.frameCount([UInt8]().span) }
        #expect(throws: OpusError.badArgument) { _ = try OpusPacket.duration(good.span, sampleRate: 0) }
        #expect(try decoder.sound(good).count == 960)
    }

    @Test("a packet tells its duration, frames and channels")
    func inspects() throws {
        var mono = try OpusEncoder()
        var stereo = try OpusEncoder(OpusFormat(channels: 2), application: .audio)
        try stereo.setBitRate(bitsPerSecond: 128_000)
        let one = try mono.packet(tone(480))
        let two = try stereo.packet(tone(2_880, channels: 2))
        #expect(try OpusPacket.duration(one.span) == 480)
        #expect(try OpusPacket.channels(one.span) == 1)
        #expect(try OpusPacket.frameCount(one.span) == 1)
        #expect(try OpusPacket.duration(two.span) == 2_880)
        #expect(try OpusPacket.channels(two.span) == 2)
    }

    @Test("any bytes give sound or a refusal, never more sound than there is room for", arguments: 0..<8)
    func survivesMutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var encoder = try OpusEncoder()
        var decoder = try OpusDecoder()
        for frame in 0..<400 {
            var packet = try encoder.packet(tone(960, start: frame * 960))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8.random(
                    in: .min ... .max, using: &random)
            }
            packet = Array(packet.prefix(Int.random(in: 0...packet.count, using: &random)))
            do {
                #expect(try decoder.sound(packet).count <= 5_760, "seed \(seed), frame \(frame)")
                _ = try decoder.lost(before: packet)
            } catch is OpusError {}
        }
    }
}
