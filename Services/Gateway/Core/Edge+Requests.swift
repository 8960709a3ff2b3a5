import CallModel

// Requests, and what becomes of them.
extension Edge {
    mutating func request(
        _ id: RequestID, _ method: String, _ rule: MethodRule, _ credit: Int, _ now: MonotonicInstant
    ) {
        guard id.value != 0, !isInFlight(id) else { return end(.violation("request id 0 or in use")) }
        if let refusal = refusal(of: method, rule, now) { return effects.append(.refuse(id, refusal)) }
        switch (phase, rule) {
        case (.unauthenticated(let deadline), .authenticate(let how)):
            move(to: .authenticating(id, how, deadline: deadline))
            effects.append(.askPresence(id, how))
        case (.authenticated(let session), .logout):
            move(to: .leaving(session, id))
            effects.append(.closeSession(id, session))
        case (.authenticated, .events):
            openEvents(id, credit)
        case (.authenticated(let session), .forward(let isStream)):
            calls[id] = isStream
            if isStream { streams[id] = (StreamOutlet(id: id, credit: credit), ItemQueue(policy)) }
            effects.append(.forward(id, isStream: isStream, session))
        case (.authenticated, .authenticate), (.authenticating, .authenticate), (.leaving, .authenticate):
            effects.append(.refuse(id, .alreadyLoggedIn))
        case (.greeting, _), (.unauthenticated, _), (.authenticating, _), (.leaving, _), (.ended, _),
            (.authenticated, .notPublic), (.authenticated, .unknown):
            effects.append(.refuse(id, .notLoggedIn))
        }
    }

    /// What is refused whatever the phase does with it. A stranger is not told which methods there are.
    private mutating func refusal(
        of method: String, _ rule: MethodRule, _ now: MonotonicInstant
    ) -> Refusal? {
        if let wait = requests.take(at: now) { return .tooFrequent(retryAfter: wait) }
        if case .authenticate = rule {} else if !isAuthenticated { return .notLoggedIn }
        switch rule {
        case .notPublic: return .notPublic
        case .unknown: return .unknownMethod
        case .authenticate, .logout, .events, .forward: break
        }
        // Known public methods only, so that the table is bounded by the contract.
        if let wait = methods[method, default: TokenBucket(policy.methodRate, at: now)].take(at: now) {
            return .tooFrequent(retryAfter: wait)
        }
        if isDraining { return .draining }
        if calls.count >= policy.requestsInFlight { return .tooManyInFlight }
        return nil
    }

    private var isAuthenticated: Bool {
        if case .authenticated = phase { return true }
        return false
    }

    private func isInFlight(_ id: RequestID) -> Bool {
        if calls[id] != nil || events?.id == id { return true }
        switch phase {
        case .authenticating(let pending, _, _), .leaving(_, let pending): return pending == id
        case .greeting, .unauthenticated, .authenticated, .ended: return false
        }
    }

    mutating func cancel(_ id: RequestID) {
        if events?.id == id {
            events = nil
            return effects.append(.endStream(id, .refused(.cancelled)))
        }
        guard let isStream = calls.removeValue(forKey: id) else {
            return effects.append(.race("cancel of a request that is over"))
        }
        streams[id] = nil
        effects.append(.cancelCall(id))
        effects.append(isStream ? .endStream(id, .refused(.cancelled)) : .refuse(id, .cancelled))
    }

    mutating func finishCall(_ id: RequestID, _ answer: () -> EdgeEffect) {
        guard calls.removeValue(forKey: id) != nil else { return effects.append(.race("answer to nobody")) }
        // What the client has no credit for is lost with the stream's end: it stopped reading first.
        streams[id] = nil
        effects.append(answer())
    }

    mutating func itemReceived(_ id: RequestID, _ item: [UInt8]) {
        guard var stream = streams.removeValue(forKey: id) else { return effects.append(.race("item for nobody")) }
        guard stream.queue.append(item) else {
            calls[id] = nil
            effects.append(.cancelCall(id))
            return effects.append(.endStream(id, .refused(.tooSlowReader)))
        }
        effects += stream.outlet.flush(&stream.queue)
        streams[id] = stream
    }
}
