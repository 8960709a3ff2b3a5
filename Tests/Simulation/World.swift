import CallModel
import TestSupport

/// Virtual time and seeded chance: everything that happens in a simulation is queued here and happens in one order.
///
/// Nothing here looks at a real clock, and nothing iterates a set or dictionary without sorting, so a seed gives the same
/// run in every process.
final class World {
    private struct Entry {
        let at: Int64
        let number: Int
        let body: () -> Void

        func isBefore(_ other: Entry) -> Bool { (at, number) < (other.at, other.number) }
    }

    let seed: UInt64
    private(set) var chance: SeededGenerator
    /// Nanoseconds since the start of the run.
    private(set) var elapsed: Int64 = 0
    private var queue: [Entry] = []
    private var count = 0
    private let keepsLog: Bool
    private(set) var log: [String] = []
    /// Faults happen only while this is so; afterwards the network is perfect.
    var isFaulty = true
    /// The first law that was broken.
    private(set) var broken: String?

    init(seed: UInt64, keepsLog: Bool) {
        self.seed = seed
        self.keepsLog = keepsLog
        chance = SeededGenerator(seed: seed)
    }

    var wallTime: WallTime { WallTime(milliseconds: 1_700_000_000_000 + elapsed / 1_000_000) }

    func after(_ duration: Duration, _ body: @escaping () -> Void) {
        count += 1
        queue.append(Entry(at: elapsed + max(0, duration.wholeNanoseconds), number: count, body: body))
        siftUp(queue.count - 1)
    }

    /// Lets things happen for so long, or until a law is broken. `check` runs after every step.
    func run(for duration: Duration, check: () -> String?) {
        let end = elapsed + duration.wholeNanoseconds
        while broken == nil, let first = queue.first, first.at <= end {
            removeFirst()
            elapsed = first.at
            first.body()
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
        let milliseconds = elapsed / 1_000_000
        log.append("\(milliseconds / 1_000).\(String(milliseconds % 1_000 + 1_000).dropFirst()) \(line())")
    }

    func happens(percent: Int) -> Bool { chance.chance(percent: percent) }

    /// A fault that is drawn only while there are faults.
    func fault(percent: Int) -> Bool { isFaulty && chance.chance(percent: percent) }

    func number(_ range: ClosedRange<Int>) -> Int { chance.next(in: range) }

    func delay(_ milliseconds: ClosedRange<Int>) -> Duration { .milliseconds(chance.next(in: milliseconds)) }

    func pick<Element>(_ elements: [Element]) -> Element { elements[chance.next(in: 0...(elements.count - 1))] }

    var fraction: Double { Double(chance.next(in: 0...999_999)) / 1_000_000 }

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
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < queue.count && queue[child].isBefore(queue[least]) {
                least = child
            }
            guard least != parent else { return }
            queue.swapAt(parent, least)
            parent = least
        }
    }
}
