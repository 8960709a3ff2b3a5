import CallModel
import ServiceKit
import Testing

@testable import presence

@Suite("Pulse")
struct PulseTests {
    @Test("a beat before the wait ends it, once; then the time does, again and again")
    func waits() async throws {
        let (pulse, clock) = (Pulse(), SystemClock())
        pulse.beat()
        pulse.beat()
        await pulse.wait(atMost: .seconds(60), clock)
        let start = clock.now
        for _ in 0..<5 { await pulse.wait(atMost: .milliseconds(10), clock) }
        #expect(clock.now - start >= .milliseconds(50))
    }
}
