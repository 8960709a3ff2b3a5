package import CallModel

// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// The numbers of the stream to one listener, from his join to his leave.
///
/// The timestamp counts samples of media time, one frame per tick whether a packet is sent or not; the sequence number
/// counts packets. Neither ever jumps or goes back, whichever encoder a packet came from, and the SSRC never changes.
package struct OutgoingStream: Sendable, Equatable {
    /// The header fields of one packet.
    package struct Position: Sendable, Equatable {
        package let sequence: UInt16
        package let timestamp: UInt32
        /// Starts a talkspurt.
        package let marker: Bool
    }

    package let ssrc: SSRC
    private let frame: SampleCount
    private var sequence: UInt16
    private var timestamp: UInt32
    private var isInPause = true
    package private(set) var packets: UInt64 = 0
    package private(set) var octets: UInt64 = 0

    /// `sequence` and `timestamp` are the random starts that RFC 3550 asks for.
    package init(ssrc: SSRC, sequence: UInt16, timestamp: UInt32, frame: SampleCount) {
        self.ssrc = ssrc
        self.sequence = sequence
        self.timestamp = timestamp
        self.frame = frame
    }

    /// The timestamp of the tick that runs now, for sender reports.
    package var currentTimestamp: UInt32 { timestamp }

    /// A packet with `payload` bytes is sent in this tick; at most one per tick. The first sound after silence, or after
    /// nothing, carries the marker.
    package mutating func send(payload: ByteCount, isSilence: Bool) -> Position {
        let position = Position(sequence: sequence, timestamp: timestamp, marker: isInPause && !isSilence)
        sequence &+= 1
        isInPause = isSilence
        packets += 1
        octets += UInt64(payload.bytes)
        return position
    }

    /// The tick is over.
    package mutating func advance() { timestamp &+= UInt32(truncatingIfNeeded: frame.samples) }
}
