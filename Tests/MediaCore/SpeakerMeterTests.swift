import MediaCore
import Testing

private func level(_ decibels: UInt8) -> Loudness { Loudness(decibelsBelowOverload: decibels) }

private func run(_ meter: inout SpeakerMeter, _ ticks: Int, _ loudness: [UInt8]) {
    for _ in 0..<ticks {
        for (slot, decibels) in loudness.enumerated() { meter.observe(level(decibels), slot) }
        meter.decide()
    }
}

@Suite("speaker meter")
struct SpeakerMeterTests {
    @Test("in silence nobody is the active speaker")
    func nobody() {
        var meter = SpeakerMeter(capacity: 3)
        run(&meter, 100, [127, 90, 60])
        #expect(meter.active == nil)
    }

    @Test("works from the first frames of a participant")
    func fresh() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, SpeakerMeter.onset, [25, 127])
        #expect(meter.active == 0)
        #expect(meter.isSpeaking(0))
    }

    @Test("one click is not speech")
    func click() {
        var meter = SpeakerMeter(capacity: 1)
        run(&meter, 10, [127])
        run(&meter, 1, [0])
        run(&meter, 10, [127])
        #expect(meter.active == nil)
    }

    @Test("ends by time when the packets stop in mid-word, and then nobody is active")
    func packetsStop() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, 50, [25, 127])
        run(&meter, SpeakerMeter.release - 1, [127, 127])
        #expect(meter.active == 0)
        run(&meter, 1, [127, 127])
        #expect(meter.active == nil)
        #expect(!meter.isSpeaking(0))
    }

    @Test("is cleared by mute and leave at once")
    func cleared() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, 50, [25, 127])
        meter.clear(0)
        #expect(meter.active == nil)
        #expect(meter.loudness(of: 0) == .silence)
    }

    @Test("does not flutter between two who are equally loud")
    func flutter() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, 50, [30, 127])
        for _ in 0..<100 {
            run(&meter, 5, [30, 28])
            run(&meter, 5, [28, 30])
            #expect(meter.active == 0)
        }
    }

    @Test("moves to somebody clearly louder within half a second")
    func takeover() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, 50, [40, 127])
        run(&meter, 25, [40, 25])
        #expect(meter.active == 1)
    }

    @Test("levels follow decoded energy: loud speech reads louder than soft speech")
    func levels() {
        var meter = SpeakerMeter(capacity: 2)
        run(&meter, 50, [20, 45])
        #expect(meter.loudness(of: 0) > meter.loudness(of: 1))
        #expect(meter.loudness(of: 0) == level(20))
    }
}
