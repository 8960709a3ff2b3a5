import CallModel
import InspectorCore
import TestSupport
import Testing

@Suite("latency histograms")
struct LatencyHistogramTests {
    @Test("no percentile is more than 2 percent off, from nanoseconds to minutes, and none is too low")
    func precision() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var histogram = LatencyHistogram()
            var values = (0..<2_000).map { _ in Int64(generator.next() >> UInt64(generator.next(in: 25...63))) }
            for value in values { histogram.record(.nanoseconds(value)) }
            values.sort()
            for permille in [1.0, 250, 500, 900, 990, 999, 1_000] {
                let exact = values[max(0, Int((Double(values.count) * permille / 1_000).rounded(.up)) - 1)]
                let told = histogram.percentile(permille: permille).wholeNanoseconds
                #expect(told >= exact, "seed \(seed)")
                #expect(Double(told) <= Double(exact) * 1.02 + 1, "seed \(seed)")
            }
            #expect(histogram.maximum == .nanoseconds(values.last ?? 0), "seed \(seed)")
            #expect(histogram.minimum == .nanoseconds(values.first ?? 0), "seed \(seed)")
        }
    }

    @Test("two halves merged are the same as the whole")
    func merge() {
        var (left, right, whole) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for value in 0..<5_000 {
            let span = Duration.microseconds(Int64(value * value % 7_919))
            whole.record(span)
            if value < 1_000 { left.record(span) } else { right.record(span) }
        }
        left.merge(right)
        #expect(left == whole)
        left.merge(LatencyHistogram())
        #expect(left == whole)
    }

    @Test("an empty histogram has zeros, a negative value counts as zero, one past the end as the longest")
    func edges() {
        var histogram = LatencyHistogram()
        #expect(histogram.isEmpty && histogram.p99 == .zero && histogram.minimum == .zero && histogram.mean == .zero)
        histogram.record(.milliseconds(-5))
        #expect(histogram.maximum == .zero && histogram.count == 1)
        histogram.record(LatencyHistogram.longest)
        histogram.record(LatencyHistogram.longest + .seconds(1))
        #expect(histogram.maximum == LatencyHistogram.longest && histogram.count == 3)
        #expect(histogram.buckets.map(\.count) == [1, 2])
    }

    @Test("the mean is exact")
    func mean() {
        var histogram = LatencyHistogram()
        for value in 1...99 { histogram.record(.milliseconds(value)) }
        #expect(histogram.mean == .milliseconds(50))
    }
}
