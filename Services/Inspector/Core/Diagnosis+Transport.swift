import CallModel
package import Wire

// What the bus itself tells: refusals, deadlines, silence.
extension Diagnosis {
    /// Drops, deadlines, services that are not there.
    mutating func judgeTransport(_ exchange: Exchange) {
        let at = start(exchange)
        let server = exchange.serverName
        let method = exchange.shortMethod
        let weight: Finding.Weight = hasSucceededLater(exchange) ? .trouble : .cause
        if exchange.waitedTooLong {
            explained.insert(exchange.id)
            find(
                .deadlineInQueue, weight,
                "\(method) waited in \(server)'s queue until its deadline: the service is overloaded or blocked.",
                at: at,
                exchange.id)
        } else if exchange.hasRunOutOfTime, !hasFailingChild(exchange) {
            explained.insert(exchange.id)
            find(
                .deadlineExceeded, weight,
                "\(method) to \(server) got no answer within \(Quantity.short(exchange.patience)): "
                    + "\(exchange.whereItStopped).", at: at, exchange.id)
        } else if exchange.isUnreachable, !hasFailingChild(exchange) {
            explained.insert(exchange.id)
            find(
                .serviceDown, weight, "\(method): \(server) could not be reached (\(StatusWords.of(exchange))).",
                at: at,
                exchange.id)
        } else if exchange.state == .orphanRequest, exchange.clientSend != nil, !explained.contains(exchange.id) {
            explained.insert(exchange.id)
            find(
                .unanswered, .trouble, "\(method) to \(server) was never answered: \(exchange.whereItStopped).", at: at,
                exchange.id)
        }
        for drop in exchange.drops where !exchange.waitedTooLong && DropCause.outcome(of: drop.cause) == nil {
            find(
                .dropped, .trouble,
                "\(drop.process.name) dropped \(method): \(DropCause.words(drop.cause, drop.detail)).",
                at: timeline.moment(drop.sighting, of: drop.process), exchange.id)
        }
    }

    /// Every other status that is no success, unless it only passes on what an inner call failed with.
    mutating func judgeStatus(_ exchange: Exchange) {
        guard let status = exchange.status, status.code != .ok, !explained.contains(exchange.id),
            !hasFailingChild(exchange)
        else { return }
        let who = exchange.identity.map { $0.userId.isEmpty ? "The client" : $0.userId } ?? exchange.client.name
        switch status.reason {
        case .tooFrequent, .tooManyFailures:
            let wait = status.retryAfterMs == 0 ? "" : "; try again after \(status.retryAfterMs) ms"
            find(
                .rateLimited, .cause,
                "\(who) was refused \(exchange.shortMethod) by \(exchange.server.name) for asking too often\(wait).",
                at: start(exchange), exchange.id)
        default:
            let isExpected =
                status.code == .aborted || status.code == .cancelled || hasSucceededLater(exchange)
            let meaning = StatusWords.meaning(of: status.reason).map { " \($0)" } ?? ""
            find(
                .refused, isExpected ? .trouble : .cause,
                "\(exchange.shortMethod) of \(who) was refused by \(exchange.server.name): "
                    + "\(StatusWords.of(exchange)).\(meaning)", at: start(exchange), exchange.id)
        }
    }

    /// Retries and sessions that somebody ended.
    mutating func judgeDetails(_ exchange: Exchange) {
        let attempts = links.attempts[exchange.call] ?? []
        if exchange.attempt > 1 || attempts.count > 1, exchange.id == attempts.last?.id {
            find(
                .retried, .trouble,
                "\(exchange.shortMethod) to \(exchange.serverName) needed "
                    + "\(max(attempts.count, Int(exchange.attempt))) attempts.",
                at: start(attempts.first ?? exchange), exchange.id)
        }
        if exchange.shortMethod == "Gateway/Disconnect", let request = exchange.request {
            let session = facts.sessions[Narration.text(request, "sessionId")]
            let whose = session.map { "\($0.user)'s session on \($0.device)" } ?? "A session"
            switch Narration.word(request, "cause", prefix: "SESSION_END_CAUSE_") {
            case "KICKED_OFFLINE":
                find(
                    .kicked, .trouble, "\(whose) was ended by a login on another device.", at: start(exchange),
                    exchange.id)
            case "LOGIN_EXPIRED":
                find(.kicked, .trouble, "\(whose) was ended: its UserSig expired.", at: start(exchange), exchange.id)
            default: break
            }
        }
    }

    /// Another attempt of the same call came through.
    private func hasSucceededLater(_ exchange: Exchange) -> Bool {
        (links.attempts[exchange.call] ?? []).contains { $0.id > exchange.id && $0.status?.code == .ok }
    }

    /// A call that its handler made, or that it was forwarded as, failed too: that one is told.
    private func hasFailingChild(_ exchange: Exchange) -> Bool {
        if !exchange.spanID.isEmpty, links.failingParents.contains(exchange.spanID) { return true }
        return !exchange.traceID.isEmpty
            && links.failingForwards.contains(
                ExchangeLinks.Forward(
                    trace: exchange.traceID, method: exchange.method, service: exchange.server.service))
    }
}

/// What the exchanges of a story have to do with each other.
struct ExchangeLinks {
    /// The same request, passed on by the service that was asked.
    struct Forward: Hashable {
        let trace: [UInt8]
        let method: String
        /// Who passed it on.
        let service: String
    }

    private(set) var attempts: [UInt64: [Exchange]] = [:]
    /// Spans of handlers whose own calls failed.
    private(set) var failingParents: Set<[UInt8]> = []
    private(set) var failingForwards: Set<Forward> = []

    init(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            attempts[exchange.call, default: []].append(exchange)
            guard exchange.isFailure || exchange.state == .orphanRequest else { continue }
            if !exchange.parentSpanID.isEmpty { failingParents.insert(exchange.parentSpanID) }
            failingForwards.insert(
                Forward(trace: exchange.traceID, method: exchange.method, service: exchange.client.service))
        }
    }
}

extension Exchange {
    /// It arrived, and its time was over before a handler took it.
    fileprivate var waitedTooLong: Bool {
        if drops.contains(where: { $0.cause.contains("deadlines_in_queue") }) { return true }
        return handlerStart == nil && serverReceive != nil && client.service != "client" && serverSend == nil
            && hasRunOutOfTime
    }

    /// Nobody was there to answer; a service that answers with UNAVAILABLE is there.
    fileprivate var isUnreachable: Bool {
        guard status?.code == .unavailable else { return false }
        return status?.reason == .neverSent || status?.reason == .peerLost
            || (serverSend == nil && clientReceive == nil)
    }

    /// How long the caller was ready to wait, as far as is known.
    fileprivate var patience: Duration {
        if remainingMilliseconds > 0 { return .milliseconds(Int64(remainingMilliseconds)) }
        guard let clientSend, let end = cancelled ?? clientReceive else { return .zero }
        return end.since(clientSend)
    }
}

/// A status as a person reads it.
package enum StatusWords {
    /// `UNAVAILABLE, NEVER_SENT: no connection`
    package static func of(_ exchange: Exchange) -> String {
        guard let status = exchange.status else {
            return exchange.cancelled == nil ? "no answer" : exchange.hasRunOutOfTime ? "deadline passed" : "cancelled"
        }
        return of(status)
    }

    /// `UNAVAILABLE, NEVER_SENT: no connection`
    package static func of(_ status: Proto.Status) -> String {
        var words = JSONWord.of(status.code).uppercased()
        if status.reason != .none { words += ", \(JSONWord.of(status.reason).uppercased())" }
        if !status.message.isEmpty { words += ": \(printable(status.message))" }
        return words
    }

    /// What a reason means to somebody who does not know the code; `nil` where the words say it.
    static func meaning(of reason: Proto.Reason) -> String? {
        switch reason {
        case .userNeverLoggedIn: "Nobody who was called has ever logged in."
        case .callStateRefuses:
            "The call, or the caller, is in no state for it: most often the caller is in another call."
        case .callGroupBusy: "The group has a running call."
        case .callNotFound: "The call does not exist, or is over."
        case .invitationInvalid: "The invitation was over by then, or another device of the user has the call."
        case .blocked: "The callee does not want calls from this caller."
        case .notLoggedIn: "The connection has no session: log in first."
        case .unknownSession: "The session is over: log in again."
        case .usersigExpired, .usersigCheckFailed, .usersigWrongKey, .usersigWrongUser:
            "The UserSig was not accepted: the login never happened."
        case .storeUnavailable: "The service could not use its store."
        case .queueFull: "The service had too much to do."
        case .draining: "The service was shutting down."
        case .capacity: "The node was full."
        case .staleEra: "The room had been placed anew meanwhile."
        default: nil
        }
    }
}
