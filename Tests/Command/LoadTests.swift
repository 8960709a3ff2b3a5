import CallClient
import Testing

@testable import partyline

@Suite("The load's ear and its report")
struct LoadTests {
    private func call(_ kind: LoadCall.Kind, silence: Duration?, loss: LoadCall.Loss? = nil) -> LoadCall {
        var call = LoadCall(kind: kind, caller: "load-1a", placedAt: .seconds(3))
        call.timeToAnswer = silence == nil ? nil : .milliseconds(50)
        call.longestSilence = silence
        call.silenceEndedAt = silence.map { .seconds(9) + $0 }
        call.loss = loss
        return call
    }

    @Test("a load is good if every call was heard to its end, within the limit of silence")
    func good() {
        var report = LoadReport(silenceLimit: .seconds(3))
        #expect(!report.isGood, "no call at all proves nothing")
        report.calls = [call(.short, silence: .milliseconds(40)), call(.long, silence: .seconds(3))]
        #expect(!report.isGood, "nobody has read what the server wrote down")
        report.audit = LoadAudit()
        #expect(report.isGood)
        #expect(report.figures().allSatisfy { $0.hasSuffix(" met") })
    }

    @Test("a lost call and one that was silent for too long are both lost, and the report says which and when")
    func lost() {
        var report = LoadReport(silenceLimit: .seconds(3))
        report.calls = [
            call(.short, silence: nil, loss: .unanswered), call(.long, silence: .milliseconds(3_001)),
            call(.short, silence: .zero),
        ]
        #expect(!report.isGood)
        #expect(report.lost.count == 2)
        #expect(report.figures().contains("FIGURE load_calls_lost 2 calls goal <= 0 missed"))
        let lines = report.lines()
        #expect(lines.contains { $0.contains("short call of load-1a, placed at 3.0 s: unanswered") })
        #expect(lines.contains { $0.contains("silent for 3001 ms until 12.0 s") })
    }

    @Test("an ear hears what is louder than silence, and measures the time between")
    func ear() throws {
        let ear = LoadEar()
        let end = ContinuousClock.now
        ear.write([Int16](repeating: 150, count: 960).span)
        #expect(!ear.hasHeard)
        #expect(ear.longestGap(until: end) == nil)
        ear.write(([Int16](repeating: 0, count: 959) + [-6_000]).span)
        #expect(ear.hasHeard)
        let gap = try #require(ear.longestGap(until: .now + .seconds(5)))
        #expect(gap.length >= .seconds(4))
        ear.reset()
        #expect(!ear.hasHeard)
    }
}
