/// Deadlines of calls, earliest first. Nearly all of them are met and none is worth a search when its call ends: what
/// ended is skipped when it surfaces, and swept when it outnumbers what lives.
struct DeadlineQueue<Instant: Comparable> {
    private struct Entry: Comparable {
        let instant: Instant
        let id: UInt64

        static func < (left: Entry, right: Entry) -> Bool { left.instant < right.instant }
    }

    private var heap = BinaryHeap<Entry>()

    var count: Int { heap.count }
    /// When to look again; perhaps for nothing, if that call has ended.
    var next: Instant? { heap.first?.instant }

    /// `live`: how many calls are under way; `isLive` tells of each.
    mutating func add(_ id: UInt64, at instant: Instant, live: Int, isLive: (UInt64) -> Bool) {
        if heap.count > 64, heap.count > 4 * live { sweep(isLive) }
        heap.insert(Entry(instant: instant, id: id))
    }

    /// The earliest one due at or before `now`, removed; `nil` if none is.
    mutating func popDue(_ now: Instant, isLive: (UInt64) -> Bool) -> UInt64? {
        while let first = heap.first, first.instant <= now {
            heap.removeFirst()
            if isLive(first.id) { return first.id }
        }
        return nil
    }

    private mutating func sweep(_ isLive: (UInt64) -> Bool) {
        heap.rebuild { entries in entries.removeAll { !isLive($0.id) } }
    }
}
