import CallModel
import Datagram
import MediaCore
import Realtime
import Testing

@testable import MediaLoop

/// A loop without a thread: turns are made by hand, at times of the test's choosing.
private final class StillLoop {
    let link: LoopLink
    let loop: MediaLoop
    private let configuration: LoopConfiguration
    private let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    init(_ limits: RoomLimits = RoomLimits()) throws {
        configuration = LoopConfiguration(address: .loopback(), limits: limits)
        link = LoopLink(limits: limits)
        loop = try MediaLoop(configuration, link: link)
    }

    func turn(after milliseconds: Int) { loop.turn(isReadable: false, at: start + .milliseconds(milliseconds)) }

    func order(_ order: consuming LoopOrder) {
        if link.orders.push(order) != nil { Issue.record("the order ring is full") }
    }

    func open(_ number: UInt64) throws {
        order(.open(try LoopRoom(number: RoomNumber(number), configuration: configuration)))
    }

    func participant(_ number: UInt64, ssrc: UInt32? = nil) throws -> LoopParticipant {
        let key = MasterKey([UInt8](repeating: 1, count: 30))
        let send = SSRC(ssrc ?? UInt32(number))
        return try LoopParticipant(
            number: ParticipantNumber(number),
            streams: StreamOffer(
                sendSSRC: send, receiveSSRC: SSRC(UInt32(number) + 1_000), sendKey: key, receiveKey: key),
            isMuted: false, bringsEncoder: false, startSequence: 0, startTimestamp: 0, configuration: configuration,
            now: start)
    }

    /// How many participants and rooms came back.
    func collect() -> (participants: Int, rooms: Int) {
        var (participants, rooms) = (0, 0)
        link.remains.collect { remains in
            switch consume remains {
            case .participant: participants += 1
            case .room: rooms += 1
            }
        }
        return (participants, rooms)
    }
}

@Suite("a loop's turn")
struct LoopTurnTests {
    @Test("a late turn makes up for a few ticks, skips the rest, and counts every overrun")
    func overrun() throws {
        let still = try StillLoop()
        try still.open(1)
        still.order(.admit(try still.participant(1), RoomNumber(1)))
        still.turn(after: 0)
        still.turn(after: 20)
        #expect(still.link.load.latest().ticks == 1)
        #expect(still.link.load.latest().overruns == 0)
        still.turn(after: 240)
        let load = still.link.load.latest()
        #expect(load.ticks == 1 + 3)
        #expect(load.overruns == 10)
        #expect(load.skipped == 8)
        var slack: UInt64 = 0
        for bucket in 0..<11 { slack += load.slack[bucket] }
        #expect(slack == 2, "one entry per turn that ran ticks")
    }

    @Test("without participants a turn runs no tick, and after a rest none is overdue")
    func rest() throws {
        let still = try StillLoop()
        try still.open(1)
        still.turn(after: 0)
        still.turn(after: 10_000)
        #expect(still.link.load.latest().ticks == 0)
        still.order(.admit(try still.participant(1), RoomNumber(1)))
        still.turn(after: 20_000)
        still.turn(after: 20_020)
        #expect(still.link.load.latest().ticks == 1)
        #expect(still.link.load.latest().overruns == 0)
    }

    @Test("a participant who cannot be let in comes back at once: unknown room, source taken, loop full")
    func refusedAdmissions() throws {
        let still = try StillLoop(RoomLimits(participantsPerLoop: 2))
        try still.open(1)
        still.order(.admit(try still.participant(1), RoomNumber(9)))
        still.order(.admit(try still.participant(2, ssrc: 7), RoomNumber(1)))
        still.order(.admit(try still.participant(3, ssrc: 7), RoomNumber(1)))
        still.order(.admit(try still.participant(4), RoomNumber(1)))
        still.order(.admit(try still.participant(5), RoomNumber(1)))
        still.turn(after: 0)
        #expect(still.collect() == (3, 0))
        #expect(still.loop.population == 2)
    }

    @Test("dismissing and closing give all memory back, and orders about what is gone are no harm")
    func everythingComesBack() throws {
        let still = try StillLoop()
        try still.open(1)
        for number in UInt64(1)...3 { still.order(.admit(try still.participant(number), RoomNumber(1))) }
        still.order(.mute(ParticipantNumber(2), RoomNumber(1), true))
        still.order(.mute(ParticipantNumber(8), RoomNumber(1), true))
        still.order(.dismiss(ParticipantNumber(8), RoomNumber(1)))
        for number in UInt64(1)...3 {
            still.order(.dismiss(ParticipantNumber(number), RoomNumber(1)))
            still.order(.dismiss(ParticipantNumber(number), RoomNumber(1)))
        }
        still.order(.close(RoomNumber(1)))
        still.order(.close(RoomNumber(1)))
        still.turn(after: 0)
        #expect(still.collect() == (3, 1))
        #expect(still.loop.population == 0)
    }

    @Test("a silent participant is reported once, after the timeout, not before")
    func timeout() throws {
        let still = try StillLoop()
        try still.open(1)
        still.order(.admit(try still.participant(1), RoomNumber(1)))
        for milliseconds in stride(from: 0, through: 9_980, by: 20) { still.turn(after: milliseconds) }
        #expect(still.link.events.pop() == nil)
        for milliseconds in stride(from: 10_000, through: 10_200, by: 20) { still.turn(after: milliseconds) }
        #expect(still.link.events.pop() == .timedOut(ParticipantNumber(1), RoomNumber(1)))
        #expect(still.link.events.pop() == nil)
    }
}
