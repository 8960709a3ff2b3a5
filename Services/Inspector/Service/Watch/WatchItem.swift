import InspectorCore

/// What a watch tells its one reader, in order.
enum WatchItem: Sendable {
    case record(TapRecord)
    /// An event of our own asking, or of a recording and not asked for. It counts for what is missing, and for nothing else.
    case aside(TapRecord)
    case clock(ClockReading)
    /// A process answered, for the first time or after a restart.
    case attached(Attachment)
    /// Its tap is connected: events come from now on.
    case listening(Attachment)
    /// It answers, but has no tap.
    case tapless(Attachment)
    /// Its tap is not connected, or no more; it is tried again.
    case lost(target: String, cause: String)
    /// A target did not answer; told once until it does.
    case absent(Absence)
    /// Time passes, four times a second; in a recording with every record.
    case tick(Moment)
}

/// Why a watch ended.
enum WatchEnd: Sendable, Equatable {
    /// The reader had enough.
    case satisfied
    /// `--for` is over, or the recording.
    case over
    /// Ctrl-C or SIGTERM.
    case stopped
}
