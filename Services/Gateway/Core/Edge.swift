package import CallModel

/// One client connection at the edge: greets, lets in, limits, keeps what is in flight, orders events, and ends. Pure:
/// bytes and time come in, orders go out.
///
/// Whatever a client does is answered in one of three ways: a request that is not allowed gets its refusal; a message
/// that breaks the protocol ends the connection; what merely crossed something else on the way is a race and ignored.
package struct Edge: Sendable, Equatable {
    package private(set) var phase: EdgePhase
    package private(set) var isDraining = false

    let policy: EdgePolicy
    var lastReceived: MonotonicInstant
    var failedLogins = 0
    var drainDeadline: MonotonicInstant?
    var frames: TokenBucket
    var requests: TokenBucket
    var methods: [String: TokenBucket] = [:]
    /// Calls forwarded and not answered; `true`: a stream.
    var calls: [RequestID: Bool] = [:]
    var streams: [RequestID: (outlet: StreamOutlet, queue: ItemQueue)] = [:]
    /// The session's Events stream, and what waits for it or for its credit.
    var events: StreamOutlet?
    var queue: ItemQueue
    var effects: [EdgeEffect] = []

    package init(_ policy: EdgePolicy = EdgePolicy(), at now: MonotonicInstant) {
        self.policy = policy
        phase = .greeting(deadline: now + policy.helloTime)
        lastReceived = now
        frames = TokenBucket(policy.frameRate, at: now)
        requests = TokenBucket(policy.requestRate, at: now)
        queue = ItemQueue(policy)
    }

    package static func == (left: Edge, right: Edge) -> Bool {
        left.phase == right.phase && left.isDraining == right.isDraining && left.calls == right.calls
            && left.events == right.events && left.queue == right.queue && left.lastReceived == right.lastReceived
    }

    /// Takes one event and returns what is to be done, in this order.
    package mutating func handle(_ event: EdgeEvent, at now: MonotonicInstant) -> [EdgeEffect] {
        switch event {
        case .helloReceived, .requestReceived, .cancelReceived, .creditReceived, .pingReceived, .pongReceived,
            .nonsenseReceived:
            takeFrame(event, now)
        case .socketOverflown: end(.tooSlowReader)
        case .connectionLost: end(.lost)
        case .sessionOpened(let id, let session, let answer): sessionOpened(id, session, answer)
        case .authenticationFailed(let id, let failure): authenticationFailed(id, failure)
        case .sessionClosed(let id, let answer): sessionClosed(id, answer)
        case .sessionNotClosed(let id, let failure): sessionNotClosed(id, failure)
        case .sessionEnded(let end, let notice): sessionEnded(end, notice)
        case .sessionGone: sessionGone()
        case .callAnswered(let id, let answer): finishCall(id) { .respond(id, answer) }
        case .callFailed(let id, let failure): finishCall(id) { .fail(id, failure) }
        case .itemReceived(let id, let item): itemReceived(id, item)
        case .streamEnded(let id, let failure):
            finishCall(id) { .endStream(id, failure.map(StreamEnd.failed) ?? .finished) }
        case .eventDelivered(let item, let isReplaceable): eventDelivered(item, isReplaceable)
        case .drainRequested: drain(now)
        case .ticked: tick(now)
        }
        defer { effects = [] }
        return effects
    }

    // MARK: What the client sends

    private mutating func takeFrame(_ event: EdgeEvent, _ now: MonotonicInstant) {
        guard !phase.isEnded else { return effects.append(.race("message after the end")) }
        lastReceived = now
        guard frames.take(at: now) == nil else { return end(.tooManyFrames) }
        switch (phase, event) {
        case (_, .nonsenseReceived(let wrong)): end(.violation(wrong))
        case (.greeting, .helloReceived(let version)): greet(version, now)
        case (.greeting, _): end(.violation("hello first"))
        case (_, .helloReceived): end(.violation("second hello"))
        case (_, .pingReceived): effects.append(.sendPong)
        case (_, .pongReceived): break
        case (_, .requestReceived(let id, let method, let rule, let credit)):
            request(id, method, rule, credit, now)
        case (_, .cancelReceived(let id)): cancel(id)
        case (_, .creditReceived(let id, let bytes)): addCredit(id, bytes)
        case (_, .socketOverflown), (_, .connectionLost), (_, .sessionOpened), (_, .authenticationFailed),
            (_, .sessionClosed), (_, .sessionNotClosed), (_, .sessionEnded), (_, .sessionGone), (_, .callAnswered),
            (_, .callFailed), (_, .itemReceived), (_, .streamEnded), (_, .eventDelivered), (_, .drainRequested),
            (_, .ticked):
            break  // no frame: `handle` sends them elsewhere
        }
    }

    private mutating func greet(_ version: UInt32, _ now: MonotonicInstant) {
        guard version == 1 else { return end(.violation("protocol 1 only")) }
        phase = .unauthenticated(deadline: now + policy.loginTime)
        effects.append(.sendHello)
        if isDraining { effects.append(.sendDraining) }
    }

    // MARK: Time

    private mutating func tick(_ now: MonotonicInstant) {
        switch phase {
        case .ended: return
        case .greeting(let deadline) where now >= deadline: return end(.violation("no hello in time"))
        case .unauthenticated(let deadline) where now >= deadline: return end(.noLogin)
        case .greeting, .unauthenticated, .authenticating, .authenticated, .leaving: break
        }
        if now - lastReceived >= policy.silenceLimit { return end(.silent) }
        if let drainDeadline, now >= drainDeadline { end(.draining) }
    }

    private mutating func drain(_ now: MonotonicInstant) {
        guard !isDraining, !phase.isEnded else { return }
        isDraining = true
        drainDeadline = now + policy.drainTime
        if case .greeting = phase { return }
        effects.append(.sendDraining)
    }

    // MARK: Moving on

    mutating func move(to phase: EdgePhase) { self.phase = phase }

    /// The one way out: what was in flight is cancelled, the session left in the right hands, the connection closed.
    mutating func end(_ end: EdgeEnd) {
        guard !phase.isEnded else { return effects.append(.race("ended twice")) }
        for id in calls.keys.sorted(by: { $0.value < $1.value }) { effects.append(.cancelCall(id)) }
        calls = [:]
        streams = [:]
        if let session = phase.session {
            effects.append(.unbind(session))
            switch end {
            case .silent: effects.append(.detachSession(session, unheardFor: policy.silenceLimit))
            case .lost, .violation, .tooSlowReader, .noLogin, .tooManyFailures, .tooManyFrames, .draining:
                effects.append(.detachSession(session))
            case .loggedOut, .kickedOffline, .loginExpired, .sessionElsewhere: break
            }
        }
        events = nil
        queue = ItemQueue(policy)
        phase = .ended(end)
        effects.append(.close(end))
    }
}
