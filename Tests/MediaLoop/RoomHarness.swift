import CallModel
import Datagram
import MediaCore
import MediaTestSupport
import Opus
import RTP

@testable import MediaLoop

/// A room in virtual time, without a network: packets go straight into the participants' buffers, what is encoded for
/// each is decoded again.
final class RoomHarness {
    let room: LoopRoom
    let configuration: LoopConfiguration
    private(set) var members: [Member] = []
    private(set) var ticks = 0
    private(set) var counts = CodecCounts()
    private var lastNumber: UInt64 = 0

    init(_ configuration: LoopConfiguration = LoopConfiguration(address: .loopback())) throws {
        self.configuration = configuration
        room = try LoopRoom(number: RoomNumber(1), configuration: configuration)
    }

    /// Somebody in the room, with his own encoder on the sending and decoder on the receiving side.
    final class Member {
        let participant: LoopParticipant
        var voice: TestPhone.Voice
        fileprivate(set) var heard: [Int16] = []
        fileprivate(set) var positions: [OutgoingStream.Position] = []
        fileprivate(set) var outputs: [Bool] = []
        private var encoder: OpusEncoder
        private var decoder: OpusDecoder
        private var sequence: UInt16 = 100
        private var timestamp: UInt32 = 5_000
        private var position = 0

        init(_ participant: LoopParticipant, voice: TestPhone.Voice) throws {
            self.participant = participant
            self.voice = voice
            encoder = try OpusEncoder()
            decoder = try OpusDecoder()
        }

        func talk(at now: MonotonicInstant) throws {
            defer { timestamp &+= 960 }
            guard let frame = voice.frame(from: position) else { return }
            position += 960
            var payload = [UInt8](repeating: 0, count: 1_275)
            var bytes = payload.mutableSpan
            let count = try encoder.encode(frame.span, into: &bytes)
            let audio = IncomingAudio(
                ssrc: participant.streams.sendSSRC.rawValue, sequenceNumber: sequence, timestamp: timestamp,
                duration: SampleCount(960), arrival: now)
            sequence &+= 1
            guard !participant.isMuted else { return }
            _ = participant.source.buffer.insert(audio, payload: payload.span.extracting(0..<count))
        }

        func listen(to shared: MixEncoder) throws {
            let encoder = participant.encoder ?? shared
            var frame = [Int16](repeating: 0, count: 960)
            outputs.append(encoder.output != .nothing)
            if encoder.output != .nothing {
                positions.append(
                    participant.stream.send(
                        payload: ByteCount(encoder.payloadLength), isSilence: encoder.output == .silence))
                var packet = [UInt8](repeating: 0, count: encoder.payloadLength)
                var bytes = packet.mutableSpan
                encoder.writePayload(into: &bytes, at: 0)
                var samples = frame.mutableSpan
                _ = try decoder.decode(packet.span, into: &samples)
            }
            participant.stream.advance()
            heard += frame
        }

        func tail(milliseconds: Int) -> ArraySlice<Int16> { heard.suffix(milliseconds * 48) }
    }

    func join(_ voice: TestPhone.Voice, isMuted: Bool = false) throws -> Member {
        lastNumber += 1
        let key = MasterKey([UInt8](repeating: UInt8(truncatingIfNeeded: lastNumber), count: 30))
        let offer = StreamOffer(
            sendSSRC: SSRC(UInt32(lastNumber) * 2), receiveSSRC: SSRC(UInt32(lastNumber) * 2 + 1), sendKey: key,
            receiveKey: key)
        let participant = try LoopParticipant(
            number: ParticipantNumber(lastNumber), streams: offer, isMuted: isMuted,
            bringsEncoder: lastNumber <= UInt64(configuration.contributors), startSequence: 65_530,
            startTimestamp: .max - 10_000, configuration: configuration, now: now)
        guard room.admit(participant) else { throw OpusError.badArgument }
        let member = try Member(participant, voice: voice)
        members.append(member)
        return member
    }

    func leave(_ member: Member) {
        room.dismiss(member.participant)
        members.removeAll { $0 === member }
    }

    var now: MonotonicInstant { MonotonicInstant(nanoseconds: Int64(ticks) * RoomFormat.period) }

    /// Packets arrive 7 ms before the tick that follows them.
    func run(milliseconds: Int) throws {
        for _ in 0..<milliseconds / 20 {
            for member in members { try member.talk(at: now + .milliseconds(13)) }
            ticks += 1
            room.mix(at: now)
            room.report(to: &counts)
            for member in members { try member.listen(to: room.shared) }
        }
    }

    /// All regular encodes so far.
    var encodes: UInt64 { counts.encodes }
}
