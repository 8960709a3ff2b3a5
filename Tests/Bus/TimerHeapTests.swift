import Testing

@testable import Bus

@Suite struct TimerHeapTests {
    @Test("timers fire in order of their instants and only when due")
    func order() {
        var timers = TimerHeap<String, Int>()
        timers.schedule("c", at: 30)
        timers.schedule("a", at: 10)
        timers.schedule("b", at: 20)
        #expect(timers.next == 10)
        #expect(timers.popDue(9) == nil)
        #expect(timers.popDue(20) == "a")
        #expect(timers.popDue(20) == "b")
        #expect(timers.popDue(20) == nil)
        #expect(timers.next == 30)
    }

    @Test("a cancelled timer does not fire, a moved one fires once at its new instant")
    func cancelAndMove() {
        var timers = TimerHeap<String, Int>()
        timers.schedule("gone", at: 5)
        timers.schedule("moved", at: 6)
        timers.cancel("gone")
        timers.schedule("moved", at: 50)
        #expect(timers.next == 50)
        #expect(timers.popDue(49) == nil)
        #expect(timers.popDue(50) == "moved")
        #expect(timers.popDue(100) == nil)
        #expect(timers.count == 0)
    }

    @Test("a random history agrees with a sorted list", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func agreesWithModel(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var timers = TimerHeap<Int, Int>()
        var model: [Int: Int] = [:]
        var now = 0
        for step in 0..<5_000 {
            let key = Int.random(in: 0..<200, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<6:
                let instant = now + Int.random(in: 0..<100, using: &generator)
                timers.schedule(key, at: instant)
                model[key] = instant
            case 6..<8:
                timers.cancel(key)
                model[key] = nil
            default:
                now += Int.random(in: 0..<20, using: &generator)
                while let fired = timers.popDue(now) {
                    let due = model.removeValue(forKey: fired)
                    #expect(due.map { $0 <= now } ?? false, "seed \(seed) step \(step)")
                }
                #expect(model.values.allSatisfy { $0 > now }, "seed \(seed) step \(step)")
            }
            #expect(timers.count == model.count, "seed \(seed) step \(step)")
            #expect(timers.next == model.values.min(), "seed \(seed) step \(step)")
        }
    }
}

@Suite struct FIFOTests {
    @Test("elements come out in the order they went in, across compactions")
    func order() {
        var queue = FIFO<Int>()
        var (pushed, popped) = (0, 0)
        for round in 0..<1_000 {
            for _ in 0..<(round % 7) {
                queue.append(pushed)
                pushed += 1
            }
            for _ in 0..<(round % 5) where !queue.isEmpty {
                #expect(queue.first == popped)
                #expect(queue.popFirst() == popped)
                popped += 1
            }
            #expect(queue.count == pushed - popped)
        }
        #expect(queue.takeAll() == Array(popped..<pushed))
        #expect(queue.isEmpty && queue.popFirst() == nil)
    }
}
