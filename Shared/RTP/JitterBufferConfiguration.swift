public import CallModel

/// Sizes and delays of a jitter buffer. Everything is allocated from these at creation; nothing grows later.
public struct JitterBufferConfiguration: Hashable, Sendable {
    /// Samples per second; 48,000 for Opus whatever was recorded.
    public var clockRate = 48_000
    /// Samples handed out per frame: 20 ms.
    public var frame = SampleCount(960)
    /// Packets held at most. 64 hold the largest delay at any duration of 10 ms and more.
    public var capacity = 64
    /// The largest payload; 1,275 bytes is the largest Opus frame.
    public var payloadCapacity = ByteCount(1_280)
    /// The delay before anything has been measured.
    public var initialDelay = SampleCount(1_920)
    /// The delay on a perfect network. One frame, so that a tick just before an arrival finds the packet before it.
    public var minimumDelay = SampleCount(960)
    /// Audio queued at most; older audio is skipped.
    public var maximumDelay = SampleCount(19_200)
    /// Share of arrivals that the target delay must cover, in 1/1000. More than the usual 950, so that a path that
    /// reorders 5 % of its packets is still waited for; never so much that a single outlier decides.
    public var coverage = 990
    /// Concealment in a row before silence.
    public var longestConcealment = SampleCount(4_800)

    public init() {}
}
