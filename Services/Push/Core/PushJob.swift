package import CallModel

/// One ring push to one device, from the order to its end: a pure state machine.
///
/// A push is worth sending only while the call rings. Whatever happens, a job ends: handed over, or with the reason why not.
/// The same job keeps its id over every attempt and restart, so that a provider that has it already can tell.
package struct PushJob: Sendable, Equatable, Codable {
    /// Where a job stands.
    package enum State: Sendable, Equatable, Codable {
        /// Waits for its next attempt. Left when it is due, or when the ring ends.
        case queued(due: WallTime)
        /// With the provider. Left by its answer; after a restart the answer is lost and the job is queued again.
        /// `isStopped`: the ring ended meanwhile, so there will be no other attempt.
        case sending(since: WallTime, isStopped: Bool)
        /// The provider has taken it. Nothing follows.
        case sent(at: WallTime)
        /// The ring ended before it left. Nothing follows.
        case dropped(at: WallTime)
        /// The ring deadline passed before it left. Nothing follows.
        case expired(at: WallTime)
        /// The provider refused it for good, or every attempt failed. Nothing follows.
        case failed(at: WallTime, cause: Cause)
    }

    /// Why a push failed, for the trace that answers "why did it not ring".
    package enum Cause: String, Sendable, Codable, CaseIterable {
        /// The provider says that no such device exists any more.
        case tokenGone = "token gone"
        /// The payload is larger than the provider takes.
        case payloadTooLarge = "payload too large"
        /// The provider does not take our credentials or our topic.
        case refused = "refused by the provider"
        /// The provider could not be reached, or had no answer, on any attempt.
        case unreachable = "provider unreachable"
    }

    /// What can happen to a job.
    package enum Event: Sendable, Equatable {
        /// Its due time has come.
        case due
        /// The provider took it.
        case taken
        /// The provider refused it; trying again would change nothing.
        case refused(Cause)
        /// No answer, or one that says try again; `after`: the provider's own wish.
        case unanswered(after: Duration?)
        /// The call no longer rings for this user.
        case ringStopped
        /// The process that was sending is gone.
        case restarted
    }

    /// What the shell has to do, in this order.
    package enum Effect: Sendable, Equatable {
        /// Hand the payload to the provider.
        case send
        /// Look again at this time.
        case wake(at: WallTime)
        /// Tell signaling what became of it.
        case report(handedOver: Bool)
        /// Forget the token, unless it was registered again since.
        case forgetToken
    }

    /// How a pair of state and event was taken.
    package enum Outcome: Sendable, Equatable {
        case handled([Effect])
        /// An expected loser: the job is over, or is with the provider already.
        case race
        /// Our own mistake; counted, and a trap in debug builds of the shell.
        case bug
    }

    package private(set) var state: State
    /// How often it was handed to the provider.
    package private(set) var attempts = 0
    /// The ring deadline of the call: a push that leaves later rings for nobody.
    package let deadline: WallTime

    /// A job that is due at once.
    package init(deadline: WallTime, at now: WallTime) {
        self.deadline = deadline
        state = .queued(due: now)
    }

    package var isOver: Bool {
        switch state {
        case .queued, .sending: false
        case .sent, .dropped, .expired, .failed: true
        }
    }

    /// When the job wants to be looked at; `nil` once it is over.
    package var wakeTime: WallTime? {
        switch state {
        case .queued(let due): min(due, deadline)
        case .sending(let since, _): since + PushJob.patience
        case .sent, .dropped, .expired, .failed: nil
        }
    }

    /// Attempts within one ring.
    package static let attemptLimit = 4
    /// An answer that takes longer will not come (a lost answer must not cost the ring).
    package static let patience = Duration.seconds(5)
    /// Pauses before the second, third and fourth attempt: a ring lasts 30 s, so an hour's back-off is of no use.
    private static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1_500), .seconds(4)]

    /// Takes an event. Time only enters through `now`.
    package mutating func handle(_ event: Event, at now: WallTime) -> Outcome {
        switch (state, event) {
        case (.queued(let due), .due): return start(due: due, at: now)
        case (.queued, .ringStopped): return end(as: .dropped(at: now), [.report(handedOver: false)])
        case (.queued(let due), .restarted): return .handled([.wake(at: due)])
        case (.queued, .taken), (.queued, .refused), (.queued, .unanswered): return .race

        case (.sending, .taken): return end(as: .sent(at: now), [.report(handedOver: true)])
        case (.sending, .refused(let cause)): return refuse(cause, at: now)
        case (.sending(_, let isStopped), .unanswered(let wish)): return retry(after: wish, unless: isStopped, at: now)
        case (.sending(_, let isStopped), .restarted): return retry(after: .zero, unless: isStopped, at: now)
        case (.sending(let since, let isStopped), .due):
            return since + PushJob.patience <= now ? retry(after: nil, unless: isStopped, at: now) : .race
        // It may have arrived: the device hears of the end on its own connection, or by the deadline in the payload.
        case (.sending(let since, false), .ringStopped):
            state = .sending(since: since, isStopped: true)
            return .handled([])
        case (.sending(_, true), .ringStopped): return .race

        case (.sent, .ringStopped), (.dropped, .ringStopped), (.expired, .ringStopped), (.failed, .ringStopped),
            (.sent, .due), (.dropped, .due), (.expired, .due), (.failed, .due),
            (.sent, .taken), (.dropped, .taken), (.expired, .taken), (.failed, .taken),
            (.sent, .refused), (.dropped, .refused), (.expired, .refused), (.failed, .refused),
            (.sent, .unanswered), (.dropped, .unanswered), (.expired, .unanswered), (.failed, .unanswered):
            return .race
        case (.sent, .restarted), (.dropped, .restarted), (.expired, .restarted), (.failed, .restarted):
            // A restart loads only jobs that are not over.
            return .bug
        }
    }

    private mutating func start(due: WallTime, at now: WallTime) -> Outcome {
        guard now < deadline else { return end(as: .expired(at: now), [.report(handedOver: false)]) }
        guard due <= now else { return .handled([.wake(at: min(due, deadline))]) }
        attempts += 1
        state = .sending(since: now, isStopped: false)
        return .handled([.send, .wake(at: now + PushJob.patience)])
    }

    private mutating func refuse(_ cause: Cause, at now: WallTime) -> Outcome {
        var effects: [Effect] = [.report(handedOver: false)]
        if cause == .tokenGone { effects.insert(.forgetToken, at: 0) }
        return end(as: .failed(at: now, cause: cause), effects)
    }

    private mutating func retry(after wish: Duration?, unless isStopped: Bool, at now: WallTime) -> Outcome {
        guard !isStopped else { return end(as: .dropped(at: now), [.report(handedOver: false)]) }
        guard attempts < PushJob.attemptLimit else {
            return end(as: .failed(at: now, cause: .unreachable), [.report(handedOver: false)])
        }
        let pause = wish ?? PushJob.pauses[min(max(attempts, 1), PushJob.pauses.count) - 1]
        let due = now + pause
        guard due < deadline else { return end(as: .expired(at: now), [.report(handedOver: false)]) }
        state = .queued(due: due)
        return .handled([.wake(at: due)])
    }

    private mutating func end(as final: State, _ effects: [Effect]) -> Outcome {
        state = final
        return .handled(effects)
    }
}
