import Foundation
import TestSupport
import Testing

@testable import Mixing

@Suite("levels")
struct LevelTests {
    private let scale = LevelScale()

    @Test("silence is 127, a full-scale square wave is 0, a full-scale sine is 3 below overload")
    func anchors() {
        #expect(scale.level(of: [Int16](repeating: 0, count: 960).span) == .silence())
        #expect(scale.level(of: [Int16](repeating: .min, count: 960).span) == Level(0))
        #expect(scale.level(of: [Int16](repeating: .max, count: 960).span) == Level(0))
        #expect(scale.level(of: Signal.tone(1_000, amplitude: 32_767, count: 960).span) == Level(3))
        #expect(scale.level(of: [Int16]().span) == .silence())
    }

    @Test("agrees with the logarithm everywhere", arguments: 0..<200)
    func logarithm(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let peak = Int16(exactly: pow(2, Double(chance.next(in: 0...1_499)) / 100).rounded()) ?? 1
        let samples = Signal.noise(count: chance.next(in: 1...1_920), peak: peak, &chance)
        let meanSquare = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        let decibels = -10 * log10(meanSquare / (32_768 * 32_768))
        let level = scale.level(of: samples.span)
        if meanSquare == 0 {
            #expect(level == .silence(), "seed \(seed)")
        } else {
            #expect(abs(Double(level.rawValue) - decibels) < 0.51, "seed \(seed)")
        }
    }

    @Test("energy does not overflow at the largest frame of full scale")
    func largestFrame() {
        let samples = [Int16](repeating: .min, count: 5_760)
        #expect(scale.level(of: samples.span) == Level(0))
    }

    @Test("the volume apps show grows with loudness from 0 to 100")
    func volume() {
        #expect(Level(127).volume == 0)
        #expect(Level(57).volume == 0)
        #expect(Level(56).volume == 2)
        #expect(Level(7).volume == 100)
        #expect(Level(0).volume == 100)
        for value in UInt8(1)...127 { #expect(Level(value).volume <= Level(value - 1).volume) }
        #expect(Level(127) < Level(0))
        #expect(Level(255) == .silence())
    }
}

/// What a new gate with a hangover of three frames says to each of a row of levels.
private func passed(_ levels: [Level]) -> [Bool] {
    var gate = SilenceGate(threshold: Level(70), hangover: 3)
    return levels.map { gate.passes($0) }
}

private func isSilent(_ samples: [Int16], tolerance: Int16 = 0) -> Bool {
    SilenceGate.isSilent(samples.span, tolerance: tolerance)
}

@Suite("silence gate")
struct SilenceGateTests {
    @Test("opens with the first frame that is loud enough")
    func opens() {
        #expect(passed([Level(71), Level(70)]) == [false, true])
    }

    @Test("quiet speech at -55 dBov is never cut")
    func quietSpeech() {
        #expect(!passed(Array(repeating: Level(55), count: 100)).contains(false))
    }

    @Test("lets exactly its hangover pass after the last loud frame")
    func hangover() {
        let silence = Level.silence()
        #expect(passed([Level(30), silence, silence, silence, silence]) == [true, true, true, true, false])
    }

    @Test("closed by order it has no hangover")
    func closed() {
        var gate = SilenceGate(threshold: Level(70), hangover: 3)
        let before = gate.passes(Level(30))
        gate.close()
        let after = gate.passes(.silence())
        #expect(before && !after)
    }

    @Test("a frame is silent when no sample is further from zero than the tolerance")
    func silentFrame() {
        #expect(isSilent([0, 0, 0]))
        #expect(!isSilent([0, 1, 0]))
        #expect(isSilent([1, -1], tolerance: 1))
        #expect(!isSilent([.min], tolerance: 1))
    }
}
