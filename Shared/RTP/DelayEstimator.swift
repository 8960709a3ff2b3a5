/// How late packets come, compared with the fastest of the last few seconds.
///
/// Transit = arrival on our clock minus timestamp on the sender's, in samples. Its smallest value in the window stands for
/// an undelayed packet, so the two clocks' unknown offset and slow drift cancel. A burst (packets that arrive together
/// after a stall or a bunching link) counts once, with its largest transit: one stall is one event, not twenty.
struct DelayEstimator {
    private static let window = 128
    /// Arrivals closer than this belong to one burst: 2 ms at 48 kHz.
    private static let burstGap: Int64 = 96
    /// Resolution of the quantile: 5 ms at 48 kHz.
    private static let bucket: Int64 = 240
    /// After 80 ms without arrivals, transits of 60 ms and more may mean a sender whose clock stood still.
    private static let pause: Int64 = 3_840
    private static let suspicious: Int64 = 2_880
    private static let arrivalsToDecide = 8

    // Rings of `count` entries that end before `next`.
    private var largest: [Int64]
    private var smallest: [Int64]
    private var histogram: [UInt16]
    private var count = 0
    private var next = 0
    private var lastArrival: Int64?
    /// Entries since a pause while it is open whether the baseline moved; `nil` if it is not.
    private var sincePause: Int?
    private var leastSincePause: Int64 = .max
    private var isStale = false
    /// Smallest transit in the window.
    private(set) var base: Int64?
    /// The delay that covers the wanted share of arrivals, rounded up to 5 ms.
    private(set) var coveringDelay: Int64 = 0

    init(range: Int) {
        largest = Array(repeating: 0, count: Self.window)
        smallest = Array(repeating: 0, count: Self.window)
        histogram = Array(repeating: 0, count: range / Int(Self.bucket) + 2)
    }

    /// Enough seen to tell an outlier from the rule.
    var isSettled: Bool { count >= 16 }

    mutating func reset() {
        count = 0
        next = 0
        lastArrival = nil
        sincePause = nil
        base = nil
        isStale = false
    }

    mutating func add(arrival: Int64, timestamp: Int64) {
        let transit = arrival &- timestamp
        let silence = lastArrival.map { arrival &- $0 }
        lastArrival = arrival
        if let silence, silence >= Self.pause {
            sincePause = 0
            leastSincePause = .max
        }
        if let silence, silence >= 0, silence < Self.burstGap, count > 0 {
            let newest = entry(0)
            largest[newest] = max(largest[newest], transit)
            smallest[newest] = min(smallest[newest], transit)
        } else {
            largest[next] = transit
            smallest[next] = transit
            next = (next + 1) % Self.window
            count = min(count + 1, Self.window)
            sincePause = sincePause.map { $0 + 1 }
        }
        decide(transit)
        base = min(base ?? transit, transit)
        isStale = true
    }

    /// A stall is followed by packets that make up for it; a sender whose clock stood still stays behind. Once that is
    /// clear, what came before the pause says nothing any more.
    private mutating func decide(_ transit: Int64) {
        guard let entries = sincePause, let base else { return }
        leastSincePause = min(leastSincePause, transit)
        if leastSincePause &- base < Self.suspicious {
            sincePause = nil
        } else if entries >= Self.arrivalsToDecide {
            sincePause = nil
            count = entries
            self.base = leastSincePause
        }
    }

    private func entry(_ back: Int) -> Int { (next + 2 * Self.window - 1 - back) % Self.window }

    /// Recomputes base and quantile after additions; call once per frame. `coverage` in 1/1000.
    mutating func refresh(coverage: Int) {
        guard isStale, count > 0, sincePause == nil else { return }
        isStale = false
        var lowest = smallest[entry(0)]
        for back in 1..<max(count, 1) { lowest = min(lowest, smallest[entry(back)]) }
        base = lowest
        for index in histogram.indices { histogram[index] = 0 }
        let last = histogram.count - 1
        for back in 0..<count {
            histogram[min(Int((largest[entry(back)] &- lowest) / Self.bucket), last)] += 1
        }
        // One outlier alone never decides.
        var above = max(1, count * (1_000 - coverage) / 1_000)
        var bucket = last
        while bucket > 0 {
            let here = Int(histogram[bucket])
            if here > above { break }
            above -= here
            bucket -= 1
        }
        coveringDelay = Int64(bucket + 1) * Self.bucket
    }
}
