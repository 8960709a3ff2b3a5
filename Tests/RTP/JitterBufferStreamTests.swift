import CallModel
import RTP
import TestSupport
import Testing

/// Streams that jump, restart, pause and change hands. Row numbers are those of the collection of public reports the
/// buffer was designed against.
@Suite("Jitter buffer: streams")
struct JitterBufferStreamTests {
    @Test("a steady stream is played whole, in order, after the initial delay")
    func steady() {
        var sender = Sender()
        sender.send(count: 500)
        var rig = Rig()
        rig.run(sender.parcels, until: 10_200)
        #expect(rig.heard.count + rig.played.filter { $0.kind == .skipped }.count == 500)
        #expect(rig.buffer.statistics.lost == 0)
        #expect(rig.samples(.silent, until: 10_000) <= 960 * 4)
    }

    @Test("row 1: a new SSRC with random numbers is followed at once")
    func newSource() {
        var sender = Sender()
        sender.send(count: 100)
        sender.ssrc = 99
        sender.sequence = 43_210
        sender.timestamp = 0xFFFF_0000
        sender.send(count: 100)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_100)
        #expect(rig.heard.count >= 198)
        #expect(rig.samples(.silent, from: 200, until: 3_900) == 0)
        #expect(rig.buffer.statistics.sourceChanges == 1)
    }

    @Test("row 2: a new SSRC may start far behind the old one", arguments: [21_294 - 12_676, 32_767, 1, 1_000])
    func newSourceBehind(distance: Int) {
        var sender = Sender(sequence: 40_000)
        sender.send(count: 50)
        sender.ssrc = 2
        sender.sequence = UInt16(truncatingIfNeeded: 40_050 - distance)
        sender.timestamp &-= 480_000
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels, until: 2_100)
        #expect(rig.heard.count >= 98)
    }

    @Test("row 4: jumps are followed within a few packets", arguments: [1_001, -1_001, 5_000, -20_000])
    func sequenceJump(jump: Int) {
        var sender = Sender()
        sender.send(count: 100)
        sender.sequence = UInt16(truncatingIfNeeded: Int(sender.sequence) + jump)
        sender.timestamp = UInt32(truncatingIfNeeded: Int64(sender.timestamp) + Int64(jump) * 960)
        sender.send(count: 100)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_100)
        #expect(rig.heard.count >= 197)
        #expect(rig.buffer.statistics.resyncs == 1)
    }

    @Test("row 4: timestamp jumps are followed", arguments: [30.0, -30.0, 31.0, 3_600.0])
    func timestampJump(seconds: Double) {
        var sender = Sender()
        sender.send(count: 100)
        sender.timestamp = UInt32(truncatingIfNeeded: Int64(sender.timestamp) + Int64(seconds * 48_000))
        sender.send(count: 100)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_100)
        #expect(rig.heard.count >= 197)
        #expect(rig.samples(.silent, from: 200, until: 3_900) == 0)
    }

    @Test("row 4: a wrap of sequence number and timestamp is no jump")
    func wrap() {
        var sender = Sender(sequence: 65_500, timestamp: UInt32.max - 50_000)
        sender.send(count: 200)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_000)
        #expect(rig.heard.count >= 196)
        #expect(rig.buffer.statistics.resyncs == 0 && rig.buffer.statistics.lost == 0)
    }

    @Test("row 4: one stray packet changes nothing")
    func stray() {
        var sender = Sender()
        sender.send(count: 50)
        let stray = Parcel(id: 0, sequence: 9, timestamp: 5, arrival: 1_004)
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels + [stray], until: 2_000)
        #expect(rig.buffer.statistics.resyncs == 0 && rig.buffer.statistics.lost == 0)
        #expect(rig.insertions.contains(.held))
    }

    @Test("row 5: a change of SSRC with the buffer full loses nothing that was queued")
    func newSourceWhileFull() {
        var configuration = JitterBufferConfiguration()
        configuration.minimumDelay = SampleCount(9_600)
        configuration.initialDelay = SampleCount(9_600)
        var sender = Sender()
        sender.send(count: 50)
        sender.ssrc = 7
        sender.sequence = 3
        sender.timestamp = 12
        sender.send(count: 50)
        var rig = Rig(configuration)
        rig.run(sender.parcels, until: 2_400)
        #expect(rig.heard == Array(0..<100))
    }

    @Test("row 5: stragglers of the old SSRC do not take the stream back")
    func stragglers() {
        var sender = Sender()
        sender.send(count: 50)
        var late = sender
        late.parcels = []
        late.send(count: 2, delay: 60)
        sender.ssrc = 7
        sender.sequence = 3
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels + late.parcels, until: 2_000)
        #expect(rig.buffer.statistics.sourceChanges == 1)
        #expect(rig.buffer.statistics.refused == 2)
    }

    @Test("row 11: a timestamp that restarts at 0 while numbers go on is a new timeline, heard at once")
    func timestampRestart() {
        var sender = Sender(timestamp: 3_000_000)
        sender.send(count: 100)
        sender.timestamp = 0
        sender.send(count: 100)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_100)
        #expect(rig.heard.count >= 198)
        #expect(rig.samples(.silent, from: 200, until: 3_900) == 0)
    }

    @Test("row 13: 14 hours without packets, and the clock half way round")
    func longPause() {
        var sender = Sender()
        sender.send(count: 50)
        sender.pause(14 * 3_600_000)
        sender.send(count: 50)
        var rig = Rig()
        rig.run(Array(sender.parcels.prefix(50)), until: 1_500)
        // Nobody pulls for 14 hours' worth of frames here: the receiver idles, then goes on.
        rig.phase += 14 * 3_600_000 - 1_000
        rig.run(Array(sender.parcels.suffix(50)), until: 14 * 3_600_000 + 2_100)
        #expect(rig.heard.suffix(50).first == 50)
        #expect(rig.heard.count >= 98)
    }

    @Test(
        "rows 10 and 40: after a pause the first word is whole, with the clock stopped or running",
        arguments: [100.0, 200, 1_000, 10_000, 600_000], [true, false])
    func pauses(length: Double, clockGoesOn: Bool) {
        var sender = Sender()
        sender.send(count: 50)
        sender.pause(length, clockGoesOn: clockGoesOn)
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels, until: 2_200 + length)
        #expect(rig.heard.suffix(10).last == 99)
        for id in 50..<70 { #expect(rig.heard.contains(id), "packet \(id) after a pause of \(length) ms") }
        #expect(rig.buffer.statistics.lost == 0 && rig.buffer.statistics.late == 0)
        #expect(rig.largestDelay(from: 2_000 + length) <= .milliseconds(80))
    }

    @Test("row 42: nothing said before a mute is heard after it")
    func flush() {
        var sender = Sender()
        sender.send(count: 60)
        var rig = Rig()
        rig.run(Array(sender.parcels.prefix(50)), until: 1_025)
        rig.buffer.flush()
        let before = rig.heard.count
        rig.run(Array(sender.parcels[45..<50]), until: 1_225)
        #expect(rig.heard.count == before)
        #expect(rig.buffer.queuedDelay == .zero)
    }

    @Test("row 39: comfort packets every 400 ms are neither loss nor jitter")
    func discontinuous() {
        var sender = Sender()
        sender.send(count: 50)
        for _ in 0..<150 {
            sender.pause(380)
            sender.send()
        }
        sender.pause(380)
        sender.send(count: 50)
        var rig = Rig()
        rig.run(sender.parcels, until: sender.time + 300)
        #expect(rig.buffer.statistics.lost == 0)
        #expect(rig.samples(.concealed) <= 960 * 12)
        #expect(rig.buffer.targetDelay <= .milliseconds(40))
        for id in 200..<250 { #expect(rig.heard.contains(id)) }
    }
}
