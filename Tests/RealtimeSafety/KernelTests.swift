import Mixing
import Realtime
import TestSupport
import Testing

private struct Order: Sendable {
    var number: UInt64
}

@Suite("the kernel in a real-time section")
struct KernelTests {
    @Test("a tick of sums, mix-minus, ramps, limiters, levels and gates allocates nothing and makes no call")
    func tick() {
        var chance = SeededGenerator(seed: 1)
        let sources = (0..<10).map { _ in (0..<960).map { _ in Int16.random(in: .min ... .max, using: &chance) } }
        var ramped = sources
        var total = [Int32](repeating: 0, count: 960)
        var others = [Int32](repeating: 0, count: 960)
        var output = [Int16](repeating: 0, count: 960)
        var limiter = Limiter()
        var ramp = GainRamp(gain: 0)
        var gate = SilenceGate(threshold: Level(70), hangover: 20)
        let scale = LevelScale()
        var audible = 0
        realtime {
            for _ in 0..<50 {
                var sum = total.mutableSpan
                SampleSum.clear(&sum)
                ramp.move(to: ramp.isClosed ? GainRamp.unity : 0)
                for index in 0..<10 {
                    var samples = ramped[index].mutableSpan
                    ramp.apply(to: &samples)
                    if gate.passes(scale.level(of: samples.span)) { audible += 1 }
                    SampleSum.add(samples.span, to: &sum)
                }
                for own in ramped {
                    var rest = others.mutableSpan
                    SampleSum.remove(own.span, from: sum.span, into: &rest)
                    var narrowed = output.mutableSpan
                    limiter.process(rest.span, into: &narrowed)
                }
            }
        }
        #expect(audible > 0)
    }

    @Test("rings, cells, give-back queues and the tick allocate nothing and make no call")
    func handOvers() {
        let ring = SPSCRing<Order>(capacity: 8)
        let cell = LatestValueCell(Order(number: 0))
        let back = GiveBackQueue<Order>(capacity: 8)
        var schedule = TickSchedule(start: 0, period: 20_000_000, catchUp: 3)
        var passed: UInt64 = 0
        realtime {
            for number in 0..<1_000 {
                _ = ring.push(Order(number: UInt64(number)))
                if let order = ring.pop() { _ = back.give(order) }
                cell.publish(Order(number: UInt64(number)))
                passed = cell.latest().number
                _ = schedule.ticksDue(at: Int64(number) * 20_000_000)
                schedule.finishTurn(at: Int64(number) * 20_000_000)
            }
        }
        #expect(passed == 999)
    }
}
