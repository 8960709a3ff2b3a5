package import CallModel

/// The calls of one client: applies the server's versioned snapshots and the app's commands, keeps one call in front,
/// and tells events from differences, each call's end exactly once. Pure: time comes in, orders go out.
package struct CallDesk: Sendable {
    let policy: CallPolicy
    /// Whose calls these are.
    package internal(set) var user: UserID
    var lines: [CallID: CallLine] = [:]
    /// The one call the app deals with.
    var front: CallID?
    /// The call that ended last, while its details stay readable.
    var lingering: CallSnapshot?
    /// Ended calls, oldest first.
    var tombstones: [Tombstone] = []
    /// Calls the app hung up while they were being placed: whatever the answer creates is to be left.
    var abandoned: Set<Ticket> = []
    var isOnline = false
    var isSyncTimerRunning = false
    var clock = ServerClock()
    var isMicrophoneOpened = false
    var isCameraOpened = false
    var effects: [DeskEffect] = []

    package init(user: UserID, policy: CallPolicy = CallPolicy()) {
        self.user = user
        self.policy = policy
    }

    /// Runs one step and hands out what it ordered.
    mutating func step(_ now: MonotonicInstant, _ body: (inout CallDesk) -> Void) -> [DeskEffect] {
        body(&self)
        // An update can be lost on its way to a client that stays connected. While there are calls, ask now and then.
        switch (lines.isEmpty, isSyncTimerRunning) {
        case (false, false):
            isSyncTimerRunning = true
            effects.append(.startTimer(.sync, now + policy.syncInterval))
        case (true, true):
            isSyncTimerRunning = false
            effects.append(.cancelTimer(.sync))
        case (true, false), (false, true): break
        }
        defer { effects = [] }
        return effects
    }

    /// Nothing is in front: a call may be placed, joined or received.
    package var isIdle: Bool { front == nil }

    /// The one call the app deals with.
    package var frontCallID: CallID? { front }

    /// Calls to name in a Sync.
    package var knownCalls: [KnownCall] {
        lines.values.map { KnownCall(callID: $0.callID, version: $0.snapshot?.version ?? 0) }
            .sorted { $0.callID < $1.callID }
    }

    /// What the app sees at `now`.
    package func overview(at now: MonotonicInstant) -> CallOverview {
        var overview = CallOverview()
        guard let front, let line = lines[front], line.isAnnounced, let snapshot = line.snapshot else {
            overview.call = lingering
            return overview
        }
        overview.call = snapshot
        overview.ownStatus = line.ownStatus
        overview.participants = snapshot.participants.filter { $0.status != .none }
        if let own = overview.participants.firstIndex(where: { $0.userID == user }) {
            overview.participants[own].isMicrophoneOpened = isMicrophoneOpened
            overview.participants[own].isCameraOpened = isCameraOpened
        }
        overview.duration = duration(of: snapshot, at: now)
        overview.volumes = line.speakers
        overview.qualities = line.qualities
        return overview
    }

    /// Whole seconds since the call was connected.
    func duration(of snapshot: CallSnapshot, at now: MonotonicInstant) -> Duration {
        guard let connectedAt = snapshot.connectedAt, let time = clock.time(at: now), time > connectedAt else {
            return .zero
        }
        return .seconds((time - connectedAt).components.seconds)
    }

    // MARK: Snapshots

    /// The server described a call: by itself, in an answer, or in a Sync.
    package mutating func received(_ snapshot: CallSnapshot, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { $0.apply(snapshot, now) }
    }

    package mutating func received(_ activity: CallActivity, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            guard desk.lines[activity.callID] != nil else {
                return desk.effects.append(.refused(.race("activity of a call that is over")))
            }
            desk.lines[activity.callID]?.speakers = activity.volumes
            if !activity.qualities.isEmpty { desk.lines[activity.callID]?.qualities = activity.qualities }
        }
    }

    mutating func apply(_ snapshot: CallSnapshot, _ now: MonotonicInstant) {
        clock.observe(snapshot.serverTime, at: now)
        if let grave = tombstones.firstIndex(where: { $0.callID == snapshot.callID }) {
            return applyToTombstone(grave, snapshot, now)
        }
        guard let line = lines[snapshot.callID] else { return meet(snapshot, now) }
        guard snapshot.version > line.version else {
            return effects.append(.refused(.race("snapshot that is not newer")))
        }
        lines[snapshot.callID]?.snapshot = snapshot
        guard snapshot.isLive else {
            if case .placing = line.stage { announce(snapshot.callID) }
            return end(snapshot.callID, snapshot.ownEndReason, by: snapshot.ownEndedBy, isConfirmed: true, now)
        }
        switch line.stage {
        case .placing, .joining:
            announce(snapshot.callID)
            follow(snapshot.callID, now)
        case .announced:
            follow(snapshot.callID, now)
        case .held:
            startRingTimer(snapshot, now)
        case .leaving:
            break
        }
    }

    /// A call this client has not heard of.
    private mutating func meet(_ snapshot: CallSnapshot, _ now: MonotonicInstant) {
        guard snapshot.isLive else { return bury(snapshot.callID, snapshot.version, isConfirmed: true) }
        if isStaleRing(snapshot, now) {
            // It arrived after its time: it must not ring at all.
            bury(snapshot.callID, snapshot.version, isConfirmed: true)
            return effects.append(.refused(.race("ring after its deadline")))
        }
        lines[snapshot.callID] = CallLine(callID: snapshot.callID, stage: .held, snapshot: snapshot)
        if let front {
            startRingTimer(snapshot, now)
            acknowledge(snapshot, lines[front]?.isAnnounced == true ? .busy : .received, now)
        } else {
            promote(snapshot.callID, now)
        }
    }

    /// The call is over here. If the server still counts this device in, it has not heard so yet, or rings anew.
    private mutating func applyToTombstone(_ grave: Int, _ snapshot: CallSnapshot, _ now: MonotonicInstant) {
        let tombstone = tombstones[grave]
        tombstones[grave].version = max(tombstone.version, snapshot.version)
        if !snapshot.isLive { tombstones[grave].isConfirmed = true }
        guard snapshot.isLive, !isStaleRing(snapshot, now) else {
            return effects.append(.refused(.race("snapshot of a call that is over")))
        }
        switch tombstone.isConfirmed {
        case true where snapshot.version > tombstone.version:
            tombstones.remove(at: grave)
            meet(snapshot, now)
        case false where snapshot.version >= tombstone.version:
            effects.append(.submit(.hangup(snapshot.callID), for: nil, until: now + policy.leaveDelivery))
        case true, false:
            effects.append(.refused(.race("old snapshot of a call that is over")))
        }
    }

    /// An incoming ring whose deadline has passed.
    func isStaleRing(_ snapshot: CallSnapshot, _ now: MonotonicInstant) -> Bool {
        guard snapshot.ownStatus == .waiting, snapshot.inviterID != user, let deadline = snapshot.ringDeadline,
            let local = clock.instant(of: deadline, at: now)
        else { return false }
        return local <= now
    }

    /// Brings a call to the front and tells the app.
    mutating func promote(_ callID: CallID, _ now: MonotonicInstant) {
        front = callID
        announce(callID)
        follow(callID, now)
    }

    /// From here on the app knows the call.
    private mutating func announce(_ callID: CallID) {
        guard let line = lines[callID], !line.isAnnounced, let snapshot = line.snapshot else { return }
        lines[callID]?.stage = .announced
        if lingering != nil {
            effects.append(.cancelTimer(.linger(lingering?.callID ?? callID)))
            lingering = nil
        }
        let isIncomingRing = snapshot.inviterID != user && snapshot.ownStatus == .waiting
        effects.append(
            .notice(
                isIncomingRing
                    ? .received(callID, snapshot.mediaKind, userData: snapshot.userData)
                    : .started(callID, snapshot.mediaKind)))
    }

    /// Does what the present snapshot of an announced call asks for.
    mutating func follow(_ callID: CallID, _ now: MonotonicInstant) {
        guard let line = lines[callID], let snapshot = line.snapshot else { return }
        switch snapshot.ownStatus {
        case .waiting:
            startRingTimer(snapshot, now)
            if snapshot.inviterID != user { acknowledge(snapshot, .alerting, now) }
        case .accept:
            effects.append(.cancelTimer(.ring(callID)))
            startTickTimer(snapshot, now)
            askForMedia(callID, now)
        case .none:
            break
        }
    }

    /// Once per call and state: the server needs to hear it once, the outbox repeats it if it must.
    private mutating func acknowledge(_ snapshot: CallSnapshot, _ alert: AlertState, _ now: MonotonicInstant) {
        guard lines[snapshot.callID]?.acknowledged != alert else { return }
        lines[snapshot.callID]?.acknowledged = alert
        effects.append(
            .submit(
                .acknowledge(snapshot.callID, version: snapshot.version, alert), for: nil,
                until: now + policy.noticeTime))
    }

    private mutating func startRingTimer(_ snapshot: CallSnapshot, _ now: MonotonicInstant) {
        guard snapshot.ownStatus == .waiting, let deadline = snapshot.ringDeadline,
            let local = clock.instant(of: deadline, at: now)
        else { return }
        let end =
            snapshot.inviterID == user ? max(local, now) + policy.callerGrace : max(local + policy.ringGrace, now)
        effects.append(.startTimer(.ring(snapshot.callID), end))
    }

    func nextSecond(of snapshot: CallSnapshot, after now: MonotonicInstant) -> MonotonicInstant? {
        guard let connectedAt = snapshot.connectedAt else { return nil }
        return clock.instant(of: connectedAt + duration(of: snapshot, at: now) + .seconds(1), at: now)
    }

    mutating func startTickTimer(_ snapshot: CallSnapshot, _ now: MonotonicInstant) {
        guard let instant = nextSecond(of: snapshot, after: now) else { return }
        effects.append(.startTimer(.tick(snapshot.callID), max(instant, now + .milliseconds(1))))
    }
}
