// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// The exact sum of a tick's contributions, and everybody's own part taken out of it again.
///
/// A sum is 32 bits wide: 65,536 full-scale sources fit, far more than a room has, so no addition here can wrap and
/// `sum - own` is bit for bit the sum of the others.
public enum SampleSum {
    /// As many sources as a 32-bit sum holds without wrapping.
    public static let maximumSources = 65_536

    /// Starts a tick with silence.
    @_noLocks
    public static func clear(_ sum: inout MutableSpan<Int32>) {
        for index in 0..<sum.count { sum[index] = 0 }
    }

    /// Adds one source. Both spans have the same length; at most `maximumSources` per sum.
    @_noLocks
    public static func add(_ source: Span<Int16>, to sum: inout MutableSpan<Int32>) {
        guard source.count == sum.count else { preconditionFailure("one source frame per sum frame") }
        for index in 0..<source.count { sum[index] &+= Int32(source[index]) }
    }

    /// The mix without `own`: exactly what the others contributed, if `own` is what was added.
    @_noLocks
    public static func remove(_ own: Span<Int16>, from sum: Span<Int32>, into others: inout MutableSpan<Int32>) {
        let length = others.count
        guard own.count == length, sum.count == length else { preconditionFailure("frames of one length") }
        for index in 0..<sum.count { others[index] = sum[index] &- Int32(own[index]) }
    }
}
