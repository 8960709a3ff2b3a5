/// The times that a media engine keeps.
struct MediaPolicy: Equatable, Sendable {
    /// Between RTCP reports, and between packets of a closed microphone: keeps address mappings and timeouts alive.
    var reportInterval = Duration.seconds(1)
    /// Silence from the room (its reports included) after which it counts as lost.
    var lossTimeout = Duration.seconds(4)
    /// Between two statements of the volumes.
    var volumeInterval = Duration.milliseconds(200)
    /// Ticks that are made up for after the thread was held up; beyond that the sink gets silence for the rest.
    var catchUp = 10
}
