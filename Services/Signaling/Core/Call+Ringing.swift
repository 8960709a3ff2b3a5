import CallModel

// What is heard about a ring while it lasts: devices, acknowledgements, pushes; and what follows when nothing is heard.
extension Call {
    mutating func handle(
        _ fact: PresenceFact, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch fact {
        case .sessionsFound(let userID, let devices):
            guard let index = index(of: userID), participants[index].stage.isRinging else { throw .race(.staleRing) }
            for device in devices where participants[index].leg(of: device.sessionID) == nil {
                participants[index].legs.append(Leg(device: device, state: .invited))
            }
            watchSilence(of: index, at: now, &effects)
        case .sessionGone(let session): try lose(session, at: now, &effects)
        }
    }

    mutating func acknowledge(
        _ report: AlertReport, by device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        guard participants[index].stage.isRinging else { throw .race(.staleRing) }
        if participants[index].leg(of: device.sessionID) == nil {
            participants[index].legs.append(Leg(device: device, state: .invited))
        }
        switch report {
        case .received: advance(index, device.sessionID, to: .received)
        case .alerting: advance(index, device.sessionID, to: .alerting)
        case .busy: endLeg(of: index, device.sessionID, LegEnd(reason: .lineBusy, by: device.userID))
        }
        watchSilence(of: index, at: now, &effects)
        guard report == .busy, participants[index].liveDevices.isEmpty, !mayBeWoken(index) else { return }
        let departure = Departure(reason: .lineBusy, by: device.userID, at: now)
        depart(index, departure, &effects)
        settle(after: departure, &effects)
    }

    /// Reports can arrive in any order; a leg only moves on.
    private mutating func advance(_ index: Int, _ session: SessionID, to state: LegState) {
        guard let leg = participants[index].legs.firstIndex(where: { $0.device.sessionID == session }),
            participants[index].legs[leg].state.isLive,
            participants[index].legs[leg].state.progress < state.progress
        else { return }
        participants[index].legs[leg].state = state
    }

    /// How often a ring is brought again to devices that say nothing.
    private static let repeatsMax = 4

    /// Lets the timer for silent devices run exactly while there are some and another try would still help.
    mutating func watchSilence(of index: Int, at now: WallTime, _ effects: inout [CallEffect]) {
        guard case .ringing(var ring) = participants[index].stage, let patience = terms.limits.confirmAfter else {
            return
        }
        let next = now + patience.duration
        let isSilent = participants[index].legs.contains { $0.state.isSilent }
        switch ring.confirmBy {
        case nil where isSilent && ring.repeatCount < Self.repeatsMax && next < ring.deadline:
            ring.confirmBy = next
            effects.append(.startTimer(participants[index].confirmTimer(ring.repeatCount + 1), at: next))
        case .some where !isSilent:
            ring.confirmBy = nil
            effects.append(.cancelTimer(participants[index].confirmTimer(ring.repeatCount + 1)))
        case nil, .some: return
        }
        participants[index].stage = .ringing(ring)
    }

    /// The time for silent devices to speak is over.
    mutating func confirm(_ index: Int, at now: WallTime, _ effects: inout [CallEffect]) {
        guard case .ringing(var ring) = participants[index].stage else { return }
        ring.confirmBy = nil
        ring.confirms = (ring.confirms ?? 0) + 1
        participants[index].stage = .ringing(ring)
        bringAgain(index, at: now, &effects)
        watchSilence(of: index, at: now, &effects)
    }

    /// A lost delivery and a device that only looks connected cannot be told from here: silent devices get the ring once
    /// more by connection (see `audience`), and by push.
    mutating func bringAgain(_ index: Int, at now: WallTime, _ effects: inout [CallEffect]) {
        guard case .ringing(var ring) = participants[index].stage, terms.limits.confirmAfter != nil,
            ring.repeatCount < Self.repeatsMax, now < ring.deadline
        else { return }
        if ring.confirmBy != nil {
            effects.append(.cancelTimer(participants[index].confirmTimer(ring.repeatCount + 1)))
        }
        ring.confirmBy = nil
        ring.repeats = ring.repeatCount + 1
        participants[index].stage = .ringing(ring)
        participants[index].push = .ringOwed
        effects.append(.pushRing(participants[index].pushOrder, deadline: ring.deadline))
    }

    /// Whether a push may still bring another device of the user to ring.
    private func mayBeWoken(_ index: Int) -> Bool {
        switch participants[index].push {
        case .ringOwed: true
        case .rung(let deviceCount): deviceCount > 0
        case .none, .stopOwed, .stopped: false
        }
    }

    /// Valid in every state: what is owed to the push service outlives the ring.
    mutating func handle(_ result: PushResult, _ effects: inout [CallEffect]) throws(CallRefusal) {
        switch result {
        case .ringTaken(let timer, let deviceCount):
            guard let index = index(of: timer.userID), participants[index].round == timer.round else {
                throw .race(.staleRing)
            }
            try takeRing(index, timer, deviceCount: deviceCount, &effects)
        case .outcome(let userID, let isHandedOver):
            guard let index = index(of: userID), case .ringing(var ring) = participants[index].stage else {
                throw .race(.staleRing)
            }
            guard isHandedOver else { return }
            ring.isPushed = true
            participants[index].stage = .ringing(ring)
        case .stopTaken(let userID):
            guard let index = index(of: userID), participants[index].push == .stopOwed else {
                throw .race(.staleRing)
            }
            participants[index].push = .stopped
        }
    }

    /// A ring that was taken after its end may have overtaken the order to stop it: that order is owed again.
    private mutating func takeRing(
        _ index: Int, _ order: RingTimer, deviceCount: Int, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch participants[index].push {
        case .ringOwed:
            guard order == participants[index].pushOrder else { throw .race(.staleRing) }
            participants[index].push = .rung(deviceCount: deviceCount)
        case .stopOwed, .stopped:
            participants[index].push = .stopOwed
            effects.append(.pushStop(participants[index].userID))
        case .none, .rung: throw .race(.staleRing)
        }
    }
}
