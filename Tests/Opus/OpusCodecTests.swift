import Opus
import TestSupport
import Testing

/// A tone of `frequency` Hz, so that what comes out can be recognised.
func tone(_ samples: Int, frequency: Int = 440, start: Int = 0, rate: Int = 48_000, channels: Int = 1) -> [Int16] {
    // A triangle wave: no library of functions needed.
    let period = Double(rate) / Double(frequency)
    return (0..<samples * channels).map { index in
        let phase = (Double(start + index / channels) / period).truncatingRemainder(dividingBy: 1)
        return Int16(12_000 * (abs(phase - 0.5) * 4 - 1))
    }
}

/// Mean square of the samples.
func energy(_ samples: [Int16]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
}

extension OpusEncoder {
    mutating func packet(_ samples: [Int16], room: Int = 1_275) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: room)
        var span = bytes.mutableSpan
        let length = try encode(samples.span, into: &span)
        return Array(bytes[..<length])
    }
}

extension OpusDecoder {
    mutating func sound(_ packet: [UInt8], room: Int = 5_760) throws -> [Int16] {
        var samples = [Int16](repeating: 0, count: room)
        var span = samples.mutableSpan
        let count = try decode(packet.span, into: &span)
        return Array(samples[..<(count * format.channels)])
    }

    mutating func lost(before packet: [UInt8], _ length: Int = 960) throws -> [Int16] {
        var samples = [Int16](repeating: 0, count: length)
        var span = samples.mutableSpan
        #expect(try decodeLost(before: packet.span, into: &span) == length)
        return samples
    }

    mutating func concealed(_ length: Int = 960) throws -> [Int16] {
        var samples = [Int16](repeating: 0, count: length)
        var span = samples.mutableSpan
        #expect(try conceal(into: &span) * format.channels == length)
        return samples
    }
}

@Suite("Opus codec")
struct OpusCodecTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(opusLibraryVersion.hasPrefix("libopus 1.3")) }

    @Test(
        "every rate, channel count and frame length survives a round trip",
        arguments: [8_000, 12_000, 16_000, 24_000, 48_000], [1, 2])
    func roundTrips(rate: Int, channels: Int) throws {
        for tenths in [25, 50, 100, 200, 400, 600] {
            let format = OpusFormat(sampleRate: rate, channels: channels)
            var encoder = try OpusEncoder(format, application: .audio)
            var decoder = try OpusDecoder(format)
            let length = rate * tenths / 10_000
            var heard: [Int16] = []
            for frame in 0..<20 {
                let sound = tone(length, start: frame * length, rate: rate, channels: channels)
                let packet = try encoder.packet(sound)
                #expect(try OpusPacket.duration(packet.span, sampleRate: rate) == length)
                heard += try decoder.sound(packet)
                #expect(try decoder.finalRange() == encoder.finalRange())
                #expect(try decoder.lastPacketDuration() == length)
            }
            #expect(heard.count == 20 * length * channels)
            let ratio = energy(Array(heard.suffix(heard.count / 2))) / energy(tone(rate, rate: rate))
            #expect(ratio > 0.5 && ratio < 1.5, "energy changed by \(ratio)")
        }
    }

    @Test("encoding writes nothing behind the packet")
    func staysInBounds() throws {
        var encoder = try OpusEncoder()
        var bytes = [UInt8](repeating: 0xAA, count: 1_500)
        var span = bytes.mutableSpan
        let sound = tone(960)
        let length = try encoder.encode(sound.span, into: &span)
        #expect(length > 2 && length < 1_275)
        #expect(bytes[1_275...].allSatisfy { $0 == 0xAA })
    }

    @Test("forward error correction brings back the level of a lost onset, which concealment cannot know of")
    func recoversFromTheNextPacket() throws {
        var encoder = try OpusEncoder()
        try encoder.setForwardErrorCorrection(true)
        try encoder.setExpectedLoss(percent: 30)
        try encoder.setBitRate(bitsPerSecond: 24_000)
        try encoder.setSignalIsVoice(true)
        var reference = try OpusDecoder()
        var repairing = try OpusDecoder()
        var concealing = try OpusDecoder()
        // A room's noise, not digital silence: the encoder copies only what stands out as speech.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let packet = try encoder.packet((0..<960).map { _ in Int16(random.next(in: -10...10)) })
            _ = try (reference.sound(packet), repairing.sound(packet), concealing.sound(packet))
        }
        var packets: [[UInt8]] = []
        for _ in 0..<6 {
            packets.append(try encoder.packet((0..<960).map { _ in Int16(random.next(in: -12_000...12_000)) }))
        }
        // A hiss, as its frames do not build on each other. Packets 0 to 4 are lost; packet 5 carries the copy of 4.
        var truth = 0.0
        for packet in packets[..<5] { truth = energy(try reference.sound(packet)) }
        let repaired = energy(try repairing.lost(before: packets[5]))
        let invented = energy(try concealing.concealed())
        #expect(repaired > truth / 4, "of \(truth) came back \(repaired)")
        #expect(invented < truth / 100, "of \(truth) was invented \(invented)")
    }

    @Test("concealment gives exactly the asked length and fades out")
    func concealsExactly() throws {
        var encoder = try OpusEncoder()
        var decoder = try OpusDecoder()
        for frame in 0..<10 { _ = try decoder.sound(encoder.packet(tone(960, start: frame * 960))) }
        let first = try decoder.concealed(960)
        #expect(energy(first) > 0)
        for length in [120, 240, 480, 1_920, 2_880] { _ = try decoder.concealed(length) }
        var last: [Int16] = []
        for _ in 0..<50 { last = try decoder.concealed(960) }
        #expect(energy(last) < energy(first) / 1_000)
    }

    @Test("silence under DTX shrinks to packets that need not be sent")
    func thinsSilence() throws {
        var encoder = try OpusEncoder()
        try encoder.setDiscontinuousTransmission(true)
        try encoder.setBitRate(bitsPerSecond: 24_000)
        try encoder.setSignalIsVoice(true)
        let silence = [Int16](repeating: 0, count: 960)
        var small = 0
        for _ in 0..<100 { if try encoder.packet(silence).count <= 2 { small += 1 } }
        #expect(small > 60)
        #expect(try encoder.isInDiscontinuousTransmission() == true)
    }

    @Test("a frame without prediction lets a fresh decoder start there")
    func startsAnywhere() throws {
        var encoder = try OpusEncoder()
        var steady = try OpusDecoder()
        for frame in 0..<20 { _ = try steady.sound(encoder.packet(tone(960, start: frame * 960))) }
        try encoder.setPredictionDisabled(true)
        var fresh = try OpusDecoder()
        for frame in 20..<24 {
            let packet = try encoder.packet(tone(960, start: frame * 960))
            let one = try steady.sound(packet)
            let other = try fresh.sound(packet)
            if frame > 20 {
                let difference = energy(zip(one, other).map { $0 &- $1 })
                #expect(difference < energy(one) / 20, "frame \(frame)")
            }
        }
    }

    @Test("after a reset the codec repeats itself bit by bit")
    func resets() throws {
        var encoder = try OpusEncoder()
        var decoder = try OpusDecoder()
        let first = try (0..<5).map { try encoder.packet(tone(960, start: $0 * 960)) }
        let heard = try first.map { try decoder.sound($0) }
        try encoder.reset()
        try decoder.reset()
        #expect(try (0..<5).map { try encoder.packet(tone(960, start: $0 * 960)) } == first)
        #expect(try first.map { try decoder.sound($0) } == heard)
    }

    @Test("the bit rate that was set is the one that is used")
    func setsTheBitRate() throws {
        var encoder = try OpusEncoder()
        try encoder.setComplexity(5)
        var sizes: [Int] = []
        for rate in [12_000, 24_000, 64_000] {
            try encoder.setBitRate(bitsPerSecond: rate)
            #expect(try encoder.bitRate() == rate)
            sizes.append(try (0..<25).reduce(0) { try $0 + encoder.packet(tone(960, start: $1 * 960)).count })
        }
        #expect(sizes == sizes.sorted() && sizes[0] * 3 < sizes[2])
        #expect(try encoder.lookahead() > 0)
    }
}
