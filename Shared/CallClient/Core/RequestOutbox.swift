package import CallModel

/// What the outbox orders.
package enum OutboxEffect: Sendable, Hashable {
    case send(ConnectionNumber, Ticket, Request)
    case finished(Ticket, Request, OutboxResult)
    case startTimer(Ticket, MonotonicInstant)
    case cancelTimer(Ticket)
    case refused(Refusal)
}

/// How a request ended.
package enum OutboxResult: Sendable, Hashable {
    case succeeded(Reply)
    case failed(RequestFailure)
}

/// Requests that the server has not answered yet. They survive a lost connection: being idempotent they are sent again,
/// in order, on the next one, until their own deadline.
package struct RequestOutbox: Sendable {
    private enum Phase: Sendable, Hashable {
        /// Waits for a connection.
        case queued
        case inFlight
        /// The server was busy or away: again when the timer fires.
        case backingOff(until: MonotonicInstant)
    }

    private struct Entry: Sendable {
        let ticket: Ticket
        let request: Request
        let deadline: MonotonicInstant
        var phase: Phase
        var failures = 0
        /// Nobody waits for it: do not send it again.
        var isAbandoned = false
    }

    private var entries: [Entry] = []
    private var connection: ConnectionNumber?
    private let backoff: Backoff

    package init(backoff: Backoff = Backoff(base: .milliseconds(200), cap: .seconds(2))) { self.backoff = backoff }

    package var isEmpty: Bool { entries.isEmpty }
    package var isOnline: Bool { connection != nil }

    /// The request is sent now, or when there is a connection; it fails at `deadline`.
    package mutating func submit(
        _ request: Request, as ticket: Ticket, until deadline: MonotonicInstant
    ) -> [OutboxEffect] {
        var effects: [OutboxEffect] = []
        if let slot = request.slot {
            for entry in entries where entry.request.slot == slot { effects.append(.cancelTimer(entry.ticket)) }
            entries.removeAll { $0.request.slot == slot }
        }
        var entry = Entry(ticket: ticket, request: request, deadline: deadline, phase: .queued)
        if let connection {
            entry.phase = .inFlight
            effects.append(.send(connection, ticket, request))
        }
        entries.append(entry)
        effects.append(.startTimer(ticket, deadline))
        return effects
    }

    package mutating func wentOnline(_ number: ConnectionNumber) -> [OutboxEffect] {
        connection = number
        var effects: [OutboxEffect] = []
        for index in entries.indices {
            entries[index].phase = .inFlight
            effects.append(.send(number, entries[index].ticket, entries[index].request))
        }
        return effects
    }

    package mutating func wentOffline() -> [OutboxEffect] {
        connection = nil
        var effects: [OutboxEffect] = []
        for index in entries.indices {
            if entries[index].isAbandoned { effects.append(.cancelTimer(entries[index].ticket)) }
            if case .backingOff = entries[index].phase {
                effects.append(.startTimer(entries[index].ticket, entries[index].deadline))
            }
            entries[index].phase = .queued
        }
        entries.removeAll(where: \.isAbandoned)
        return effects
    }

    package mutating func succeeded(_ ticket: Ticket, _ reply: Reply) -> [OutboxEffect] {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else {
            return [.refused(.race("answer to a request that is over"))]
        }
        let entry = entries.remove(at: index)
        return [.cancelTimer(ticket), .finished(ticket, entry.request, .succeeded(reply))]
    }

    package mutating func failed(
        _ ticket: Ticket, _ failure: RequestFailure, at now: MonotonicInstant, chance: Chance
    ) -> [OutboxEffect] {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else {
            return [.refused(.race("failure of a request that is over"))]
        }
        guard entries[index].phase == .inFlight else {
            return [.refused(.race("failure of a request that is to be sent again"))]
        }
        let isRetried: Bool
        switch failure.verdict {
        case .transient: isRetried = !entries[index].isAbandoned
        case .final, .sessionUnknown, .kickedOffline, .credentialRefused: isRetried = false
        }
        entries[index].failures += 1
        let pause = backoff.delay(attempt: entries[index].failures, chance: chance, hint: failure.retryAfter)
        guard isRetried, now + pause < entries[index].deadline else {
            let entry = entries.remove(at: index)
            return [.cancelTimer(ticket), .finished(ticket, entry.request, .failed(failure))]
        }
        entries[index].phase = .backingOff(until: now + pause)
        return [.startTimer(ticket, now + pause)]
    }

    package mutating func timerFired(_ ticket: Ticket, at now: MonotonicInstant) -> [OutboxEffect] {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else {
            return [.refused(.race("deadline of a request that is over"))]
        }
        guard now < entries[index].deadline else {
            let entry = entries.remove(at: index)
            let failure: RequestFailure = entry.phase == .queued ? .offline : .timedOut
            return [.finished(ticket, entry.request, .failed(failure))]
        }
        guard case .backingOff(let until) = entries[index].phase, until <= now, let connection else {
            return [.startTimer(ticket, entries[index].deadline)]
        }
        entries[index].phase = .inFlight
        return [
            .send(connection, ticket, entries[index].request), .startTimer(ticket, entries[index].deadline),
        ]
    }

    /// Forgets requests whose answer no longer matters.
    package mutating func withdraw(where isObsolete: (Request) -> Bool) -> [OutboxEffect] {
        let effects = entries.filter { isObsolete($0.request) }.map { OutboxEffect.cancelTimer($0.ticket) }
        entries.removeAll { isObsolete($0.request) }
        return effects
    }

    /// The app changed its mind. What has not left is dropped; for what may have been executed the answer is awaited,
    /// but it is not sent again. Returns whether an answer may still come.
    package mutating func abandon(_ ticket: Ticket) -> (mayBeAnswered: Bool, effects: [OutboxEffect]) {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return (false, []) }
        if entries[index].phase == .inFlight {
            entries[index].isAbandoned = true
            return (true, [])
        }
        entries.remove(at: index)
        return (false, [.cancelTimer(ticket)])
    }

    /// Everything is over, for instance because nobody is logged in any more. Requests fail in their order.
    package mutating func clear(_ failure: RequestFailure) -> [OutboxEffect] {
        connection = nil
        defer { entries = [] }
        return entries.flatMap {
            [OutboxEffect.cancelTimer($0.ticket), .finished($0.ticket, $0.request, .failed(failure))]
        }
    }
}
