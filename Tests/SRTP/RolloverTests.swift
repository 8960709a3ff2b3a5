import SRTP
import Testing

@Suite("SRTP rollover counter")
struct RolloverTests {
    @Test("both sides count the wrap of the sequence number")
    func wraps() throws {
        var sender = try session(key: key)
        var receiver = try session(key: key)
        for index in 65_500..<65_600 {
            let packet = rtp(sequence: UInt16(truncatingIfNeeded: index))
            #expect(try receiver.opened(sender.sealed(packet)) == packet)
        }
        #expect(sender.rollover(of: 0xCAFE_BABE) == 1)
        #expect(receiver.rollover(of: 0xCAFE_BABE) == 1)
    }

    @Test("the packets around the wrap may be lost, and may come late")
    func wrapsWithLossAndReordering() throws {
        var sender = try session(key: key)
        var receiver = try session(key: key)
        let packets = (65_500..<65_600).map { rtp(sequence: UInt16(truncatingIfNeeded: $0)) }
        var sealed: [[UInt8]] = []
        for packet in packets { sealed.append(try sender.sealed(packet)) }
        for index in 0..<30 { #expect(try receiver.opened(sealed[index]) == packets[index]) }
        // 30 ..< 46 are lost on the way, the wrap (index 36) among them; then two arrive late, one from each side of it.
        for index in [46, 47, 31, 40, 48] { #expect(try receiver.opened(sealed[index]) == packets[index]) }
        #expect(receiver.rollover(of: 0xCAFE_BABE) == 1)
    }

    @Test("a receiver that missed the wrap fails, and agrees again once it is told the count")
    func recoversByBeingTold() throws {
        var sender = try session(key: key)
        for index in stride(from: 0, through: 65_536 + 1_000, by: 1_000) {
            _ = try sender.sealed(rtp(sequence: UInt16(truncatingIfNeeded: index)))
        }
        var late = try session(key: key)
        let packet = rtp(sequence: 2_000)
        let sealed = try sender.sealed(packet)
        #expect(late.refusal(sealed) == .authenticationFailed)
        try late.setRollover(1, of: 0xCAFE_BABE)
        #expect(try late.opened(sealed) == packet)
    }

    @Test("a replay from before the wrap is refused after it")
    func refusesOldRounds() throws {
        var sender = try session(key: key)
        var receiver = try session(key: key)
        let old = try sender.sealed(rtp(sequence: 65_535))
        _ = try receiver.opened(old)
        for sequence in UInt16(0)..<100 { _ = try receiver.opened(sender.sealed(rtp(sequence: sequence))) }
        let refusal = receiver.refusal(old)
        #expect(refusal == .replayed || refusal == .tooOld)
    }
}
