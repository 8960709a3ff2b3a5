import Wire

/// What becomes of calls that failed on a connection.
extension ClientSide {
    /// A call's connection is gone or refuses it: again elsewhere, now or in a moment, or over.
    func comeBack(_ id: UInt64, _ error: RPCError, from connection: ClientConnection) {
        guard let pending = calls[id] else { return }
        let hasLeft = pending.place == .sent(connection.number)
        let decision = decide(error, pending, hasLeft: hasLeft)
        guard decision != .giveUp else {
            let isLost = hasLeft && error.reason == .peerLost
            if isLost { state.drop(.callsLost, subject(pending, connection), error.message) }
            return finish(id, .failure(error))
        }
        if hasLeft {
            ended(id, on: connection)
            outgoingBytes += pending.call.request.count
            state.statistics.count(.callsRetried)
            state.statistics.methods[pending.call.method.path, default: .init()].retried += 1
        }
        pending.place = .waiting
        pending.avoided = connection.number
        switch decision {
        case .after(let pause):
            pending.place = .pausing
            state.schedule(.callRetry(id), after: pause)
        case .free, .giveUp:
            if hasLeft {
                pending.hadFreeRetry = true
                pending.attempts -= 1
            }
            place(id)
        }
    }

    private func decide(_ error: RPCError, _ pending: PendingCall, hasLeft: Bool) -> RetryRule.Decision {
        let call = pending.call
        let attempt = RetryRule.Attempt(
            method: call.method, attempts: pending.attempts, hadFreeRetry: pending.hadFreeRetry,
            isStream: call.isStream, hasLeft: hasLeft)
        let key = channels[call.channel]?.budgetKey ?? ""
        let decision = RetryRule.decide(
            error, attempt, &budgets[key, default: RetryBudget()], chance: state.generator.chance())
        switch decision {
        case .giveUp: return decision
        case .free: return state.now < call.deadline || call.isStream ? decision : .giveUp
        // A retry that would begin too late is not waited for.
        case .after(let pause): return state.now + pause < call.deadline || call.isStream ? decision : .giveUp
        }
    }

    /// Its pause is over.
    func retry(_ id: UInt64) {
        guard let pending = calls[id], pending.place == .pausing else { return }
        pending.place = .waiting
        place(id)
    }

    /// An answer came: the service has its token back.
    func succeeded(_ call: OutgoingCall) {
        guard let key = channels[call.channel]?.budgetKey else { return }
        // A full bucket is not kept.
        guard budgets[key] != nil else { return }
        budgets[key]?.succeeded()
    }
}
