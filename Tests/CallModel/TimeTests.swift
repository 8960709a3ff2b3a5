import CallModel
import Testing

@Suite("Time")
struct TimeTests {
    @Test(
        "adding and subtracting are each other's inverse", arguments: [Duration.zero, .seconds(30), .milliseconds(-7)])
    func inverse(duration: Duration) {
        let wall = WallTime(milliseconds: 1_700_000_000_000)
        #expect((wall + duration) - wall == duration)
        let monotonic = MonotonicInstant(nanoseconds: 5_000_000_000)
        #expect((monotonic + duration) - monotonic == duration)
    }

    @Test("a deadline that would not fit saturates instead of wrapping round into the past")
    func saturates() {
        let late = WallTime(milliseconds: .max - 1)
        #expect((late + .seconds(10)).milliseconds == .max)
        #expect((WallTime(milliseconds: .min + 1) + .seconds(-10)).milliseconds == .min)
        #expect((MonotonicInstant(nanoseconds: .max) + .nanoseconds(1)).nanoseconds == .max)
        let (earliest, latest) = (MonotonicInstant(nanoseconds: .min), MonotonicInstant(nanoseconds: .max))
        #expect(latest - earliest == .nanoseconds(Int64.max))
        #expect(earliest - latest == .nanoseconds(Int64.min))
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    }

    @Test("fractions are cut towards zero")
    func cuts() {
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.microseconds(-1_999).wholeMilliseconds == -1)
    }
}

@Suite("Public numbers")
struct PublicNumbersTests {
    @Test("end reasons, directions and states have the numbers of the public API")
    func numbers() {
        #expect(EndReason.allCases.map(\.rawValue) == Array(0...9))
        #expect(EndReason.otherDeviceAccepted.rawValue == 7 && EndReason.lineBusy.rawValue == 5)
        #expect(CallDirection.missed.rawValue == 1 && CallDirection.outgoing.rawValue == 3)
        #expect(ParticipantStatus.accept.rawValue == 2 && MediaKind.video.rawValue == 2)
    }
}
