import CallModel
import Crypto
import Datagram
import MediaCore
import MediaLoop
import Realtime
import ServiceKit

/// The control side of the node: decides by the directory, carries the effects to the loops, hears what they say.
///
/// Media never passes here. Everything that a room or a participant needs is allocated in these calls, before a loop sees
/// it, and freed in `attend`.
actor MediaNode {
    /// Random per start of the process: tells others that all rooms are gone.
    nonisolated let epoch = SecureRandom.integer()
    let configuration: MediaConfiguration
    private let clock: any ServiceClock
    private let log: Log
    private var directory: RoomDirectory
    private let loops: [LoopControl]
    private var snapshots: [ParticipantNumber: LatestValueCell<ParticipantSnapshot>] = [:]
    private var news = RoomNews()

    /// Opens the loops' sockets.
    init(_ configuration: MediaConfiguration, clock: any ServiceClock, log: Log) throws(LoopError) {
        self.configuration = configuration
        self.clock = clock
        self.log = log
        directory = RoomDirectory(limits: configuration.limits)
        var made: [LoopControl] = []
        for loop in configuration.loops { made.append(try LoopControl(loop)) }
        loops = made
    }

    func start() {
        for (index, loop) in loops.enumerated() {
            loop.start(name: "media-loop-\(index)")
            log.notice("loop started", ["loop": index, "address": loop.address.description])
        }
    }

    // MARK: commands

    func create(_ call: CallID, era: Era) throws(RoomRefusal) {
        try perform(try directory.create(call, era: era, at: clock.now), for: call, era)
    }

    /// The participant and the UDP port of his room.
    func join(
        _ call: CallID, era: Era, session: SessionID, user: UserID, isMuted: Bool
    ) throws(RoomRefusal) -> (streams: StreamOffer, port: UInt16) {
        let joined = try directory.join(
            call, era: era, session: session, user: user, isMuted: isMuted, offer: makeOffer())
        news.forget(session, in: call)
        do throws(RoomRefusal) {
            try perform(joined.effects, for: call, era)
        } catch {
            _ = try directory.leave(call, era: era, session: session, at: clock.now)
            throw error
        }
        return (joined.participant.streams, loops[joined.loop.rawValue].address.port)
    }

    func leave(_ call: CallID, era: Era, session: SessionID) throws(RoomRefusal) {
        try perform(try directory.leave(call, era: era, session: session, at: clock.now), for: call, era)
    }

    func mute(_ call: CallID, era: Era, session: SessionID, isMuted: Bool) throws(RoomRefusal) {
        try perform(try directory.mute(call, era: era, session: session, isMuted: isMuted), for: call, era)
    }

    func close(_ call: CallID, era: Era) throws(RoomRefusal) {
        try perform(try directory.close(call, era: era), for: call, era)
    }

    // MARK: questions

    var rooms: [Room] { directory.all }
    var isDraining: Bool { directory.isDraining }
    var participantCount: Int { directory.participantCount }
    /// How each loop fares.
    var loads: [LoopLoad] { loops.map { $0.load() } }

    /// Rooms with somebody in them, each with how its participants fare, in the order in which they joined.
    var states: [(room: Room, participants: [(Room.Participant, ParticipantSnapshot)])] {
        directory.all.filter { !$0.participants.isEmpty }.map { room in
            (room, room.participants.map { ($0, snapshots[$0.number]?.latest() ?? ParticipantSnapshot()) })
        }
    }

    /// What watchers have not been told yet.
    func takeNews() -> [RoomNews.Item] { news.take(at: clock.now) }

    // MARK: upkeep

    /// Sends orders that waited, frees what came back, takes out who timed out, closes what is abandoned. Says whether
    /// there is news.
    func attend() -> Bool {
        for loop in loops {
            for event in loop.attend() { hear(event) }
        }
        carryOut(directory.expire(at: clock.now))
        return news.isUrgent
    }

    /// Refuses new rooms and participants from now on.
    func beginDraining() { directory.isDraining = true }

    /// Tells watchers that every room is over here, and leaves it open for those who have not moved yet.
    func announceEnd() {
        for room in directory.all {
            log.notice("room leaving", ["call_id": room.call, "era": room.era.rawValue])
            news.closed(room.call, room.era)
        }
    }

    /// Authentic packets of all loops so far.
    var packetsReceived: UInt64 { loads.reduce(0) { $0 + $1.packetsReceived } }

    /// Ends every room; watchers hear of it and place the calls elsewhere.
    func closeAll() { carryOut(directory.closeAll()) }

    /// Ends the loops' threads.
    func stop() {
        for loop in loops { loop.stop() }
    }

    private func hear(_ event: LoopEvent) {
        switch event {
        case .timedOut(let number, let roomNumber):
            guard let gone = directory.timeOut(number, in: roomNumber, at: clock.now) else { return }
            log.notice(
                "participant timed out", ["call_id": gone.room.call, "session_id": gone.participant.session])
            news.timedOut(gone.participant.session, in: gone.room, at: clock.now)
            carryOut(gone.effects)
        }
    }

    /// A room or participant that cannot be made for lack of memory is refused as capacity, and leaves no trace.
    private func perform(_ effects: [RoomEffect], for call: CallID, _ era: Era) throws(RoomRefusal) {
        guard let problem = carryOut(effects) else { return }
        log.error("room refused", ["call_id": call, "error": "\(problem)"])
        if effects.contains(where: { if case .openRoom = $0 { true } else { false } }) {
            carryOut(directory.abandon(call, era: era))
        }
        throw .capacity
    }

    @discardableResult
    private func carryOut(_ effects: [RoomEffect]) -> LoopError? {
        for effect in effects {
            do throws(LoopError) {
                try carryOut(effect)
            } catch {
                return error
            }
        }
        return nil
    }

    private func carryOut(_ effect: RoomEffect) throws(LoopError) {
        switch effect {
        case .openRoom(let room, let loop):
            try loops[loop.rawValue].open(room)
        case .closeRoom(let room, let loop):
            loops[loop.rawValue].close(room)
        case .admit(let participant, let room, let loop, let streams, let isMuted):
            snapshots[participant] = try loops[loop.rawValue].admit(
                participant, to: room, streams: streams, isMuted: isMuted,
                startSequence: UInt16(truncatingIfNeeded: SecureRandom.integer() & 0x7FFF),
                startTimestamp: UInt32(truncatingIfNeeded: SecureRandom.integer()),
                population: directory.room(room)?.participants.count ?? 1)
        case .dismiss(let participant, let room, let loop):
            snapshots[participant] = nil
            loops[loop.rawValue].dismiss(participant, from: room)
        case .mute(let participant, let isMuted, let room, let loop):
            loops[loop.rawValue].mute(participant, in: room, isMuted: isMuted)
        case .announceClosed(let call, let era):
            log.notice("room closed", ["call_id": call, "era": era.rawValue])
            news.closed(call, era)
        }
    }

    private func makeOffer() -> StreamOffer {
        let send = freeSource(besides: nil)
        return StreamOffer(
            sendSSRC: send, receiveSSRC: freeSource(besides: send), sendKey: MasterKey(SecureRandom.bytes(30)),
            receiveKey: MasterKey(SecureRandom.bytes(30)))
    }

    private func freeSource(besides other: SSRC?) -> SSRC {
        while true {
            let source = SSRC(UInt32(truncatingIfNeeded: SecureRandom.integer()))
            if source.rawValue != 0, source != other, !directory.isTaken(source) { return source }
        }
    }
}
