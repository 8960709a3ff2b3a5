import InspectorCore
import Testing
import Wire

@Suite("what a watch has missed")
struct MissedEventsTests {
    private func record(_ sequence: UInt64, dropped: UInt64 = 0, instance: String = "signaling-1") -> TapRecord {
        TapRecord(
            Proto.TapEvent(
                sequence: sequence, droppedTotal: dropped, service: "signaling", instance: instance, epoch: 3),
            from: "tcp://" + instance, arrivedAt: .zero)
    }

    @Test("nothing is missed while the numbers follow each other")
    func complete() {
        var missed = MissedEvents()
        for number in 1...5 { #expect(missed.take(record(UInt64(number))) == nil) }
        #expect(missed.isComplete && missed.sentences.isEmpty)
    }

    @Test("a gap is counted at its process and said in a sentence, also one at the beginning")
    func gap() {
        var missed = MissedEvents()
        #expect(missed.take(record(3))?.count == 2)
        #expect(missed.take(record(4)) == nil)
        #expect(missed.take(record(40, dropped: 35))?.count == 35)
        #expect(missed.take(record(2, instance: "signaling-2"))?.count == 1)
        #expect(missed.sentences == ["37 events missed at signaling-1", "1 event missed at signaling-2"])
        #expect(missed.sources[0].droppedAtSource == 35 && missed.total == 38)
    }

    @Test("a new subscription begins to count anew")
    func resubscribed() {
        var missed = MissedEvents()
        for number in [1, 2, 1, 2, 3] { missed.take(record(UInt64(number))) }
        #expect(missed.isComplete)
    }

    @Test("a sample is never taken for the whole")
    func sampling() {
        let missed = MissedEvents(sampling: 16)
        #expect(!missed.isComplete)
        #expect(missed.sentences == ["only 1 call in 16 was sampled: counts are not totals"])
    }

    @Test("as many processes as fit are remembered, further ones are left alone")
    func capacity() {
        var missed = MissedEvents()
        for number in 0...MissedEvents.capacity { missed.take(record(1, instance: "i\(number)")) }
        #expect(missed.sources.count == MissedEvents.capacity)
    }
}
