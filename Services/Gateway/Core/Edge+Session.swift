import CallModel

// The session behind a connection, and its events.
extension Edge {
    mutating func sessionOpened(_ id: RequestID, _ session: EdgeSession, _ answer: [UInt8]) {
        switch phase {
        case .authenticating(id, _, _):
            move(to: .authenticated(session))
            effects.append(.bind(session))
            effects.append(.respond(id, answer))
        case .ended:
            // The client left while presence was asked. It has no token of a session that was just opened.
            effects.append(.discardSession(session))
        case .greeting, .unauthenticated, .authenticating, .authenticated, .leaving:
            effects.append(.discardSession(session))
            effects.append(.race("session for nobody"))
        }
    }

    mutating func authenticationFailed(_ id: RequestID, _ failure: CallFailure) {
        guard case .authenticating(id, _, let deadline) = phase else {
            return effects.append(.race("failure for nobody"))
        }
        move(to: .unauthenticated(deadline: deadline))
        failedLogins += 1
        effects.append(.fail(id, failure))
        if failedLogins >= policy.failedLogins { end(.tooManyFailures) }
    }

    mutating func sessionClosed(_ id: RequestID, _ answer: [UInt8]) {
        guard case .leaving(_, id) = phase else { return effects.append(.race("logout of nobody")) }
        effects.append(.respond(id, answer))
        end(.loggedOut)
    }

    mutating func sessionNotClosed(_ id: RequestID, _ failure: CallFailure) {
        guard case .leaving(let session, id) = phase else { return effects.append(.race("logout of nobody")) }
        move(to: .authenticated(session))
        effects.append(.fail(id, failure))
    }

    /// The notice overtakes what is queued: the session is over, and with it everything it was told.
    mutating func sessionEnded(_ end: EdgeEnd, _ notice: [UInt8]) {
        guard phase.session != nil else { return effects.append(.race("end of no session")) }
        if var events {
            var last = ItemQueue(policy)
            _ = last.append(notice)
            events = StreamOutlet(continuing: events)
            effects += events.flush(&last)
            effects.append(.endStream(events.id, .finished))
        }
        self.end(end)
    }

    mutating func sessionGone() {
        guard phase.session != nil else { return effects.append(.race("end of no session")) }
        end(.sessionElsewhere)
    }

    // MARK: Events

    mutating func openEvents(_ id: RequestID, _ credit: Int) {
        guard events == nil else { return effects.append(.refuse(id, .eventsOpen)) }
        var outlet = StreamOutlet(id: id, credit: credit)
        effects += outlet.flush(&queue)
        events = outlet
    }

    /// Queued while the stream is not open yet: what happens between the login and the stream must not be missed.
    mutating func eventDelivered(_ item: [UInt8], _ isReplaceable: Bool) {
        guard phase.session != nil else { return effects.append(.race("event for no session")) }
        if isReplaceable, !queue.isEmpty { return }
        guard queue.append(item) else { return end(.tooSlowReader) }
        flushEvents()
    }

    mutating func addCredit(_ id: RequestID, _ bytes: Int) {
        if events?.id == id {
            events?.add(credit: bytes)
            return flushEvents()
        }
        guard var stream = streams.removeValue(forKey: id) else {
            return effects.append(.race("credit for nothing"))
        }
        stream.outlet.add(credit: bytes)
        effects += stream.outlet.flush(&stream.queue)
        streams[id] = stream
    }

    private mutating func flushEvents() {
        guard var outlet = events else { return }
        effects += outlet.flush(&queue)
        events = outlet
    }
}
