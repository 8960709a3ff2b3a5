/// Things that come and go by the hundred thousand per second, found by a number that tells a thing from whatever had
/// its place before: the place in the lower half, how often it was used in the upper. Never 0.
struct SlotTable<Element> {
    private struct Slot {
        var uses: UInt32
        var element: Element?
    }

    private var slots: [Slot] = []
    private var free: [UInt32] = []

    var count: Int { slots.count - free.count }

    mutating func insert(_ element: Element) -> UInt64 {
        var number: UInt64 = 0
        insert { id in
            number = id
            return element
        }
        return number
    }

    /// Puts in what `make` returns, which is told its number.
    @discardableResult
    mutating func insert(_ make: (UInt64) -> Element) -> Element {
        let place = free.popLast().map(Int.init) ?? slots.count
        if place == slots.count { slots.append(Slot(uses: 1, element: nil)) }
        let element = make(UInt64(slots[place].uses) << 32 | UInt64(place))
        slots[place].element = element
        return element
    }

    subscript(id: UInt64) -> Element? {
        let place = Int(UInt32(truncatingIfNeeded: id))
        guard place < slots.count, slots[place].uses == UInt32(id >> 32) else { return nil }
        return slots[place].element
    }

    @discardableResult
    mutating func remove(_ id: UInt64) -> Element? {
        let place = Int(UInt32(truncatingIfNeeded: id))
        guard place < slots.count, slots[place].uses == UInt32(id >> 32), let element = slots[place].element.take()
        else { return nil }
        // 0 would make the number of the first place 0.
        slots[place].uses = slots[place].uses == .max ? 1 : slots[place].uses + 1
        free.append(UInt32(place))
        return element
    }

    /// All there is, in no order.
    var elements: [Element] { slots.compactMap(\.element) }
}
