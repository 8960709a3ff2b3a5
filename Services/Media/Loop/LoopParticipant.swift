// Thread: made and freed on the control side, in between the loop's alone. Phase: mix and I/O, as each member says.

package import CallModel
internal import Datagram
package import MediaCore
internal import Mixing
internal import Opus
internal import RTP
package import Realtime
internal import SRTP

/// One participant inside a loop, with everything he needs allocated before he gets there.
///
/// Not `Sendable` by nature: it has one owner at a time. It is made on the control side, moves to the loop through the
/// order ring, and comes back through the give-back queue; the rings' ordering makes each move complete.
package final class LoopParticipant: @unchecked Sendable {
    package let number: ParticipantNumber
    package let streams: StreamOffer
    /// Written by the loop, read by the control side.
    package let snapshot: LatestValueCell<ParticipantSnapshot>

    // Network side; touched in the I/O phase.
    var incoming: SRTPSession
    var outgoing: SRTPSession
    /// Where he is heard from; nothing is sent before that is known.
    var address: SocketAddress?
    var statistics = ReceptionStatistics()
    var timeout: ReceiveTimeout
    var isTimeoutReported = false
    var stream: OutgoingStream
    var counts = ParticipantSnapshot()
    /// Unauthentic, malformed, or of a payload type that is not ours.
    var packetsRefused: UInt64 = 0
    /// Ticks until his next RTCP report.
    var ticksToReport: Int
    var packetsAtLastReport: UInt64 = 0

    // Sound; touched in the mix phase.
    var source: SourceDecoder
    var ramp = GainRamp(gain: 0)
    var isMuted: Bool
    /// His private mix while he is in the room's mix, from the room's pool.
    var encoder: MixEncoder?
    /// An encoder he brings for the room's pool.
    var spareEncoder: MixEncoder?
    /// Index in the loop's table of participants, and in his room.
    var place = -1
    var slot = -1

    /// Allocates everything; to be called on the control side. `bringsEncoder`: the room's pool needs one more.
    package init(
        number: ParticipantNumber, streams: StreamOffer, isMuted: Bool, bringsEncoder: Bool, startSequence: UInt16,
        startTimestamp: UInt32, configuration: LoopConfiguration, now: MonotonicInstant
    ) throws(LoopError) {
        self.number = number
        self.streams = streams
        self.isMuted = isMuted
        snapshot = LatestValueCell(ParticipantSnapshot())
        do {
            incoming = try SRTPSession()
            outgoing = try SRTPSession()
            try incoming.add(ssrc: streams.sendSSRC.rawValue, key: streams.sendKey.bytes)
            try outgoing.add(ssrc: streams.receiveSSRC.rawValue, key: streams.receiveKey.bytes)
        } catch {
            throw .srtp(error)
        }
        do {
            source = try SourceDecoder()
            spareEncoder = bringsEncoder ? try MixEncoder(configuration) : nil
        } catch {
            throw .opus(error)
        }
        timeout = ReceiveTimeout(limit: configuration.receiveTimeout, joined: now)
        stream = OutgoingStream(
            ssrc: streams.receiveSSRC, sequence: startSequence, timestamp: startTimestamp,
            frame: SampleCount(RoomFormat.frame))
        // Spread over the second, so that a room's reports do not leave in one burst.
        ticksToReport = 25 + Int(number.rawValue % 25)
    }

    /// Mix phase. The frame of this tick, in `source.frame`; silence for one who is muted and faded out.
    func pull(at deadline: MonotonicInstant, isFadingOut: Bool) {
        if isMuted && !isFadingOut { source.silence() } else { source.pull(at: deadline) }
    }

    /// Makes the counters of the last ticks visible to the control side.
    func publish() {
        let heard = source.buffer.statistics
        counts.packetsReceived = statistics.packetsReceived
        counts.packetsLost = UInt64(max(0, statistics.packetsLost))
        counts.packetsSent = stream.packets
        counts.packetsDiscarded = packetsRefused + heard.late + heard.duplicates + heard.refused
        counts.jitterMicroseconds = UInt32(clamping: statistics.jitter.wholeNanoseconds / 1_000)
        counts.playoutDelayMilliseconds = UInt32(clamping: source.buffer.targetDelay.wholeMilliseconds)
        counts.concealedMilliseconds = heard.concealedSamples / 48
        snapshot.publish(counts)
    }
}
