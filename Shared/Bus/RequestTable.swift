/// What belongs to a peer's request ids. They are the peer's to choose, so they are no places in a table; but one table
/// belongs to one peer, who gains nothing from choosing them to collide with each other, and is thus spared the cost of
/// a hash that withstands that.
struct RequestTable<Value> {
    private struct Entry {
        var id: UInt64
        var value: Value
    }

    /// A power of two, at most half full.
    private var slots: [Entry?] = Array(repeating: nil, count: 16)
    private(set) var count = 0

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
        // Fibonacci hashing: the high bits of the product are well mixed.
        Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }

    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
