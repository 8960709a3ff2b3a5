import CallModel

// Placing, inviting more, joining: every way into a call that is not an answer.
extension Call {
    mutating func place(
        _ placement: Placement, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        guard !placement.invitees.isEmpty else { throw .violation(.nobodyToCall) }
        try requireSomebody(among: placement.invitees)
        guard !placement.isCallerBusy else { throw .violation(.callerBusy) }
        guard !placement.isGroupBusy else { throw .violation(.groupBusy) }
        try checkRoom(for: placement.invitees.count + 1, ofThemNew: placement.invitees.count + 1)

        placedAt = now
        isGroup = isGroup || placement.invitees.count > 1
        state = .ringing(since: now)
        let caller = placement.caller
        participants = [
            Participant(
                userID: caller.userID, invitedBy: nil, stage: .calling, legs: [Leg(device: caller, state: .answered)])
        ]
        effects.append(.occupy(caller.userID))
        if let group = terms.chatGroupID { effects.append(.occupyGroup(group)) }
        let deadline = now + placement.ringTime.duration
        ring(placement.invitees, by: caller.userID, until: deadline, userData: nil, at: now, &effects)
        settle(&effects)
    }

    mutating func invite(
        _ invitees: [Invitee], until deadline: WallTime, userData: String?, by device: CallDevice, at now: WallTime,
        _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        try requireInCall(device)
        guard !invitees.isEmpty else { throw .violation(.nobodyToCall) }
        let newcomers = invitees.filter { invitee in
            index(of: invitee.userID).map { participants[$0].stage.isGone } ?? true
        }
        guard !newcomers.isEmpty else { return }
        try requireSomebody(among: newcomers)
        guard now < deadline else { throw .violation(.deadlinePassed) }
        try checkRoom(for: newcomers.count, ofThemNew: newcomers.count { index(of: $0.userID) == nil })
        isGroup = true
        ring(newcomers, by: device.userID, until: deadline, userData: userData, at: now, &effects)
    }

    /// Somebody must be left whom a call can be placed to.
    private func requireSomebody(among invitees: [Invitee]) throws(CallRefusal) {
        guard !invitees.contains(where: \.standing.canBeCalled) else { return }
        throw .violation(invitees.contains { $0.standing == .blocked } ? .blocked : .usersUnknown)
    }

    mutating func join(
        _ device: CallDevice, isBusy: Bool, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        guard isGroup else { throw .violation(.notGroupCall) }
        guard let index = index(of: device.userID) else {
            try checkJoin(isBusy: isBusy, isNew: true)
            participants.append(
                Participant(userID: device.userID, invitedBy: nil, stage: .connected(since: now), legs: []))
            enter(participants.count - 1, with: device, at: now, &effects)
            return
        }
        switch participants[index].stage {
        case .ringing: answer(index, with: device, at: now, &effects)  // a join has no deadline
        case .calling, .connected: move(index, to: device, &effects)
        case .gone:
            try checkJoin(isBusy: isBusy, isNew: false)
            participants[index].beginRound()
            enter(index, with: device, at: now, &effects)
        }
    }

    private func checkJoin(isBusy: Bool, isNew: Bool) throws(CallRefusal) {
        guard !isBusy else { throw .violation(.callerBusy) }
        try checkRoom(for: 1, ofThemNew: isNew ? 1 : 0)
    }

    private mutating func enter(
        _ index: Int, with device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) {
        participants[index].connect(at: now)
        participants[index].legs.append(Leg(device: device, state: .answered))
        participants[index].isMicrophoneOpened = nil
        participants[index].isCameraOpened = nil
        effects.append(.occupy(device.userID))
        markAnswered(at: now, &effects)
    }

    /// One user, one device in the room: the earlier device leaves when another joins.
    private mutating func move(_ index: Int, to device: CallDevice, _ effects: inout [CallEffect]) {
        guard let current = participants[index].answeredLeg, current.device.sessionID != device.sessionID else {
            return
        }
        removeFromRoom(current, &effects)
        endLegs(of: index, LegEnd(reason: .otherDeviceAccepted, by: device.userID, device: device.deviceID))
        participants[index].legs.removeAll { $0.device.sessionID == device.sessionID }
        participants[index].legs.append(Leg(device: device, state: .answered))
        participants[index].isMicrophoneOpened = nil
        participants[index].isCameraOpened = nil
    }

    /// Seats everybody first, so that each record names all invitees.
    private mutating func ring(
        _ invitees: [Invitee], by inviter: UserID, until deadline: WallTime, userData: String?, at now: WallTime,
        _ effects: inout [CallEffect]
    ) {
        let seats = invitees.map { seat($0.userID, invitedBy: inviter) }
        for (index, invitee) in zip(seats, invitees) {
            ring(index, invitee, until: deadline, userData: userData, at: now, &effects)
        }
    }

    /// Starts a ring, or notes at once why there will be none.
    private mutating func ring(
        _ index: Int, _ invitee: Invitee, until deadline: WallTime, userData: String?, at now: WallTime,
        _ effects: inout [CallEffect]
    ) {
        switch invitee.standing {
        case .free, .waiting:
            let isWaiting = invitee.standing == .waiting
            let ring = Ring(
                deadline: deadline, expiresAt: deadline + terms.limits.acceptGrace.duration, userData: userData,
                isWaiting: isWaiting ? true : nil)
            participants[index].stage = .ringing(ring)
            participants[index].legs = invitee.devices.map { Leg(device: $0, state: .invited) }
            participants[index].push = .ringOwed
            effects.append(isWaiting ? .occupySecond(invitee.userID) : .occupy(invitee.userID))
            effects.append(.findDevices(invitee.userID))
            effects.append(.pushRing(participants[index].ringTimer, deadline: deadline))
            effects.append(.startTimer(participants[index].ringTimer, at: ring.expiresAt))
            watchSilence(of: index, at: now, &effects)
        case .busy: leaveOut(index, .lineBusy, at: now, &effects)
        // Nobody answers, and the user finds a missed call. Busy or offline would not be true.
        case .doNotDisturb: leaveOut(index, .noResponse, at: now, &effects)
        case .unknown: leaveOut(index, .offline, at: now, &effects)
        // Others are not told of the block, and who is blocked leaves no trace at the one who blocked.
        case .blocked:
            participants[index].stage = .gone(Departure(reason: .offline, by: invitee.userID, at: now))
        }
    }

    /// Notes why the user is not rung.
    private mutating func leaveOut(
        _ index: Int, _ reason: EndReason, at now: WallTime, _ effects: inout [CallEffect]
    ) {
        participants[index].stage = .gone(Departure(reason: reason, by: participants[index].userID, at: now))
        writeRecord(of: index, &effects)
    }

    /// The participant of a user who is about to be rung: a new one, or the next round of one who is gone.
    private mutating func seat(_ userID: UserID, invitedBy inviter: UserID) -> Int {
        guard let index = index(of: userID) else {
            let nowhere = Departure(reason: .unknown, by: nil, at: placedAt)
            participants.append(Participant(userID: userID, invitedBy: inviter, stage: .gone(nowhere), legs: []))
            return participants.count - 1
        }
        participants[index].invitedBy = inviter
        participants[index].beginRound()
        participants[index].push = .none
        return index
    }

    /// Who is present counts against the limit; who was ever in the call, against four times as many: nobody is taken out
    /// of the row, and every snapshot names them all.
    private func checkRoom(for newcomers: Int, ofThemNew strangers: Int) throws(CallRefusal) {
        let present = participants.count { !$0.stage.isGone }
        guard present + newcomers <= terms.limits.participants,
            participants.count + strangers <= 4 * terms.limits.participants
        else {
            throw .violation(.tooManyParticipants(limit: terms.limits.participants))
        }
    }
}
