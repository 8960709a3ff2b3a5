import CallModel
import SignalingCore
import Testing

@Suite("Too many calls")
struct CallAdmissionTests {
    private static let late = CallAdmission.target + .milliseconds(1)

    private struct Door {
        private var admission = CallAdmission()
        private var now = MonotonicInstant.zero

        /// `count` requests, evenly over `time`. Gives how many were let in.
        mutating func ask(_ count: Int, over time: Duration, waited: Duration) -> Int {
            var admitted = 0
            for _ in 0..<count {
                if admission.admits(waited: waited, at: now) { admitted += 1 }
                now = now + time / count
            }
            return admitted
        }
    }

    @Test("requests that wait no longer than the target are let in, however many")
    func calm() {
        var door = Door()
        #expect(door.ask(10_000, over: .seconds(1), waited: CallAdmission.target) == 10_000)
    }

    @Test("a burst that is worked off within the standing time is let in whole")
    func burst() {
        var door = Door()
        #expect(door.ask(1_000, over: .milliseconds(190), waited: Self.late) == 1_000)
        #expect(door.ask(1, over: .milliseconds(1), waited: .zero) == 1)
        #expect(door.ask(1_000, over: .milliseconds(190), waited: Self.late) == 1_000)
    }

    @Test("a few slow requests on an idle machine are no overload, however far apart")
    func fewRequests() {
        var door = Door()
        #expect(
            door.ask(CallAdmission.leastRequests, over: .seconds(60), waited: .seconds(1))
                == CallAdmission.leastRequests)
    }

    @Test("while a queue stands those that waited too long are refused, and the others let in")
    func overload() {
        var door = Door()
        let admitted = door.ask(1_000, over: .seconds(1), waited: Self.late)
        #expect((200...210).contains(admitted), "the standing time's: \(admitted)")
        #expect(door.ask(10, over: .milliseconds(10), waited: CallAdmission.target) == 10)
        #expect(door.ask(10, over: .milliseconds(10), waited: Self.late) == 0)
    }

    @Test("an overload is over when no request has waited too long for the relief's time")
    func recovery() {
        var door = Door()
        _ = door.ask(1_000, over: .seconds(1), waited: Self.late)
        _ = door.ask(100, over: CallAdmission.relief + .milliseconds(20), waited: .zero)
        #expect(door.ask(100, over: .milliseconds(100), waited: Self.late) == 100)
    }
}
