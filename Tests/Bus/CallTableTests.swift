import TestSupport
import Testing

@testable import Bus

private typealias Dice = TestSupport.SeededGenerator

@Suite struct SlotTableTests {
    @Test("a number finds its thing, and nothing once that is gone, whoever has its place then")
    func generations() {
        var table = SlotTable<String>()
        let first = table.insert("first")
        #expect(first != 0 && table[first] == "first" && table.count == 1)
        #expect(table.remove(first) == "first")
        #expect(table.remove(first) == nil && table[first] == nil && table.count == 0)
        let second = table.insert("second")
        #expect(second != first && table[first] == nil && table[second] == "second")
        #expect(table[0] == nil && table[.max] == nil && table[second + 1] == nil)
    }

    @Test("it does what a dictionary does, for ten thousand random steps")
    func model() {
        var random = Dice(seed: 7)
        var table = SlotTable<Int>()
        var model: [UInt64: Int] = [:]
        for step in 0..<10_000 {
            if random.chance(percent: 50) || model.isEmpty {
                let id = table.insert(step)
                #expect(model.updateValue(step, forKey: id) == nil)
            } else if let id = model.keys.sorted().randomElement(using: &random) {
                #expect(table.remove(id) == model.removeValue(forKey: id))
            }
            #expect(table.count == model.count)
        }
        #expect(Set(table.elements) == Set(model.values))
        for (id, value) in model { #expect(table[id] == value) }
    }
}

@Suite struct RequestTableTests {
    @Test("it does what a dictionary does, for ids that collide as for others")
    func model() {
        // Multiples of large powers of two share their hash's low bits more than random ids do.
        for (seed, spread) in [(1, 1), (2, 1 << 40), (3, 0x9E37_79B9)] as [(UInt64, UInt64)] {
            var random = Dice(seed: seed)
            var table = RequestTable<Int>()
            var model: [UInt64: Int] = [:]
            for step in 0..<5_000 {
                let id = UInt64.random(in: 0..<200, using: &random) &* spread
                if random.chance(percent: 55) {
                    let isNew = model[id] == nil
                    #expect(table.insert(step, for: id) == isNew, "seed \(seed)")
                    if isNew { model[id] = step }
                } else {
                    #expect(table.remove(id) == model.removeValue(forKey: id), "seed \(seed)")
                }
                #expect(table.count == model.count && table[id] == model[id], "seed \(seed), step \(step)")
            }
            #expect(table.values.sorted() == model.values.sorted())
            for (id, value) in model { #expect(table[id] == value) }
        }
    }

    @Test("ids that collide in a table whose multiplier is known do not in others; nor do neighbours or round ids")
    func hostileIDs() {
        let known: UInt64 = 0x9E37_79B9_7F4A_7C15
        // Newton's iteration: each step doubles the right bits.
        var inverse = known
        for _ in 0..<6 { inverse = inverse &* (2 &- known &* inverse) }
        #expect(known &* inverse == 1)
        let crafted = (1...4_000).map { UInt64($0) << 40 &* inverse }
        let ways: [(String, [UInt64])] = [
            ("crafted", crafted), ("in sequence", (1...4_000).map { UInt64($0) }),
            ("round", (1...4_000).map { UInt64($0) << 46 }),
        ]
        for seed in 1...8 as ClosedRange<UInt64> {
            var random = Dice(seed: seed)
            let multiplier = random.next()
            for (name, ids) in ways {
                var table = RequestTable<Int>(multiplier: multiplier)
                for id in ids { _ = table.insert(0, for: id) }
                #expect(table.count == ids.count)
                #expect(table.longestRun < 200, "seed \(seed), \(name)")
            }
        }
    }
}

@Suite struct DeadlineQueueTests {
    @Test("what is due comes out in order, what has ended does not")
    func order() {
        var queue = DeadlineQueue<Int>()
        var live: Set<UInt64> = [1, 2, 3, 4]
        for (id, instant) in [(1, 30), (2, 10), (3, 20), (4, 40)] as [(UInt64, Int)] {
            queue.add(id, at: instant, live: live.count) { live.contains($0) }
        }
        #expect(queue.next == 10)
        live.remove(3)
        #expect(queue.popDue(5) { live.contains($0) } == nil)
        #expect(queue.popDue(30) { live.contains($0) } == 2)
        #expect(queue.popDue(30) { live.contains($0) } == 1)
        #expect(queue.popDue(30) { live.contains($0) } == nil)
        #expect(queue.next == 40)
    }

    @Test("deadlines of ended calls do not pile up")
    func sweep() {
        var queue = DeadlineQueue<Int>()
        for id in 0..<10_000 as Range<UInt64> {
            // Ten calls live at any time.
            queue.add(id, at: Int(id) + 5_000, live: 10) { $0 + 10 > id }
            #expect(queue.count <= 66)
        }
        var due: [UInt64] = []
        while let id = queue.popDue(.max, isLive: { $0 + 10 >= 10_000 }) { due.append(id) }
        #expect(due == Array(9_990..<10_000))
    }
}
