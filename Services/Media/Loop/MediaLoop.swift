// Thread: one of its own. Phases of a turn, in this order: orders (I/O), receive (I/O), for each tick that is due: mix
// (LoopRoom), send (I/O). Rules: R1-R8.

internal import CallModel
package import Datagram
internal import MediaCore
internal import Mixing
internal import Realtime

/// A core's share of the node: one thread, one UDP socket, whole rooms. No other thread touches anything in here.
///
/// It sleeps until a packet, an order or the next tick. Without participants there is no tick, so empty rooms cost nothing.
package final class MediaLoop: @unchecked Sendable {
    /// Datagrams taken from the socket at once, and rounds of that in one turn, so that a flood cannot starve the tick.
    private static let batchSize = 64
    private static let batchesPerTurn = 16

    let configuration: LoopConfiguration
    let link: LoopLink
    package let address: SocketAddress
    let waker: Waker

    var socket: DatagramSocket
    private var waiter: PacketWaiter
    private var inbox = DatagramBatch(capacity: MediaLoop.batchSize)
    private var outbox = DatagramBatch(capacity: 256)

    /// Rooms with somebody in them, and those without.
    var populated: [LoopRoom] = []
    var empty: [LoopRoom] = []
    /// By place; `nil`: free.
    var participants: [LoopParticipant?]
    /// From SSRC to place.
    var sources: SourceTable
    var population = 0

    var schedule: TickSchedule
    var load = LoopLoad()
    private var busy = BusyShare()
    private var isStopping = false
    private var counts = CodecCounts()

    /// Opens the socket and allocates everything; `run` then belongs on a thread of its own.
    package init(_ configuration: LoopConfiguration, link: LoopLink) throws(LoopError) {
        self.configuration = configuration
        self.link = link
        do {
            socket = try DatagramSocket(binding: configuration.address, receiveBuffer: 1 << 21, sendBuffer: 1 << 21)
            waiter = try PacketWaiter()
            address = socket.localAddress
            waker = waiter.waker
            try waiter.watch(socket, token: 0)
        } catch {
            throw .socket(error)
        }
        participants = Array(repeating: nil, count: configuration.limits.participantsPerLoop)
        sources = SourceTable(capacity: configuration.limits.participantsPerLoop)
        schedule = TickSchedule(start: 0, period: RoomFormat.period, catchUp: Int64(configuration.catchUp))
        populated.reserveCapacity(configuration.limits.rooms)
        empty.reserveCapacity(configuration.limits.rooms)
    }

    /// Works until it is told to stop.
    package func run() {
        while !isStopping {
            // The socket and the waiter are ours, so waiting fails only by a bug; then the thread must not spin silently.
            guard let wake = try? waiter.wait(until: nextDeadline) else { preconditionFailure("waiting for packets") }
            turn(isReadable: wake.isReadable(0), at: MonotonicDeadline.now.instant)
        }
    }

    /// `nil` while nobody is here: then only an order or a packet wakes the thread.
    private var nextDeadline: MonotonicDeadline? {
        population > 0 ? MonotonicDeadline(nanoseconds: schedule.deadline) : nil
    }

    /// One turn.
    func turn(isReadable: Bool, at now: MonotonicInstant) {
        takeOrders(at: now)
        if isReadable { receive(into: &inbox) }
        guard population > 0 else { return link.load.publish(load) }
        let due = schedule.ticksDue(at: now.nanoseconds)
        guard due > 0 else { return }
        for tick in 0..<due {
            let deadline = schedule.deadline - (due - tick) * RoomFormat.period
            runTick(at: MonotonicInstant(nanoseconds: deadline))
        }
        let end = MonotonicDeadline.now.instant
        schedule.finishTurn(at: end.nanoseconds)
        busy.add(work: end - now, at: end)
        publishLoad()
    }

    /// Mix phase for every room, then the I/O phase for everybody in them.
    private func runTick(at deadline: MonotonicInstant) {
        load.ticks += 1
        for room in populated {
            room.mix(at: deadline)
            room.report(to: &counts)
        }
        for room in populated { send(from: room, at: deadline, in: &outbox) }
        flush(&outbox)
    }

    /// Bounded, so that a flood of datagrams cannot hold up the tick; what is left makes the next wait return at once.
    private func receive(into inbox: inout DatagramBatch) {
        for _ in 0..<MediaLoop.batchesPerTurn {
            guard let count = try? socket.receive(into: &inbox) else { return load.receiveFailures += 1 }
            let arrival = MonotonicDeadline.now.instant
            for index in 0..<count { receive(&inbox, at: index, arrival: arrival) }
            if count < MediaLoop.batchSize { return }
        }
    }

    // MARK: orders

    private func takeOrders(at now: MonotonicInstant) {
        // At most a ring full: who orders faster than that waits for the next turn.
        for _ in 0..<link.orders.capacity {
            guard let order = link.orders.pop() else { return }
            switch consume order {
            case .open(let room): empty.append(room)
            case .close(let number): close(number)
            case .admit(let participant, let number): admit(participant, to: number, at: now)
            case .dismiss(let number, let room): dismiss(number, from: room)
            case .mute(let number, let room, let isMuted):
                guard let room = populated.first(where: { $0.number == room }),
                    let participant = room.participant(number)
                else { continue }
                room.mute(participant, isMuted)
            case .stop: isStopping = true
            }
        }
    }

    private func admit(_ participant: LoopParticipant, to number: RoomNumber, at now: MonotonicInstant) {
        let waiting = empty.firstIndex { $0.number == number }
        guard let room = waiting.map({ empty[$0] }) ?? populated.first(where: { $0.number == number }),
            let place = participants.firstIndex(where: { $0 == nil }),
            sources.insert(participant.streams.sendSSRC, place)
        else { return giveBack(.participant(participant)) }
        guard room.admit(participant) else {
            sources.remove(participant.streams.sendSSRC)
            return giveBack(.participant(participant))
        }
        if let waiting {
            empty.remove(at: waiting)
            populated.append(room)
        }
        participant.place = place
        participants[place] = participant
        population += 1
        if population == 1 { startTicking(at: now) }
    }

    private func dismiss(_ number: ParticipantNumber, from roomNumber: RoomNumber) {
        guard let index = populated.firstIndex(where: { $0.number == roomNumber }),
            let participant = populated[index].participant(number)
        else { return }
        let room = populated[index]
        room.dismiss(participant)
        sources.remove(participant.streams.sendSSRC)
        participants[participant.place] = nil
        population -= 1
        if room.population == 0 {
            populated.remove(at: index)
            empty.append(room)
        }
        giveBack(.participant(participant))
    }

    private func close(_ number: RoomNumber) {
        guard let index = empty.firstIndex(where: { $0.number == number }) else { return }
        giveBack(.room(empty.remove(at: index)))
    }

    /// The queue holds twice what can be out at once. Were it full all the same, the memory would be freed here: late is
    /// better than lost.
    private func giveBack(_ remains: consuming LoopRemains) { _ = link.remains.give(remains) }

    private func startTicking(at now: MonotonicInstant) {
        schedule.restart(at: now.nanoseconds)
    }

    private func publishLoad() {
        load.busyPermille = busy.permille
        load.decodes = counts.decodes
        load.encodes = counts.encodes
        load.warmUps = counts.warmUps
        load.codecErrors = counts.errors
        load.overruns = schedule.overruns
        load.skipped = schedule.skipped
        load.slack = schedule.slack
        link.load.publish(load)
    }
}

extension MonotonicDeadline {
    /// The two are the same clock.
    var instant: MonotonicInstant { MonotonicInstant(nanoseconds: nanoseconds) }
}
