import Foundation
import TestSupport
import Testing

@testable import Mixing

/// Runs frames of a mix through a limiter.
private func limited(_ mix: [Int32], with limiter: inout Limiter, frame: Int = 960) -> [Int16] {
    var output: [Int16] = []
    var start = 0
    while start < mix.count {
        var part = [Int16](repeating: 0, count: frame)
        var span = part.mutableSpan
        limiter.process(mix.span.extracting(start..<start + frame), into: &span)
        output += part
        start += frame
    }
    return output
}

@Suite("limiter")
struct LimiterTests {
    @Test("a mix that fits comes out bit for bit, five milliseconds late")
    func transparent() {
        var chance = SeededGenerator(seed: 1)
        let source = Signal.wild(count: 9_600, &chance)
        var limiter = Limiter()
        let output = limited(source.map(Int32.init), with: &limiter)
        #expect(Array(output.dropFirst(Limiter.delay)) == Array(source.dropLast(Limiter.delay)))
        #expect(output.prefix(Limiter.delay).allSatisfy { $0 == 0 })
    }

    @Test("silence in gives silence out, whatever came before")
    func silence() {
        var chance = SeededGenerator(seed: 2)
        var limiter = Limiter()
        _ = limited((0..<9_600).map { _ in Int32.random(in: -2_000_000...2_000_000, using: &chance) }, with: &limiter)
        let output = limited([Int32](repeating: 0, count: 1_920), with: &limiter)
        #expect(output.dropFirst(Limiter.delay).allSatisfy { $0 == 0 })
    }

    @Test("no sample ever changes its sign or leaves the range, for any input", arguments: 0..<60)
    func neverWraps(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var limiter = Limiter()
        var loudest = chance.next(in: 1...2_000_000)
        let mix = (0..<9_600).map { index in
            if index % 480 == 0 { loudest = chance.next(in: 1...2_000_000) }
            return Int32.random(in: Int32(-loudest)...Int32(loudest), using: &chance)
        }
        let output = limited(mix, with: &limiter)
        var wrong = 0
        for index in Limiter.delay..<output.count {
            let before = mix[index - Limiter.delay]
            let after = Int32(output[index])
            // Rounding is towards minus infinity, so a tiny negative sample may stay at -1.
            if before >= 0 ? !(0...before).contains(after) : !(before...(-1)).contains(after) { wrong += 1 }
        }
        #expect(wrong == 0, "seed \(seed)")
    }

    @Test("extremes of the sum itself are limited too")
    func extremes() {
        var limiter = Limiter()
        let mix = (0..<1_920).map { $0 % 2 == 0 ? Int32.max : Int32.min }
        let output = limited(mix, with: &limiter)
        #expect(output.dropFirst(Limiter.delay + 48).allSatisfy { abs(Int32($0)) > 32_000 })
    }

    @Test("full-scale tones in phase keep their shape", arguments: 2...10)
    func tonesInPhase(_ count: Int) {
        let tone = Signal.tone(440, amplitude: 32_767, count: 96_000)
        var limiter = Limiter()
        let output = limited(tone.map { Int32($0) * Int32(count) }, with: &limiter)
        // Once settled the output is a steady tone near full scale: the residue against the best fit is the distortion.
        let settled = Array(output[72_000..<91_200])
        let reference = Array(tone[(72_000 - Limiter.delay)..<(91_200 - Limiter.delay)])
        #expect(settled.map { abs(Int32($0)) }.max() ?? 0 > 30_000)
        #expect(signalToDistortion(settled, reference) > 40)
    }

    @Test("one full-scale click among soft talk takes nothing from the talk around it")
    func clickAmongTalk() {
        var chance = SeededGenerator(seed: 3)
        let talk = Signal.noise(count: 48_000, peak: 1_500, &chance)
        var mix = talk.map(Int32.init)
        // Three full-scale sources click at the same sample: the gain must go down by 10 dB for it.
        mix[24_000] += 3 * 32_767
        var limiter = Limiter()
        let output = limited(mix, with: &limiter)
        func gain(_ range: Range<Int>) -> Double {
            let after = range.reduce(0.0) { $0 + pow(Double(output[$1 + Limiter.delay]), 2) }
            let before = range.reduce(0.0) { $0 + pow(Double(talk[$1]), 2) }
            return 10 * log10(after / before)
        }
        #expect(gain(0..<23_700) == 0, "until 6 ms before the click nothing changes")
        #expect(gain(24_000 + 48 * 30..<24_000 + 48 * 40) > -2.5, "30 ms later most of it is back")
        #expect(gain(24_000 + 48 * 60..<24_000 + 48 * 80) > -1, "60 ms later one cannot tell")
        #expect(gain(44_000..<47_000) > -0.1)
    }

    @Test("steady loudness is held steady: the gain does not pump between the peaks")
    func steady() {
        let voices = (0..<4).map { Signal.tone(110 + 40 * Double($0), amplitude: 25_000, count: 96_000) }
        let mix = (0..<96_000).map { index in voices.reduce(Int32(0)) { $0 + Int32($1[index]) } }
        var limiter = Limiter()
        var gains: [Int] = []
        for start in stride(from: 0, to: 96_000, by: 960) {
            _ = limited(Array(mix[start..<start + 960]), with: &limiter)
            if start > 48_000 { gains.append(limiter.gainPermille) }
        }
        let highest = Double(gains.max() ?? 0)
        let lowest = Double(gains.min() ?? 0)
        // The peaks alone would move it by some 10 dB, 40 times a second.
        #expect(20 * log10(highest / lowest) < 3.5, "gain between \(lowest) and \(highest)")
    }

    @Test("a copy of a limiter continues its stream without a seam")
    func handover() {
        let mix = Signal.tone(300, amplitude: 32_767, count: 3_840).map { Int32($0) * 3 }
        var whole = Limiter()
        let expected = limited(mix, with: &whole)
        var first = Limiter()
        var output = limited(Array(mix[..<1_920]), with: &first)
        var second = first
        output += limited(Array(mix[1_920...]), with: &second)
        #expect(output == expected)
    }

    @Test("frame length does not change the result", arguments: [48, 240, 480, 1_920])
    func frameLength(_ frame: Int) {
        let mix = Signal.tone(500, amplitude: 32_767, count: 3_840).map { Int32($0) * 2 }
        var one = Limiter()
        var other = Limiter()
        #expect(limited(mix, with: &one, frame: frame) == limited(mix, with: &other))
    }
}

/// dB between the part of `output` that is `reference` at some gain, and the rest.
private func signalToDistortion(_ output: [Int16], _ reference: [Int16]) -> Double {
    var cross = 0.0
    var power = 0.0
    for (left, right) in zip(output, reference) {
        cross += Double(left) * Double(right)
        power += Double(right) * Double(right)
    }
    let gain = cross / power
    var residue = 0.0
    for (left, right) in zip(output, reference) { residue += pow(Double(left) - gain * Double(right), 2) }
    return 10 * log10(gain * gain * power / max(residue, 1e-9))
}
