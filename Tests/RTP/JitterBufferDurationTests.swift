import CallModel
import RTP
import TestSupport
import Testing

/// Packets that are longer or shorter than a frame. Row numbers as in `JitterBufferStreamTests`.
@Suite("Jitter buffer: durations")
struct JitterBufferDurationTests {
    @Test("row 15: durations may change in the middle of a stream")
    func changes() {
        var sender = Sender()
        for duration in [960, 1_920, 2_880, 480, 960] {
            sender.duration = duration
            sender.send(count: 40)
        }
        var rig = Rig()
        rig.run(sender.parcels, until: sender.time + 100)
        let skipped = rig.played.filter { $0.kind == .skipped }.count
        #expect(rig.heard.count + skipped == 200)
        #expect(rig.buffer.statistics.lost == 0 && rig.buffer.statistics.late == 0)
    }

    @Test("rows 16 and 17: any duration is used whole", arguments: [120, 240, 480, 960, 1_920, 2_880, 3_840, 5_760])
    func anyDuration(duration: Int) {
        var sender = Sender()
        sender.duration = duration
        sender.send(count: 5 * 48_000 / duration)
        let count = sender.parcels.count
        var rig = Rig()
        rig.run(sender.parcels, until: sender.time + 200)
        let skipped = rig.played.filter { $0.kind == .skipped }.count
        #expect(rig.heard.count + skipped == count)
        #expect(rig.samples(.decoded) == (count - skipped) * duration)
        #expect(rig.samples(.concealed, until: sender.time - 100) == 0)
        #expect(rig.largestDelay <= .milliseconds(300))
    }

    @Test(
        "section 4.4: steady, wrapping, pausing and long-packet streams lose nothing",
        arguments: [480, 960, 1_920, 2_880])
    func janusTable(duration: Int) {
        var sender = Sender(sequence: 65_500)
        sender.duration = duration
        sender.send(count: 100)
        for _ in 0..<5 {
            sender.pause(200)
            sender.send(count: 50)
        }
        for _ in 0..<5 {
            sender.pause(380)
            sender.send()
        }
        sender.pause(380)
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels, until: sender.time + 200)
        #expect(rig.buffer.statistics.lost == 0 && rig.buffer.statistics.late == 0)
        let skipped = rig.played.filter { $0.kind == .skipped }.count
        #expect(rig.heard.count + skipped == sender.id)
    }

    @Test("a duration no Opus packet has is refused", arguments: [0, -960, 1, 119, 5_761, 6_000, 48_000])
    func impossible(duration: Int) {
        var rig = Rig()
        rig.deliver(Parcel(id: 0, sequence: 1, timestamp: 1, duration: duration, arrival: 0))
        #expect(rig.insertions == [.refused])
        #expect(rig.buffer.statistics.refused == 1)
    }

    @Test("a payload at the capacity is taken, one byte more is refused")
    func payloadBound() {
        var configuration = JitterBufferConfiguration()
        configuration.payloadCapacity = ByteCount(100)
        var rig = Rig(configuration)
        rig.deliver(Parcel(id: 0, sequence: 1, timestamp: 960, payloadCount: 100, arrival: 0))
        rig.deliver(Parcel(id: 1, sequence: 2, timestamp: 1_920, payloadCount: 101, arrival: 20))
        #expect(rig.insertions == [.accepted, .refused])
    }

    @Test("with all slots taken the oldest packet gives way")
    func slotBound() {
        var configuration = JitterBufferConfiguration()
        configuration.capacity = 8
        configuration.initialDelay = SampleCount(19_200)
        var sender = Sender()
        sender.send(count: 9)
        var rig = Rig(configuration)
        for parcel in sender.parcels.prefix(8) { rig.deliver(parcel) }
        #expect(rig.buffer.statistics.skipped == 0)
        rig.deliver(sender.parcels[8])
        #expect(rig.buffer.statistics.skipped == 1)
        #expect(rig.insertions == Array(repeating: .accepted, count: 9))
    }

    @Test("played packets stay readable for a mixer that selects their sender late")
    func backlog() {
        var sender = Sender()
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels, until: 900)
        var ids: [UInt8] = []
        for back in 0..<8 {
            guard let slot = rig.buffer.played(back: back) else { continue }
            ids.append(rig.buffer.withPayload(of: slot) { $0[0] })
        }
        let newest = UInt8(rig.heard.last!)
        #expect(ids == (0..<8).map { newest - $0 })
        #expect(rig.buffer.played(back: 64) == nil && rig.buffer.played(back: -1) == nil)
    }
}
