/// Events per second over the last few seconds, by the time that is passed in.
package struct SlidingRate: Sendable, Hashable {
    private static let slices: Int64 = 20

    /// How far back it looks.
    package let window: Duration
    private let sliceLength: Int64
    private var counts: [UInt64]
    private var newest: Int64?
    private var oldest: Int64 = 0

    package init(window: Duration) {
        self.window = max(window, .milliseconds(20))
        sliceLength = max(1, self.window.wholeMicroseconds / Self.slices)
        counts = Array(repeating: 0, count: Int(Self.slices))
    }

    /// Counts so many events. One that is older than the window is not counted.
    package mutating func record(_ count: UInt64 = 1, at moment: Moment) {
        let slice = slice(moment)
        guard let newest else {
            (self.newest, oldest) = (slice, slice)
            counts[place(slice)] = count
            return
        }
        if slice > newest {
            for passed in (max(newest, slice - Self.slices) + 1)...slice { counts[place(passed)] = 0 }
            self.newest = slice
        }
        if slice > (self.newest ?? slice) - Self.slices { counts[place(slice)] += count }
    }

    /// Events per second at this time. Before a whole window has passed it counts from the first event.
    package func rate(at now: Moment) -> Double {
        guard let newest else { return 0 }
        let current = max(newest, slice(now))
        let first = current - Self.slices + 1
        guard first <= newest else { return 0 }
        let sum = (first...newest).reduce(UInt64(0)) { $0 + counts[place($1)] }
        let seen = min(Self.slices, current - oldest + 1)
        return Double(sum) / (Double(seen * sliceLength) / 1_000_000)
    }

    private func slice(_ moment: Moment) -> Int64 {
        let (slice, rest) = moment.microseconds.quotientAndRemainder(dividingBy: sliceLength)
        return rest < 0 ? slice - 1 : slice
    }

    private func place(_ slice: Int64) -> Int { Int(((slice % Self.slices) + Self.slices) % Self.slices) }
}
