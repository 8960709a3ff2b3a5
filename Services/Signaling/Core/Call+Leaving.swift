import CallModel

// Every way out of a call, and the one place where it is decided whether the call goes on.
extension Call {
    /// Declines for the user: the other devices stop too.
    mutating func reject(
        _ device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        switch participants[index].stage {
        case .ringing:
            let departure = Departure(reason: .reject, by: device.userID, at: now, device: device.deviceID)
            depart(index, departure, acting: device, elsewhere: .otherDeviceReject, &effects)
            settle(after: departure, &effects)
        case .connected:
            guard participants[index].answeredLeg?.device.sessionID == device.sessionID else {
                throw .race(.answeredElsewhere)
            }
            throw .violation(.notRinging)
        case .calling: throw .violation(.notRinging)
        case .gone(let departure): throw .race(.partOver(departure.reason))
        }
    }

    /// Stops the ring on one device. If no other rings or may still be woken, the user has declined.
    mutating func rejectHere(
        _ device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        guard participants[index].stage.isRinging,
            participants[index].liveDevices.contains(where: { $0.deviceID != device.deviceID })
                || mayBeWoken(index, besides: device.deviceID)
        else { return try reject(device, at: now, &effects) }
        if participants[index].leg(of: device.sessionID) == nil {
            participants[index].legs.append(Leg(device: device, state: .invited))
        }
        for live in participants[index].liveDevices where live.deviceID == device.deviceID {
            endLeg(of: index, live.sessionID, LegEnd(reason: .reject, by: device.userID))
        }
        watchSilence(of: index, at: now, &effects)
    }

    /// A ring that no device can take up any more is over as the last ones said: declined, or busy.
    mutating func endUntakenRing(_ index: Int, at now: WallTime, _ effects: inout [CallEffect]) {
        let own = participants[index]
        guard own.stage.isRinging, own.liveDevices.isEmpty, !mayBeWoken(index) else { return }
        let said = own.legs.compactMap(\.state.endReason)
        guard let reason = [EndReason.reject, .lineBusy].first(where: { said.contains($0) }) else { return }
        let departure = Departure(reason: reason, by: own.userID, at: now)
        depart(index, departure, &effects)
        settle(after: departure, &effects)
    }

    /// Leaves a connected call, calls off an outgoing one, rejects an incoming one.
    mutating func hangUp(
        _ device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        switch participants[index].stage {
        case .ringing: try reject(device, at: now, &effects)
        case .calling, .connected:
            guard participants[index].answeredLeg?.device.sessionID == device.sessionID else {
                throw .race(.answeredElsewhere)
            }
            let reason: EndReason = participants[index].stage == .calling ? .canceled : .hangup
            let departure = Departure(reason: reason, by: device.userID, at: now, device: device.deviceID)
            depart(index, departure, &effects)
            settle(after: departure, &effects)
        case .gone(let departure): throw .race(.partOver(departure.reason))
        }
    }

    /// Takes another user out: by who placed the call, or who invited him. A ring is called off.
    mutating func remove(
        _ userID: UserID, by device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        try requireInCall(device)
        let index = try requiredIndex(of: userID)
        guard userID != device.userID,
            device.userID == terms.inviterID || participants[index].invitedBy == device.userID
        else { throw .violation(.notInviter) }
        if case .gone = participants[index].stage { return }  // asked again, or gone by himself
        let reason: EndReason = participants[index].stage.isRinging ? .canceled : .hangup
        let departure = Departure(reason: reason, by: device.userID, at: now, device: device.deviceID)
        depart(index, departure, &effects)
        settle(after: departure, &effects)
    }

    /// A user in the call who lost the device leaves it; a ringing device that is gone only stops ringing: the user may
    /// answer on another one, or come back before the deadline.
    mutating func lose(
        _ session: SessionID, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        for index in participants.indices {
            guard let leg = participants[index].leg(of: session), leg.state.isLive else { continue }
            let userID = participants[index].userID
            guard leg.state.isAnswered else {
                endLeg(of: index, session, LegEnd(reason: .offline, by: userID))
                // It may never have had the ring, and no push was ordered while it looked connected.
                if leg.state.isSilent { bringAgain(index, at: now, &effects) }
                watchSilence(of: index, at: now, &effects)
                return
            }
            let departure = Departure(reason: .offline, by: userID, at: now)
            depart(index, departure, &effects)
            settle(after: departure, &effects)
            return
        }
        throw .race(.staleSession)
    }

    mutating func expire(
        _ timer: RingTimer, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        guard let index = index(of: timer.userID), participants[index].stage.isRinging,
            participants[index].pendingTimers.contains(where: { $0.timer == timer && $0.expiresAt <= now })
        else { throw .race(.staleTimer) }
        switch timer.kind {
        case nil: giveUp(index, timer, at: now, &effects)
        case .confirm: confirm(index, at: now, &effects)
        }
    }

    private mutating func giveUp(
        _ index: Int, _ timer: RingTimer, at now: WallTime, _ effects: inout [CallEffect]
    ) {
        let departure = Departure(reason: .noResponse, by: timer.userID, at: now)
        depart(index, departure, &effects)
        effects.removeAll { $0 == .cancelTimer(timer) }  // it has fired
        settle(after: departure, &effects)
    }

    /// Takes one user out. `acting` is the device that asked; its siblings end with `elsewhere`.
    mutating func depart(
        _ index: Int, _ departure: Departure, acting: CallDevice? = nil, elsewhere: EndReason? = nil,
        _ effects: inout [CallEffect]
    ) {
        stopRinging(index, &effects)
        if case .connected(let since) = participants[index].stage {
            participants[index].talkTime = participants[index].talkTime + WallSpan(from: since, to: departure.at)
        }
        if let leg = participants[index].answeredLeg { removeFromRoom(leg, &effects) }
        if let acting {
            if participants[index].leg(of: acting.sessionID) == nil {
                participants[index].legs.append(Leg(device: acting, state: .invited))
            }
            endLeg(of: index, acting.sessionID, LegEnd(reason: departure.reason, by: departure.by))
        }
        endLegs(
            of: index, LegEnd(reason: elsewhere ?? departure.reason, by: departure.by, device: acting?.deviceID))
        participants[index].stage = .gone(departure)
        participants[index].isOnHold = nil
        effects.append(.release(participants[index].userID))
        writeRecord(of: index, &effects)
    }

    /// Ends the call unless somebody is in it and at least one other is in it or ringing.
    mutating func settle(after departure: Departure, _ effects: inout [CallEffect]) {
        let inCall = participants.count { $0.stage.isInCall }
        let ringing = participants.count { $0.stage.isRinging }
        if inCall >= 1, inCall + ringing >= 2 { return }
        finish(with: departure, &effects)
    }

    /// A placement of which nobody rings ends with what the last invitee was found to be.
    mutating func settle(_ effects: inout [CallEffect]) {
        guard case .gone(let departure) = participants.last?.stage else { return }
        settle(after: departure, &effects)
    }

    /// Ends the call for everybody who is left. Who was in it is told what ended it; who was still rung is told that the
    /// call was called off, unless it ended by a loss or by the service.
    mutating func finish(with departure: Departure, _ effects: inout [CallEffect]) {
        let calledOff =
            switch departure.reason {
            case .offline, .endByServer: departure
            case .unknown, .hangup, .reject, .noResponse, .lineBusy, .canceled, .otherDeviceAccepted,
                .otherDeviceReject:
                Departure(reason: .canceled, by: departure.by, at: departure.at)
            }
        for index in participants.indices {
            switch participants[index].stage {
            case .calling, .connected: depart(index, departure, &effects)
            case .ringing: depart(index, calledOff, &effects)
            case .gone: break
            }
        }
        state = .ended(
            CallEnd(reason: departure.reason, endedBy: departure.by, at: departure.at, answeredAt: state.answeredAt))
        if let group = terms.chatGroupID { effects.append(.releaseGroup(group)) }
        closeMedia(&effects)
    }

    /// Leaves the ring, if there is one: its timers go, and the push service hears that it is over.
    mutating func stopRinging(_ index: Int, _ effects: inout [CallEffect]) {
        guard participants[index].stage.isRinging else { return }
        effects += participants[index].pendingTimers.map { .cancelTimer($0.timer) }
        participants[index].push = .stopOwed
        effects.append(.pushStop(participants[index].userID))
    }

    mutating func endLegs(of index: Int, _ end: LegEnd) {
        for device in participants[index].liveDevices { endLeg(of: index, device.sessionID, end) }
    }

    mutating func endLeg(of index: Int, _ session: SessionID, _ end: LegEnd) {
        guard let leg = participants[index].legs.firstIndex(where: { $0.device.sessionID == session }),
            participants[index].legs[leg].state.isLive
        else { return }
        if case .ringing(var ring) = participants[index].stage {
            ring.reached = max(ring.reached ?? .reaching, participants[index].legs[leg].state.progress)
            participants[index].stage = .ringing(ring)
        }
        participants[index].legs[leg].state = .ended(end)
    }

    mutating func writeRecord(of index: Int, _ effects: inout [CallEffect]) {
        guard !terms.isEphemeral, let record = record(of: participants[index]) else { return }
        effects.append(.writeRecord(record))
    }
}
