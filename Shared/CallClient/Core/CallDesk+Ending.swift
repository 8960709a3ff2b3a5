package import CallModel

extension CallDesk {
    // MARK: Ends

    /// The call is over for this device: the one place that says so.
    mutating func end(
        _ callID: CallID, _ reason: EndReason, by user: UserID, isConfirmed: Bool = false, _ now: MonotonicInstant
    ) {
        guard let line = lines.removeValue(forKey: callID) else { return }
        bury(callID, line.version, isConfirmed: isConfirmed)
        cancelTimers(callID)
        effects.append(.withdraw(callID))
        stopMedia(line)
        if line.isAnnounced, let snapshot = line.snapshot {
            effects.append(.notice(.ended(callID, snapshot.mediaKind, reason, by: user)))
        }
        finishCommands(of: line, .invitationOver)
        for ticket in line.leavers { effects.append(.commandFinished(ticket, nil)) }
        guard front == callID else { return }
        front = nil
        if line.isAnnounced, let snapshot = line.snapshot {
            lingering = snapshot
            effects.append(.startTimer(.linger(callID), now + policy.linger))
        }
        promoteNext(now)
    }

    /// Answers what the app still waits for. A Call that was announced has done what it was asked for.
    mutating func finishCommands(of line: CallLine, _ failure: RequestFailure) {
        if let opening = line.opening {
            effects.append(.commandFinished(opening, line.isAnnounced ? nil : failure))
        }
        for ticket in [line.accepting].compactMap(\.self) + line.inviting {
            effects.append(.commandFinished(ticket, failure))
        }
    }

    private mutating func cancelTimers(_ callID: CallID) {
        for timer in [CallTimer.ring(callID), .leave(callID), .tick(callID), .media(callID)] {
            effects.append(.cancelTimer(timer))
        }
    }

    /// Remembers an ended call, so that a late or repeated snapshot cannot ring.
    mutating func bury(_ callID: CallID, _ version: UInt64 = 0, isConfirmed: Bool = false) {
        guard !tombstones.contains(where: { $0.callID == callID }) else { return }
        tombstones.append(Tombstone(callID: callID, version: version, isConfirmed: isConfirmed))
        if tombstones.count > policy.tombstones { tombstones.removeFirst(tombstones.count - policy.tombstones) }
    }

    /// A call that rang behind the one that ended comes to the front, the oldest first. One whose time passed meanwhile
    /// must not begin to ring.
    mutating func promoteNext(_ now: MonotonicInstant) {
        for line in lines.values.sorted(by: { $0.callID < $1.callID }) where line.stage == .held {
            guard let ring = line.snapshot, isStaleRing(ring, now) else { continue }
            end(line.callID, .noResponse, by: blame(for: ring), now)
        }
        let waiting = lines.values.filter { $0.stage == .held }
        let next = waiting.min { left, right in
            let (a, b) = (left.snapshot?.createdAt ?? .zero, right.snapshot?.createdAt ?? .zero)
            return a == b ? left.callID < right.callID : a < b
        }
        guard let next else { return }
        promote(next.callID, now)
    }

    /// Who is to blame for an end that this device concludes by itself: its own user, or for an unanswered 1:1 call the
    /// one who did not answer.
    func blame(for snapshot: CallSnapshot?) -> UserID {
        guard let snapshot, snapshot.inviterID == user, snapshot.ownStatus == .waiting, !snapshot.isGroup else {
            return user
        }
        return snapshot.inviteeIDs.first ?? user
    }

    // MARK: Timers

    package mutating func timerFired(_ timer: CallTimer, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { $0.fire(timer, now) }
    }

    private mutating func fire(_ timer: CallTimer, _ now: MonotonicInstant) {
        switch timer {
        case .ring(let callID):
            guard let line = lines[callID], line.snapshot?.ownStatus == .waiting else { return stale(timer) }
            if line.snapshot?.inviterID == user {
                // The server may still believe in it, for instance if its snapshot was lost.
                effects.append(.submit(.hangup(callID), for: nil, until: now + policy.leaveDelivery))
            }
            end(callID, .noResponse, by: blame(for: line.snapshot), now)
        case .leave(let callID):
            guard let line = lines[callID], line.stage == .leaving else { return stale(timer) }
            end(callID, leaveReason(line.snapshot), by: user, now)
        case .tick(let callID):
            guard let snapshot = lines[callID]?.snapshot, snapshot.ownStatus == .accept else { return stale(timer) }
            startTickTimer(snapshot, now)
        case .media(let callID):
            guard lines[callID]?.stage == .announced else { return stale(timer) }
            lines[callID]?.askedEra = 0
            askForMedia(callID, now)
        case .sync:
            isSyncTimerRunning = false
            if isOnline { requestSync(now) }
        case .linger(let callID):
            guard lingering?.callID == callID else { return stale(timer) }
            lingering = nil
        }
    }

    private mutating func stale(_ timer: CallTimer) {
        effects.append(.refused(.race("timer of a call that moved on")))
    }

    /// The public reason of an own hang-up.
    func leaveReason(_ snapshot: CallSnapshot?) -> EndReason {
        guard let snapshot, snapshot.ownStatus == .waiting else { return .hangup }
        return snapshot.inviterID == user ? .canceled : .reject
    }

    // MARK: The session

    /// `serverTime` is what the answer to Login or Resume said.
    package mutating func wentOnline(serverTime: WallTime, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            desk.isOnline = true
            if serverTime > .zero {
                desk.clock.forget()
                desk.clock.observe(serverTime, at: now)
            }
            desk.requestSync(now)
        }
    }

    package mutating func wentOffline(at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            desk.isOnline = false
            desk.abandoned.removeAll()
            // No answer can come any more to what the app has already left.
            for callID in desk.lines.values.filter({ $0.stage == .leaving }).map(\.callID).sorted() {
                desk.end(callID, desk.leaveReason(desk.lines[callID]?.snapshot), by: desk.user, now)
            }
        }
    }

    /// Nobody is logged in any more: every call of this client ends here and now.
    package mutating func sessionOver(_ reason: EndReason, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            desk.isOnline = false
            desk.abandoned.removeAll()
            for callID in desk.lines.values.filter({ $0.stage == .held }).map(\.callID).sorted() {
                desk.end(callID, reason, by: desk.user, now)
            }
            for callID in desk.lines.keys.sorted() { desk.end(callID, reason, by: desk.user, now) }
        }
    }

    /// The app logs out: it leaves its calls first, and no answer is awaited.
    package mutating func loggingOut(at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            for line in desk.lines.values.sorted(by: { $0.callID < $1.callID }) where line.stage != .held {
                if case .leaving = line.stage {
                } else {
                    desk.effects.append(.submit(.hangup(line.callID), for: nil, until: now + desk.policy.leaveDelivery))
                }
                desk.end(line.callID, desk.leaveReason(line.snapshot), by: desk.user, now)
            }
        }
    }

    mutating func requestSync(_ now: MonotonicInstant) {
        effects.append(.submit(.sync(knownCalls), for: nil, until: now + policy.noticeTime))
    }
}
