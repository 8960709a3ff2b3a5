// Thread: the loop's. Phase: I/O. Rules: R5, R6. Our code allocates nothing here, but libsrtp may: Debian builds it on NSS,
// which makes a cipher context per packet. That is why SRTP stands in this phase and not in the mix phase.

internal import CallModel
internal import Datagram
internal import MediaCore
internal import Opus
internal import RTP
internal import SRTP

extension MediaLoop {
    /// One datagram: whose is it, is it authentic, what does it say. Anything else is counted and dropped.
    func receive(_ inbox: inout DatagramBatch, at index: Int, arrival: MonotonicInstant) {
        switch MediaLoop.envelope(of: inbox, at: index) {
        case .media(let source): receiveRTP(&inbox, at: index, from: source, arrival: arrival)
        case .control(let source): receiveRTCP(&inbox, at: index, from: source, arrival: arrival)
        case .foreign: load.strangers += 1
        }
    }

    /// What a datagram claims to be, before anything is checked.
    private enum Envelope {
        case media(SSRC)
        case control(SSRC)
        case foreign
    }

    private static func envelope(of inbox: borrowing DatagramBatch, at index: Int) -> Envelope {
        let bytes = inbox.bytes(at: index)
        guard !inbox.isTruncated(at: index), bytes.count >= RTPHeader.byteCount else { return .foreign }
        switch PacketKind(bytes) {
        case .rtp: return .media(source(in: bytes, at: 8))
        case .rtcp: return .control(source(in: bytes, at: 4))
        case .stun, .dtls, .unknown: return .foreign
        }
    }

    private static func source(in bytes: Span<UInt8>, at offset: Int) -> SSRC {
        var value: UInt32 = 0
        for index in offset..<offset + 4 { value = value << 8 | UInt32(bytes[index]) }
        return SSRC(value)
    }

    private func receiveRTP(_ inbox: inout DatagramBatch, at index: Int, from source: SSRC, arrival: MonotonicInstant) {
        guard let participant = participant(of: source) else { return load.strangers += 1 }
        let length = inbox.length(at: index)
        var slot = inbox.slot(at: index)
        guard let clear = try? participant.incoming.unprotectRTP(&slot, length: length) else {
            return refuse(participant)
        }
        inbox.setLength(clear, at: index)
        hear(participant, from: inbox.address(at: index), at: arrival)
        let bytes = inbox.bytes(at: index)
        guard let packet = try? RTPPacket(bytes), packet.header.payloadType == RoomFormat.payloadType else {
            return misunderstand(participant)
        }
        let payload = bytes.extracting(packet.payload)
        guard let samples = try? OpusPacket.duration(payload) else { return misunderstand(participant) }
        participant.statistics.receive(
            sequenceNumber: packet.header.sequenceNumber, timestamp: packet.header.timestamp, at: arrival)
        guard !participant.isMuted else { return }
        let level = packet.audioLevel(id: RoomFormat.levelExtensionID, in: bytes)
        let audio = IncomingAudio(packet.header, duration: SampleCount(samples), level: level, arrival: arrival)
        _ = participant.source.buffer.insert(audio, payload: payload)
    }

    private func receiveRTCP(_ inbox: inout DatagramBatch, at index: Int, from source: SSRC, arrival: MonotonicInstant)
    {
        guard let participant = participant(of: source) else { return load.strangers += 1 }
        let length = inbox.length(at: index)
        var slot = inbox.slot(at: index)
        guard let clear = try? participant.incoming.unprotectRTCP(&slot, length: length) else {
            return refuse(participant)
        }
        inbox.setLength(clear, at: index)
        hear(participant, from: inbox.address(at: index), at: arrival)
        let bytes = inbox.bytes(at: index)
        guard var reader = try? RTCPReader(bytes) else { return misunderstand(participant) }
        while let item = reader.next(in: bytes) { apply(item, to: participant, at: arrival) }
    }

    private func apply(_ item: RTCPItem, to participant: LoopParticipant, at arrival: MonotonicInstant) {
        switch item {
        case .sender(let ssrc, let info) where ssrc == participant.streams.sendSSRC.rawValue:
            participant.statistics.receiveSenderReport(info.ntp, at: arrival)
        case .reception(_, let report) where report.ssrc == participant.streams.receiveSSRC.rawValue:
            participant.counts.fractionLostByPeer = report.fractionLost
            guard let roundTrip = report.roundTrip(at: arrival) else { return }
            participant.counts.roundTripMicroseconds = UInt32(clamping: roundTrip.wholeNanoseconds / 1_000)
        case .goodbye(let ssrc) where ssrc == participant.streams.sendSSRC.rawValue:
            // He is silent from here; whether he has left is signaling's word.
            participant.source.buffer.flush()
        case .sender, .receiver, .reception, .cname, .goodbye: break
        }
    }

    private func participant(of source: SSRC) -> LoopParticipant? {
        guard let place = sources[source] else { return nil }
        return participants[place]
    }

    /// An authentic packet: he is alive, and this is where he is. A phone that changes its network is followed at once;
    /// nobody else can move him, because nobody else can sign.
    private func hear(_ participant: LoopParticipant, from address: SocketAddress, at arrival: MonotonicInstant) {
        load.packetsReceived += 1
        participant.timeout.heard(at: arrival)
        participant.isTimeoutReported = false
        if participant.address != address { participant.address = address }
    }

    private func refuse(_ participant: LoopParticipant) {
        load.unauthentic += 1
        participant.packetsRefused += 1
    }

    private func misunderstand(_ participant: LoopParticipant) {
        load.malformed += 1
        participant.packetsRefused += 1
    }
}
