import CallModel

// What is heard about a ring while it lasts: devices, acknowledgements, pushes.
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
        case .busy:
            endLeg(of: index, device.sessionID, LegEnd(reason: .lineBusy, by: device.userID))
            guard participants[index].liveDevices.isEmpty, !mayBeWoken(index) else { return }
            let departure = Departure(reason: .lineBusy, by: device.userID, at: now)
            depart(index, departure, &effects)
            settle(after: departure, &effects)
        }
    }

    /// Reports can arrive in any order; a leg only moves on.
    private mutating func advance(_ index: Int, _ session: SessionID, to state: LegState) {
        guard let leg = participants[index].legs.firstIndex(where: { $0.device.sessionID == session }),
            participants[index].legs[leg].state.isLive,
            participants[index].legs[leg].state.progress < state.progress
        else { return }
        participants[index].legs[leg].state = state
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
            try takeRing(index, deviceCount: deviceCount, &effects)
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
        _ index: Int, deviceCount: Int, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch participants[index].push {
        case .ringOwed: participants[index].push = .rung(deviceCount: deviceCount)
        case .stopOwed, .stopped:
            participants[index].push = .stopOwed
            effects.append(.pushStop(participants[index].userID))
        case .none, .rung: throw .race(.staleRing)
        }
    }
}
