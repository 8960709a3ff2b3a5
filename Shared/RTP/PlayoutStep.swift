public import CallModel

/// A packet inside a jitter buffer. Valid until the next packet is inserted.
public struct PacketSlot: Hashable, Sendable {
    @usableFromInline let index: Int
    @usableFromInline let byteCount: Int
}

/// One order of a jitter buffer to the decoder. Every sample count is a multiple of 2.5 ms at 48 kHz, which is what
/// Opus asks of concealment and error correction.
public enum PlayoutStep: Hashable, Sendable {
    /// Decode this packet; it gives that many samples.
    case decode(PacketSlot, samples: Int)
    /// Decode this packet so that the decoder's state follows, but play none of it: the delay shrinks by it. The cut
    /// is to be crossfaded (`SampleQueue.skip`).
    case skip(PacketSlot, samples: Int)
    /// Decode the error correction that this packet carries for the one before it. The packet itself comes next.
    case recover(PacketSlot, samples: Int)
    /// Let the decoder make up that much.
    case conceal(samples: Int)
    /// The sender is silent, or there is no sender.
    case silence(samples: Int)

    /// What the step adds to the output.
    public var outputSamples: Int {
        switch self {
        case .decode(_, let samples), .recover(_, let samples), .conceal(let samples), .silence(let samples): samples
        case .skip: 0
        }
    }
}

/// What became of an inserted packet.
public enum Insertion: Hashable, Sendable {
    case accepted
    case duplicate
    /// Its place was played or concealed already.
    case late
    /// It does not continue its stream; kept aside until a second packet confirms the new timeline.
    case held
    /// It began a new timeline of the same source, or confirmed one.
    case resynced
    /// It is the first of a new SSRC.
    case sourceChanged
    case refused
}

/// What a jitter buffer must know about a packet, besides its payload.
public struct IncomingAudio: Hashable, Sendable {
    public var ssrc: UInt32
    public var sequenceNumber: UInt16
    public var timestamp: UInt32
    /// Samples at the clock rate in the packet, from its table of contents.
    public var duration: SampleCount
    /// Nothing would be missed if it were left out: the sender states a very low level or sent a comfort frame.
    public var isQuiet: Bool
    /// On the receiver's clock.
    public var arrival: MonotonicInstant

    public init(
        ssrc: UInt32, sequenceNumber: UInt16, timestamp: UInt32, duration: SampleCount, isQuiet: Bool = false,
        arrival: MonotonicInstant
    ) {
        self.ssrc = ssrc
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.duration = duration
        self.isQuiet = isQuiet
        self.arrival = arrival
    }

    /// Takes source, numbers and level from a parsed packet. At 60 dB below full scale and less it counts as quiet.
    public init(
        _ header: RTPHeader, duration: SampleCount, level: AudioLevel? = nil, arrival: MonotonicInstant
    ) {
        self.init(
            ssrc: header.ssrc, sequenceNumber: header.sequenceNumber, timestamp: header.timestamp, duration: duration,
            isQuiet: (level?.decibelsBelowFullScale ?? 0) >= 60, arrival: arrival)
    }
}
