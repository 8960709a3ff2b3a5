/// What belongs to a peer's request ids. They are the peer's to choose, and all peers share the thread that looks them
/// up: each table hashes with a secret number of its own, so that nobody can choose ids that collide.
struct RequestTable<Value> {
    private struct Entry {
        var id: UInt64
        var value: Value
    }

    /// A power of two, at most half full.
    private var slots: [Entry?] = Array(repeating: nil, count: 16)
    private(set) var count = 0
    /// Odd, so that different ids stay different.
    private let multiplier: UInt64

    init(multiplier: UInt64 = .random(in: .min ... .max)) { self.multiplier = multiplier | 1 }

    /// Most slots that a search may have to look at.
    var longestRun: Int {
        var (longest, run) = (0, 0)
        // Twice around: a run may go on at the start.
        for slot in slots + slots {
            run = slot == nil ? 0 : run + 1
            longest = max(longest, run)
        }
        return longest
    }

    var isEmpty: Bool { count == 0 }

    var values: [Value] { slots.compactMap { $0?.value } }

    subscript(id: UInt64) -> Value? {
        var slot = home(of: id)
        while let entry = slots[slot] {
            if entry.id == id { return entry.value }
            slot = next(slot)
        }
        return nil
    }

    /// False: the id is there already.
    mutating func insert(_ value: Value, for id: UInt64) -> Bool {
        if 2 * (count + 1) > slots.count { grow() }
        var slot = home(of: id)
        while let entry = slots[slot] {
            if entry.id == id { return false }
            slot = next(slot)
        }
        slots[slot] = Entry(id: id, value: value)
        count += 1
        return true
    }

    @discardableResult
    mutating func remove(_ id: UInt64) -> Value? {
        var slot = home(of: id)
        while let entry = slots[slot] {
            if entry.id == id {
                close(slot)
                return entry.value
            }
            slot = next(slot)
        }
        return nil
    }

    /// Moves up what would no longer be found behind the gap.
    private mutating func close(_ start: Int) {
        var gap = start
        var slot = next(gap)
        while let entry = slots[slot] {
            let distance = (slot - home(of: entry.id)) & (slots.count - 1)
            if distance >= (slot - gap) & (slots.count - 1) {
                slots[gap] = entry
                gap = slot
            }
            slot = next(slot)
        }
        slots[gap] = nil
        count -= 1
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: nil, count: 2 * old.count)
        for case let entry? in old {
            var slot = home(of: entry.id)
            while slots[slot] != nil { slot = next(slot) }
            slots[slot] = entry
        }
    }

    private func home(of id: UInt64) -> Int {
        // All bits of the id reach the high bits of a product. Twice, so that ids in sequence do not stay neighbours
        // under an unlucky multiplier.
        let mixed = id &* multiplier
        return Int(truncatingIfNeeded: ((mixed ^ mixed >> 32) &* multiplier) >> 32) & (slots.count - 1)
    }

    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
