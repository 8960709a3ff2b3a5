/// Deadlines by key, earliest first. Scheduling a key again moves it; cancelling is a dictionary removal, and entries
/// that no longer hold are skipped when they surface or swept when they outnumber the live ones.
struct TimerHeap<Key: Hashable, Instant: Comparable> {
    private struct Entry: Comparable {
        let instant: Instant
        let key: Key

        static func < (left: Entry, right: Entry) -> Bool { left.instant < right.instant }
    }

    private var heap = BinaryHeap<Entry>()
    private var live: [Key: Instant] = [:]

    var count: Int { live.count }

    /// When the earliest timer is due.
    var next: Instant? {
        mutating get {
            dropStale()
            return heap.first?.instant
        }
    }

    mutating func schedule(_ key: Key, at instant: Instant) {
        live[key] = instant
        heap.insert(Entry(instant: instant, key: key))
        if heap.count > 64, heap.count > 4 * live.count { sweep() }
    }

    mutating func cancel(_ key: Key) { live[key] = nil }

    /// The earliest timer due at or before `now`, removed; `nil` if none is.
    mutating func popDue(_ now: Instant) -> Key? {
        dropStale()
        guard let first = heap.first, first.instant <= now else { return nil }
        heap.removeFirst()
        live[first.key] = nil
        return first.key
    }

    private func isLive(_ entry: Entry) -> Bool { live[entry.key] == entry.instant }

    private mutating func dropStale() {
        while let first = heap.first, !isLive(first) { heap.removeFirst() }
    }

    /// Keeps one entry per live key and orders them again.
    private mutating func sweep() {
        heap.rebuild { entries in entries = live.map { Entry(instant: $0.value, key: $0.key) } }
    }
}
