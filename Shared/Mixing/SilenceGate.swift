// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// Recognises silence, so that it is never encoded.
///
/// The gate opens with the first frame above its threshold and closes only when a whole hangover of frames stayed below
/// it: soft endings and the pauses between words pass.
public struct SilenceGate: Sendable, Equatable {
    private let threshold: Level
    private let hangover: Int
    private var framesLeft = 0

    /// `threshold`: the quietest level that counts as sound. `hangover`: frames it stays open after the last such one.
    public init(threshold: Level, hangover: Int) {
        precondition(hangover >= 0, "hangover")
        self.threshold = threshold
        self.hangover = hangover
    }

    /// A frame of `level` came by: is it to be heard?
    @_noLocks
    public mutating func passes(_ level: Level) -> Bool {
        if !(level < threshold) {
            framesLeft = hangover
            return true
        }
        guard framesLeft > 0 else { return false }
        framesLeft -= 1
        return true
    }

    /// Closes at once: muted, or gone.
    @_noLocks
    public mutating func close() { framesLeft = 0 }

    /// Whether no sample is further from zero than `tolerance`.
    @_noLocks
    public static func isSilent(_ samples: Span<Int16>, tolerance: Int16 = 0) -> Bool {
        for index in 0..<samples.count {
            let sample = samples[index]
            if sample > tolerance || sample < -tolerance { return false }
        }
        return true
    }
}
