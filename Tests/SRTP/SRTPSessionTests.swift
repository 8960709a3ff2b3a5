import SRTP
import TestSupport
import Testing

let key = (0..<30).map { UInt8($0 * 7 + 1) }
let otherKey = (0..<30).map { UInt8($0 * 5 + 2) }

func rtp(sequence: UInt16, ssrc: UInt32 = 0xCAFE_BABE, payload: [UInt8] = Array(1...40)) -> [UInt8] {
    [0x80, 111, UInt8(sequence >> 8), UInt8(sequence & 0xFF), 0, 0, 3, 0xC0] + bigEndian(ssrc) + payload
}

/// A receiver report without blocks.
func rtcp(ssrc: UInt32 = 0xCAFE_BABE) -> [UInt8] { [0x80, 201, 0, 1] + bigEndian(ssrc) }

func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

/// A session with one stream.
func session(key: [UInt8], window: Int = 128) throws -> SRTPSession {
    var session = try SRTPSession(replayWindow: window)
    try session.add(ssrc: 0xCAFE_BABE, key: key)
    return session
}

extension SRTPSession {
    mutating func sealed(_ packet: [UInt8], room: Int = 14, control: Bool = false) throws(SRTPError) -> [UInt8] {
        var bytes = packet + [UInt8](repeating: 0xEE, count: room + 16)
        let length = try unsafe bytes.withUnsafeMutableBufferPointer { whole throws(SRTPError) in
            // A canary of 16 bytes lies behind what the session may touch.
            var buffer = unsafe MutableSpan(_unsafeElements: whole.extracting(..<(packet.count + room)))
            return control
                ? try protectRTCP(&buffer, length: packet.count) : try protectRTP(&buffer, length: packet.count)
        }
        #expect(bytes.suffix(16).allSatisfy { $0 == 0xEE }, "wrote behind its room")
        return Array(bytes[..<length])
    }

    mutating func opened(_ packet: [UInt8], control: Bool = false) throws(SRTPError) -> [UInt8] {
        var bytes = packet
        var buffer = bytes.mutableSpan
        let length =
            control
            ? try unprotectRTCP(&buffer, length: packet.count) : try unprotectRTP(&buffer, length: packet.count)
        return Array(bytes[..<length])
    }

    /// What refused the packet; `nil` if it opened.
    mutating func refusal(_ packet: [UInt8], control: Bool = false) -> SRTPError? {
        do {
            _ = try opened(packet, control: control)
            return nil
        } catch { return error }
    }
}

@Suite("SRTP sessions")
struct SRTPSessionTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(srtpLibraryVersion.contains("2.5")) }

    @Test("a packet and its key give the bytes that other implementations publish")
    func agreesWithOthers() throws {
        let published: [UInt8] = [
            0xe1, 0xf9, 0x7a, 0x0d, 0x3e, 0x01, 0x8b, 0xe0, 0xd6, 0x4f, 0xa3, 0x2c, 0x06, 0xde, 0x41, 0x39,
            0x0e, 0xc6, 0x75, 0xad, 0x49, 0x8a, 0xfe, 0xeb, 0xb6, 0x96, 0x0b, 0x3a, 0xab, 0xe6,
        ]
        var sender = try session(key: published)
        let header: [UInt8] = [0x80, 0x0f, 0x12, 0x34, 0xde, 0xca, 0xfb, 0xad, 0xca, 0xfe, 0xba, 0xbe]
        let sealed = try sender.sealed(header + [UInt8](repeating: 0xab, count: 16))
        let expected: [UInt8] = [
            0x4e, 0x55, 0xdc, 0x4c, 0xe7, 0x99, 0x78, 0xd8, 0x8c, 0xa4, 0xd2, 0x15, 0x94, 0x9d, 0x24, 0x02,
            0xb7, 0x8d, 0x6a, 0xcc, 0x99, 0xea, 0x17, 0x9b, 0x8d, 0xbb,
        ]
        #expect(sealed == header + expected)
    }

    @Test("RTP and RTCP come back as they were, the trailer is as long as stated")
    func roundTrips() throws {
        var sender = try session(key: key)
        var receiver = try session(key: key)
        for sequence in 100..<UInt16(200) {
            let packet = rtp(sequence: sequence)
            let sealed = try sender.sealed(packet)
            #expect(sealed.count == packet.count + SRTPSession.rtpTrailer)
            #expect(sealed[..<12] == packet[..<12])
            #expect(sealed[12..<52] != packet[12..<52])
            #expect(try receiver.opened(sealed) == packet)
            let control = try sender.sealed(rtcp(), control: true)
            #expect(control.count == rtcp().count + SRTPSession.rtcpTrailer)
            #expect(try receiver.opened(control, control: true) == rtcp())
        }
    }

    @Test("a buffer without room for the trailer is refused, one with exactly enough is not")
    func needsRoom() throws {
        var sender = try session(key: key)
        #expect(throws: SRTPError.noRoom) {
            var sender = try session(key: key)
            _ = try sender.sealed(rtp(sequence: 1), room: 9)
        }
        #expect(throws: SRTPError.noRoom) {
            var sender = try session(key: key)
            _ = try sender.sealed(rtcp(), room: 13, control: true)
        }
        _ = try sender.sealed(rtp(sequence: 1), room: 10)
        _ = try sender.sealed(rtcp(), room: 14, control: true)
    }

    @Test("a forged, a damaged and a foreign packet are refused and change nothing")
    func refusesForgeries() throws {
        var sender = try session(key: key)
        var stranger = try session(key: otherKey)
        var receiver = try session(key: key)
        let sealed = try sender.sealed(rtp(sequence: 7))
        for position in sealed.indices where !(8..<12).contains(position) {
            var damaged = sealed
            damaged[position] ^= 0x10
            let refusal = receiver.refusal(damaged)
            #expect(refusal != nil, "byte \(position)")
        }
        let foreign = try stranger.sealed(rtp(sequence: 7))
        #expect(receiver.refusal(foreign) == .authenticationFailed)
        let control = try stranger.sealed(rtcp(), control: true)
        #expect(receiver.refusal(control, control: true) == .authenticationFailed)
        #expect(try receiver.opened(sealed) == rtp(sequence: 7))
    }

    @Test("a packet is taken once; behind the window it is too old")
    func refusesReplays() throws {
        var sender = try session(key: key)
        var receiver = try session(key: key, window: 64)
        var sealed: [[UInt8]] = []
        for sequence in UInt16(1)...200 { sealed.append(try sender.sealed(rtp(sequence: sequence))) }
        _ = try receiver.opened(sealed[99])
        #expect(receiver.refusal(sealed[99]) == .replayed)
        _ = try receiver.opened(sealed[36])
        #expect(receiver.refusal(sealed[36]) == .replayed)
        #expect(receiver.refusal(sealed[35]) == .tooOld)
        let control = try sender.sealed(rtcp(), control: true)
        _ = try receiver.opened(control, control: true)
        #expect(receiver.refusal(control, control: true) == .replayed)
    }

    @Test("a sender cannot use a sequence number twice")
    func refusesReuse() {
        #expect(throws: SRTPError.replayed) {
            var sender = try session(key: key)
            _ = try sender.sealed(rtp(sequence: 5))
            _ = try sender.sealed(rtp(sequence: 5))
        }
    }

    @Test("streams are told apart by SSRC; an unknown one is refused; a removed one can come back")
    func holdsManyStreams() throws {
        var sender = try SRTPSession()
        var receiver = try SRTPSession()
        let keys = (0...50).map { ssrc in (0..<30).map { UInt8(truncatingIfNeeded: ssrc * 31 + $0) } }
        for ssrc in UInt32(1)...50 {
            try sender.add(ssrc: ssrc, key: keys[Int(ssrc)])
            try receiver.add(ssrc: ssrc, key: keys[Int(ssrc)])
        }
        for ssrc in UInt32(1)...50 {
            #expect(try receiver.opened(sender.sealed(rtp(sequence: 9, ssrc: ssrc))) == rtp(sequence: 9, ssrc: ssrc))
        }
        let sealed = try sender.sealed(rtp(sequence: 10, ssrc: 20))
        try receiver.remove(ssrc: 20)
        #expect(receiver.refusal(sealed) == .unknownSource)
        #expect(receiver.rollover(of: 20) == nil)
        var refused: [SRTPError] = []
        do { try receiver.remove(ssrc: 20) } catch { refused.append(error) }
        do { try receiver.add(ssrc: 21, key: key) } catch { refused.append(error) }
        do { try receiver.add(ssrc: 20, key: Array(key.dropLast())) } catch { refused.append(error) }
        do { try receiver.setRollover(1, of: 99) } catch { refused.append(error) }
        #expect(refused == [.unknownSource, .sourceExists, .malformed, .unknownSource])
        try receiver.add(ssrc: 20, key: keys[20])
        #expect(try receiver.opened(sealed) == rtp(sequence: 10, ssrc: 20))
    }

    @Test("bytes that are no packet are refused", arguments: 0..<16)
    func refusesGarbage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var receiver = try session(key: key)
        var sender = try session(key: key)
        for _ in 0..<2_000 {
            var bytes = random.bytes(random.next(in: 0...80))
            if bytes.count >= 12, random.chance(percent: 50) {
                bytes.replaceSubrange(0..<12, with: rtp(sequence: 1)[..<12])
            }
            let refusals = (receiver.refusal(bytes), receiver.refusal(bytes, control: true))
            #expect(refusals.0 != nil && refusals.1 != nil, "seed \(seed)")
        }
        #expect(try receiver.opened(sender.sealed(rtp(sequence: 1))) == rtp(sequence: 1))
    }
}
