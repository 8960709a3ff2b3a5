import CallModel
import Database
import SignalingCore
import Wire

/// A request to call somebody, and how it is decided within one transaction.
struct CallPlacing: Sendable {
    /// The call the caller is in afterwards, and what was decided on the way.
    struct Outcome: Sendable {
        let call: Call
        let transitions: [Transition]
    }

    let id: CallID
    let caller: CallDevice
    let invitees: [UserID]
    let mediaKind: MediaKind
    private let ringTime: RingTime
    private let intendedAt: WallTime?
    let terms: CallTerms
    private let rules: RingRules

    init(
        _ request: Proto.CallRequest, by caller: CallDevice, limits: CallLimits, rules: RingRules
    ) throws(RPCError) {
        let id = try CallID(checking: request.callId)
        let parameters = try CheckedParameters(request.params)
        self.id = id
        self.caller = caller
        invitees = try WantedUsers(request.participantIds, askedBy: caller.userID).userIDs
        mediaKind = try MediaKind(checking: request.mediaKind)
        self.rules = rules
        ringTime = parameters.ringTime
        intendedAt = WallTime(said: request.intentAtMs)
        terms = CallTerms(
            inviterID: caller.userID, mediaKind: mediaKind,
            roomID: parameters.roomID.isEmpty ? id.rawValue : parameters.roomID, userData: parameters.userData,
            chatGroupID: parameters.chatGroupID, isEphemeral: parameters.isEphemeral, limits: limits)
    }

    /// `askedAt`: when the request came, before presence was asked. `isStranger`: presence knows the chat group, and the caller
    /// is not in it.
    func decide(
        in store: borrowing Transaction, users: [UserID: Proto.UserPresence], isStranger: Bool = false,
        askedAt: WallTime, at now: WallTime
    ) throws -> Outcome {
        try store.lockPlacing(of: id)
        let isPlain = terms.chatGroupID == nil && invitees.allSatisfy { users[$0]?.isReachable ?? true }
        if isPlain, try store.isUnheardOf(id, [caller.userID] + invitees) {
            let placed = try store.place(
                Call(id: id, terms: terms),
                Placement(
                    caller: caller, invitees: invitees.map { Invitee($0, users, isBusy: false) }, ringTime: ringTime,
                    intendedAt: intendedAt),
                at: now)
            return Outcome(call: placed.new, transitions: [placed])
        }
        if let existing = try store.load(id) { return try repeated(existing) }
        guard !isStranger else { throw CallRefusal.violation(.notGroupMember) }
        var transitions: [Transition] = []
        // The hang-up came before the call it means: nothing gives way to such a call.
        let isCalledOff = try store.isCalledOff(id, by: caller.userID)
        for seat in try isCalledOff ? [] : store.seats(of: caller.userID) {
            guard let current = try store.load(seat.callID) else { continue }
            if isAnswered(by: current, at: now),
                let merged = try decide(.device(caller, .calledBack(id)), current, store, now)
            {
                return Outcome(call: merged.new, transitions: [merged])
            }
            if let event = replacement(of: current, askedAt: askedAt, at: now),
                let freed = try decide(event, current, store, now)
            {
                transitions.append(freed)
            }
        }
        let placed = try store.place(Call(id: id, terms: terms), try placement(store, users, now), at: now)
        transitions.append(placed)
        if isCalledOff, !placed.new.state.isOver,
            let cancelled = try decide(.device(caller, .hungUp), placed.new, store, now)
        {
            transitions.append(cancelled)
        }
        return Outcome(call: transitions.last?.new ?? placed.new, transitions: transitions)
    }

    private func decide(
        _ event: CallEvent, _ call: Call, _ store: borrowing Transaction, _ now: WallTime
    ) throws -> Transition? {
        try store.decide(call.id, at: now) { _, _ in event }
    }

    /// The same request again, or one that was merged into the other side's call.
    private func repeated(_ existing: Call) throws -> Outcome {
        let isOwn = existing.id == id ? existing.terms.inviterID == caller.userID : existing.mergedIDs.contains(id)
        guard isOwn else { throw CallRefusal.violation(.foreignCallID) }
        return Outcome(call: existing, transitions: [])
    }

    /// Glare: the caller is being rung, one to one, by the very user this call is for.
    private func isAnswered(by current: Call, at now: WallTime) -> Bool {
        guard !current.isGroup, terms.chatGroupID == nil, invitees == [current.terms.inviterID] else { return false }
        // A ring beside another call is answered by hand: what becomes of that call is the user's choice.
        return current.participants.contains { $0.userID == caller.userID && $0.stage.isRinging && $0.isActive }
            && expiredRing(in: current, at: now) == nil
    }

    /// What ends the caller's part in a call that the caller has left without our knowing. `nil`: the caller is busy.
    private func replacement(of current: Call, askedAt: WallTime, at now: WallTime) -> CallEvent? {
        if let expired = expiredRing(in: current, at: now) { return .timer(expired) }
        guard let own = current.participants.first(where: { $0.userID == caller.userID }),
            let holder = own.answeredLeg?.device, holder.deviceID == caller.deviceID
        else { return nil }
        // The app has restarted and knows nothing of the call any more.
        if holder.sessionID != caller.sessionID { return .presence(.sessionGone(holder.sessionID)) }
        // What the user has put on hold he means to come back to.
        if own.isHeld { return nil }
        // The app redials: its hang-up was overtaken. A group is not left by calling somebody else, and a call that was placed
        // after this one was asked for is no redial's to end.
        return current.isGroup || current.placedAt > askedAt ? nil : .device(caller, .hungUp)
    }

    /// The caller's ring in the call, if its time is over and the sweeper has not come to it yet.
    private func expiredRing(in current: Call, at now: WallTime) -> RingTimer? {
        let own = current.participants.first { $0.userID == caller.userID }
        return own?.pendingTimers.first { $0.timer.kind == nil && $0.expiresAt <= now }?.timer
    }

    private func placement(
        _ store: borrowing Transaction, _ users: [UserID: Proto.UserPresence], _ now: WallTime
    ) throws -> Placement {
        let attempt = RingAttempt(caller: caller.userID, call: id, at: now, rules: rules)
        let isGroupBusy = try terms.chatGroupID.map { try store.activeCall(ofGroup: $0) != nil } ?? false
        return Placement(
            caller: caller, invitees: try store.invitees(invitees, users: users, for: attempt), ringTime: ringTime,
            isCallerBusy: try store.isBusy(caller.userID, besides: id, isWaitingOn: rules.isWaitingOn),
            isGroupBusy: isGroupBusy, intendedAt: intendedAt)
    }
}
