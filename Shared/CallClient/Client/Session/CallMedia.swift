internal import Wire

/// What carries the sound of the call in front. One at a time: a new grant replaces the old.
///
/// Never blocks for long and never throws: media that cannot run says so through its report, and the call goes on.
protocol CallMedia: Sendable {
    /// Enters a room, or moves to another one of the same call.
    func start(_ grant: Proto.MediaGrant)
    /// Says goodbye to the room.
    func stop()
    /// A closed microphone sends nothing audible.
    func setMicrophone(isOpened: Bool)
    /// 0 to 100 each.
    func setVolumes(capture: Int, output: Int)
    /// Of the present or, after the end, the last room.
    func statistics() -> MediaStatistics
}

/// What a `CallMedia` tells of itself.
enum MediaNews: Sendable, Hashable {
    /// The first sound of the others was played, so long after the grant.
    case firstAudio(after: Duration)
    /// Nothing has come from the room for longer than its keep-alive allows.
    case lost(era: UInt32)
    /// Level of the own microphone, 0 to 100.
    case microphoneLevel(Int)
    case failed(String)
}

/// What went over the network for one call's sound.
public struct MediaStatistics: Sendable, Hashable {
    public var callId: String = ""
    /// Own stream.
    public var sendSSRC: UInt32 = 0
    /// The room's stream to this device.
    public var receiveSSRC: UInt32 = 0
    public var packetsSent: UInt64 = 0
    public var packetsReceived: UInt64 = 0
    public var packetsLost: UInt64 = 0
    /// Late, duplicate, unauthentic or malformed.
    public var packetsDiscarded: UInt64 = 0
    /// Of the own stream, as the room reports it.
    public var packetsLostUpstream: UInt64 = 0
    /// `nil` before the room has reported.
    public var roundTrip: Duration?
    /// Sound that waits in the jitter buffer.
    public var playoutDelay: Duration = .zero
    /// Sound that was made up for lost packets.
    public var concealed: Duration = .zero
    /// Interarrival jitter (RFC 3550).
    public var jitter: Duration = .zero
    /// From the grant to the first sound of the others; `nil`: none was heard.
    public var timeToFirstAudio: Duration?

    public init() {}
}
