// Thread: the loop's. Phase: mix. Rules: R1, R2, R5, R6.

internal import Mixing

/// The last frames that the shared stream carried: what an encoder must have heard before it can take over a listener.
struct FrameHistory: ~Copyable {
    /// After five frames of the past, the decoder's error is gone within one frame (measured on Opus 1.3.1).
    static let length = 5

    private var samples = [Int16](repeating: 0, count: FrameHistory.length * RoomFormat.frame)
    private var oldest = 0
    /// Frames since the last one that sounded.
    private var silentFrames = FrameHistory.length

    /// Nothing in it sounds.
    var isSilent: Bool { silentFrames >= FrameHistory.length }

    mutating func append(_ frame: [Int16], isSilent: Bool) {
        let start = oldest * RoomFormat.frame
        for index in 0..<RoomFormat.frame { samples[start + index] = frame[index] }
        oldest = (oldest + 1) % FrameHistory.length
        silentFrames = isSilent ? min(silentFrames + 1, FrameHistory.length) : 0
    }

    /// Frame 0 is the oldest.
    func withFrame<Result, Failure: Error>(
        _ index: Int, _ body: (Span<Int16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = (oldest + index) % FrameHistory.length * RoomFormat.frame
        return try body(samples.span.extracting(start..<start + RoomFormat.frame))
    }
}
