/// Deadlines by key, earliest first. Scheduling a key again moves it; cancelling is a dictionary removal, and entries
/// that no longer hold are skipped when they surface or swept when they outnumber the live ones.
struct TimerHeap<Key: Hashable, Instant: Comparable> {
    private struct Entry {
        let instant: Instant
        let key: Key
    }

    private var heap: [Entry] = []
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
        heap.append(Entry(instant: instant, key: key))
        siftUp(heap.count - 1)
        if heap.count > 64, heap.count > 4 * live.count { sweep() }
    }

    mutating func cancel(_ key: Key) { live[key] = nil }

    /// The earliest timer due at or before `now`, removed; `nil` if none is.
    mutating func popDue(_ now: Instant) -> Key? {
        dropStale()
        guard let first = heap.first, first.instant <= now else { return nil }
        removeRoot()
        live[first.key] = nil
        return first.key
    }

    private func isLive(_ entry: Entry) -> Bool { live[entry.key] == entry.instant }

    private mutating func dropStale() {
        while let first = heap.first, !isLive(first) { removeRoot() }
    }

    /// Keeps one entry per live key and orders them again.
    private mutating func sweep() {
        heap = live.map { Entry(instant: $0.value, key: $0.key) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    private mutating func removeRoot() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].instant < heap[parent].instant else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in (2 * index + 1)...(2 * index + 2) where child < heap.count {
                if heap[child].instant < heap[smallest].instant { smallest = child }
            }
            if smallest == index { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
