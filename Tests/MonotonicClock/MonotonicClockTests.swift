import CallModel
import MonotonicClock
import Testing

@Suite struct MonotonicClockTests {
    @Test("never negative and never backwards, whoever looks first")
    func order() async {
        await withTaskGroup(of: MonotonicInstant.self) { group in
            for _ in 0..<8 { group.addTask { .now } }
            for await instant in group { #expect(instant >= .zero) }
        }
        var last = MonotonicInstant.zero
        for _ in 0..<100_000 {
            let now = MonotonicInstant.now
            #expect(now >= last)
            last = now
        }
    }

    @Test("in step with the standard library's clock")
    func inStep() {
        let outer = ContinuousClock.now
        let first = MonotonicInstant.now
        let inner = ContinuousClock.now
        while ContinuousClock.now - inner < .milliseconds(2) {}
        let second = MonotonicInstant.now
        let elapsed = ContinuousClock.now - outer
        #expect(second - first >= .milliseconds(2))
        #expect(second - first <= elapsed)
    }
}
