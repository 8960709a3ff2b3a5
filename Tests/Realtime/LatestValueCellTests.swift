import TestSupport
import Testing

@testable import Realtime

private struct Sample: Equatable, Sendable {
    var values: InlineArray<16, UInt64>

    init(_ number: UInt64) { values = InlineArray(repeating: number) }

    var isWhole: Bool {
        for index in 1..<16 where values[index] != values[0] { return false }
        return true
    }

    static func == (left: Sample, right: Sample) -> Bool {
        left.isWhole && right.isWhole && left.values[0] == right.values[0]
    }
}

@_noLocks
private func update(_ cell: LatestValueCell<Sample>, _ sample: Sample) -> Bool {
    cell.publish(sample)
    return cell.takeFresh() != nil
}

@Suite("latest-value cell")
struct LatestValueCellTests {
    @Test("starts with its initial value, which is not fresh")
    func initial() {
        let cell = LatestValueCell(41)
        #expect(cell.takeFresh() == nil)
        #expect(cell.latest() == 41)
    }

    @Test("the reader gets the newest value once as fresh, and keeps it")
    func newest() {
        let cell = LatestValueCell(0)
        for number in 1...5 { cell.publish(number) }
        #expect(cell.takeFresh() == 5)
        #expect(cell.takeFresh() == nil)
        #expect(cell.latest() == 5)
        cell.publish(6)
        #expect(cell.latest() == 6)
    }

    @Test("a fenced function may use it")
    func fenced() {
        let cell = LatestValueCell(Sample(0))
        #expect(update(cell, Sample(3)))
    }

    @Test("two threads: no value is torn, none goes back, the last one arrives")
    func twoThreads() async {
        let cell = LatestValueCell(Sample(0))
        let last: UInt64 = 50_000
        async let written: Void = onThread {
            for number in 1...last { cell.publish(Sample(number)) }
        }
        let mistakes = await onThread {
            var mistakes = 0
            var seen: UInt64 = 0
            while seen < last {
                guard let sample = cell.takeFresh() else {
                    yieldProcessor()
                    continue
                }
                if !sample.isWhole || sample.values[0] <= seen { mistakes += 1 }
                seen = sample.values[0]
            }
            return mistakes
        }
        await written
        #expect(mistakes == 0)
    }
}
