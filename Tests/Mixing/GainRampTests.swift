import TestSupport
import Testing

@testable import Mixing

private func apply(_ ramp: inout GainRamp, to samples: [Int16]) -> [Int16] {
    var copy = samples
    var span = copy.mutableSpan
    ramp.apply(to: &span)
    return copy
}

@Suite("gain ramp")
struct GainRampTests {
    @Test("open it changes nothing, closed it leaves silence")
    func ends() {
        var chance = SeededGenerator(seed: 1)
        let samples = Signal.wild(count: 960, &chance)
        var open = GainRamp()
        var closed = GainRamp(gain: 0)
        #expect(apply(&open, to: samples) == samples)
        #expect(apply(&closed, to: samples).allSatisfy { $0 == 0 })
        #expect(closed.isClosed)
        #expect(!open.isClosed)
    }

    @Test("moves in a straight line and arrives exactly", arguments: [1, 2, 48, 240, 961])
    func line(_ length: Int) {
        var ramp = GainRamp(gain: 0, length: length)
        ramp.move(to: GainRamp.unity)
        let output = apply(&ramp, to: [Int16](repeating: 30_000, count: 1_000))
        #expect(output[length - 1] == 30_000)
        #expect(zip(output, output.dropFirst()).allSatisfy { $0 <= $1 })
        let steps = zip(output.prefix(length), output.dropFirst()).map { Int($1) - Int($0) }
        #expect(steps.allSatisfy { $0 <= 30_000 / length + 2 })
    }

    @Test("spans frames, and turns around in the middle without a jump")
    func turn() {
        var ramp = GainRamp(gain: 0, length: 480)
        ramp.move(to: GainRamp.unity)
        var output = apply(&ramp, to: [Int16](repeating: 20_000, count: 240))
        ramp.move(to: 0)
        output += apply(&ramp, to: [Int16](repeating: 20_000, count: 480))
        #expect(zip(output, output.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 100 })
        #expect(output.last == 0)
        #expect(ramp.isClosed)
    }

    @Test("gains out of range are brought into it, and a loud gain saturates instead of wrapping")
    func range() {
        var loud = GainRamp(gain: .max)
        #expect(apply(&loud, to: [10_000, -10_000, 1]) == [.max, .min, 4])
        var negative = GainRamp(gain: .min)
        #expect(apply(&negative, to: [10_000]) == [0])
    }
}
