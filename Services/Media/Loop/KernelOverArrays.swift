// Thread: the loop's. Phase: mix. Rules: R1, R2, R5, R6.
// The kernel takes spans; the loop keeps its frames in arrays that are owned by one object and never copied. A span of a
// stored array lives no longer than one call, so these lend it.

internal import Mixing

extension SampleSum {
    static func clear(_ sum: inout [Int32]) {
        var span = sum.mutableSpan
        clear(&span)
    }

    static func add(_ source: [Int16], to sum: inout [Int32]) {
        var span = sum.mutableSpan
        add(source.span, to: &span)
    }

    static func remove(_ own: [Int16], from sum: [Int32], into others: inout [Int32]) {
        var span = others.mutableSpan
        remove(own.span, from: sum.span, into: &span)
    }
}

extension GainRamp {
    mutating func apply(to samples: inout [Int16]) {
        var span = samples.mutableSpan
        apply(to: &span)
    }
}

extension LevelScale {
    func level(of samples: [Int16]) -> Level { level(of: samples.span) }
}
