import Datagram
import MediaCore
import MediaTestSupport
import Realtime
import Testing

@testable import MediaLoop

/// How loud `hertz` is in the last 400 ms that a member heard, in dB against the tone as it was sent.
private func level(_ hertz: Double, heardBy member: RoomHarness.Member, milliseconds: Int = 400) -> Double {
    Tone.decibels(Tone.amplitude(of: hertz, in: member.tail(milliseconds: milliseconds)), over: 8_000)
}

@Suite("a room in virtual time")
struct LoopRoomTests {
    private let tones = [440.0, 610, 870]

    @Test("of three, each hears the two others and not himself")
    func threeTones() throws {
        let harness = try RoomHarness()
        let members = try tones.map { try harness.join(.tone($0)) }
        try harness.run(milliseconds: 2_000)
        for (own, member) in members.enumerated() {
            for (other, hertz) in tones.enumerated() {
                let heard = level(hertz, heardBy: member)
                if own == other {
                    #expect(heard < -40, "leak of \(hertz) Hz: \(heard) dB")
                } else {
                    #expect(abs(heard) < 3, "\(hertz) Hz: \(heard) dB")
                }
            }
        }
    }

    @Test("listeners who are silent hear all talkers through one shared stream")
    func listeners() throws {
        let harness = try RoomHarness()
        for hertz in tones { _ = try harness.join(.tone(hertz)) }
        let silent = try harness.join(.silence)
        let absent = try harness.join(.nothing)
        try harness.run(milliseconds: 1_000)
        for listener in [silent, absent] {
            #expect(listener.participant.encoder == nil)
            for hertz in tones { #expect(abs(level(hertz, heardBy: listener)) < 3) }
        }
        #expect(silent.heard == absent.heard)
    }

    @Test("a tick costs one encode per contributor and one for everybody else, however many those are")
    func encodesPerTick() throws {
        let harness = try RoomHarness()
        for hertz in tones { _ = try harness.join(.tone(hertz)) }
        for _ in 0..<27 { _ = try harness.join(.nothing) }
        try harness.run(milliseconds: 600)
        let before = harness.encodes
        try harness.run(milliseconds: 1_000)
        #expect(harness.encodes - before == 50 * 4)
    }

    @Test("thirty in a room: everybody hears the talkers, nobody hears himself")
    func thirty() throws {
        let harness = try RoomHarness()
        for index in 0..<30 { _ = try harness.join(index < 3 ? .tone(tones[index]) : .nothing) }
        try harness.run(milliseconds: 800)
        for (own, member) in harness.members.enumerated() {
            for (other, hertz) in tones.enumerated() {
                let heard = level(hertz, heardBy: member)
                #expect(own == other ? heard < -40 : abs(heard) < 3, "\(own) hears \(hertz) Hz at \(heard) dB")
            }
        }
    }

    @Test("with more talkers than the cap, the cap bounds the encodes")
    func encodesAtTheCap() throws {
        let harness = try RoomHarness()
        for index in 0..<12 { _ = try harness.join(.tone(300 + 50 * Double(index))) }
        try harness.run(milliseconds: 1_000)
        let before = harness.encodes
        try harness.run(milliseconds: 1_000)
        #expect(harness.encodes - before == 50 * 6)
    }

    @Test("a silent room encodes nothing and sends one packet in 400 ms to keep the path alive")
    func silentRoom() throws {
        let harness = try RoomHarness()
        let member = try harness.join(.silence)
        _ = try harness.join(.nothing)
        try harness.run(milliseconds: 1_000)
        let before = harness.encodes
        let sent = member.positions.count
        try harness.run(milliseconds: 2_000)
        #expect(harness.encodes == before)
        #expect(member.positions.count - sent == 5)
        #expect(member.heard.allSatisfy { $0 == 0 })
    }

    @Test("somebody who talks alone is heard by the other and gets silence himself")
    func aloneTalking() throws {
        let harness = try RoomHarness()
        let talker = try harness.join(.tone(500))
        let listener = try harness.join(.silence)
        try harness.run(milliseconds: 1_000)
        #expect(abs(level(500, heardBy: listener)) < 3)
        #expect(talker.tail(milliseconds: 500).allSatisfy { $0 == 0 })
    }

    @Test("numbers of a listener's stream run on through joins, talk, mute and silence")
    func unbrokenStream() throws {
        let harness = try RoomHarness()
        let member = try harness.join(.silence)
        let other = try harness.join(.tone(500))
        for step in 0..<8 {
            member.voice = step % 2 == 0 ? .tone(700) : .silence
            other.voice = step % 3 == 0 ? .nothing : .tone(500)
            harness.room.mute(other.participant, step == 5)
            let guest = try harness.join(.tone(900))
            try harness.run(milliseconds: 700)
            harness.leave(guest)
        }
        var expected = UInt32.max - 10_000
        var next = 0
        for wasSent in member.outputs {
            if wasSent {
                #expect(member.positions[next].timestamp == expected)
                #expect(member.positions[next].sequence == 65_530 &+ UInt16(next))
                next += 1
            }
            expected &+= 960
        }
        #expect(next == member.positions.count)
    }

    @Test("mute in mid-word: nothing is heard from the next frame but one on, and nothing of it after unmute")
    func mute() throws {
        let harness = try RoomHarness()
        let talker = try harness.join(.tone(500))
        let listener = try harness.join(.silence)
        try harness.run(milliseconds: 1_000)
        harness.room.mute(talker.participant, true)
        try harness.run(milliseconds: 500)
        // 20 ms of fading frame, 5 ms of limiter, 6.5 ms of codec, and the decoder's ringing.
        #expect(level(500, heardBy: listener, milliseconds: 400) < -60)
        talker.voice = .tone(800)
        harness.room.mute(talker.participant, false)
        try harness.run(milliseconds: 500)
        #expect(level(500, heardBy: listener, milliseconds: 500) < -40)
        #expect(abs(level(800, heardBy: listener, milliseconds: 300)) < 3)
    }

    @Test("somebody muted hears everybody, and is not heard")
    func mutedListener() throws {
        let harness = try RoomHarness()
        let muted = try harness.join(.tone(500), isMuted: true)
        let other = try harness.join(.tone(800))
        try harness.run(milliseconds: 1_000)
        #expect(abs(level(800, heardBy: muted)) < 3)
        #expect(other.tail(milliseconds: 500).allSatisfy { $0 == 0 })
    }

    @Test("when a talker falls silent he is handed to the shared stream without hearing the end of himself")
    func handoverToShared() throws {
        let harness = try RoomHarness()
        let talker = try harness.join(.tone(500))
        _ = try harness.join(.tone(900))
        try harness.run(milliseconds: 1_000)
        talker.voice = .silence
        try harness.run(milliseconds: 1_000)
        #expect(talker.participant.encoder == nil)
        for start in stride(from: 500 * 48, to: talker.heard.count - 2_400, by: 2_400) {
            let window = talker.heard[start..<start + 2_400]
            #expect(Tone.decibels(Tone.amplitude(of: 500, in: window), over: 8_000) < -40)
            #expect(abs(Tone.decibels(Tone.amplitude(of: 900, in: window), over: 8_000)) < 3, "at \(start / 48) ms")
        }
    }

    @Test("when a listener begins to talk, what he hears goes on without a gap")
    func handoverToPrivate() throws {
        let harness = try RoomHarness()
        let listener = try harness.join(.silence)
        _ = try harness.join(.tone(900))
        try harness.run(milliseconds: 1_000)
        listener.voice = .tone(500)
        try harness.run(milliseconds: 1_000)
        #expect(listener.participant.encoder != nil)
        for start in stride(from: 500 * 48, to: listener.heard.count - 960, by: 480) {
            let window = listener.heard[start..<start + 960]
            #expect(abs(Tone.decibels(Tone.amplitude(of: 900, in: window), over: 8_000)) < 3, "at \(start / 48) ms")
        }
    }

    @Test("a room takes participants up to its capacity and refuses one more")
    func capacity() throws {
        var configuration = LoopConfiguration(address: .loopback())
        configuration.limits.participantsPerRoom = 3
        let harness = try RoomHarness(configuration)
        for _ in 0..<3 { _ = try harness.join(.silence) }
        #expect(throws: (any Error).self) { try harness.join(.silence) }
        harness.leave(harness.members[0])
        _ = try harness.join(.silence)
    }

    @Test("joining and leaving again and again while others talk loses no encoder and disturbs nobody")
    func churn() throws {
        let harness = try RoomHarness()
        let listener = try harness.join(.silence)
        _ = try harness.join(.tone(900))
        try harness.run(milliseconds: 600)
        for _ in 0..<50 {
            let guest = try harness.join(.tone(500))
            try harness.run(milliseconds: 60)
            harness.leave(guest)
        }
        try harness.run(milliseconds: 600)
        #expect(abs(level(900, heardBy: listener)) < 3)
        #expect(level(500, heardBy: listener) < -40)
    }

    @Test("levels tell who speaks, and nobody when nobody does")
    func levels() throws {
        let harness = try RoomHarness()
        let talker = try harness.join(.tone(500))
        let listener = try harness.join(.silence)
        try harness.run(milliseconds: 1_000)
        #expect(talker.participant.snapshot.latest().isActiveSpeaker)
        #expect(talker.participant.snapshot.latest().volume > 50)
        #expect(!listener.participant.snapshot.latest().isSpeaking)
        talker.voice = .nothing
        try harness.run(milliseconds: 1_000)
        #expect(!talker.participant.snapshot.latest().isSpeaking)
        #expect(talker.participant.snapshot.latest().volume == 0)
    }
}
