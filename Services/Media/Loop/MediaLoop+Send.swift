// Thread: the loop's. Phase: I/O. Rules: R5, R6. Our code allocates nothing here, but libsrtp may: Debian builds it on NSS,
// which makes a cipher context per packet. That is why SRTP stands in this phase and not in the mix phase.

internal import CallModel
internal import Datagram
internal import MediaCore
internal import RTP
internal import Realtime
internal import SRTP

extension MediaLoop {
    /// What an RTCP report is signed with: the same for everybody, so that it says nothing about the host.
    private static var cname: InlineArray<9, UInt8> {
        [0x70, 0x61, 0x72, 0x74, 0x79, 0x6c, 0x69, 0x6e, 0x65]  // partyline
    }

    /// This tick's packets to everybody in a room, and the reports that are due.
    func send(from room: LoopRoom, at deadline: MonotonicInstant, in outbox: inout DatagramBatch) {
        for case .some(let participant) in room.participants {
            checkTimeout(of: participant, in: room, at: deadline)
            let encoder = participant.encoder ?? room.shared
            if let address = participant.address {
                if encoder.output != .nothing { sendAudio(of: encoder, to: participant, at: address, in: &outbox) }
                participant.ticksToReport -= 1
                if participant.ticksToReport <= 0 { sendReport(to: participant, at: address, deadline, in: &outbox) }
            }
            participant.stream.advance()
        }
    }

    /// Hands the batch to the system.
    func flush(_ outbox: inout DatagramBatch) {
        guard outbox.count > 0 else { return }
        let sent = socket.send(&outbox)
        load.packetsSent += UInt64(sent.taken)
        load.sendFailures += UInt64(sent.blocked + sent.refused)
    }

    private func sendAudio(
        of encoder: MixEncoder, to participant: LoopParticipant, at address: SocketAddress,
        in outbox: inout DatagramBatch
    ) {
        let position = participant.stream.send(
            payload: ByteCount(encoder.payloadLength), isSilence: encoder.output == .silence)
        let header = RTPHeader(
            payloadType: RoomFormat.payloadType, hasMarker: position.marker, sequenceNumber: position.sequence,
            timestamp: position.timestamp, ssrc: participant.stream.ssrc.rawValue)
        guard let index = place(for: address, in: &outbox) else { return }
        var slot = outbox.slot(at: index)
        guard let start = try? header.write(into: &slot) else { return outbox.removeLast() }
        encoder.writePayload(into: &slot, at: start)
        guard let length = try? participant.outgoing.protectRTP(&slot, length: start + encoder.payloadLength) else {
            load.sendFailures += 1
            return outbox.removeLast()
        }
        outbox.setLength(length, at: index)
    }

    private func sendReport(
        to participant: LoopParticipant, at address: SocketAddress, _ now: MonotonicInstant,
        in outbox: inout DatagramBatch
    ) {
        participant.ticksToReport = 50
        let stream = participant.stream
        let info = SenderInfo(
            ntp: NTPTimestamp(now), rtpTimestamp: stream.currentTimestamp,
            packetCount: UInt32(truncatingIfNeeded: stream.packets),
            octetCount: UInt32(truncatingIfNeeded: stream.octets))
        let report = RTCPReport(
            ssrc: stream.ssrc.rawValue, sender: stream.packets > participant.packetsAtLastReport ? info : nil,
            reception: participant.statistics.makeReport(ssrc: participant.streams.sendSSRC.rawValue, at: now))
        participant.packetsAtLastReport = stream.packets
        guard let index = place(for: address, in: &outbox) else { return }
        var slot = outbox.slot(at: index)
        let cname = MediaLoop.cname
        guard let written = try? report.write(into: &slot, cname: cname.span),
            let length = try? participant.outgoing.protectRTCP(&slot, length: written)
        else { return outbox.removeLast() }
        outbox.setLength(length, at: index)
    }

    /// A place in the batch, which is sent when it is full.
    private func place(for address: SocketAddress, in outbox: inout DatagramBatch) -> Int? {
        if let index = outbox.append(to: address) { return index }
        flush(&outbox)
        return outbox.append(to: address)
    }

    private func checkTimeout(of participant: LoopParticipant, in room: LoopRoom, at now: MonotonicInstant) {
        guard !participant.isTimeoutReported, participant.timeout.isOver(at: now) else { return }
        // A full ring is tried again with the next tick.
        participant.isTimeoutReported = link.events.push(.timedOut(participant.number, room.number)) == nil
    }
}
