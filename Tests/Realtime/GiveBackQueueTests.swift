import Synchronization
import TestSupport
import Testing

@testable import Realtime

private final class State: Sendable {
    private let alive: Counter
    init(_ alive: Counter) {
        self.alive = alive
        alive.value.add(1, ordering: .relaxed)
    }
    deinit { alive.value.subtract(1, ordering: .relaxed) }
}

private final class Counter: Sendable {
    /// Written by whoever makes or frees a state, read by the test at the end; counts only, publishes nothing: relaxed.
    let value = Atomic<Int>(0)
}

@Suite("give-back queue")
struct GiveBackQueueTests {
    @Test("what is given is collected in order, once")
    func order() {
        let queue = GiveBackQueue<Int>(capacity: 4)
        for number in 1...3 { #expect(queue.give(number) == nil) }
        var collected: [Int] = []
        #expect(queue.collect { collected.append($0) } == 3)
        #expect(collected == [1, 2, 3])
        #expect(queue.collect { _ in } == 0)
    }

    @Test("a full queue leaves the object with the giver")
    func full() {
        let queue = GiveBackQueue<Int>(capacity: 2)
        #expect(queue.give(1) == nil)
        #expect(queue.give(2) == nil)
        #expect(queue.give(3) == 3)
        #expect(queue.count == 2)
    }

    @Test("objects are freed by the collecting thread, each exactly once")
    func lifetime() async {
        let alive = Counter()
        let toLoop = SPSCRing<State>(capacity: 8)
        let back = GiveBackQueue<State>(capacity: 8)
        let total = 5_000
        async let loop: Void = onThread {
            var returned = 0
            while returned < total {
                guard var state = toLoop.pop() else {
                    yieldProcessor()
                    continue
                }
                while let refused = back.give(state) {
                    state = refused
                    yieldProcessor()
                }
                returned += 1
            }
        }
        let collected = await onThread {
            var sent = 0
            var collected = 0
            while collected < total {
                if sent < total, toLoop.push(State(alive)) == nil { sent += 1 }
                collected += back.collect { _ in }
            }
            return collected
        }
        await loop
        #expect(collected >= total)
        #expect(alive.value.load(ordering: .relaxed) == 0)
    }
}
