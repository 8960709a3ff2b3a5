import CallModel
import MediaCore
import TestSupport
import Testing

private let call = CallID("call-1")
private let t0 = MonotonicInstant.zero

private func offer(_ number: UInt32) -> StreamOffer {
    StreamOffer(
        sendSSRC: SSRC(number * 2), receiveSSRC: SSRC(number * 2 + 1),
        sendKey: MasterKey([UInt8(truncatingIfNeeded: number)]),
        receiveKey: MasterKey([UInt8(truncatingIfNeeded: number), 1]))
}

extension RoomDirectory {
    fileprivate mutating func join(
        _ name: String, _ number: UInt32, era: UInt32 = 1, call: CallID = call
    ) throws(RoomRefusal) -> Room.Participant {
        try join(
            call, era: Era(era), session: SessionID(name), user: UserID(name), isMuted: false, offer: offer(number)
        ).participant
    }
}

private func directory(_ limits: RoomLimits = RoomLimits()) throws -> RoomDirectory {
    var directory = RoomDirectory(limits: limits)
    _ = try directory.create(call, era: Era(1), at: t0)
    return directory
}

@Suite("room directory")
struct RoomDirectoryTests {
    @Test("a room is opened once; the same command again changes nothing")
    func createTwice() throws {
        var rooms = RoomDirectory(limits: RoomLimits())
        #expect(try rooms.create(call, era: Era(1), at: t0) == [.openRoom(RoomNumber(1), on: LoopIndex(0))])
        #expect(try rooms.create(call, era: Era(1), at: t0) == [])
        #expect(rooms.roomCount == 1)
    }

    @Test("an older era is refused by every command, and told the era in force")
    func staleEra() throws {
        var rooms = RoomDirectory(limits: RoomLimits())
        _ = try rooms.create(call, era: Era(5), at: t0)
        let session = SessionID("s")
        let refusal = RoomRefusal.staleEra(current: Era(5))
        #expect(throws: refusal) { try rooms.create(call, era: Era(4), at: t0) }
        #expect(throws: refusal) { try rooms.join("s", 1, era: 4) }
        #expect(throws: refusal) { try rooms.leave(call, era: Era(4), session: session, at: t0) }
        #expect(throws: refusal) { try rooms.mute(call, era: Era(4), session: session, isMuted: true) }
        #expect(throws: refusal) { try rooms.close(call, era: Era(4)) }
    }

    @Test("a newer era replaces the room and everybody in it")
    func newerEra() throws {
        var rooms = try directory()
        let alice = try rooms.join("alice", 1)
        let effects = try rooms.create(call, era: Era(2), at: t0)
        #expect(
            effects == [
                .dismiss(alice.number, from: RoomNumber(1), on: LoopIndex(0)),
                .closeRoom(RoomNumber(1), on: LoopIndex(0)), .announceClosed(call, Era(1)),
                .openRoom(RoomNumber(2), on: LoopIndex(0)),
            ])
        #expect(rooms.participantCount == 0)
        #expect(!rooms.isTaken(SSRC(2)))
    }

    @Test("a repeated join gives the same grant and no effect")
    func repeatedJoin() throws {
        var rooms = try directory()
        let first = try rooms.join("alice", 1)
        let again = try rooms.join(
            call, era: Era(1), session: SessionID("alice"), user: UserID("alice"), isMuted: false, offer: offer(9))
        #expect(again.participant == first)
        #expect(again.effects == [])
        #expect(rooms.participantCount == 1)
        #expect(!rooms.isTaken(SSRC(18)))
    }

    @Test("a join after a leave is a new participant with a new grant")
    func rejoin() throws {
        var rooms = try directory()
        let first = try rooms.join("alice", 1)
        _ = try rooms.leave(call, era: Era(1), session: SessionID("alice"), at: t0)
        let second = try rooms.join("alice", 2)
        #expect(second.number != first.number)
        #expect(second.streams == offer(2))
    }

    @Test("joining a call without a room, or with an era that is not here yet, finds no room")
    func noRoom() throws {
        var rooms = try directory()
        #expect(throws: RoomRefusal.roomNotFound) { try rooms.join("a", 1, call: CallID("other")) }
        #expect(throws: RoomRefusal.roomNotFound) { try rooms.join("a", 1, era: 2) }
    }

    @Test("leaving twice, or a room that is gone, is no error")
    func leaveTwice() throws {
        var rooms = try directory()
        let alice = try rooms.join("alice", 1)
        let session = SessionID("alice")
        #expect(
            try rooms.leave(call, era: Era(1), session: session, at: t0)
                == [.dismiss(alice.number, from: RoomNumber(1), on: LoopIndex(0))])
        #expect(try rooms.leave(call, era: Era(1), session: session, at: t0) == [])
        #expect(try rooms.leave(CallID("gone"), era: Era(1), session: session, at: t0) == [])
    }

    @Test("mute reaches the loop once per change")
    func mute() throws {
        var rooms = try directory()
        let alice = try rooms.join("alice", 1)
        let session = SessionID("alice")
        #expect(
            try rooms.mute(call, era: Era(1), session: session, isMuted: true)
                == [.mute(alice.number, isMuted: true, in: RoomNumber(1), on: LoopIndex(0))])
        #expect(try rooms.mute(call, era: Era(1), session: session, isMuted: true) == [])
        #expect(throws: RoomRefusal.participantNotFound) {
            try rooms.mute(call, era: Era(1), session: SessionID("bob"), isMuted: true)
        }
    }

    @Test("a command delayed past the close does not bring the room back")
    func closedForGood() throws {
        var rooms = try directory()
        #expect(try rooms.close(call, era: Era(1)).count == 2)
        #expect(try rooms.close(call, era: Era(1)) == [])
        #expect(throws: RoomRefusal.staleEra(current: Era(1))) { try rooms.create(call, era: Era(1), at: t0) }
        #expect(try rooms.create(call, era: Era(2), at: t0).count == 1)
    }

    @Test("a room takes participants up to its capacity and refuses one more")
    func roomCapacity() throws {
        var rooms = try directory(RoomLimits(participantsPerRoom: 3))
        for number in UInt32(1)...3 { _ = try rooms.join("s\(number)", number) }
        #expect(throws: RoomRefusal.capacity) { try rooms.join("s4", 4) }
        _ = try rooms.leave(call, era: Era(1), session: SessionID("s2"), at: t0)
        _ = try rooms.join("s4", 4)
    }

    @Test("a loop takes participants up to its capacity over all its rooms, and then no room either")
    func loopCapacity() throws {
        var rooms = try directory(RoomLimits(participantsPerLoop: 2, loops: 1))
        _ = try rooms.create(CallID("call-2"), era: Era(1), at: t0)
        _ = try rooms.join("a", 1)
        _ = try rooms.join("b", 2, call: CallID("call-2"))
        #expect(throws: RoomRefusal.capacity) { try rooms.join("c", 3) }
        #expect(throws: RoomRefusal.capacity) { try rooms.create(CallID("call-3"), era: Era(1), at: t0) }
    }

    @Test("a node takes rooms up to its capacity and refuses one more")
    func nodeCapacity() throws {
        var rooms = try directory(RoomLimits(rooms: 2))
        _ = try rooms.create(CallID("call-2"), era: Era(1), at: t0)
        #expect(throws: RoomRefusal.capacity) { try rooms.create(CallID("call-3"), era: Era(1), at: t0) }
    }

    @Test("rooms go to the loop with the fewest participants, then the fewest rooms")
    func placement() throws {
        var rooms = try directory(RoomLimits(loops: 2))
        let second = CallID("call-2")
        #expect(try rooms.create(second, era: Era(1), at: t0) == [.openRoom(RoomNumber(2), on: LoopIndex(1))])
        _ = try rooms.join("a", 1)
        #expect(
            try rooms.create(CallID("call-3"), era: Era(1), at: t0) == [.openRoom(RoomNumber(3), on: LoopIndex(1))])
    }

    @Test("who timed out is removed once; an event about somebody who left before meets nobody")
    func timeout() throws {
        var rooms = try directory()
        let alice = try rooms.join("alice", 1)
        let gone = rooms.timeOut(alice.number, in: RoomNumber(1), at: t0)
        #expect(gone?.participant == alice)
        #expect(gone?.effects == [.dismiss(alice.number, from: RoomNumber(1), on: LoopIndex(0))])
        #expect(rooms.timeOut(alice.number, in: RoomNumber(1), at: t0) == nil)
        #expect(rooms.timeOut(alice.number, in: RoomNumber(7), at: t0) == nil)
    }

    @Test("a room nobody is in for the expiry is closed; one with somebody in it never is")
    func expiry() throws {
        var rooms = try directory()
        _ = try rooms.create(CallID("call-2"), era: Era(1), at: t0)
        _ = try rooms.join("a", 1)
        #expect(rooms.expire(at: t0 + .seconds(299)) == [])
        #expect(
            rooms.expire(at: t0 + .seconds(300)) == [
                .closeRoom(RoomNumber(2), on: LoopIndex(0)), .announceClosed(CallID("call-2"), Era(1)),
            ])
        _ = try rooms.leave(call, era: Era(1), session: SessionID("a"), at: t0 + .seconds(500))
        #expect(rooms.expire(at: t0 + .seconds(799)) == [])
        #expect(rooms.expire(at: t0 + .seconds(800)).count == 2)
    }

    @Test("a draining node refuses what is new and serves what is there")
    func draining() throws {
        var rooms = try directory()
        let alice = try rooms.join("alice", 1)
        rooms.isDraining = true
        #expect(throws: RoomRefusal.draining) { try rooms.create(CallID("call-2"), era: Era(1), at: t0) }
        #expect(throws: RoomRefusal.draining) { try rooms.create(call, era: Era(2), at: t0) }
        #expect(throws: RoomRefusal.draining) { try rooms.join("bob", 2) }
        #expect(try rooms.join("alice", 3) == alice)
        #expect(try rooms.leave(call, era: Era(1), session: SessionID("alice"), at: t0).count == 1)
    }

    @Test("a room that could not be made may be asked for again")
    func abandoned() throws {
        var rooms = try directory()
        #expect(rooms.abandon(call, era: Era(2)) == [])
        #expect(rooms.abandon(call, era: Era(1)).count == 2)
        #expect(try rooms.create(call, era: Era(1), at: t0).count == 1)
    }

    @Test("closing everything dismisses everybody and announces every room")
    func closeAll() throws {
        var rooms = try directory()
        _ = try rooms.create(CallID("call-2"), era: Era(1), at: t0)
        _ = try rooms.join("alice", 1)
        #expect(rooms.closeAll().count == 5)
        #expect(rooms.roomCount == 0 && rooms.participantCount == 0)
    }

    @Test("an offer that uses a source twice is refused rather than mixed up")
    func sourceCollision() throws {
        var rooms = try directory()
        _ = try rooms.join("alice", 1)
        #expect(rooms.isTaken(SSRC(2)))
        #expect(throws: RoomRefusal.capacity) { try rooms.join("bob", 1) }
    }

    @Test("a key has no text")
    func keyIsSecret() {
        let shown = "\(MasterKey([1, 2, 3])) \(String(reflecting: MasterKey([1, 2, 3])))"
        #expect(!shown.contains("1"))
    }

    @Test("random commands keep the books straight", arguments: 0..<40)
    func walk(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var rooms = RoomDirectory(
            limits: RoomLimits(rooms: 5, participantsPerRoom: 4, participantsPerLoop: 8, loops: 2))
        var books = LoopBooks()
        for step in UInt32(1)...2_000 {
            let call = CallID("call-\(chance.next(in: 1...7))")
            let era = Era(UInt32(chance.next(in: 1...(1 + Int(step) / 200))))
            let session = SessionID("s\(chance.next(in: 1...9))")
            let now = t0 + .seconds(Int(step) * 2)
            do {
                switch chance.next(in: 0...9) {
                case 0, 1, 2: books.apply(try rooms.create(call, era: era, at: now))
                case 3, 4, 5, 6:
                    books.apply(
                        try rooms.join(
                            call, era: era, session: session, user: UserID("u"), isMuted: false, offer: offer(step)
                        ).effects)
                case 7: books.apply(try rooms.leave(call, era: era, session: session, at: now))
                case 8: books.apply(try rooms.close(call, era: era))
                default: books.apply(rooms.expire(at: now))
                }
            } catch {
                // A refusal changes nothing, which is what the books show.
            }
            if books.rooms.count != rooms.roomCount || books.participants.count != rooms.participantCount {
                books.mistakes.append("counts differ at step \(step)")
            }
            if rooms.roomCount > 5 || rooms.all.contains(where: { $0.participants.count > 4 }) {
                books.mistakes.append("over capacity at step \(step)")
            }
        }
        #expect(books.mistakes == [], "seed \(seed)")
    }
}

/// What a loop would hold after the effects: nothing is opened twice, nobody is dismissed who is not there, no room is
/// closed with somebody in it.
private struct LoopBooks {
    var rooms: Set<RoomNumber> = []
    var participants: [ParticipantNumber: RoomNumber] = [:]
    var mistakes: [String] = []

    mutating func apply(_ effects: [RoomEffect]) {
        for effect in effects {
            switch effect {
            case .openRoom(let room, _):
                if !rooms.insert(room).inserted { mistakes.append("opened twice") }
            case .closeRoom(let room, _):
                if rooms.remove(room) == nil { mistakes.append("closed what was not open") }
                if participants.values.contains(room) { mistakes.append("closed with somebody in it") }
            case .admit(let participant, let room, _, _, _):
                if !rooms.contains(room) { mistakes.append("admitted to no room") }
                if participants.updateValue(room, forKey: participant) != nil { mistakes.append("admitted twice") }
            case .dismiss(let participant, let room, _):
                if participants.removeValue(forKey: participant) != room { mistakes.append("dismissed nobody") }
            case .mute, .announceClosed: break
            }
        }
    }
}
