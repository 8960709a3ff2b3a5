import CallModel
import RTP
import TestSupport
import Testing

/// Loss, reordering, jitter, bursts and drifting clocks. Row numbers as in `JitterBufferStreamTests`.
@Suite("Jitter buffer: networks")
struct JitterBufferNetworkTests {
    @Test("row 18: after a minute of heavy jitter the delay is low again within seconds")
    func delayShrinks() {
        var random = SeededGenerator(seed: 18)
        var sender = Sender()
        for _ in 0..<3_000 { sender.send(delay: Double(random.next(in: 0...400))) }
        let calm = sender.time
        sender.send(count: 1_000)
        var rig = Rig()
        rig.run(sender.parcels, until: calm + 20_000)
        #expect(rig.largestDelay(from: calm - 20_000, until: calm) > .milliseconds(200))
        #expect(rig.largestDelay(from: calm + 8_000) <= .milliseconds(80))
        #expect(rig.largestDelay <= .milliseconds(440))
    }

    @Test("row 18: during heavy jitter most of the speech is heard")
    func jitterIsAbsorbed() {
        var random = SeededGenerator(seed: 181)
        var sender = Sender()
        for _ in 0..<3_000 { sender.send(delay: Double(random.next(in: 0...200))) }
        var rig = Rig()
        rig.run(sender.parcels, until: 61_000)
        #expect(rig.heard.count > 2_850, "\(rig.buffer.statistics)")
    }

    @Test("rows 19 and 54: a drifting sender is played at a bounded delay", arguments: [300.0, 500, -500])
    func drift(partsPerMillion: Double) {
        var sender = Sender(rate: 1 - partsPerMillion / 1_000_000)
        let minutes = 4.0
        sender.send(count: Int(minutes * 3_000))
        var rig = Rig()
        rig.run(sender.parcels, until: minutes * 60_000 * sender.rate - 100)
        #expect(rig.largestDelay(from: 2_000) <= .milliseconds(90))
        #expect(rig.buffer.statistics.lost == 0)
        // What is removed or made up is what the clocks differ by, and no more than two frames off.
        let difference = minutes * 60 * 48_000 * abs(partsPerMillion) / 1_000_000
        let adjusted = rig.samples(partsPerMillion > 0 ? .skipped : .concealed)
        #expect(abs(Double(adjusted) - difference) <= 960 * 3, "\(adjusted) samples for \(difference)")
        let heard = Double(rig.heard.count) / (minutes * 3_000)
        #expect(heard > 0.998)
    }

    @Test("row 20: a burst of 25 packets after a stall does not pile up")
    func burstAfterStall() {
        var sender = Sender()
        sender.send(count: 100)
        let resume = 2_500.0
        for _ in 0..<25 { sender.send(delay: max(5, resume - sender.time - 20)) }
        sender.send(count: 400)
        var rig = Rig()
        rig.run(sender.parcels, until: 10_000)
        #expect(rig.largestDelay <= .milliseconds(440))
        #expect(rig.largestDelay(from: resume + 4_000) <= .milliseconds(80))
        #expect(rig.heard.suffix(300).count == 300 && rig.heard.last! >= 480)
    }

    @Test("row 20: a stall within the cap loses no speech")
    func shortStall() {
        var sender = Sender()
        sender.send(count: 100)
        for _ in 0..<12 { sender.send(delay: max(5, 2_240 - sender.time - 20)) }
        sender.send(count: 400)
        var rig = Rig()
        rig.run(sender.parcels, until: 10_000)
        for id in 100..<112 { #expect(rig.heard.contains(id) || rig.buffer.statistics.removedSamples > 0) }
        #expect(rig.buffer.statistics.lost == 0 && rig.buffer.statistics.skipped == 0)
        #expect(rig.largestDelay(from: 7_000) <= .milliseconds(80))
    }

    @Test("row 21: a 3 s outage, lost or delivered late, leaves no lasting delay", arguments: [true, false])
    func outage(isLost: Bool) {
        var sender = Sender()
        sender.send(count: 100)
        for _ in 0..<150 { sender.send(delay: isLost ? nil : max(5, 5_000 - sender.time - 20)) }
        sender.send(count: 400)
        var rig = Rig()
        rig.run(sender.parcels, until: 12_900)
        #expect(rig.largestDelay(from: 5_500) <= .milliseconds(440))
        #expect(rig.largestDelay(from: 9_000) <= .milliseconds(80))
        for id in 260..<270 { #expect(rig.heard.contains(id)) }
    }

    @Test("row 23: one lost packet costs one packet, at its deadline")
    func singleLoss() {
        var sender = Sender()
        sender.send(count: 100)
        sender.send(delay: nil)
        sender.send(count: 100)
        var rig = Rig()
        rig.run(sender.parcels, until: 4_000)
        #expect(rig.buffer.statistics.lost == 1)
        #expect(rig.samples(.recovered) + rig.samples(.concealed) == 960)
        #expect(rig.largestDelay(from: 2_000) <= .milliseconds(60))
    }

    @Test("row 24: packets reordered by up to four places are all played")
    func reordering() {
        var random = SeededGenerator(seed: 24)
        var sender = Sender()
        for _ in 0..<2_000 {
            let isReordered = random.chance(percent: 5)
            sender.send(delay: isReordered ? 5 + Double(random.next(in: 1...4)) * 20 + 1 : 5)
        }
        var rig = Rig()
        rig.run(sender.parcels, until: 40_000)
        let late = rig.buffer.statistics.late
        #expect(late < 40, "\(rig.buffer.statistics)")
        #expect(rig.heard.count + rig.played.filter { $0.kind == .skipped }.count > 1_950)
    }

    @Test("row 24: reordering inside the delay that is there costs nothing")
    func smallReordering() {
        var configuration = JitterBufferConfiguration()
        configuration.minimumDelay = SampleCount(3_840)
        configuration.initialDelay = SampleCount(3_840)
        var sender = Sender()
        for index in 0..<500 { sender.send(delay: index % 7 == 3 ? 66 : 5) }
        var rig = Rig(configuration)
        rig.run(sender.parcels, until: 10_000)
        #expect(rig.buffer.statistics.late == 0 && rig.buffer.statistics.lost == 0)
        #expect(rig.samples(.concealed) == 0)
    }

    @Test("row 26: the delay falls in continuous talk too, and faster in a pause", arguments: [false, true])
    func continuousTalk(isQuiet: Bool) {
        var sender = Sender()
        sender.send(count: 50)
        for _ in 0..<15 { sender.send(delay: max(5, 1_300 - sender.time - 20)) }
        sender.isQuiet = isQuiet
        sender.send(count: 1_000)
        var rig = Rig()
        rig.run(sender.parcels, until: 20_000)
        let low = rig.delays.first { $0.time > 1_400 && $0.queued <= .milliseconds(60) }
        #expect((low?.time ?? .infinity) < (isQuiet ? 4_000 : 6_000))
        #expect(rig.largestDelay(from: 10_000) <= .milliseconds(80))
    }

    @Test("row 27: every loss becomes one lost packet and exactly its time", arguments: [2, 5, 20, 70])
    func randomLoss(percent: Int) {
        var random = SeededGenerator(seed: UInt64(percent))
        var sender = Sender()
        var lost = 0
        for index in 0..<2_000 {
            let isLost = index > 10 && index < 1_900 && random.chance(percent: percent)
            lost += isLost ? 1 : 0
            sender.send(delay: isLost ? nil : 5)
        }
        var rig = Rig()
        rig.run(sender.parcels, until: 40_000)
        #expect(rig.buffer.statistics.lost == UInt64(lost))
        let skipped = rig.played.filter { $0.kind == .skipped }.count
        #expect(rig.heard.count + skipped >= 2_000 - lost - 4)
        #expect(rig.largestDelay(from: 4_000) <= .milliseconds(120))
    }

    @Test("row 27: bursts of every length, and every 50th packet", arguments: Array(1...25))
    func lossBursts(length: Int) {
        var sender = Sender()
        for index in 0..<1_000 { sender.send(delay: index >= 50 && index % 50 < length && index < 950 ? nil : 5) }
        var rig = Rig()
        rig.run(sender.parcels, until: 20_000)
        #expect(rig.buffer.statistics.lost == UInt64(18 * length))
        #expect(rig.largestDelay(from: 3_000) <= .milliseconds(100))
    }

    @Test("row 28: of three missing packets the last is recovered, the others are concealed, each in its place")
    func recoverTheLast() {
        var configuration = JitterBufferConfiguration()
        configuration.minimumDelay = SampleCount(4_800)
        configuration.initialDelay = SampleCount(4_800)
        var sender = Sender()
        sender.send(count: 50)
        for _ in 0..<3 { sender.send(delay: nil) }
        sender.send(count: 50)
        var rig = Rig(configuration)
        rig.run(sender.parcels, until: 1_500)
        let before = rig.played.firstIndex { $0.id == 49 }!
        let kinds = rig.played[before...].prefix(5).map(\.kind)
        #expect(kinds == [.decoded, .concealed, .concealed, .recovered, .decoded])
        #expect(rig.played[before + 3].id == 53 && rig.played[before + 4].id == 53)
        #expect(rig.played[before + 4].position - rig.played[before].position == 4 * 960)
    }

    @Test("row 29: loss around a change of duration conceals exactly what is missing", arguments: [480, 1_920, 2_880])
    func lossAtDurationChange(duration: Int) {
        var configuration = JitterBufferConfiguration()
        configuration.minimumDelay = SampleCount(7_200)
        configuration.initialDelay = SampleCount(7_200)
        for lossAfterChange in [false, true] {
            var sender = Sender()
            sender.send(count: 50)
            if !lossAfterChange { sender.send(delay: nil) }
            sender.duration = duration
            if lossAfterChange { sender.send(delay: nil) }
            sender.send(count: 40)
            var rig = Rig(configuration)
            rig.run(sender.parcels, until: sender.time)
            let missing = lossAfterChange ? duration : 960
            #expect(rig.samples(.recovered) + rig.samples(.concealed) == missing)
        }
    }

    @Test("row 31: whatever the phase between arrivals and ticks, nothing is missing in the middle")
    func phaseSweep() {
        var random = SeededGenerator(seed: 31)
        for step in 0..<40 {
            var sender = Sender()
            for _ in 0..<300 { sender.send(delay: 5 + Double(random.next(in: -1_000...1_000)) / 1_000) }
            var rig = Rig(phase: Double(step) / 2)
            rig.run(sender.parcels, until: 5_900)
            #expect(rig.samples(.concealed) == 0, "phase \(Double(step) / 2) ms")
            #expect(rig.samples(.silent, from: 150) == 0)
            #expect(rig.buffer.statistics.lost == 0)
        }
    }

    @Test("row 34: a receiver that stalls 200 ms and catches up plays everything, with no lasting delay")
    func receiverStall() {
        var sender = Sender()
        sender.send(count: 500)
        var rig = Rig()
        rig.run(Array(sender.parcels.prefix(98)), until: 1_990)
        // Ten frames are pulled at once after everything of those 200 ms has arrived.
        for parcel in sender.parcels[98..<110] { rig.deliver(parcel) }
        rig.run(Array(sender.parcels.suffix(from: 110)), until: 10_000)
        #expect(rig.samples(.concealed) == 0 && rig.buffer.statistics.lost == 0)
        #expect(rig.largestDelay(from: 4_000) <= .milliseconds(60))
    }
}
