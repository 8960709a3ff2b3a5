import RTP
import TestSupport
import Testing

@Suite("RTP packets")
struct RTPPacketTests {
    private let header = RTPHeader(
        payloadType: 111, hasMarker: true, sequenceNumber: 0xABCD, timestamp: 0x1234_5678, ssrc: 0xDEAD_BEEF)

    private func written(_ level: AudioLevel?, id: UInt8 = 1, payload: [UInt8] = []) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xFF, count: 64)
        var span = bytes.mutableSpan
        let count = try header.write(into: &span, level: level, levelExtensionID: id)
        return Array(bytes[..<count]) + payload
    }

    /// A packet made by hand: version 2, the given first byte's low bits, then `rest` after the fixed header.
    private func packet(flags: UInt8, _ rest: [UInt8]) -> [UInt8] {
        [0x80 | flags, 111, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3] + rest
    }

    @Test("a header without a level is twelve bytes in network order")
    func plainHeader() throws {
        #expect(
            try written(nil) == [0x80, 0xEF, 0xAB, 0xCD, 0x12, 0x34, 0x56, 0x78, 0xDE, 0xAD, 0xBE, 0xEF])
    }

    @Test("a level survives the way out and in", arguments: [0, 1, 60, 126, 127, 255] as [UInt8], [true, false])
    func level(decibels: UInt8, isVoice: Bool) throws {
        let level = AudioLevel(decibelsBelowFullScale: decibels, isVoice: isVoice)
        let bytes = try written(level, id: 14, payload: [1, 2, 3])
        let packet = try RTPPacket(bytes.span)
        #expect(packet.header == header)
        #expect(Array(bytes[packet.payload]) == [1, 2, 3])
        #expect(packet.audioLevel(id: 14, in: bytes.span) == level)
        #expect(packet.audioLevel(id: 1, in: bytes.span) == nil)
        #expect(level.decibelsBelowFullScale <= 127)
    }

    @Test("a destination one byte short is refused")
    func noRoom() {
        var bytes = [UInt8](repeating: 0, count: 19)
        var span = bytes.mutableSpan
        #expect(throws: RTPError.noRoom) {
            try header.write(into: &span, level: AudioLevel(decibelsBelowFullScale: 3, isVoice: true))
        }
    }

    @Test("anything shorter than its own fields is refused")
    func truncated() throws {
        var full = packet(
            flags: 0x10 | 3, Array(repeating: 9, count: 12) + [0xBE, 0xDE, 0, 2] + [UInt8](repeating: 0, count: 8))
        #expect(try RTPPacket(full.span).payload.isEmpty)
        #expect(try RTPPacket(full.span).csrcs == 12..<24)
        while !full.isEmpty {
            full.removeLast()
            #expect(throws: RTPError.truncated) { try RTPPacket(full.span) }
        }
    }

    @Test("another version is refused", arguments: [0x00, 0x40, 0xC0] as [UInt8])
    func version(bits: UInt8) {
        var bytes = packet(flags: 0, [1])
        bytes[0] = bits
        #expect(throws: RTPError.wrongVersion) { try RTPPacket(bytes.span) }
    }

    @Test("row 56: padding is stripped; none, zero or more than there is, is refused")
    func padding() throws {
        let one = packet(flags: 0x20, [7, 7, 1])
        #expect(try RTPPacket(one.span).payload == 12..<14)
        let all = packet(flags: 0x20, [7, 7, 3])
        #expect(try RTPPacket(all.span).payload.isEmpty)
        for wrong: [UInt8] in [[7, 7, 0], [7, 7, 4], [7, 7, 255], []] {
            let bytes = packet(flags: 0x20, wrong)
            #expect(throws: RTPError.wrongPadding) { try RTPPacket(bytes.span) }
        }
        let long = packet(flags: 0x20, Array(repeating: 5, count: 299) + [255])
        #expect(try RTPPacket(long.span).payload.count == 45)
    }

    @Test("the padding count of a protected packet is encrypted and not looked at")
    func protectedPadding() throws {
        let bytes = packet(flags: 0x20, [7, 7, 0])
        #expect(try RTPPacket(protected: bytes.span).payload == 12..<15)
    }

    @Test("row 58: one-byte elements are found behind padding, and id 15 ends the search")
    func oneByteElements() throws {
        let bytes = packet(flags: 0x10, [0xBE, 0xDE, 0, 3, 0, 0x21, 5, 6, 0x10, 0x85, 0xF0, 1, 0x30, 9, 0, 0])
        let parsed = try RTPPacket(bytes.span)
        #expect(parsed.extensionElement(2, in: bytes.span).map { Array(bytes[$0]) } == [5, 6])
        #expect(parsed.audioLevel(id: 1, in: bytes.span) == AudioLevel(decibelsBelowFullScale: 5, isVoice: true))
        #expect(parsed.extensionElement(15, in: bytes.span) == nil)
        #expect(parsed.extensionElement(3, in: bytes.span) == nil)
        #expect(parsed.extensionElement(0, in: bytes.span) == nil)
    }

    @Test("row 58: two-byte elements are found, empty ones too, and id 15 is an id like others")
    func twoByteElements() throws {
        let bytes = packet(flags: 0x10, [0x10, 0x00, 0, 3, 4, 0, 15, 1, 77, 0, 0, 200, 2, 8, 9, 0])
        let parsed = try RTPPacket(bytes.span)
        #expect(parsed.extensionElement(4, in: bytes.span)?.isEmpty == true)
        #expect(parsed.audioLevel(id: 4, in: bytes.span) == nil)
        #expect(parsed.extensionElement(15, in: bytes.span).map { Array(bytes[$0]) } == [77])
        #expect(parsed.extensionElement(200, in: bytes.span).map { Array(bytes[$0]) } == [8, 9])
    }

    @Test("row 58: an element that leaves its block is not read")
    func falseLength() throws {
        let oneByte = packet(flags: 0x10, [0xBE, 0xDE, 0, 1, 0x1F, 1, 2, 3] + Array(repeating: 0xAA, count: 40))
        #expect(try RTPPacket(oneByte.span).extensionElement(1, in: oneByte.span) == nil)
        let twoByte = packet(flags: 0x10, [0x10, 0x00, 0, 1, 1, 3, 2, 3] + Array(repeating: 0xAA, count: 40))
        #expect(try RTPPacket(twoByte.span).extensionElement(1, in: twoByte.span) == nil)
        let cut = packet(flags: 0x10, [0x10, 0x00, 0, 1, 0, 0, 0, 3])
        #expect(try RTPPacket(cut.span).extensionElement(3, in: cut.span) == nil)
    }

    @Test("an unknown extension profile is skipped")
    func unknownProfile() throws {
        let bytes = packet(flags: 0x10, [0x12, 0x34, 0, 1, 0x10, 5, 0, 0, 42])
        let parsed = try RTPPacket(bytes.span)
        #expect(parsed.audioLevel(id: 1, in: bytes.span) == nil)
        #expect(Array(bytes[parsed.payload]) == [42])
    }

    @Test("random and mutated bytes never read out of bounds", arguments: 0..<8)
    func fuzz(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let level = AudioLevel(decibelsBelowFullScale: 20, isVoice: true)
        let valid = try written(level, payload: random.bytes(40))
        for _ in 0..<1_500 {
            var bytes = random.chance(percent: 50) ? valid : random.bytes(random.next(in: 0...80))
            for _ in 0..<random.next(in: 0...6) where !bytes.isEmpty {
                bytes[random.next(in: 0...bytes.count - 1)] = UInt8(random.next(in: 0...255))
            }
            if random.chance(percent: 30) { bytes.removeLast(random.next(in: 0...bytes.count)) }
            guard let packet = try? RTPPacket(bytes.span) else { continue }
            #expect(packet.payload.upperBound <= bytes.count && packet.payload.lowerBound >= 12, "seed \(seed)")
            for id in [0, 1, 2, 3, 14, 15, 16, 255] as [UInt8] {
                guard let element = packet.extensionElement(id, in: bytes.span) else { continue }
                #expect(packet.extensions.lowerBound <= element.lowerBound)
                #expect(element.upperBound <= packet.extensions.upperBound, "seed \(seed)")
            }
        }
    }

    @Test("packets that share a port are told apart by their first two bytes")
    func demultiplex() {
        func kind(_ bytes: [UInt8]) -> PacketKind { PacketKind(bytes.span) }
        #expect(kind([0x80, 111]) == .rtp && kind([0x90, 0xEF]) == .rtp)
        #expect(kind([0x80, 200]) == .rtcp && kind([0x81, 201]) == .rtcp && kind([0xA0, 207]) == .rtcp)
        #expect(kind([0x80, 191]) == .rtp && kind([0x80, 224]) == .rtp)
        #expect(kind([0, 1]) == .stun && kind([22, 254]) == .dtls)
        #expect(
            kind([64, 0]) == .unknown && kind([192, 200]) == .unknown && kind([]) == .unknown
                && kind([0x80]) == .unknown)
    }
}
