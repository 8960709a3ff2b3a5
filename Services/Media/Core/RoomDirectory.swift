package import CallModel

/// All rooms of a node, as the control side knows them: which call is where, in which era, with whom.
///
/// A pure reducer: a command and the present time give new state and the effects the loops owe, or a refusal and no change.
/// Every command may come twice. Chance (keys, SSRCs) comes in with the command.
package struct RoomDirectory: Sendable {
    package let limits: RoomLimits
    /// Refuses new rooms and new participants; who is inside stays.
    package var isDraining = false

    private var rooms: [CallID: Room] = [:]
    private var calls: [RoomNumber: CallID] = [:]
    private var sources: Set<SSRC> = []
    private var populations: [Int]
    private var lastRoom: UInt64 = 0
    private var lastParticipant: UInt64 = 0
    private var closed = ClosedCalls()

    package init(limits: RoomLimits) {
        self.limits = limits
        populations = Array(repeating: 0, count: limits.loops)
    }

    package var roomCount: Int { rooms.count }
    package var participantCount: Int { populations.reduce(0, +) }
    /// All rooms, by call.
    package var all: [Room] { rooms.values.sorted { $0.call < $1.call } }

    /// The call's room, of whatever era.
    package func room(of call: CallID) -> Room? { rooms[call] }

    /// The room that a loop knows by this number.
    package func room(_ number: RoomNumber) -> Room? { calls[number].flatMap { rooms[$0] } }

    /// A stream of this source exists here; a new offer needs another.
    package func isTaken(_ ssrc: SSRC) -> Bool { sources.contains(ssrc) }

    /// Opens the room if it is not there. A newer era replaces an older room and everybody in it.
    package mutating func create(
        _ call: CallID, era: Era, at now: MonotonicInstant
    ) throws(RoomRefusal) -> [RoomEffect] {
        var effects: [RoomEffect] = []
        if let last = closed.era(of: call), era <= last { throw .staleEra(current: last) }
        if let present = rooms[call] {
            guard era >= present.era else { throw .staleEra(current: present.era) }
            guard era > present.era else { return [] }
            if isDraining { throw .draining }
            effects = remove(present)
        }
        if isDraining { throw .draining }
        guard rooms.count < limits.rooms, let loop = loopForRoom() else { throw .capacity }
        lastRoom += 1
        let number = RoomNumber(lastRoom)
        rooms[call] = Room(number: number, call: call, era: era, loop: loop, emptySince: now)
        calls[number] = call
        return effects + [.openRoom(number, on: loop)]
    }

    /// Lets a session in. The same session again gets the participant it already is, muted as it is now.
    package mutating func join(
        _ call: CallID, era: Era, session: SessionID, user: UserID, isMuted: Bool, offer: StreamOffer
    ) throws(RoomRefusal) -> (participant: Room.Participant, loop: LoopIndex, effects: [RoomEffect]) {
        var room = try room(call, era)
        if let present = room.participant(of: session) { return (present, room.loop, []) }
        if isDraining { throw .draining }
        guard room.participants.count < limits.participantsPerRoom,
            populations[room.loop.rawValue] < limits.participantsPerLoop,
            !isTaken(offer.sendSSRC), !isTaken(offer.receiveSSRC), offer.sendSSRC != offer.receiveSSRC
        else { throw .capacity }
        lastParticipant += 1
        let participant = Room.Participant(
            number: ParticipantNumber(lastParticipant), session: session, user: user, streams: offer, isMuted: isMuted)
        room.participants.append(participant)
        room.emptySince = nil
        rooms[call] = room
        populations[room.loop.rawValue] += 1
        sources.insert(offer.sendSSRC)
        sources.insert(offer.receiveSSRC)
        let admit = RoomEffect.admit(
            participant.number, to: room.number, on: room.loop, streams: offer, isMuted: isMuted)
        return (participant, room.loop, [admit])
    }

    /// Lets a session go. One that is not in the room has nothing to leave, which is no error.
    package mutating func leave(
        _ call: CallID, era: Era, session: SessionID, at now: MonotonicInstant
    ) throws(RoomRefusal) -> [RoomEffect] {
        let room: Room
        do {
            room = try self.room(call, era)
        } catch .roomNotFound {
            return []
        }
        guard let participant = room.participant(of: session) else { return [] }
        return remove(participant, from: room, at: now)
    }

    /// The room hears the participant no more, or again. Repeated, it changes nothing.
    package mutating func mute(
        _ call: CallID, era: Era, session: SessionID, isMuted: Bool
    ) throws(RoomRefusal) -> [RoomEffect] {
        var room = try room(call, era)
        guard let index = room.participants.firstIndex(where: { $0.session == session }) else {
            throw .participantNotFound
        }
        guard room.participants[index].isMuted != isMuted else { return [] }
        room.participants[index].isMuted = isMuted
        rooms[call] = room
        return [.mute(room.participants[index].number, isMuted: isMuted, in: room.number, on: room.loop)]
    }

    /// Closes the room. Its era is remembered, so that a delayed command cannot bring it back.
    package mutating func close(_ call: CallID, era: Era) throws(RoomRefusal) -> [RoomEffect] {
        if let present = rooms[call] {
            guard era >= present.era else { throw .staleEra(current: present.era) }
            closed.remember(call, era)
            return remove(present)
        }
        closed.remember(call, era)
        return []
    }

    /// The loops could not do what opening the room takes: as if it had never been asked for.
    package mutating func abandon(_ call: CallID, era: Era) -> [RoomEffect] {
        guard let room = rooms[call], room.era == era else { return [] }
        return remove(room)
    }

    /// Closes everything: the node is about to end.
    package mutating func closeAll() -> [RoomEffect] { all.flatMap { remove($0) } }

    /// The loop heard nothing from a participant for the RTP timeout. Gives who that was; `nil` if he had left before.
    package mutating func timeOut(
        _ number: ParticipantNumber, in roomNumber: RoomNumber, at now: MonotonicInstant
    ) -> (room: Room, participant: Room.Participant, effects: [RoomEffect])? {
        guard let room = room(roomNumber), let participant = room.participants.first(where: { $0.number == number })
        else { return nil }
        return (room, participant, remove(participant, from: room, at: now))
    }

    /// Closes the rooms that have been empty for too long.
    package mutating func expire(at now: MonotonicInstant) -> [RoomEffect] {
        var effects: [RoomEffect] = []
        for room in all {
            guard let since = room.emptySince, now - since >= limits.emptyRoomExpiry else { continue }
            closed.remember(room.call, room.era)
            effects += remove(room)
        }
        return effects
    }

    /// The room of exactly this era.
    private func room(_ call: CallID, _ era: Era) throws(RoomRefusal) -> Room {
        guard let room = rooms[call] else {
            if let last = closed.era(of: call), era < last { throw .staleEra(current: last) }
            throw .roomNotFound
        }
        guard era >= room.era else { throw .staleEra(current: room.era) }
        guard era == room.era else { throw .roomNotFound }
        return room
    }

    /// The loop with the fewest participants, then with the fewest rooms.
    private func loopForRoom() -> LoopIndex? {
        var roomsOn = Array(repeating: 0, count: limits.loops)
        for room in rooms.values { roomsOn[room.loop.rawValue] += 1 }
        let best = populations.indices.min { (populations[$0], roomsOn[$0], $0) < (populations[$1], roomsOn[$1], $1) }
        guard let best, populations[best] < limits.participantsPerLoop else { return nil }
        return LoopIndex(best)
    }

    private mutating func remove(
        _ participant: Room.Participant, from room: Room, at now: MonotonicInstant
    ) -> [RoomEffect] {
        var room = room
        room.participants.removeAll { $0.number == participant.number }
        if room.participants.isEmpty { room.emptySince = now }
        rooms[room.call] = room
        forget(participant, on: room.loop)
        return [.dismiss(participant.number, from: room.number, on: room.loop)]
    }

    private mutating func remove(_ room: Room) -> [RoomEffect] {
        rooms[room.call] = nil
        calls[room.number] = nil
        for participant in room.participants { forget(participant, on: room.loop) }
        return room.participants.map { .dismiss($0.number, from: room.number, on: room.loop) }
            + [.closeRoom(room.number, on: room.loop), .announceClosed(room.call, room.era)]
    }

    private mutating func forget(_ participant: Room.Participant, on loop: LoopIndex) {
        populations[loop.rawValue] -= 1
        sources.remove(participant.streams.sendSSRC)
        sources.remove(participant.streams.receiveSSRC)
    }
}
