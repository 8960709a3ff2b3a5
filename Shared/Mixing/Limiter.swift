// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// Brings an exact 32-bit mix into 16 bits without ever wrapping or clipping: a look-ahead limiter, one per distinct mix.
///
/// The mix comes out `delay` samples late. The time in between is cut into blocks of 1 ms. Each block has a highest gain
/// at which its loudest sample still fits; the gain at a block's two ends may not exceed it, and runs straight in
/// between, so no sample can leave the range. Towards a loud block the gain starts down five blocks ahead, in a straight
/// line, instead of jumping.
///
/// Recovery knows short from long. The gain returns with a time constant of 15 ms to a slow envelope, and the envelope
/// follows what the blocks demand, down over 100 ms and up over 300 ms: one click leaves the talk around it alone, while
/// steady loudness is held steady instead of being pumped.
///
/// A mix that fits comes out bit for bit. The state is plain data: assigning one limiter to another hands over its
/// history, so that a listener who moves from one mix to another hears no seam.
public struct Limiter: Sendable {
    /// Samples between input and output: 5 ms at 48 kHz.
    public static let delay = 240
    /// A frame is a whole number of these: 1 ms at 48 kHz.
    public static let blockSize = 48

    private static let lookAhead = 5
    /// Gains are fractions of this.
    private static let unity: Int64 = 1 << 30
    private static let fastRelease: Int64 = 15
    private static let slowAttack: Int64 = 100
    private static let slowRelease: Int64 = 300

    /// The last `delay` samples; the block at `oldest` is the next to come out.
    private var delayed = InlineArray<240, Int32>(repeating: 0)
    /// The highest gain each of those blocks allows.
    private var allowed = InlineArray<5, Int64>(repeating: 1 << 30)
    /// Index of the oldest block in both.
    private var oldest = 0
    /// The gain at the start of the next block.
    private var gain: Int64 = 1 << 30
    private var envelope: Int64 = 1 << 30

    public init() {}

    /// The gain at the end of the last frame, in thousandths. For tests and metrics.
    public var gainPermille: Int { Int(gain * 1_000 / Limiter.unity) }

    /// One frame in, one frame out, `delay` samples late. Lengths are equal and a multiple of `blockSize`.
    @_noLocks
    public mutating func process(_ mix: Span<Int32>, into output: inout MutableSpan<Int16>) {
        let length = output.count
        guard mix.count == length, length % Limiter.blockSize == 0 else { preconditionFailure("whole blocks") }
        var start = 0
        while start < mix.count {
            processBlock(mix, at: start, into: &output)
            start += Limiter.blockSize
        }
    }

    @_noLocks
    private mutating func processBlock(_ mix: Span<Int32>, at start: Int, into output: inout MutableSpan<Int16>) {
        let arriving = Limiter.highestGain(of: mix, at: start)
        let next = nextGain(arriving: arriving)
        let line = oldest * Limiter.blockSize
        if gain == Limiter.unity && next == Limiter.unity {
            for index in 0..<Limiter.blockSize { output[start + index] = Int16(clamping: delayed[line + index]) }
        } else {
            // Truncating the step keeps every gain between the block's two ends.
            let step = (next - gain) / Int64(Limiter.blockSize)
            var current = gain
            for index in 0..<Limiter.blockSize {
                output[start + index] = Int16(clamping: (Int64(delayed[line + index]) &* current) >> 30)
                current &+= step
            }
        }
        for index in 0..<Limiter.blockSize { delayed[line + index] = mix[start + index] }
        allowed[oldest] = arriving
        oldest = oldest + 1 == Limiter.lookAhead ? 0 : oldest + 1
        gain = next
    }

    /// The highest gain at which every sample of a block fits. A negative sample counts by its complement, because the
    /// range has one step more on that side.
    @_noLocks
    private static func highestGain(of mix: Span<Int32>, at start: Int) -> Int64 {
        var peak: Int32 = 0
        for index in start..<start + blockSize {
            let sample = mix[index]
            peak = max(peak, sample < 0 ? ~sample : sample)
        }
        guard peak > Int32(Int16.max) else { return unity }
        return (Int64(Int16.max) << 30) / Int64(peak)
    }

    /// The gain at the end of the block that comes out now: as high as recovery wants, as low as the coming blocks need.
    @_noLocks
    private mutating func nextGain(arriving: Int64) -> Int64 {
        var leaving = allowed[oldest]
        var demanded = min(leaving, arriving)
        var ceiling = Limiter.unity
        for ahead in 1...Limiter.lookAhead {
            let following = ahead == Limiter.lookAhead ? arriving : allowed[place(ahead)]
            // Both blocks that meet at this boundary have a say.
            let needed = min(leaving, following)
            if needed < gain {
                // Rounded up, so that the straight line ends at `needed` or below.
                let distance = Int64(ahead)
                ceiling = min(ceiling, gain - (gain - needed + distance - 1) / distance)
            } else {
                ceiling = min(ceiling, needed)
            }
            demanded = min(demanded, following)
            leaving = following
        }
        return min(ceiling, recovered(demanded: demanded))
    }

    /// Where the block that comes out `ahead` blocks after the oldest one lies.
    @_noLocks
    private func place(_ ahead: Int) -> Int {
        let index = oldest + ahead
        return index < Limiter.lookAhead ? index : index - Limiter.lookAhead
    }

    /// How high the gain may return when `demanded` is the lowest gain that the blocks in sight allow.
    @_noLocks
    private mutating func recovered(demanded: Int64) -> Int64 {
        if demanded < envelope {
            envelope -= (envelope - demanded) / Limiter.slowAttack
        } else {
            envelope = min(Limiter.unity, envelope + (Limiter.unity - envelope) / Limiter.slowRelease + 1)
        }
        guard gain < envelope else { return envelope }
        return min(envelope, gain + (envelope - gain) / Limiter.fastRelease + 1)
    }
}
