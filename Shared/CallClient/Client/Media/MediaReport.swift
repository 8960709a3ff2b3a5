internal import CallModel

/// What a media engine knows about the present room, or the last one after the end.
struct MediaReport: Equatable, Sendable {
    var callID = ""
    var era: UInt32 = 0
    var sendSSRC: UInt32 = 0
    var receiveSSRC: UInt32 = 0
    var packetsSent: UInt64 = 0
    var bytesSent: UInt64 = 0
    var packetsReceived: UInt64 = 0
    /// Of the room's stream, as counted here (RFC 3550).
    var packetsLost: Int64 = 0
    /// Late, duplicate, unauthentic or malformed.
    var packetsDiscarded: UInt64 = 0
    /// Of our stream, as the room reports it.
    var packetsLostUpstream: Int64 = 0
    /// Interarrival jitter (RFC 3550).
    var jitter: Duration = .zero
    /// From the room's last report; `nil` before one came.
    var roundTrip: Duration?
    /// Audio that waits in the jitter buffer.
    var playoutDelay: Duration = .zero
    var concealed: Duration = .zero
    /// From the grant to the first sound above silence; `nil`: none was heard.
    var timeToFirstAudio: Duration?
    /// 0 to 100.
    var inputVolume = 0
    /// 0 to 100.
    var outputVolume = 0
}
