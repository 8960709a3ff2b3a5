import CallModel
import Wire

/// What becomes of calls that failed on a connection.
extension ClientSide {
    /// A call's connection is gone or refuses it: again elsewhere, now or in a moment, or over.
    func comeBack(_ call: OutgoingCall, _ error: RPCError, from connection: ClientConnection) {
        guard call.id != 0 else { return }
        let hasLeft = call.sender === connection
        if hasLeft, call.isStream {
            call.renewDeadline(now: state.now)
            state.timers.schedule(.callDeadline(call.id), at: call.deadline)
        }
        let decision = decide(error, call, hasLeft: hasLeft)
        guard decision != .giveUp else {
            let isLost = hasLeft && error.reason == .peerLost
            if isLost { state.drop(.callsLost, subject(call, connection), error.message) }
            // Its server was quicker to see that the time is over.
            if error.code == .deadlineExceeded {
                state.drop(.callsUnanswered, subject(call, connection), error.message)
            }
            return finish(call, .failure(error))
        }
        if hasLeft {
            ended(on: connection)
            outgoingBytes += call.request.count
            state.statistics.count(.callsRetried)
            state.statistics.retried[call.method.path, default: 0] += 1
        }
        call.place = .waiting
        call.avoided = connection.number
        switch decision {
        case .after(let pause):
            call.place = .pausing
            state.schedule(.callRetry(call.id), after: pause)
        case .free, .giveUp:
            if hasLeft {
                call.hadFreeRetry = true
                call.attempts -= 1
            }
            place(call)
        }
    }

    private func decide(_ error: RPCError, _ call: OutgoingCall, hasLeft: Bool) -> RetryRule.Decision {
        let attempt = RetryRule.Attempt(
            method: call.method, attempts: call.attempts, hadFreeRetry: call.hadFreeRetry,
            isStream: call.isStream, isCommitted: call.isCommitted, hasLeft: hasLeft)
        let key = channels[call.channel]?.budgetKey ?? ""
        let decision = RetryRule.decide(
            error, attempt, &budgets[key, default: RetryBudget()], chance: state.generator.chance())
        switch decision {
        case .giveUp: return decision
        case .free: return state.now < call.deadline ? decision : .giveUp
        // A retry that would begin too late is not waited for.
        case .after(let pause): return state.now + pause < call.deadline ? decision : .giveUp
        }
    }

    /// Its pause is over.
    func retry(_ id: UInt64) {
        guard let call = calls[id], case .pausing = call.place else { return }
        call.place = .waiting
        place(call)
    }

    /// An answer came: the service has its token back.
    func succeeded(_ call: OutgoingCall) {
        // A full bucket is not kept.
        guard !budgets.isEmpty, let key = channels[call.channel]?.budgetKey, budgets[key] != nil else { return }
        budgets[key]?.succeeded()
    }
}
