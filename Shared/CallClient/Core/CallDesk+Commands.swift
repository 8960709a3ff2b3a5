package import CallModel

extension CallDesk {
    /// The app asked for something. Answered by exactly one `commandFinished`, now or later.
    package mutating func handle(
        _ command: CallCommand, as ticket: Ticket, at now: MonotonicInstant
    ) -> [DeskEffect] {
        step(now) { desk in
            switch command {
            case .call(let callID, let participants, let kind, let parameters):
                desk.place(callID, participants, kind, parameters, ticket, now)
            case .accept: desk.accept(ticket, now)
            case .reject: desk.reject(ticket, now)
            case .hangup: desk.hangup(ticket, now)
            case .join(let callID): desk.join(callID, ticket, now)
            case .invite(let users, let parameters): desk.invite(users, parameters, ticket, now)
            }
        }
    }

    private mutating func refuse(_ ticket: Ticket, _ failure: RequestFailure) {
        effects.append(.commandFinished(ticket, failure))
    }

    /// The callees of a request: oneself and repetitions removed, `nil` with a failure if nobody is left.
    private mutating func callees(_ users: [UserID], _ ticket: Ticket) -> [UserID]? {
        var seen: Set<UserID> = [user]
        let others = users.filter { seen.insert($0).inserted }
        guard users.allSatisfy({ UserID(validating: $0.rawValue) != nil }) else {
            refuse(ticket, .badParameter("a user id is 1 to 32 letters, digits, '-' or '_'"))
            return nil
        }
        guard !others.isEmpty else {
            refuse(ticket, .badParameter(users.isEmpty ? "nobody to call" : "one cannot call only oneself"))
            return nil
        }
        return others
    }

    private mutating func place(
        _ callID: CallID, _ participants: [UserID], _ kind: MediaKind, _ parameters: CallParameters, _ ticket: Ticket,
        _ now: MonotonicInstant
    ) {
        guard isIdle else { return refuse(ticket, .stateRefuses("there is a call already")) }
        guard let others = callees(participants, ticket) else { return }
        let ring = parameters.ringTime
        guard ring == .zero || (.seconds(10)...Duration.seconds(600)).contains(ring) else {
            return refuse(ticket, .badParameter("a call rings for 10 to 600 seconds"))
        }
        lines[callID] = CallLine(callID: callID, stage: .placing, opening: ticket)
        front = callID
        effects.append(
            .submit(
                .call(callID, participants: others, kind, parameters), for: ticket, until: now + policy.commandTime))
    }

    private mutating func join(_ callID: CallID, _ ticket: Ticket, _ now: MonotonicInstant) {
        guard isIdle else { return refuse(ticket, .stateRefuses("there is a call already")) }
        // One may come back to a call that one left.
        let floor = tombstones.first { $0.callID == callID && $0.isConfirmed }?.version ?? 0
        tombstones.removeAll { $0.callID == callID }
        lines[callID] = CallLine(callID: callID, stage: .joining, opening: ticket, floor: floor)
        front = callID
        effects.append(.submit(.join(callID), for: ticket, until: now + policy.commandTime))
    }

    private mutating func invite(
        _ users: [UserID], _ parameters: CallParameters, _ ticket: Ticket, _ now: MonotonicInstant
    ) {
        guard let front, let line = lines[front], line.stage == .announced else {
            return refuse(ticket, .stateRefuses("there is no call to invite to"))
        }
        guard let others = callees(users, ticket) else { return }
        lines[front]?.inviting.append(ticket)
        effects.append(
            .submit(.invite(front, participants: others, parameters), for: ticket, until: now + policy.commandTime))
    }

    /// The incoming call that rings in front.
    private func ringing() -> CallLine? {
        guard let front, let line = lines[front], line.stage == .announced, let snapshot = line.snapshot,
            snapshot.ownStatus == .waiting, snapshot.inviterID != user
        else { return nil }
        return line
    }

    /// Kept while there is no connection, and delivered as long as the ring lasts.
    private mutating func accept(_ ticket: Ticket, _ now: MonotonicInstant) {
        guard let line = ringing(), let snapshot = line.snapshot else {
            return refuse(ticket, .stateRefuses("no incoming call rings"))
        }
        guard line.accepting == nil else { return refuse(ticket, .repeated) }
        lines[line.callID]?.accepting = ticket
        var deadline = now + policy.commandTime
        if let ring = snapshot.ringDeadline.flatMap({ clock.instant(of: $0, at: now) }) {
            deadline = ring + policy.ringGrace
        }
        effects.append(.submit(.accept(line.callID), for: ticket, until: deadline))
    }

    private mutating func reject(_ ticket: Ticket, _ now: MonotonicInstant) {
        guard let line = ringing() else { return refuse(ticket, .stateRefuses("no incoming call rings")) }
        // The accept or join that is under way may have connected this device: then only a hang-up gets it out again.
        let isEntering = line.accepting != nil || line.opening != nil
        leave(line, isEntering ? .hangup(line.callID) : .reject(line.callID), ticket, now)
    }

    private mutating func hangup(_ ticket: Ticket, _ now: MonotonicInstant) {
        guard let front, let line = lines[front] else {
            return refuse(ticket, .stateRefuses("there is no call"))
        }
        switch line.stage {
        case .placing, .joining:
            abandonOpening(line, ticket, now)
        case .leaving:
            lines[front]?.leavers.append(ticket)
        case .announced:
            leave(line, .hangup(front), ticket, now)
        case .held:
            effects.append(.refused(.bug("a held call in front")))
            end(front, .hangup, by: user, now)
        }
    }

    /// Media stops at once; the server's word decides the reason, if it comes in time.
    private mutating func leave(_ line: CallLine, _ request: Request, _ ticket: Ticket, _ now: MonotonicInstant) {
        let callID = line.callID
        finishCommands(of: line, .stateRefuses("the app hung up"))
        lines[callID]?.opening = nil
        lines[callID]?.accepting = nil
        lines[callID]?.inviting = []
        lines[callID]?.stage = .leaving
        lines[callID]?.leavers.append(ticket)
        stopMedia(line)
        lines[callID]?.hasMedia = false
        effects.append(.withdraw(callID))
        effects.append(.submit(request, for: nil, until: now + policy.leaveDelivery))
        if isOnline {
            effects.append(.startTimer(.leave(callID), now + policy.leaveTime))
        } else {
            end(callID, leaveReason(line.snapshot), by: user, now)
        }
    }

    /// Hung up before the server answered: the cancel of a call whose create is still in flight must win.
    private mutating func abandonOpening(_ line: CallLine, _ ticket: Ticket, _ now: MonotonicInstant) {
        lines[line.callID] = nil
        bury(line.callID)
        front = nil
        if let opening = line.opening {
            effects.append(.abandon(opening))
            effects.append(.commandFinished(opening, .stateRefuses("hung up before the call was set up")))
            if isOnline { abandoned.insert(opening) }
        }
        effects.append(.commandFinished(ticket, nil))
        if isOnline {
            effects.append(.submit(.hangup(line.callID), for: nil, until: now + policy.leaveDelivery))
        }
        promoteNext(now)
    }
}
