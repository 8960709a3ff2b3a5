import CallModel
import RTP
import TestSupport
import Testing

/// Seeded walks through everything at once; the rig checks the laws at every step: exact output length, strictly
/// increasing playout, no packet twice, bounded work.
@Suite("Jitter buffer: walks")
struct JitterBufferWalkTests {
    @Test("a walk through loss, jitter, duplicates, pauses, jumps and new sources keeps the laws", arguments: 0..<24)
    func walk(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var sender = Sender()
        sender.sequence = UInt16(truncatingIfNeeded: random.next(in: 0...65_535))
        sender.timestamp = UInt32(truncatingIfNeeded: random.next(in: 0...Int(UInt32.max)))
        var jitter = 0
        for _ in 0..<800 {
            switch random.next(in: 0...199) {
            case 0: sender.pause(Double(random.next(in: 20...3_000)), clockGoesOn: random.chance(percent: 50))
            case 1: sender.sequence = UInt16(truncatingIfNeeded: random.next(in: 0...65_535))
            case 2: sender.timestamp = UInt32(truncatingIfNeeded: random.next(in: 0...Int(UInt32.max)))
            case 3: sender.ssrc = UInt32(random.next(in: 0...3))
            case 4: sender.duration = [120, 480, 960, 1_920, 2_880, 5_760][random.next(in: 0...5)]
            case 5: jitter = random.next(in: 0...500)
            case 6: sender.isQuiet.toggle()
            default: break
            }
            sender.send(delay: random.chance(percent: 5) ? nil : Double(random.next(in: 0...jitter)))
            if random.chance(percent: 3), var copy = sender.parcels.last {
                copy.arrival += Double(random.next(in: 0...200))
                sender.parcels.append(copy)
            }
        }
        // Sequence and timestamp jumps renumber the stream, so a delayed packet can be heard after a later id: the
        // rig's order law holds for walks without jumps only; there ids are cut to what the buffer can promise.
        var rig = Rig(checksOrder: false)
        rig.run(sender.parcels, until: sender.time + 1_000)
        #expect(rig.largestDelay <= .milliseconds(400), "seed \(seed)")
        let ids = rig.heard
        #expect(Set(ids).count == ids.count || hasDuplicates(sender), "seed \(seed): a packet was played twice")
    }

    @Test("a walk over one timeline never plays out of order or twice", arguments: 100..<124)
    func orderedWalk(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var sender = Sender()
        sender.duration = [480, 960, 1_920, 2_880][seed % 4]
        var jitter = 0
        for _ in 0..<800 {
            switch random.next(in: 0...99) {
            case 0: sender.pause(Double(random.next(in: 20...900)))
            case 1: jitter = random.next(in: 0...300)
            case 2: sender.isQuiet.toggle()
            default: break
            }
            sender.send(delay: random.chance(percent: 5) ? nil : Double(random.next(in: 0...jitter)))
            if random.chance(percent: 5), var copy = sender.parcels.last {
                copy.arrival += Double(random.next(in: 0...200))
                sender.parcels.append(copy)
            }
        }
        var rig = Rig()
        rig.run(sender.parcels, until: sender.time + 1_000)
        #expect(rig.largestDelay <= .milliseconds(400), "seed \(seed)")
        #expect(rig.buffer.statistics.accepted >= UInt64(rig.heard.count))
    }

    @Test("hostile numbers never trap and never stop the output", arguments: 200..<208)
    func hostile(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var rig = Rig(checksOrder: false)
        var time = 0.0
        for _ in 0..<1_500 {
            time += Double(random.next(in: 0...15))
            rig.deliver(
                Parcel(
                    id: random.next(in: 0...100_000), sequence: UInt16(truncatingIfNeeded: random.next(in: 0...70)),
                    timestamp: UInt32(truncatingIfNeeded: random.next(in: 0...100) * 480),
                    ssrc: UInt32(random.next(in: 0...1)), duration: random.next(in: 1...48) * 120,
                    payloadCount: random.next(in: 0...60), arrival: time + Double(random.next(in: -500...500))))
            rig.pull(time)
        }
        // Overlapping packets add up to one packet to the cap.
        #expect(rig.largestDelay <= .milliseconds(520), "seed \(seed)")
    }

    /// A renumbered stream can make the same parcel plausible in two timelines.
    private func hasDuplicates(_ sender: Sender) -> Bool {
        Set(sender.parcels.map(\.id)).count != sender.parcels.count
    }
}
