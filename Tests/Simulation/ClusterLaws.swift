import CallClientCore
import CallModel
import SignalingCore

/// What must be true of services and clients together.
struct ClusterLaws {
    /// How long news may take to a client whose connection works: retries, and a restart of signaling.
    private static let convergence = Duration.seconds(10)
    /// How far a client's idea of the server's time may be off: the delay of the fastest message it has had.
    private static let clockError = Duration.seconds(1)
    private static let ringGrace = Duration.seconds(2)
    /// By then a device that is there rings: the ring is brought again after 3 s and after 6 s.
    private static let arrival = Duration.seconds(8)

    private let cluster: Cluster
    private var lastSlowCheck: Int64 = 0
    private var holders: [Part: Holder] = [:]
    private var rings: [RingTimer: SeenRing] = [:]
    /// When each device was last seen with a call in front.
    private var lastBusy: [DeviceID: Int64] = [:]

    private struct Part: Hashable {
        let call: CallID
        let user: UserID
    }

    /// A ring, since when it is known, and how far it was when it was seen last.
    private struct SeenRing {
        let call: CallID
        let since: Int64
        var progress: RingProgress
    }

    /// The session that takes part for a user, and since when.
    private struct Holder {
        let session: SessionID
        let since: Int64
    }

    init(_ cluster: Cluster) { self.cluster = cluster }

    /// After every step.
    mutating func check() -> String? {
        for client in cluster.clients {
            guard let ring = client.ring else { continue }
            if let law = checkRing(ring, client) { return law }
        }
        guard cluster.world.elapsed - lastSlowCheck > 500_000_000 else { return nil }
        lastSlowCheck = cluster.world.elapsed
        return checkWinners() ?? checkStore() ?? checkArrivals()
    }

    /// No ghost ring: none past its deadline whatever the network does, and none of a call that is over for this device
    /// once the news had time to arrive.
    private func checkRing(_ ring: CallSnapshot, _ client: SimulatedClient) -> String? {
        let now = cluster.world.wallTime
        if let deadline = ring.ringDeadline, now > deadline + Self.ringGrace + Self.clockError {
            return "\(client.deviceID.rawValue) rings past the deadline of \(ring.callID.rawValue)"
        }
        guard let ended = cluster.signaling.store.endedAt[ring.callID], now > ended + Self.convergence,
            client.isSettled(for: Self.convergence)
        else { return nil }
        return "\(client.deviceID.rawValue) rings for \(ring.callID.rawValue), which is over"
    }

    /// One device per user and call takes part: the one the row says, once the others had time to hear of it.
    private mutating func checkWinners() -> String? {
        let now = cluster.world.elapsed
        for call in cluster.signaling.store.activeCalls {
            for participant in call.participants {
                let holder = participant.answeredLeg?.device.sessionID
                let key = Part(call: call.id, user: participant.userID)
                if holders[key]?.session != holder { holders[key] = holder.map { Holder(session: $0, since: now) } }
            }
        }
        for client in cluster.clients
        where client.overview.ownStatus == .accept && client.isSettled(for: Self.convergence) {
            guard let call = client.overview.call, let holder = holders[Part(call: call.callID, user: client.user)],
                now - holder.since > Self.convergence.wholeNanoseconds, holder.session != client.session?.sessionID,
                cluster.signaling.store.call(call.callID)?.state.isOver == false
            else { continue }
            return "\(client.deviceID.rawValue) is in \(call.callID.rawValue), which \(holder.session.rawValue) has"
        }
        return nil
    }

    /// What the inviter is told of a ring never goes back, and every device of the user that is there and free rings soon.
    private mutating func checkArrivals() -> String? {
        let now = cluster.world.elapsed
        for client in cluster.clients where client.core.desk.frontCallID != nil { lastBusy[client.deviceID] = now }
        var seen: [RingTimer: SeenRing] = [:]
        for call in cluster.signaling.store.activeCalls {
            for participant in call.participants where participant.stage.isRinging {
                var ring = SeenRing(call: call.id, since: now, progress: participant.progress)
                if let before = rings[participant.ringTimer], before.call == call.id {
                    if ring.progress < before.progress {
                        return "the ring of \(participant.userID.rawValue) went back to \(ring.progress)"
                    }
                    ring = SeenRing(call: call.id, since: before.since, progress: ring.progress)
                }
                seen[participant.ringTimer] = ring
                if let law = checkArrival(of: ring, to: participant, call) { return law }
            }
        }
        rings = seen
        return nil
    }

    private func checkArrival(of ring: SeenRing, to participant: SignalingCore.Participant, _ call: Call) -> String? {
        let start = cluster.world.elapsed - Self.arrival.wholeNanoseconds
        guard ring.since < start, cluster.signaling.isUp, cluster.signaling.startedAt < start,
            cluster.gateway.cutUntil < start
        else { return nil }
        for client in cluster.clients
        where client.user == participant.userID && client.isSettled(for: Self.arrival)
            && lastBusy[client.deviceID, default: 0] < start && client.unanswered == 0
        {
            let leg = client.session.flatMap { participant.leg(of: $0.sessionID) }
            guard leg?.state.isLive ?? true, !client.heardOf.contains(call.id) else { continue }
            return "\(client.deviceID.rawValue) has not heard of \(call.id.rawValue) for which it should ring"
        }
        return nil
    }

    /// Rows and what is unique among them agree.
    private func checkStore() -> String? {
        let store = cluster.signaling.store
        var occupied: [UserID: CallID] = [:]
        for call in store.activeCalls {
            for user in call.occupiedUsers {
                if occupied.updateValue(call.id, forKey: user) != nil { return "\(user.rawValue) is in two calls" }
            }
            for participant in call.participants where participant.legs.count(where: { $0.state.isAnswered }) > 1 {
                return "\(participant.userID.rawValue) takes part with two devices"
            }
        }
        return occupied == store.activeUsers ? nil : "busy users differ from those in calls"
    }

    // MARK: when all is quiet

    /// After the network has healed and everything had time: clients and store tell the same story.
    func checkQuiet() -> String? {
        let store = cluster.signaling.store
        for call in store.allCalls {
            if !call.owedEffects.isEmpty { return "\(call.id.rawValue) still owes \(call.owedEffects)" }
            if let deadline = call.nextDeadline, deadline < cluster.world.wallTime {
                return "\(call.id.rawValue) missed its deadline"
            }
            let expected = call.state.isOver ? Set(call.participants.map(\.userID)) : []
            if call.state.isOver, Set((store.records[call.id] ?? [:]).keys) != expected {
                return "\(call.id.rawValue) has not one record per participant"
            }
            if call.state.isOver, cluster.media.count(of: call.id) > 0 {
                return "\(call.id.rawValue) is over and has a room"
            }
            for device in call.liveDevices where !cluster.presence.isOpen(device.sessionID) {
                return "\(call.id.rawValue) holds a dead session"
            }
        }
        for client in cluster.clients {
            if let law = checkQuiet(client) { return law }
        }
        return nil
    }

    private func checkQuiet(_ client: SimulatedClient) -> String? {
        let name = client.deviceID.rawValue
        guard client.isOnline, let device = client.session else { return "\(name) is not online" }
        if client.unanswered > 0 { return "\(name) has \(client.unanswered) commands without an answer" }
        let current = cluster.signaling.store.activeUsers[client.user].flatMap { cluster.signaling.store.call($0) }
        let told = current.map { CallSnapshot($0, for: device, at: cluster.world.wallTime) }.flatMap {
            $0.isLive ? $0 : nil
        }
        if client.core.desk.frontCallID != told?.callID {
            return
                "\(name) is in \(client.core.desk.frontCallID?.rawValue ?? "no call"), the server says \(told?.callID.rawValue ?? "none")"
        }
        if client.openCalls != Set([told?.callID].compactMap(\.self)) {
            return "\(name) has told its app of another call"
        }
        guard let told else { return nil }
        if client.overview.ownStatus != told.ownStatus {
            return "\(name) is \(client.overview.ownStatus), the server says \(told.ownStatus)"
        }
        let shown = client.overview.participants.map { "\($0.userID.rawValue) \($0.status)" }.sorted()
        let real = told.participants.filter { $0.status != .none }.map { "\($0.userID.rawValue) \($0.status)" }.sorted()
        return shown == real ? nil : "\(name) shows \(shown), the server says \(real)"
    }

    /// After every call was ended by the service: nobody is in one.
    func checkEmpty() -> String? {
        for client in cluster.clients where client.core.desk.frontCallID != nil || !client.openCalls.isEmpty {
            return "\(client.deviceID.rawValue) is in a call when all are over"
        }
        return cluster.signaling.store.activeCalls.isEmpty ? nil : "a call is not over"
    }
}
