package import CallModel

/// The client's session with the server: opens connections, greets, logs in or resumes, beats, notices silence, backs
/// off and comes back, until the app logs out or the server ends it. Pure: time and chance come in, orders go out.
package struct SessionMachine: Sendable {
    package private(set) var state: SessionState = .loggedOut
    /// Whose session it is; `nil` when nobody is logged in.
    package private(set) var user: UserID?

    private let policy: SessionPolicy
    private var lastNumber: UInt64 = 0
    /// Attempts since the client was last online.
    private var attempt = 0
    private var heartbeatInterval: Duration = .seconds(5)
    private var lastHeard = MonotonicInstant.zero
    private var effects: [SessionEffect] = []

    package init(policy: SessionPolicy = SessionPolicy()) { self.policy = policy }

    /// Takes one input and returns what is to be done, in this order.
    package mutating func handle(_ event: SessionEvent, at now: MonotonicInstant, chance: Chance) -> [SessionEffect] {
        switch event {
        case .loginRequested(let user): login(user, now)
        case .logoutRequested: logout(now)
        case .networkChanged: changeNetwork(now)
        case .transportOpened(let number): transportOpened(number)
        case .transportLost(let number): transportLost(number, now, chance)
        case .transportRefused(let number, let failure): transportRefused(number, failure, now, chance)
        case .bytesReceived(let number): if state.connection == number { lastHeard = now } else { stale(event) }
        case .helloReceived(let number): helloReceived(number)
        case .authenticated(let number, let terms): authenticated(number, terms, now)
        case .authenticationRefused(let number, let failure): refused(number, failure, now, chance)
        case .logoutAnswered(let number): logoutAnswered(number)
        case .sessionEnded(let number, let cause): sessionEnded(number, cause)
        case .gatewayDraining(let number): gatewayDraining(number, now, chance)
        case .sessionUnknown(let number): sessionUnknown(number, now)
        case .timerFired(let timer): timerFired(timer, now, chance)
        }
        defer { effects = [] }
        return effects
    }

    // MARK: The app

    private mutating func login(_ user: UserID, _ now: MonotonicInstant) {
        switch state {
        case .loggedOut:
            self.user = user
            attempt = 0
            effects.append(.startTimer(.loginDeadline, now + policy.loginTime))
            open(.firstLogin, now)
        case .online where self.user == user, .connecting(_, .resume), .greeting(_, .resume),
            .authenticating(_, .resume), .waiting(.resume), .connecting(_, .relogin), .greeting(_, .relogin),
            .authenticating(_, .relogin), .waiting(.relogin):
            // Logged in already; a lost connection is being repaired.
            effects.append(.loginFinished(self.user == user ? nil : .stateRefuses("another user is logged in")))
        case .online:
            effects.append(.loginFinished(.stateRefuses("another user is logged in")))
        case .connecting(_, .firstLogin), .greeting(_, .firstLogin), .authenticating(_, .firstLogin),
            .waiting(.firstLogin), .loggingOut:
            effects.append(.refused(.race("login during login or logout")))
        }
    }

    private mutating func logout(_ now: MonotonicInstant) {
        switch state {
        case .loggedOut:
            effects.append(.logoutFinished)
        case .online(let number):
            cancelConnectionTimers(number)
            state = .loggingOut(number)
            effects.append(.sendLogout(number))
            effects.append(.startTimer(.logoutDeadline(number), now + policy.logoutTime))
        case .loggingOut:
            effects.append(.refused(.race("logout during logout")))
        case .connecting, .greeting, .authenticating, .waiting:
            finish(.loggedOut, failure: .stateRefuses("logged out"))
            effects.append(.logoutFinished)
        }
    }

    private mutating func changeNetwork(_ now: MonotonicInstant) {
        switch state {
        case .loggedOut, .loggingOut:
            effects.append(.refused(.race("network changed while logged out")))
        case .online:
            leaveConnection()
            open(.resume, now)
        case .connecting(_, let purpose), .greeting(_, let purpose), .authenticating(_, let purpose),
            .waiting(let purpose):
            leaveConnection()
            open(purpose, now)
        }
    }

    // MARK: The transport

    private mutating func transportOpened(_ number: ConnectionNumber) {
        guard case .connecting(number, let purpose) = state else { return stale(.transportOpened(number)) }
        state = .greeting(number, purpose)
        effects.append(.sendHello(number))
    }

    private mutating func transportLost(_ number: ConnectionNumber, _ now: MonotonicInstant, _ chance: Chance) {
        guard state.connection == number else { return stale(.transportLost(number)) }
        if case .loggingOut = state { return logoutAnswered(number) }
        retry(state.purpose ?? .resume, now, chance)
    }

    /// Ends a first login. A session that stands is not given up for a server that somebody may be mending.
    private mutating func transportRefused(
        _ number: ConnectionNumber, _ failure: RequestFailure, _ now: MonotonicInstant, _ chance: Chance
    ) {
        guard case .connecting(number, let purpose) = state else {
            return stale(.transportRefused(number, failure))
        }
        guard purpose == .firstLogin else { return retry(purpose, now, chance) }
        finish(.loggedOut, failure: failure)
    }

    // MARK: The gateway

    private mutating func helloReceived(_ number: ConnectionNumber) {
        guard case .greeting(number, let purpose) = state else { return stale(.helloReceived(number)) }
        state = .authenticating(number, purpose)
        effects.append(purpose == .resume ? .sendResume(number) : .sendLogin(number))
    }

    private mutating func authenticated(_ number: ConnectionNumber, _ terms: SessionTerms, _ now: MonotonicInstant) {
        guard case .authenticating(number, let purpose) = state else {
            effects.append(.refused(state.connection == number ? .violation("unasked session") : .race("late session")))
            return
        }
        state = .online(number)
        attempt = 0
        lastHeard = now
        let bounds = policy.heartbeatBounds
        heartbeatInterval = min(max(terms.heartbeatInterval, bounds.lowerBound), bounds.upperBound)
        effects.append(.cancelTimer(.establish(number)))
        effects.append(.startTimer(.heartbeat(number), now + heartbeatInterval))
        effects.append(.startTimer(.silence(number), now + policy.silenceLimit))
        effects.append(.openEvents(number))
        effects.append(.wentOnline(number))
        if purpose == .firstLogin {
            effects.append(.cancelTimer(.loginDeadline))
            effects.append(.loginFinished(nil))
        }
    }

    private mutating func refused(
        _ number: ConnectionNumber, _ failure: RequestFailure, _ now: MonotonicInstant, _ chance: Chance
    ) {
        guard case .authenticating(number, let purpose) = state else {
            return stale(.authenticationRefused(number, failure))
        }
        switch (failure.verdict, purpose) {
        case (.transient, _):
            leaveConnection()
            retry(purpose, now, chance, hint: failure.retryAfter)
        case (.sessionUnknown, .resume), (.final, .resume):
            state = .authenticating(number, .relogin)
            effects.append(.sendLogin(number))
        case (.kickedOffline, .resume), (.kickedOffline, .relogin):
            finish(.kickedOffline, failure: failure)
        case (.credentialRefused, .resume), (.credentialRefused, .relogin), (.sessionUnknown, .relogin),
            (.final, .relogin):
            finish(.loginExpired, failure: failure)
        case (.sessionUnknown, .firstLogin), (.final, .firstLogin), (.kickedOffline, .firstLogin),
            (.credentialRefused, .firstLogin):
            finish(.loggedOut, failure: failure)
        }
    }

    private mutating func logoutAnswered(_ number: ConnectionNumber) {
        guard case .loggingOut(number) = state else { return stale(.logoutAnswered(number)) }
        effects.append(.cancelTimer(.logoutDeadline(number)))
        finish(.loggedOut, failure: .notLoggedIn)
        effects.append(.logoutFinished)
    }

    private mutating func sessionEnded(_ number: ConnectionNumber, _ cause: SessionEndCause) {
        guard state.connection == number else { return stale(.sessionEnded(number, cause)) }
        switch state {
        case .loggingOut: logoutAnswered(number)
        case .online: finish(cause, failure: .notLoggedIn)
        case .loggedOut, .waiting, .connecting, .greeting, .authenticating:
            effects.append(.refused(.violation("session ended before it began")))
        }
    }

    private mutating func gatewayDraining(_ number: ConnectionNumber, _ now: MonotonicInstant, _ chance: Chance) {
        guard state.connection == number else { return stale(.gatewayDraining(number)) }
        if case .loggingOut = state { return effects.append(.refused(.race("draining during logout"))) }
        let purpose = state.purpose ?? .resume
        leaveConnection()
        retry(purpose, now, chance)
    }

    private mutating func sessionUnknown(_ number: ConnectionNumber, _ now: MonotonicInstant) {
        guard case .online(number) = state else { return stale(.sessionUnknown(number)) }
        leaveConnection()
        open(.relogin, now)
    }

    // MARK: The clock

    private mutating func timerFired(_ timer: SessionTimer, _ now: MonotonicInstant, _ chance: Chance) {
        switch (timer, state) {
        case (.establish(let number), .connecting(let current, let purpose)),
            (.establish(let number), .greeting(let current, let purpose)),
            (.establish(let number), .authenticating(let current, let purpose)):
            guard number == current else { return stale(.timerFired(timer)) }
            leaveConnection()
            retry(purpose, now, chance)
        case (.heartbeat(let number), .online):
            guard state.connection == number else { return stale(.timerFired(timer)) }
            effects.append(.sendPing(number))
            effects.append(.startTimer(timer, now + heartbeatInterval))
        case (.silence(let number), .online):
            guard state.connection == number else { return stale(.timerFired(timer)) }
            silenceFired(number, now, chance)
        case (.retry(let number), .waiting(let purpose)):
            guard number.number == lastNumber + 1 else { return stale(.timerFired(timer)) }
            open(purpose, now)
        case (.loginDeadline, _):
            guard state.purpose == .firstLogin else { return stale(.timerFired(timer)) }
            finish(.loggedOut, failure: .offline)
        case (.logoutDeadline(let number), .loggingOut):
            logoutAnswered(number)
        case (.establish, _), (.heartbeat, _), (.silence, _), (.retry, _), (.logoutDeadline, _):
            stale(.timerFired(timer))
        }
    }

    private mutating func silenceFired(_ number: ConnectionNumber, _ now: MonotonicInstant, _ chance: Chance) {
        let limit = lastHeard + policy.silenceLimit
        guard limit <= now else { return effects.append(.startTimer(.silence(number), limit)) }
        leaveConnection()
        retry(.resume, now, chance)
    }

    // MARK: Steps

    private mutating func open(_ purpose: Purpose, _ now: MonotonicInstant) {
        lastNumber += 1
        let number = ConnectionNumber(lastNumber)
        state = .connecting(number, purpose)
        attempt += 1
        effects.append(.openTransport(number))
        effects.append(.startTimer(.establish(number), now + policy.establishTime))
    }

    /// Drops the connection, and says so once to whoever has requests on it.
    private mutating func leaveConnection() {
        guard let number = state.connection else {
            return effects.append(.cancelTimer(.retry(ConnectionNumber(lastNumber + 1))))
        }
        effects.append(.closeTransport(number))
        cancelConnectionTimers(number)
        if case .online = state { effects.append(.wentOffline) }
    }

    private mutating func cancelConnectionTimers(_ number: ConnectionNumber) {
        switch state {
        case .connecting, .greeting, .authenticating:
            effects.append(.cancelTimer(.establish(number)))
        case .online:
            effects.append(.cancelTimer(.heartbeat(number)))
            effects.append(.cancelTimer(.silence(number)))
        case .loggingOut:
            effects.append(.cancelTimer(.logoutDeadline(number)))
        case .loggedOut, .waiting:
            break
        }
    }

    private mutating func retry(
        _ purpose: Purpose, _ now: MonotonicInstant, _ chance: Chance, hint: Duration? = nil
    ) {
        if let number = state.connection, !effects.contains(.closeTransport(number)) {
            // The transport told us that it is gone.
            cancelConnectionTimers(number)
            if case .online = state { effects.append(.wentOffline) }
        }
        let pause = policy.backoff.delay(attempt: attempt + 1, chance: chance, hint: hint)
        state = .waiting(purpose)
        effects.append(.startTimer(.retry(ConnectionNumber(lastNumber + 1)), now + pause))
    }

    /// The session is over. Tells the app's login, if it still waits, why.
    private mutating func finish(_ cause: SessionEndCause, failure: RequestFailure) {
        let isFirstLogin = state.purpose == .firstLogin
        leaveConnection()
        state = .loggedOut
        user = nil
        attempt = 0
        if isFirstLogin {
            effects.append(.cancelTimer(.loginDeadline))
            effects.append(.loginFinished(failure))
        }
        effects.append(.sessionOver(cause))
    }

    private mutating func stale(_ event: SessionEvent) {
        effects.append(.refused(.race("\(event) in \(state)")))
    }
}
