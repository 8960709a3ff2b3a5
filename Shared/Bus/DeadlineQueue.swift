/// Deadlines of calls, earliest first. Nearly all of them are met and none is worth a search when its call ends: what
/// ended is skipped when it surfaces, and swept when it outnumbers what lives.
struct DeadlineQueue<Instant: Comparable> {
    private struct Entry {
        let instant: Instant
        let id: UInt64
    }

    private var heap: [Entry] = []

    var count: Int { heap.count }
    /// When to look again; perhaps for nothing, if that call has ended.
    var next: Instant? { heap.first?.instant }

    /// `live`: how many calls are under way; `isLive` tells of each.
    mutating func add(_ id: UInt64, at instant: Instant, live: Int, isLive: (UInt64) -> Bool) {
        if heap.count > 64, heap.count > 4 * live { sweep(isLive) }
        heap.append(Entry(instant: instant, id: id))
        siftUp(heap.count - 1)
    }

    /// The earliest one due at or before `now`, removed; `nil` if none is.
    mutating func popDue(_ now: Instant, isLive: (UInt64) -> Bool) -> UInt64? {
        while let first = heap.first, first.instant <= now {
            removeRoot()
            if isLive(first.id) { return first.id }
        }
        return nil
    }

    private mutating func sweep(_ isLive: (UInt64) -> Bool) {
        heap.removeAll { !isLive($0.id) }
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
