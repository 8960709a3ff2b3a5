import CallModel
import Datagram
import MediaCore
import MediaTestSupport
import Opus
import RTP
import Testing

@testable import MediaLoop

@Suite("a room's tick in a real-time section")
struct RoomTickTests {
    @Test("pull, decode, select, mix, limit and encode allocate nothing and make no call, through every handover")
    func tick() throws {
        var configuration = LoopConfiguration(address: .loopback())
        configuration.limits.participantsPerRoom = 8
        let room = try LoopRoom(number: RoomNumber(1), configuration: configuration)
        let members = try (1...6).map { try Member(UInt64($0), configuration) }
        var counts = CodecCounts()
        for member in members {
            let isIn = room.admit(member.participant)
            #expect(isIn)
        }
        for tick in 0..<300 {
            let now = MonotonicInstant(nanoseconds: Int64(tick) * RoomFormat.period)
            // Talkers come and go, packets are lost, late and doubled, somebody is muted and unmuted: every path of the tick.
            for (index, member) in members.enumerated() where (tick / 40 + index) % 3 != 0 {
                try member.talk(at: now, isLost: (tick + index) % 17 == 0, isDoubled: (tick + index) % 23 == 0)
            }
            if tick % 50 == 20 { room.mute(members[tick / 50 % 6].participant, true) }
            if tick % 50 == 45 { room.mute(members[tick / 50 % 6].participant, false) }
            realtime {
                room.mix(at: now)
                room.report(to: &counts)
            }
        }
        #expect(counts.encodes > 100 && counts.decodes > 500 && counts.warmUps > 0)
        #expect(counts.errors == 0)
    }
}

/// A participant with an encoder for what he says.
private final class Member {
    let participant: LoopParticipant
    private var encoder: OpusEncoder
    private let tone: [Int16]
    private var sequence: UInt16 = 0
    private var timestamp: UInt32 = 0

    init(_ number: UInt64, _ configuration: LoopConfiguration) throws {
        let key = MasterKey([UInt8](repeating: UInt8(number), count: 30))
        participant = try LoopParticipant(
            number: ParticipantNumber(number),
            streams: StreamOffer(
                sendSSRC: SSRC(UInt32(number)), receiveSSRC: SSRC(UInt32(number) + 100), sendKey: key, receiveKey: key),
            isMuted: false, bringsEncoder: number <= 5, startSequence: 0, startTimestamp: 0,
            configuration: configuration, now: .zero)
        encoder = try OpusEncoder()
        try encoder.setForwardErrorCorrection(true)
        try encoder.setExpectedLoss(percent: 20)
        tone = Tone.samples(200 + 90 * Double(number), amplitude: 12_000, count: 960)
    }

    func talk(at now: MonotonicInstant, isLost: Bool, isDoubled: Bool) throws {
        var payload = [UInt8](repeating: 0, count: 1_275)
        var bytes = payload.mutableSpan
        let frame = tone
        let count = try encoder.encode(frame.span, into: &bytes)
        let audio = IncomingAudio(
            ssrc: participant.streams.sendSSRC.rawValue, sequenceNumber: sequence, timestamp: timestamp,
            duration: SampleCount(960), arrival: now)
        sequence &+= 1
        timestamp &+= 960
        guard !isLost, !participant.isMuted else { return }
        for _ in 0..<(isDoubled ? 2 : 1) {
            _ = participant.source.buffer.insert(audio, payload: payload.span.extracting(0..<count))
        }
    }
}
