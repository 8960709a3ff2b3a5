import Testing
import TestSupport

@testable import Bus

// Bus has one of the same name.
private typealias Dice = TestSupport.SeededGenerator

@Suite struct BalancerTests {
    private let names = (0..<4).map { "tcp://10.0.0.\($0):7103" }

    private func pick(
        _ loads: [Int], key: String = "", avoiding: Int? = nil, _ generator: inout Dice
    ) -> Int? {
        Balancer.pick(
            Array(loads.indices), key: key, name: { names[$0] }, load: { loads[$0] },
            avoiding: avoiding.map { avoided in { $0 == avoided } }, using: &generator)
    }

    @Test("equal instances share alike, the busiest is never drawn against an idler one")
    func leastRequest() {
        var generator = Dice(seed: .random(in: 0 ... .max))
        var counts = [0, 0, 0, 0]
        for _ in 0..<4_000 { counts[pick([1, 1, 1, 1], &generator) ?? 0] += 1 }
        #expect(counts.allSatisfy { (800...1_200).contains($0) }, "seed \(generator.seed)")
        counts = [0, 0, 0, 0]
        for _ in 0..<4_000 { counts[pick([5, 1, 3, 9], &generator) ?? 0] += 1 }
        #expect(counts[3] == 0, "seed \(generator.seed)")
        // Two of four drawn: the idlest is one of them half of the time.
        #expect((1_800...2_200).contains(counts[1]), "seed \(generator.seed)")
        #expect(counts[1] > counts[2] && counts[2] > counts[0], "seed \(generator.seed)")
    }

    @Test("calls put where picked even out")
    func levels() {
        var generator = Dice(seed: .random(in: 0 ... .max))
        var loads = [40, 0, 0, 0]
        for _ in 0..<400 {
            let picked = pick(loads, &generator) ?? 0
            loads[picked] += 1
        }
        #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= 5, "seed \(generator.seed): \(loads)")
    }

    @Test("a key decides alone, whatever the load")
    func key() {
        var generator = Dice(seed: 1)
        let home = pick([0, 0, 0, 0], key: "call-1", &generator)
        #expect(pick([9, 9, 9, 9], key: "call-1", &generator) == home)
    }

    @Test("whoever just failed is avoided if there is anybody else")
    func avoided() {
        var generator = Dice(seed: .random(in: 0 ... .max))
        for _ in 0..<200 { #expect(pick([0, 9, 9, 9], avoiding: 0, &generator) != 0) }
        #expect(pick([0], avoiding: 0, &generator) == 0)
        let home = pick([0, 0, 0, 0], key: "call-1", &generator)
        #expect(pick([0, 0, 0, 0], key: "call-1", avoiding: home, &generator) != home)
    }

    @Test("one is taken, none is none")
    func few() {
        var generator = Dice(seed: 1)
        #expect(pick([7], &generator) == 0)
        #expect(pick([], &generator) == nil)
    }
}
