import InspectorCore
import Testing
import Wire

@Suite("clocks of other hosts")
struct ClockMapTests {
    private let process = ProcessKey(service: "push", instance: "push-1", epoch: 4)

    private func reading(_ offset: Int64, roundTrip: Int64, at second: Int64) -> ClockReading {
        ClockReading(
            process: process, offset: .microseconds(offset), roundTrip: .microseconds(roundTrip),
            takenAt: Moment(microseconds: second * 1_000_000))
    }

    private func record(wall: Int64, monotonic: Int64) -> TapRecord {
        let event = Proto.TapEvent(
            service: "push", instance: "push-1", epoch: 4, monotonicNs: UInt64(monotonic * 1_000), wallUs: UInt64(wall))
        return TapRecord(event, from: "t", arrivedAt: .zero)
    }

    @Test("the offset is taken off, and half the round trip is what it may be wrong by")
    func offset() {
        var clocks = ClockMap()
        let record = record(wall: 10_000_000, monotonic: 5_000_000)
        clocks.observe(record)
        #expect(clocks.corrected(record) == CorrectedMoment(moment: Moment(microseconds: 10_000_000), uncertainty: nil))
        clocks.take(reading(2_000, roundTrip: 300, at: 1))
        #expect(
            clocks.corrected(record)
                == CorrectedMoment(moment: Moment(microseconds: 9_998_000), uncertainty: .microseconds(150)))
    }

    @Test("a clock read over PING is compared with the middle of the round trip")
    func middle() {
        let reading = ClockReading(
            process: process, sentAt: Moment(microseconds: 100), peerWall: Moment(microseconds: 1_150),
            answeredAt: Moment(microseconds: 300))
        #expect(reading.offset == .microseconds(950))
        #expect(reading.roundTrip == .microseconds(200))
    }

    @Test("the reading with the shortest round trip is trusted, until it is a minute old")
    func shortest() {
        var clocks = ClockMap()
        clocks.take(reading(100, roundTrip: 300, at: 0))
        clocks.take(reading(900, roundTrip: 5_000, at: 59))
        #expect(clocks.readings.map(\.offset) == [.microseconds(100)])
        clocks.take(reading(120, roundTrip: 200, at: 59))
        #expect(clocks.readings.map(\.offset) == [.microseconds(120)])
        clocks.take(reading(900, roundTrip: 5_000, at: 119))
        #expect(clocks.readings.map(\.offset) == [.microseconds(900)])
    }

    @Test("a wall clock that is set between two events is told, and moves nothing")
    func step() {
        var clocks = ClockMap()
        #expect(clocks.observe(record(wall: 10_000_000, monotonic: 5_000_000)) == nil)
        #expect(clocks.observe(record(wall: 10_001_000, monotonic: 5_001_000)) == nil)
        let after = record(wall: 70_002_000, monotonic: 5_002_000)
        #expect(clocks.observe(after) == .seconds(60))
        #expect(clocks.corrected(after).moment == Moment(microseconds: 10_002_000))
    }

    @Test("a full map forgets the process that was measured longest ago")
    func capacity() {
        var clocks = ClockMap()
        for number in 0...ClockMap.capacity {
            clocks.take(
                ClockReading(
                    process: ProcessKey(service: "s", instance: "\(number)", epoch: 1), offset: .zero, roundTrip: .zero,
                    takenAt: Moment(microseconds: Int64(number))))
        }
        #expect(clocks.readings.count == ClockMap.capacity)
        #expect(!clocks.readings.contains { $0.process.instance == "0" })
    }
}
