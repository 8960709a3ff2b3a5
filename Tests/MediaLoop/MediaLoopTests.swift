import CallModel
import Datagram
import MediaCore
import MediaTestSupport
import RTP
import Realtime
import TestSupport
import Testing

@testable import MediaLoop

extension RealTimeTests {
    @Suite("a loop on real sockets")
    struct MediaLoopTests {}
}

extension RealTimeTests.MediaLoopTests {
    private var tones: [Double] { [440, 610, 870] }

    @Test("of three phones, each hears the two others and not itself, on one unbroken stream")
    func threePhones() throws {
        let harness = try LoopHarness()
        for hertz in tones { try harness.join(.tone(hertz)) }
        for (own, phone) in harness.phones.enumerated() {
            let others = tones.filter { $0 != tones[own] }
            #expect(try harness.waitUntil(phone, hears: others, butNot: [tones[own]]))
            expectUnbroken(phone.headers)
            #expect(phone.undecodable == 0)
        }
    }

    @Test("somebody who joins a running call is heard, and no more after he left")
    func joinAndLeave() throws {
        let harness = try LoopHarness()
        let listener = try harness.join(.silence)
        try harness.join(.tone(440))
        #expect(try harness.waitUntil(listener, hears: [440]))
        try harness.join(.tone(870))
        #expect(try harness.waitUntil(listener, hears: [440, 870]))
        harness.leave(2)
        #expect(try harness.waitUntil(listener, hears: [440], butNot: [870]))
        expectUnbroken(listener.headers)
    }

    @Test("mute holds from the server's word on, and unmute brings the voice back")
    func mute() throws {
        let harness = try LoopHarness()
        let listener = try harness.join(.silence)
        try harness.join(.tone(440))
        #expect(try harness.waitUntil(listener, hears: [440]))
        harness.mute(1, true)
        #expect(try harness.waitUntil(listener, hears: [], butNot: [440]))
        harness.mute(1, false)
        #expect(try harness.waitUntil(listener, hears: [440]))
    }

    @Test("a phone that changes its address is followed, and stays heard")
    func addressMove() throws {
        let harness = try LoopHarness()
        let mover = try harness.join(.tone(440))
        let other = try harness.join(.tone(870))
        #expect(try harness.waitUntil(mover, hears: [870]))
        try mover.move()
        let heardBefore = mover.headers.count
        try harness.run(milliseconds: 500)
        #expect(mover.headers.count > heardBefore + 10)
        #expect(try harness.waitUntil(mover, hears: [870]))
        #expect(try harness.waitUntil(other, hears: [440]))
    }

    @Test("packets that are not authentic move nobody and disturb nobody")
    func forgery() throws {
        let harness = try LoopHarness()
        let victim = try harness.join(.tone(440))
        let other = try harness.join(.tone(870))
        var forged = victim.grant
        forged.sendKey[0] ^= 1
        let forger = try TestPhone(forged, voice: .tone(1_500))
        try harness.run(milliseconds: 200)
        let replayed = try victim.nextPacket() ?? []
        victim.send(replayed)
        for _ in 0..<40 {
            try forger.talk()
            forger.send(replayed)
            try forger.report()
            try harness.run(milliseconds: 20)
            try forger.listen()
        }
        #expect(forger.headers.isEmpty, "nothing is sent to where a forged or replayed packet came from")
        #expect(try harness.waitUntil(victim, hears: [870]))
        #expect(try harness.waitUntil(other, hears: [440], butNot: [1_500]))
        #expect(harness.control.load().unauthentic >= 100)
    }

    @Test("garbage of every length, truncated and oversized packets, unknown sources and payload types are harmless")
    func garbage() throws {
        let harness = try LoopHarness()
        let talker = try harness.join(.tone(440))
        let listener = try harness.join(.silence)
        var chance = SeededGenerator(seed: 5)
        for round in 0..<40 {
            for _ in 0..<50 {
                var bytes = chance.bytes(chance.next(in: 0...1_600))
                // Half of them look like media, from a source that is here.
                if chance.chance(percent: 50), bytes.count >= 12 {
                    bytes[0] = 0x80
                    bytes[1] = chance.chance(percent: 50) ? 111 : 200
                    let ssrc = talker.grant.sendSSRC
                    for index in 0..<4 {
                        bytes[8 + index] = UInt8(truncatingIfNeeded: ssrc >> (24 - 8 * UInt32(index)))
                    }
                }
                listener.send(bytes)
            }
            if round == 20, let packet = try talker.nextPacket() {
                for length in 0..<packet.count { listener.send(Array(packet.prefix(length))) }
            }
            try harness.run(milliseconds: 20)
        }
        #expect(try harness.waitUntil(listener, hears: [440]))
        let load = harness.control.load()
        #expect(load.strangers + load.unauthentic >= 1_500)
    }

    @Test("a phone that falls silent on the network is reported once, in time; one that only reports lives")
    func timeout() throws {
        var configuration = LoopConfiguration(address: .loopback())
        configuration.receiveTimeout = .milliseconds(400)
        let harness = try LoopHarness(configuration)
        let vanishing = try harness.join(.tone(440))
        let reporting = try harness.join(.nothing)
        try harness.join(.silence)
        try harness.run(milliseconds: 300)
        vanishing.voice = .nothing
        var silentTicks = 0
        while harness.events.isEmpty && silentTicks < 250 {
            if silentTicks % 5 == 0 { try reporting.report() }
            try harness.run(milliseconds: 20)
            silentTicks += 1
        }
        #expect(harness.events == [.timedOut(harness.number(0), RoomNumber(1))])
        #expect(silentTicks >= 18, "not before its time")
        for _ in 0..<30 {
            try reporting.report()
            try harness.run(milliseconds: 20)
        }
        #expect(harness.events.count == 1)
    }

    @Test("thirty phones in one room: everybody hears the talkers, at one encode per talker and one for all")
    func thirty() throws {
        let harness = try LoopHarness()
        for index in 0..<30 { try harness.join(index < 3 ? .tone(tones[index]) : .nothing) }
        // Whoever sends no audio makes himself known by a report.
        for phone in harness.phones { try phone.report() }
        for (own, phone) in harness.phones.enumerated() {
            let others = tones.indices.filter { $0 != own }.map { tones[$0] }
            let hears = try harness.waitUntil(phone, hears: others, butNot: own < 3 ? [tones[own]] : [])
            try #require(hears, "phone \(own)")
        }
        let before = harness.control.load()
        try harness.run(milliseconds: 500)
        let after = harness.control.load()
        // Fewer where a late packet left a moment of silence; never more.
        #expect(after.encodes - before.encodes <= (after.ticks - before.ticks) * 4)
        #expect(after.encodes > before.encodes)
    }

    @Test("reports tell the phone about its stream and the room about the phone")
    func reports() throws {
        let harness = try LoopHarness()
        let phone = try harness.join(.tone(440))
        try harness.join(.tone(870))
        try harness.run(milliseconds: 2_300)
        let senders = phone.reports.filter { if case .sender(phone.grant.receiveSSRC, _) = $0 { true } else { false } }
        #expect(senders.count >= 2)
        let lost = phone.reports.compactMap { item -> Int32? in
            if case .reception(_, let report) = item, report.ssrc == phone.grant.sendSSRC {
                report.cumulativeLost
            } else {
                nil
            }
        }
        #expect(lost.last == 0)
        #expect(try harness.wait { $0.snapshots[0].latest().packetsSent > 100 })
        let snapshot = harness.snapshots[0].latest()
        #expect(snapshot.packetsReceived > 100)
        #expect(snapshot.packetsLost == 0)
        #expect(snapshot.volume > 50)
    }

    @Test("without participants there are no ticks, whatever the number of rooms")
    func emptyRooms() throws {
        let harness = try LoopHarness()
        for number in UInt64(2)...500 { try harness.control.open(RoomNumber(number)) }
        try harness.join(.silence)
        #expect(try harness.wait { $0.control.load().ticks > 5 })
        harness.leave(0)
        try harness.run(milliseconds: 100)
        let before = harness.control.load().ticks
        try harness.run(milliseconds: 500)
        #expect(harness.control.load().ticks == before)
    }

    @Test("memory comes back to be freed by the control side")
    func giveBack() throws {
        let harness = try LoopHarness()
        weak var snapshot: LatestValueCell<ParticipantSnapshot>?
        try harness.join(.silence)
        snapshot = harness.snapshots[0]
        harness.dropSnapshots()
        try harness.run(milliseconds: 60)
        #expect(snapshot != nil)
        harness.leave(0)
        #expect(try harness.wait { _ in snapshot == nil })
    }
}

/// Same source throughout, sequence numbers without a gap, timestamps that never go back and move by whole frames.
private func expectUnbroken(_ headers: [RTPHeader]) {
    #expect(!headers.isEmpty)
    for (earlier, later) in zip(headers, headers.dropFirst()) {
        #expect(later.ssrc == earlier.ssrc)
        #expect(later.sequenceNumber == earlier.sequenceNumber &+ 1)
        let step = later.timestamp &- earlier.timestamp
        #expect(step % 960 == 0 && step > 0 && step < 960 * 60)
    }
}
