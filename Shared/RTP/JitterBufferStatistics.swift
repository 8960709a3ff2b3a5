/// Counts since the buffer was made. They only grow.
public struct JitterBufferStatistics: Hashable, Sendable {
    /// Packets taken in.
    public internal(set) var accepted: UInt64 = 0
    public internal(set) var duplicates: UInt64 = 0
    /// Came after their place was played or concealed.
    public internal(set) var late: UInt64 = 0
    /// Did not come by their deadline. Those that come later are counted as late as well.
    public internal(set) var lost: UInt64 = 0
    /// Impossible duration, too large, or of a source that was replaced.
    public internal(set) var refused: UInt64 = 0
    /// Taken in but skipped to hold the largest delay.
    public internal(set) var skipped: UInt64 = 0
    /// The same source began a new timeline.
    public internal(set) var resyncs: UInt64 = 0
    /// Another SSRC took over.
    public internal(set) var sourceChanges: UInt64 = 0
    /// Samples made up because nothing was there.
    public internal(set) var concealedSamples: UInt64 = 0
    /// Samples from forward error correction.
    public internal(set) var recoveredSamples: UInt64 = 0
    /// Pauses of the sender and time without a stream.
    public internal(set) var silentSamples: UInt64 = 0
    /// Samples left out to lower the delay.
    public internal(set) var removedSamples: UInt64 = 0
    /// Samples inserted to raise the delay.
    public internal(set) var insertedSamples: UInt64 = 0

    public init() {}
}
