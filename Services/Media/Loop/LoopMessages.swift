package import MediaCore

/// What the control side tells a loop. Memory comes along: the loop never allocates.
package enum LoopOrder: ~Copyable, Sendable {
    case open(LoopRoom)
    case close(RoomNumber)
    case admit(LoopParticipant, RoomNumber)
    case dismiss(ParticipantNumber, RoomNumber)
    case mute(ParticipantNumber, RoomNumber, Bool)
    /// Ends the thread.
    case stop
}

/// What a loop tells the control side.
package enum LoopEvent: Sendable, Equatable {
    /// Nothing authentic came from the participant for the receive timeout. He stays until he is dismissed.
    case timedOut(ParticipantNumber, RoomNumber)
}

/// What a loop no longer needs, to be freed on the control side.
package enum LoopRemains: ~Copyable, Sendable {
    case room(LoopRoom)
    case participant(LoopParticipant)
}

/// How a participant fares, as the loop publishes it several times a second.
package struct ParticipantSnapshot: Sendable, Equatable, BitwiseCopyable {
    package var packetsReceived: UInt64 = 0
    package var packetsLost: UInt64 = 0
    package var packetsSent: UInt64 = 0
    /// Late, duplicate, unauthentic or malformed.
    package var packetsDiscarded: UInt64 = 0
    package var jitterMicroseconds: UInt32 = 0
    package var playoutDelayMilliseconds: UInt32 = 0
    package var concealedMilliseconds: UInt64 = 0
    /// 0 to 100.
    package var volume: UInt8 = 0
    package var isSpeaking = false
    package var isActiveSpeaker = false
    /// What the participant says he lost of our stream lately, in 1/256.
    package var fractionLostByPeer: UInt8 = 0
    /// 0 until measured.
    package var roundTripMicroseconds: UInt32 = 0

    package init() {}
}

/// How a loop fares. Counters only grow.
package struct LoopLoad: Sendable, BitwiseCopyable {
    /// Share of the last second that was spent working, in 1/1000.
    package var busyPermille: UInt32 = 0
    package var ticks: UInt64 = 0
    /// Ticks that began after the following one was due.
    package var overruns: UInt64 = 0
    /// Ticks that never ran.
    package var skipped: UInt64 = 0
    /// Time left at the end of a turn, by tenths of a tick; the last bucket ended late.
    package var slack = InlineArray<11, UInt64>(repeating: 0)
    /// As in `CodecCounts`.
    package var decodes: UInt64 = 0
    package var encodes: UInt64 = 0
    package var warmUps: UInt64 = 0
    package var codecErrors: UInt64 = 0
    package var packetsReceived: UInt64 = 0
    package var packetsSent: UInt64 = 0
    /// Datagrams of no source that is here, or no RTP at all.
    package var strangers: UInt64 = 0
    /// Datagrams that failed authentication or were replayed.
    package var unauthentic: UInt64 = 0
    /// Authentic, but no packet we understand.
    package var malformed: UInt64 = 0
    /// Dropped because the socket's buffer was full or the system refused them.
    package var sendFailures: UInt64 = 0
    /// The system refused to hand over datagrams.
    package var receiveFailures: UInt64 = 0

    package init() {}
}
