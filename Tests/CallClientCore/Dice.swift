import TestSupport

/// Chance for walks, reproducible by its seed.
struct Dice {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[generator.next(in: 0...(elements.count - 1))]
    }

    mutating func chance(percent: Int) -> Bool { generator.chance(percent: percent) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { generator.next(in: range) }

    mutating func fraction() -> Double { Double(generator.next(in: 0...999_999)) / 1_000_000 }
}
