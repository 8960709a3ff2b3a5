import CallModel

/// Counts durations in log-linear buckets, as HDR histograms do: 64 buckets to every doubling, so a value read back is at
/// most 1/64, 1.6 %, too high and never too low. Two histograms add up without loss.
package struct LatencyHistogram: Sendable, Hashable {
    /// Values up to here (18 minutes, in nanoseconds 2^40) are told apart; longer ones count as this.
    package static let longest = Duration.nanoseconds(1 << 40)

    private static let precision = 6
    private static let subBuckets = 1 << precision

    /// Of the buckets from `base` on: a row of a table rarely spans more than a few doublings.
    private var counts: [UInt64] = []
    private var base = 0
    package private(set) var count: UInt64 = 0
    private var sum: Double = 0
    private var smallest = Int64.max
    private var largest: Int64 = 0

    package init() {}

    /// Counts one value; a negative one as zero.
    package mutating func record(_ value: Duration) {
        let nanoseconds = min(max(0, value.wholeNanoseconds), Self.longest.wholeNanoseconds)
        let index = Self.index(nanoseconds)
        cover(index, index)
        counts[index - base] += 1
        count += 1
        sum += Double(nanoseconds)
        smallest = min(smallest, nanoseconds)
        largest = max(largest, nanoseconds)
    }

    /// Adds everything that `other` has counted.
    package mutating func merge(_ other: LatencyHistogram) {
        guard !other.counts.isEmpty else { return }
        cover(other.base, other.base + other.counts.count - 1)
        for (place, value) in other.counts.enumerated() { counts[place + other.base - base] += value }
        count += other.count
        sum += other.sum
        smallest = min(smallest, other.smallest)
        largest = max(largest, other.largest)
    }

    /// Makes room for the buckets from `first` to `last`.
    private mutating func cover(_ first: Int, _ last: Int) {
        if counts.isEmpty { base = first }
        if first < base {
            counts.insert(contentsOf: repeatElement(0, count: base - first), at: 0)
            base = first
        }
        let missing = last - base - counts.count + 1
        if missing > 0 { counts.append(contentsOf: repeatElement(0, count: missing)) }
    }

    package var isEmpty: Bool { count == 0 }
    package var minimum: Duration { isEmpty ? .zero : .nanoseconds(smallest) }
    package var maximum: Duration { .nanoseconds(largest) }
    package var mean: Duration { isEmpty ? .zero : .nanoseconds(Int64(sum / Double(count))) }

    /// The value that `permille` thousandths of all values do not exceed; zero if there are none.
    package func percentile(permille: Double) -> Duration {
        guard count > 0 else { return .zero }
        let rank = max(1, UInt64((Double(count) * min(max(permille, 0), 1_000) / 1_000).rounded(.up)))
        var seen: UInt64 = 0
        for (index, value) in counts.enumerated() {
            seen += value
            if seen >= rank { return .nanoseconds(min(max(Self.highest(index + base), smallest), largest)) }
        }
        return maximum
    }

    package var median: Duration { percentile(permille: 500) }
    package var p90: Duration { percentile(permille: 900) }
    package var p99: Duration { percentile(permille: 990) }
    package var p999: Duration { percentile(permille: 999) }

    /// Non-empty buckets, ascending, each with the highest value it stands for: what a chart is drawn from.
    package var buckets: [(upTo: Duration, count: UInt64)] {
        counts.enumerated().filter { $0.element > 0 }
            .map { (.nanoseconds(Self.highest($0.offset + base)), $0.element) }
    }

    /// Below 64 each value has its bucket; above, the six bits after the leading one choose it.
    private static func index(_ value: Int64) -> Int {
        guard value >= subBuckets else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount - precision
        return (exponent + 1) * subBuckets + Int(value >> Int64(exponent)) - subBuckets
    }

    private static func highest(_ index: Int) -> Int64 {
        guard index >= subBuckets else { return Int64(index) }
        let exponent = Int64(index / subBuckets - 1)
        return (Int64(index % subBuckets + subBuckets) + 1) << exponent - 1
    }
}
