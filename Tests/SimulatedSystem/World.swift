import CallModel
import TestSupport

/// Virtual time and seeded chance: everything that happens in a simulation is queued here and happens in one order.
///
/// Nothing here looks at a real clock, and nothing iterates a set or dictionary without sorting, so a seed gives the same
/// run in every process.
final class World {
    /// Plain data, so that ordering the queue copies no closures.
    private struct Entry {
        let at: Int64
        let number: Int
        let slot: Int

        func isBefore(_ other: Entry) -> Bool { at == other.at ? number < other.number : at < other.at }
    }

    let seed: UInt64
    /// What people do, and how long things take.
    private var chance: SeededGenerator
    /// What the network does to messages. Apart, so that a run without noise has the same people.
    private var noise: SeededGenerator
    /// Nanoseconds since the start of the run.
    private(set) var elapsed: Int64 = 0
    private(set) var stepCount = 0
    private var queue: [Entry] = []
    private var bodies: [(() -> Void)?] = []
    private var freeSlots: [Int] = []
    private var count = 0
    private let keepsLog: Bool
    private(set) var log: [String] = []
    /// Messages are slow, lost, doubled and overtaken only while this is so.
    var isFaulty = true
    private let isNoisy: Bool
    /// The first law that was broken.
    private(set) var broken: String?

    init(seed: UInt64, isNoisy: Bool = true, keepsLog: Bool) {
        self.seed = seed
        self.isNoisy = isNoisy
        self.keepsLog = keepsLog
        chance = SeededGenerator(seed: seed)
        noise = SeededGenerator(seed: ~seed)
        queue.reserveCapacity(512)
    }

    /// True UTC. Every process reads a clock of its own, which is off.
    var wallTime: WallTime { WallTime(milliseconds: 1_700_000_000_000 + elapsed / 1_000_000) }

    func after(_ duration: Duration, _ body: @escaping () -> Void) {
        after(nanoseconds: duration.wholeNanoseconds, body)
    }

    func after(nanoseconds: Int64, _ body: @escaping () -> Void) {
        count += 1
        let slot = freeSlots.popLast() ?? bodies.count
        if slot == bodies.count { bodies.append(body) } else { bodies[slot] = body }
        queue.append(Entry(at: elapsed + max(0, nanoseconds), number: count, slot: slot))
        siftUp(queue.count - 1)
    }

    /// Lets things happen for so long, or until a law is broken. `check` runs after every step.
    func run(for duration: Duration, check: () -> String?) {
        let end = elapsed + duration.wholeNanoseconds
        while broken == nil, let first = queue.first, first.at <= end {
            removeFirst()
            elapsed = first.at
            stepCount += 1
            let body = bodies[first.slot].take()
            freeSlots.append(first.slot)
            body?()
            if let law = check() { fail(law) }
        }
        elapsed = max(elapsed, end)
    }

    func fail(_ law: String) {
        guard broken == nil else { return }
        broken = law
        note("LAW BROKEN: \(law)")
    }

    func note(_ line: @autoclosure () -> String) {
        guard keepsLog else { return }
        log.append("\(Self.text(of: elapsed)) \(line())")
    }

    /// Seconds with milliseconds.
    static func text(of elapsed: Int64) -> String {
        let milliseconds = elapsed / 1_000_000
        return "\(milliseconds / 1_000).\(String(milliseconds % 1_000 + 1_000).dropFirst())"
    }

    // MARK: chance

    func happens(percent: Int) -> Bool { chance.chance(percent: percent) }

    func number(_ range: ClosedRange<Int>) -> Int { chance.next(in: range) }

    func delay(_ milliseconds: ClosedRange<Int>) -> Duration { .milliseconds(chance.next(in: milliseconds)) }

    /// A delay that is short when all is well.
    func delay(_ milliseconds: ClosedRange<Int>, atBest best: ClosedRange<Int>) -> Duration {
        delay(isFaulty ? milliseconds : best)
    }

    func pick<Element>(_ elements: [Element]) -> Element { elements[chance.next(in: 0...(elements.count - 1))] }

    var fraction: Double { Double(chance.next(in: 0...999_999)) / 1_000_000 }

    /// A fault of one message.
    func fault(percent: Int) -> Bool { isFaulty && isNoisy && noise.chance(percent: percent) }

    // MARK: the queue, a binary heap

    private func siftUp(_ start: Int) {
        var child = start
        while child > 0, queue[child].isBefore(queue[(child - 1) / 2]) {
            queue.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func removeFirst() {
        queue.swapAt(0, queue.count - 1)
        queue.removeLast()
        var parent = 0
        while true {
            var least = parent
            let left = 2 * parent + 1
            if left < queue.count, queue[left].isBefore(queue[least]) { least = left }
            if left + 1 < queue.count, queue[left + 1].isBefore(queue[least]) { least = left + 1 }
            guard least != parent else { return }
            queue.swapAt(parent, least)
            parent = least
        }
    }
}
