import CallModel
import Datagram
import MediaCore
import MediaTestSupport
import Realtime

@testable import MediaLoop

/// A running loop with phones on real sockets.
final class LoopHarness {
    let control: LoopControl
    private(set) var phones: [TestPhone] = []
    private(set) var snapshots: [LatestValueCell<ParticipantSnapshot>] = []
    private let room = RoomNumber(1)
    private let conversation: Conversation
    private var lastNumber: UInt64 = 0
    /// Everything the loop had to say so far.
    private(set) var events: [LoopEvent] = []

    init(_ configuration: LoopConfiguration = LoopConfiguration(address: .loopback())) throws {
        control = try LoopControl(configuration)
        conversation = try Conversation()
        control.start(name: "media-loop-test")
        try control.open(room)
    }

    deinit { control.stop() }

    /// The number of the participant that `phones[index]` is.
    func number(_ index: Int) -> ParticipantNumber { ParticipantNumber(UInt64(index) + 1) }

    @discardableResult
    func join(_ voice: TestPhone.Voice, isMuted: Bool = false) throws -> TestPhone {
        lastNumber += 1
        let sendKey = MasterKey((0..<30).map { UInt8(truncatingIfNeeded: UInt64($0) + lastNumber * 3) })
        let receiveKey = MasterKey((0..<30).map { UInt8(truncatingIfNeeded: UInt64($0) + lastNumber * 5 + 101) })
        let offer = StreamOffer(
            sendSSRC: SSRC(UInt32(lastNumber) * 0x0101_0101), receiveSSRC: SSRC(UInt32(lastNumber) * 0x0101_0101 + 7),
            sendKey: sendKey, receiveKey: receiveKey)
        snapshots.append(
            try control.admit(
                ParticipantNumber(lastNumber), to: room, streams: offer, isMuted: isMuted, startSequence: 65_000,
                startTimestamp: .max - 100_000, population: phones.count + 1))
        let grant = TestGrant(
            server: control.address, sendSSRC: offer.sendSSRC.rawValue, receiveSSRC: offer.receiveSSRC.rawValue,
            sendKey: sendKey.bytes, receiveKey: receiveKey.bytes)
        let phone = try TestPhone(grant, voice: voice)
        phones.append(phone)
        return phone
    }

    /// Lets go of what the loop publishes to.
    func dropSnapshots() { snapshots = [] }

    func leave(_ index: Int) { control.dismiss(number(index), from: room) }

    func mute(_ index: Int, _ isMuted: Bool) { control.mute(number(index), in: room, isMuted: isMuted) }

    /// Everybody talks for so long, in real time.
    func run(milliseconds: Int) throws {
        try conversation.run(phones, milliseconds: milliseconds)
        events += control.attend()
    }

    /// Lets the phones talk until `condition` holds, at most 10 s. The machine may be busy with other things, so a tick may
    /// be late; what must hold in the end is waited for, what must never happen is checked at once.
    func wait(for condition: (LoopHarness) -> Bool) throws -> Bool {
        for _ in 0..<100 {
            if condition(self) { return true }
            try run(milliseconds: 100)
        }
        return condition(self)
    }

    /// Waits until `phone` has heard every one of `present`, and none of `absent`, for 400 ms.
    func waitUntil(_ phone: TestPhone, hears present: [Double], butNot absent: [Double] = []) throws -> Bool {
        try wait { _ in
            present.allSatisfy { phone.hears($0) } && absent.allSatisfy { phone.level(of: $0) < -40 }
        }
    }
}

extension TestPhone {
    /// A busy machine sends and takes late, which costs parts of the sound; exact levels are checked in virtual time.
    func hears(_ hertz: Double) -> Bool { abs(level(of: hertz)) < 12 }

    /// In dB against the tone as it was sent, over the last 400 ms heard.
    func level(of hertz: Double) -> Double {
        Tone.decibels(Tone.amplitude(of: hertz, in: tail(milliseconds: 400)), over: 8_000)
    }
}
