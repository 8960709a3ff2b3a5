import CallModel

// What is heard about a ring while it lasts: devices, acknowledgements, pushes; and what follows when nothing is heard.
extension Call {
    mutating func handle(
        _ fact: PresenceFact, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch fact {
        case .sessionsFound(let userID, let devices):
            guard let index = index(of: userID), participants[index].stage.isRinging else { throw .race(.staleRing) }
            for device in devices
            where participants[index].leg(of: device.sessionID) == nil
                && !participants[index].hasDeclined(on: device.deviceID)
            {
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
        guard participants[index].stage.isRinging, !participants[index].hasDeclined(on: device.deviceID) else {
            throw .race(.staleRing)
        }
        if participants[index].leg(of: device.sessionID) == nil {
            participants[index].legs.append(Leg(device: device, state: .invited))
        }
        switch report {
        case .received: advance(index, device.sessionID, to: .received)
        case .alerting: advance(index, device.sessionID, to: .alerting)
        case .busy: endLeg(of: index, device.sessionID, LegEnd(reason: .lineBusy, by: device.userID))
        }
        watchSilence(of: index, at: now, &effects)
        if report == .busy { endUntakenRing(index, at: now, &effects) }
    }

    /// Keeps how far each device has come, also when it rings no more.
    mutating func followRings(since old: Call) {
        for index in participants.indices {
            let wasRinging = index < old.participants.count && old.participants[index].stage.isRinging
            guard wasRinging || participants[index].stage.isRinging else { continue }
            for leg in participants[index].legs {
                participants[index].advanceReach(
                    on: leg.device.deviceID, platform: leg.device.platform, to: leg.state.reach)
            }
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

    /// Whether a push may still bring a device of the user to ring: one that has not refused.
    func mayBeWoken(_ index: Int, besides device: DeviceID? = nil) -> Bool {
        let own = participants[index]
        switch own.push {
        case .ringOwed: return true
        case .rung(let deviceCount):
            guard let targets = own.pushTargets else { return deviceCount > 0 }
            let refusing = own.legs.filter { [.reject, .lineBusy].contains($0.state.endReason) }
            return targets.contains { target in
                target != device && !refusing.contains { $0.device.deviceID == target }
            }
        case .none, .stopOwed, .stopped: return false
        }
    }

    /// Valid in every state: what is owed to the push service outlives the ring.
    mutating func handle(
        _ result: PushResult, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch result {
        case .ringTaken(let timer, let deviceCount, let devices):
            guard let index = index(of: timer.userID), participants[index].round == timer.round else {
                throw .race(.staleRing)
            }
            try takeRing(index, timer, &effects)
            guard participants[index].stage.isRinging else { return }
            participants[index].push = .rung(deviceCount: deviceCount)
            participants[index].pushTargets = devices
            endUntakenRing(index, at: now, &effects)
        case .outcome(let userID, let isHandedOver, let report):
            guard let index = index(of: userID), case .ringing(var ring) = participants[index].stage else {
                throw .race(.staleRing)
            }
            if isHandedOver { ring.isPushed = true }
            participants[index].stage = .ringing(ring)
            if let report { take(report, of: index, isHandedOver: isHandedOver, at: now, &effects) }
        case .stopTaken(let userID):
            guard let index = index(of: userID), participants[index].push == .stopOwed else {
                throw .race(.staleRing)
            }
            participants[index].push = .stopped
        }
    }

    /// What became of one device's push. One that failed for good wakes nobody.
    private mutating func take(
        _ report: PushReport, of index: Int, isHandedOver: Bool, at now: WallTime, _ effects: inout [CallEffect]
    ) {
        tracePush(isHandedOver, of: participants[index].userID, report, at: now)
        guard !isHandedOver else {
            return participants[index].advanceReach(on: report.deviceID, to: .pushed)
        }
        participants[index].pushTargets?.removeAll { $0 == report.deviceID }
        endUntakenRing(index, at: now, &effects)
    }

    /// A ring that was taken after its end may have overtaken the order to stop it: that order is owed again.
    private mutating func takeRing(
        _ index: Int, _ order: RingTimer, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch participants[index].push {
        case .ringOwed: guard order == participants[index].pushOrder else { throw .race(.staleRing) }
        case .stopOwed, .stopped:
            participants[index].push = .stopOwed
            effects.append(.pushStop(participants[index].userID))
        case .none, .rung: throw .race(.staleRing)
        }
    }
}
