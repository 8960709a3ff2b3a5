import MediaCore
import TestSupport
import Testing

private let quiet = Loudness.silence

private func level(_ decibels: UInt8) -> Loudness { Loudness(decibelsBelowOverload: decibels) }

/// Runs ticks with the same loudness per slot; a slot without one is silent.
private func run(_ selection: inout ContributorSelection, _ ticks: Int, _ loudness: [Int: Loudness], slots: Int) {
    for _ in 0..<ticks {
        for slot in 0..<slots { selection.observe(loudness[slot] ?? quiet, slot) }
        _ = selection.select()
    }
}

private func room(of count: Int, limit: Int = 5) -> ContributorSelection {
    var selection = ContributorSelection(capacity: count, limit: limit)
    for slot in 0..<count { selection.admit(slot) }
    return selection
}

private func inside(_ selection: ContributorSelection, slots: Int) -> [Int] {
    (0..<slots).filter { selection.contribution(of: $0) == .contributing }
}

@Suite("contributor selection")
struct ContributorSelectionTests {
    @Test("nobody audible, nobody in the mix")
    func nobody() {
        var selection = room(of: 3)
        run(&selection, 50, [:], slots: 3)
        #expect(inside(selection, slots: 3) == [])
    }

    @Test("whoever is audible is in the mix with his first audible frame")
    func onset() {
        var selection = room(of: 3)
        run(&selection, 100, [:], slots: 3)
        run(&selection, 1, [1: level(60)], slots: 3)
        #expect(inside(selection, slots: 3) == [1])
    }

    @Test("quiet speech at -55 dBov stays in the mix for as long as it lasts")
    func quietSpeech() {
        var selection = room(of: 2)
        for _ in 0..<500 {
            run(&selection, 1, [0: level(55)], slots: 2)
            #expect(inside(selection, slots: 2) == [0])
        }
    }

    @Test("pauses between words do not take him out; a long one does, by fading and one frame more")
    func hangover() {
        var selection = room(of: 1)
        run(&selection, 10, [0: level(30)], slots: 1)
        run(&selection, ContributorSelection.hangover - 1, [:], slots: 1)
        #expect(selection.contribution(of: 0) == .contributing)
        run(&selection, 1, [:], slots: 1)
        #expect(selection.contribution(of: 0) == .leaving)
        run(&selection, 1, [:], slots: 1)
        #expect(selection.contribution(of: 0) == .lingering)
        run(&selection, 1, [:], slots: 1)
        #expect(selection.contribution(of: 0) == .outside)
    }

    @Test("mute takes him out with the next tick, and back in when he speaks after unmute")
    func mute() {
        var selection = room(of: 2)
        run(&selection, 10, [0: level(30)], slots: 2)
        selection.setMuted(true, 0)
        run(&selection, 1, [:], slots: 2)
        #expect(selection.contribution(of: 0) == .leaving)
        run(&selection, 10, [0: level(10)], slots: 2)
        #expect(selection.contribution(of: 0) == .outside)
        selection.setMuted(false, 0)
        run(&selection, 1, [0: level(30)], slots: 2)
        #expect(selection.contribution(of: 0) == .contributing)
    }

    @Test("never more than the limit, however many speak", arguments: [1, 3, 5, 8])
    func cap(_ limit: Int) {
        var selection = room(of: 30, limit: limit)
        let all = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, level(UInt8(20 + $0))) })
        run(&selection, 200, all, slots: 30)
        #expect(inside(selection, slots: 30) == Array(0..<limit), "the loudest")
    }

    @Test("somebody as loud as those inside does not push anybody out")
    func hysteresis() {
        var selection = room(of: 6)
        let five = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, level(40)) })
        run(&selection, 100, five, slots: 6)
        run(&selection, 500, five.merging([5: level(36)]) { $1 }, slots: 6)
        #expect(inside(selection, slots: 6) == [0, 1, 2, 3, 4])
    }

    @Test("somebody clearly louder gets the seat of the quietest, within a quarter of a second")
    func challenge() {
        var selection = room(of: 6)
        var levels = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, level(30 + UInt8($0))) })
        run(&selection, 100, levels, slots: 6)
        levels[5] = level(20)
        run(&selection, 10, levels, slots: 6)
        #expect(inside(selection, slots: 6) == [0, 1, 2, 3, 5])
    }

    @Test("a seat that was just given is kept for half a second")
    func tenure() {
        var selection = room(of: 2, limit: 1)
        run(&selection, 1, [0: level(60)], slots: 2)
        run(&selection, 20, [0: level(60), 1: level(10)], slots: 2)
        #expect(inside(selection, slots: 2) == [0])
        run(&selection, 20, [0: level(60), 1: level(10)], slots: 2)
        #expect(inside(selection, slots: 2) == [1])
    }

    @Test("a pinned participant is heard beyond the cap, quiet as he is")
    func pinned() {
        var selection = room(of: 11, limit: 3)
        selection.setPinned(true, 10)
        var levels = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, level(20)) })
        levels[10] = level(65)
        run(&selection, 100, levels, slots: 11)
        #expect(inside(selection, slots: 11).contains(10))
        #expect(inside(selection, slots: 11).count == 4)
    }

    @Test("who is dismissed is out at once")
    func dismiss() {
        var selection = room(of: 2)
        run(&selection, 10, [0: level(30), 1: level(30)], slots: 2)
        selection.dismiss(0)
        #expect(selection.contribution(of: 0) == .outside)
        run(&selection, 5, [1: level(30)], slots: 2)
        #expect(inside(selection, slots: 2) == [1])
    }

    @Test(
        "in any course of events at most `limit` need a private mix, and who is in the mix hears one", arguments: 0..<60
    )
    func walk(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let slots = chance.next(in: 1...12)
        let limit = chance.next(in: 1...5)
        var selection = ContributorSelection(capacity: slots, limit: limit)
        var (overLimit, miscounted) = (0, 0)
        for _ in 0..<1_500 {
            let slot = chance.next(in: 0...(slots - 1))
            switch chance.next(in: 0...19) {
            case 0: selection.admit(slot)
            case 1: selection.dismiss(slot)
            case 2: selection.setMuted(chance.chance(percent: 50), slot)
            default: break
            }
            for slot in 0..<slots { selection.observe(level(UInt8(chance.next(in: 0...127))), slot) }
            let inMix = selection.select()
            let states = (0..<slots).map { selection.contribution(of: $0) }
            if states.filter(\.hearsPrivateMix).count > limit { overLimit += 1 }
            if states.filter(\.isInMix).count != inMix { miscounted += 1 }
        }
        #expect(overLimit == 0 && miscounted == 0, "seed \(seed)")
    }
}
