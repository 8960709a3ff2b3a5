import CallClientCore
import CallModel
import SignalingCore
import SignalingTestSupport

/// What must be true of services and clients together. Hears of every decision as it is stored, and looks after every step.
final class Laws {
    /// How long news may take to a device that was told without a loss: a decision, a slow bus, a slow connection.
    static let roundTrip = Duration.milliseconds(1_200)
    /// How long when something was lost on the way: what is tried again, a replica's restart, a client's own question.
    static let convergence = Duration.seconds(20)
    /// How far a client's idea of the server's time may be off: a slow first message, and clocks that differ.
    static let clockError = Duration.milliseconds(1_000 + 2 * Int(Plan.clockError))
    static let ringGrace = Duration.seconds(2)
    /// By then a device that is there rings: the ring is brought again after 3 s and after 6 s, by clocks that differ.
    static let arrival = Duration.seconds(10)
    /// How late a timer may be: the sweep, a store that is busy, clocks that differ.
    static let lateness = Duration.milliseconds(2_000 + Int(Plan.clockError))

    let cluster: Cluster
    private var books: [CallID: CallLaws] = [:]
    private var versions: [CallID: UInt64] = [:]
    private var holders: [Part: Holder] = [:]
    /// Since when a user is rung, and since when no longer.
    private var rungSince: [Part: Int64] = [:]
    private var silentSince: [Part: Int64] = [:]
    private var lastSlowCheck: Int64 = 0
    /// When each device was last seen with a call in front.
    private var lastBusy: [DeviceID: Int64] = [:]

    struct Part: Hashable {
        let call: CallID
        let user: UserID
    }

    /// The session that takes part for a user, and since when.
    private struct Holder {
        let session: SessionID
        let since: Int64
    }

    init(_ cluster: Cluster) {
        self.cluster = cluster
        cluster.store.observer = { [unowned self] in observe($0) }
    }

    private var now: Int64 { cluster.world.elapsed }

    // MARK: decisions

    /// One decision has been stored.
    private func observe(_ transition: Transition) -> String? {
        let (old, new) = (transition.old, transition.new)
        guard versions[new.id, default: 0] == old.version else {
            return "two decisions on one version of \(new.id.rawValue)"
        }
        versions[new.id] = new.version
        var book = books[new.id] ?? CallLaws(checksPublication: cluster.world.seed % 16 == 0)
        let law = book.check(old, transition.event, transition.effects, new)
        books[new.id] = book
        if let law { return "\(new.id.rawValue): \(law)" }
        guard old.version != new.version else { return nil }
        note(new)
        if new.state.isOver, !old.state.isOver, let law = book.checkEnd(of: new) { return "\(new.id.rawValue): \(law)" }
        // What was decided in one transaction is to be seen as a whole.
        guard cluster.store.version(of: new.id) == new.version else { return nil }
        return checkSeats(old, new) ?? checkRecords(new)
    }

    private func note(_ call: Call) {
        for participant in call.participants {
            let part = Part(call: call.id, user: participant.userID)
            let holder = participant.answeredLeg?.device.sessionID
            if holders[part]?.session != holder { holders[part] = holder.map { Holder(session: $0, since: now) } }
            if participant.stage.isRinging {
                if rungSince[part] == nil { rungSince[part] = now }
                silentSince[part] = nil
            } else {
                rungSince[part] = nil
                if silentSince[part] == nil { silentSince[part] = now }
            }
        }
    }

    /// No user is in two calls, and nobody is kept busy by a call that is over.
    private func checkSeats(_ old: Call, _ new: Call) -> String? {
        let seats = cluster.store.activeUsers
        let occupied = new.occupiedUsers
        for user in occupied where seats[user] != new.id { return "\(user.rawValue) is in two calls" }
        for user in old.occupiedUsers where !occupied.contains(user) && seats[user] == new.id {
            return "\(user.rawValue) is kept busy by a call that is over"
        }
        return nil
    }

    /// Exactly one record for everybody who has left.
    private func checkRecords(_ call: Call) -> String? {
        guard !call.terms.isEphemeral else { return nil }
        let records = cluster.store.records[call.id] ?? [:]
        for participant in call.participants {
            guard case .gone(let departure) = participant.stage else { continue }
            guard let record = records[participant.userID] else {
                return "\(participant.userID.rawValue) has no record"
            }
            if record.reason != departure.reason { return "\(participant.userID.rawValue) has another record" }
        }
        return nil
    }

    // MARK: steps

    /// After every step.
    func check() -> String? {
        for client in cluster.clients {
            if let ring = client.ringing, let law = checkRing(ring, client) { return law }
            if let call = client.takesPartIn, let law = checkHolder(of: call, client) { return law }
        }
        guard now - lastSlowCheck > 200_000_000 else { return nil }
        lastSlowCheck = now
        return checkTimers() ?? checkArrivals()
    }

    /// By when a device that could hear everything since `time` has heard of what was decided then. `nil`: it could not.
    private func deadline(of client: SimulatedClient, since time: Int64) -> Int64? {
        let isLossless = client.lastLoss < time && cluster.lastEffectLoss < time
        let bound = isLossless ? Self.roundTrip : Self.convergence
        let online = isLossless ? time - 1_000_000_000 : max(time, now - bound.wholeNanoseconds)
        guard client.isOnline(since: online), let session = client.session,
            cluster.presence.isOpen(session.sessionID)
        else { return nil }
        return time + bound.wholeNanoseconds
    }

    /// No ghost ring: none past its deadline whatever the network does, and none of a user who is not rung any more once
    /// the news had its time.
    private func checkRing(_ ring: (call: CallID, deadline: WallTime?), _ client: SimulatedClient) -> String? {
        if let deadline = ring.deadline, cluster.world.wallTime > deadline + Self.ringGrace + Self.clockError {
            return "\(client.deviceID.rawValue) rings past the deadline of \(ring.call.rawValue)"
        }
        guard let since = silentSince[Part(call: ring.call, user: client.user)],
            let deadline = deadline(of: client, since: since), now > deadline
        else { return nil }
        return "\(client.deviceID.rawValue) rings for \(ring.call.rawValue), where its user is not rung any more"
    }

    /// One device per user and call takes part: the one the row says, once the others had time to hear of it.
    private func checkHolder(of call: CallID, _ client: SimulatedClient) -> String? {
        let part = Part(call: call, user: client.user)
        guard let holder = holders[part], holder.session != client.session?.sessionID,
            let deadline = deadline(of: client, since: holder.since), now > deadline
        else { return nil }
        return "\(client.deviceID.rawValue) is in \(call.rawValue), which \(holder.session.rawValue) has"
    }

    /// Every timer ends: none is left over long after it was due, while somebody could have looked.
    private func checkTimers() -> String? {
        let lateness = Self.lateness.wholeNanoseconds
        guard cluster.troubleUntil + lateness < now,
            cluster.replicas.contains(where: { $0.isUp && $0.startedAt + lateness < now })
        else { return nil }
        let due = cluster.world.wallTime - Self.lateness
        for call in cluster.store.activeCalls {
            guard let deadline = call.nextDeadline, deadline < due, isOld(call) else { continue }
            return "a timer of \(call.id.rawValue) has not fired"
        }
        return nil
    }

    /// A timer that a slow clock has set into the past is no older than the decision that set it.
    private func isOld(_ call: Call) -> Bool {
        let parts = call.participants.filter(\.stage.isRinging).map { Part(call: call.id, user: $0.userID) }
        return parts.allSatisfy { rungSince[$0, default: now] + Self.lateness.wholeNanoseconds < now }
    }

    /// Every device of a user who is rung, that is there and free, rings soon.
    private func checkArrivals() -> String? {
        for client in cluster.clients where client.core.desk.frontCallID != nil { lastBusy[client.deviceID] = now }
        let start = now - Self.arrival.wholeNanoseconds
        guard cluster.troubleUntil < start, cluster.replicas.contains(where: { $0.isUp && $0.startedAt < start }) else {
            return nil
        }
        for call in cluster.store.activeCalls {
            for participant in call.participants where participant.stage.isRinging {
                guard let since = rungSince[Part(call: call.id, user: participant.userID)], since < start else {
                    continue
                }
                if let law = checkArrival(to: participant, call, since: start) { return law }
            }
        }
        return nil
    }

    private func checkArrival(
        to participant: SignalingCore.Participant, _ call: Call, since start: Int64
    ) -> String? {
        for client in cluster.clients
        where client.user == participant.userID && client.isOnline(since: start)
            && lastBusy[client.deviceID, default: 0] < start && client.unanswered == 0
            && client.lastRequestLoss < start
        {
            let leg = client.session.flatMap { participant.leg(of: $0.sessionID) }
            guard leg?.state.isLive ?? true, !client.heardOf.contains(call.id) else { continue }
            return "\(client.deviceID.rawValue) has not heard of \(call.id.rawValue) for which it should ring"
        }
        return nil
    }
}
