package import CallModel

extension CallDesk {
    /// The server answered a request, or it failed for good.
    package mutating func finished(
        _ request: Request, as ticket: Ticket, _ result: OutboxResult, at now: MonotonicInstant
    ) -> [DeskEffect] {
        step(now) { desk in
            switch result {
            case .succeeded(let reply): desk.succeeded(request, ticket, reply, now)
            case .failed(let failure): desk.failed(request, ticket, failure, now)
            }
        }
    }

    private mutating func succeeded(_ request: Request, _ ticket: Ticket, _ reply: Reply, _ now: MonotonicInstant) {
        switch (request, reply) {
        case (.call(let callID, _, _, _), .call(let snapshot)):
            placed(callID, snapshot, ticket, now)
        case (.join(let callID), .call(let snapshot)):
            joined(callID, snapshot, ticket, now)
        case (.accept(let callID), .call(let snapshot)):
            accepted(callID, snapshot, ticket, now)
        case (.hangup(let callID), .call(let snapshot)), (.reject(let callID), .call(let snapshot)):
            if lines[callID] != nil || tombstones.contains(where: { $0.callID == callID }) { apply(snapshot, now) }
            left(callID, now)
        case (.invite(let callID, _, _), .call(let snapshot)):
            apply(snapshot, now)
            finishInvite(callID, ticket, nil)
        case (.sync(let known), .calls(let snapshots)):
            synced(known, snapshots, now)
        case (.joinMedia(let callID, let era), .mediaGranted):
            granted(callID, era, ticket)
        case (.acknowledge, .done), (.setMediaState, .done):
            break
        case (.call, _), (.join, _), (.accept, _), (.hangup, _), (.reject, _), (.invite, _), (.sync, _),
            (.joinMedia, _), (.acknowledge, _), (.setMediaState, _):
            effects.append(.refused(.bug("a reply of another request")))
        }
    }

    private mutating func placed(
        _ callID: CallID, _ snapshot: CallSnapshot, _ ticket: Ticket, _ now: MonotonicInstant
    ) {
        if abandoned.remove(ticket) != nil {
            // Whatever became of it, also a merge into the callee's own call: the app has hung up.
            bury(snapshot.callID)
            lines[snapshot.callID] = nil
            return apply(snapshot, now)
        }
        guard lines[callID]?.opening == ticket else {
            return effects.append(.refused(.race("answer to a call that is over")))
        }
        lines[callID]?.opening = nil
        if snapshot.callID != callID { return merged(callID, snapshot, ticket, now) }
        apply(snapshot, now)
        effects.append(.commandFinished(ticket, nil))
    }

    private mutating func joined(
        _ callID: CallID, _ snapshot: CallSnapshot, _ ticket: Ticket, _ now: MonotonicInstant
    ) {
        if abandoned.remove(ticket) != nil { return apply(snapshot, now) }
        guard lines[callID]?.opening == ticket else {
            return effects.append(.refused(.race("answer to a join that is over")))
        }
        lines[callID]?.opening = nil
        apply(snapshot, now)
        effects.append(.commandFinished(ticket, lines[callID] == nil ? .invitationOver : nil))
    }

    private mutating func finishInvite(_ callID: CallID, _ ticket: Ticket, _ failure: RequestFailure?) {
        guard let index = lines[callID]?.inviting.firstIndex(of: ticket) else {
            return effects.append(.refused(.race("answer to an invite of a call that moved on")))
        }
        lines[callID]?.inviting.remove(at: index)
        effects.append(.commandFinished(ticket, failure))
    }

    /// Both sides called each other: the server made one call of the two, and ours is the other's.
    private mutating func merged(
        _ callID: CallID, _ snapshot: CallSnapshot, _ ticket: Ticket, _ now: MonotonicInstant
    ) {
        lines[callID] = nil
        bury(callID)
        front = nil
        let other = snapshot.callID
        // It may be over by now, or buried here: then there is nothing to come to the front.
        apply(snapshot, now)
        guard lines[other] != nil else {
            effects.append(.commandFinished(ticket, .invitationOver))
            return promoteNext(now)
        }
        if front != other { promote(other, now) }
        effects.append(.commandFinished(ticket, nil))
    }

    private mutating func accepted(
        _ callID: CallID, _ snapshot: CallSnapshot, _ ticket: Ticket, _ now: MonotonicInstant
    ) {
        guard lines[callID]?.accepting == ticket else {
            return effects.append(.refused(.race("accept of a call that moved on")))
        }
        lines[callID]?.accepting = nil
        apply(snapshot, now)
        let isIn = lines[callID]?.snapshot?.ownStatus == .accept
        effects.append(.commandFinished(ticket, isIn ? nil : .invitationOver))
    }

    /// The server has heard that the app left.
    private mutating func left(_ callID: CallID, _ now: MonotonicInstant) {
        guard let line = lines[callID], line.stage == .leaving else { return }
        end(callID, leaveReason(line.snapshot), by: user, now)
    }

    private mutating func synced(_ known: [KnownCall], _ snapshots: [CallSnapshot], _ now: MonotonicInstant) {
        for snapshot in snapshots where lines[snapshot.callID]?.snapshot?.version ?? 0 < snapshot.version {
            apply(snapshot, now)
        }
        // A call the server was asked about and does not know is over. One that it never confirmed may be under way.
        let told = Set(snapshots.map(\.callID))
        for call in known where !told.contains(call.callID) && call.version > 0 {
            guard let line = lines[call.callID], line.isAnnounced || line.stage == .held else { continue }
            end(call.callID, .unknown, by: user, now)
        }
    }

    private mutating func failed(
        _ request: Request, _ ticket: Ticket, _ failure: RequestFailure, _ now: MonotonicInstant
    ) {
        switch request {
        case .call(let callID, _, _, _), .join(let callID):
            placingFailed(callID, ticket, failure, now)
        case .accept(let callID):
            guard lines[callID]?.accepting == ticket else {
                return effects.append(.refused(.race("failed accept of a call that moved on")))
            }
            lines[callID]?.accepting = nil
            effects.append(.commandFinished(ticket, failure))
            // It was taken elsewhere, cancelled or timed out: the server knows which.
            requestSync(now)
        case .hangup(let callID), .reject(let callID):
            left(callID, now)
        case .invite(let callID, _, _):
            finishInvite(callID, ticket, failure)
        case .joinMedia(let callID, let era):
            mediaRefused(callID, era, now)
        case .sync:
            if isOnline, failure.verdict == .transient { requestSync(now) }
        case .acknowledge, .setMediaState:
            effects.append(.refused(.race("an optional request failed")))
        }
    }

    private mutating func placingFailed(
        _ callID: CallID, _ ticket: Ticket, _ failure: RequestFailure, _ now: MonotonicInstant
    ) {
        if abandoned.remove(ticket) != nil { return }
        guard let line = lines[callID], line.opening == ticket else {
            return effects.append(.refused(.race("failure of a call that is over")))
        }
        lines[callID]?.opening = nil
        switch line.stage {
        case .placing, .joining:
            lines[callID] = nil
            bury(callID)
            front = nil
            effects.append(.commandFinished(ticket, failure))
            promoteNext(now)
        case .held, .announced, .leaving:
            // A snapshot told of the call before the request failed, for instance by its deadline.
            effects.append(.commandFinished(ticket, nil))
        }
    }
}
