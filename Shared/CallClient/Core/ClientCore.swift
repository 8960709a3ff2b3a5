package import CallModel

/// Everything that reaches the client, grouped by who sends it.
package enum ClientInput: Sendable, Hashable {
    // The app.
    case login(UserID)
    case logout
    case networkChanged
    /// Answered by exactly one `commandFinished` with the same ticket.
    case command(CallCommand, Ticket)
    case devicesChanged(isMicrophoneOpened: Bool, isCameraOpened: Bool)

    // The connection: transport and gateway.
    case connection(SessionEvent)
    case snapshot(CallSnapshot)
    case activity(CallActivity)
    case answered(Ticket, Reply)
    case failed(Ticket, RequestFailure)

    // The media engine.
    case mediaLost(CallID, era: UInt32)

    // The clock.
    case timerFired(ClientTimer)
}

package enum ClientTimer: Sendable, Hashable {
    case session(SessionTimer)
    case request(Ticket)
    case call(CallTimer)
}

/// Everything the client's shell is ordered to do, in order.
package enum ClientEffect: Sendable, Hashable {
    /// Opening, closing and greeting; the rest of a session's effects is taken care of.
    case session(SessionEffect)
    case send(ConnectionNumber, Ticket, Request)
    case startTimer(ClientTimer, MonotonicInstant)
    case cancelTimer(ClientTimer)
    case connectionChanged(ConnectionStatus)
    case overviewChanged(CallOverview)
    case notice(CallNotice)
    case commandFinished(Ticket, RequestFailure?)
    case startMedia(CallID, era: UInt32, Ticket)
    case stopMedia(CallID)
    case refused(Refusal)
}

/// The whole client without its shell: session, outbox and calls, wired. One input in, orders out.
///
/// Order an app can rely on: the state that shows a call comes before `started` or `received`; `ended` comes before the
/// state without the call; a command is answered when the state shows what it did.
package struct ClientCore: Sendable {
    package private(set) var session: SessionMachine
    package private(set) var outbox: RequestOutbox
    package private(set) var desk: CallDesk
    private let callPolicy: CallPolicy
    private var connectionNow: ConnectionStatus = .disconnected
    private var published = CallOverview()
    private var lastInternalTicket: UInt64 = 1 << 63
    private var effects: [ClientEffect] = []

    package init(
        session: SessionPolicy = SessionPolicy(), calls: CallPolicy = CallPolicy(),
        requests: Backoff = Backoff(base: .milliseconds(200), cap: .seconds(2))
    ) {
        self.session = SessionMachine(policy: session)
        outbox = RequestOutbox(backoff: requests)
        callPolicy = calls
        desk = CallDesk(user: UserID(""), policy: calls)
    }

    package mutating func handle(_ input: ClientInput, at now: MonotonicInstant, chance: Chance) -> [ClientEffect] {
        switch input {
        case .login(let user): login(user, now, chance)
        case .logout:
            if session.user != nil { run(desk.loggingOut(at: now), now) }
            run(session.handle(.logoutRequested, at: now, chance: chance), .zero, now)
        case .networkChanged: run(session.handle(.networkChanged, at: now, chance: chance), .zero, now)
        case .command(let command, let ticket): take(command, ticket, now)
        case .devicesChanged(let microphone, let camera):
            run(desk.devicesChanged(isMicrophoneOpened: microphone, isCameraOpened: camera, at: now), now)
        case .connection(let event):
            var serverTime = WallTime.zero
            if case .authenticated(_, let terms) = event { serverTime = terms.serverTime }
            run(session.handle(event, at: now, chance: chance), serverTime, now)
        case .snapshot(let snapshot): run(desk.received(snapshot, at: now), now)
        case .activity(let activity): run(desk.received(activity, at: now), now)
        case .answered(let ticket, let reply): run(outbox.succeeded(ticket, reply), now)
        case .failed(let ticket, let failure): failed(ticket, failure, now, chance)
        case .mediaLost(let callID, let era): run(desk.mediaLost(callID, era: era, at: now), now)
        case .timerFired(.session(let timer)):
            run(session.handle(.timerFired(timer), at: now, chance: chance), .zero, now)
        case .timerFired(.request(let ticket)): run(outbox.timerFired(ticket, at: now), now)
        case .timerFired(.call(let timer)): run(desk.timerFired(timer, at: now), now)
        }
        publish(now)
        defer { effects = [] }
        return effects
    }

    // MARK: Inputs

    private mutating func login(_ user: UserID, _ now: MonotonicInstant, _ chance: Chance) {
        if session.user == nil {
            let (microphone, camera) = (desk.isMicrophoneOpened, desk.isCameraOpened)
            desk = CallDesk(user: user, policy: callPolicy)
            run(desk.devicesChanged(isMicrophoneOpened: microphone, isCameraOpened: camera, at: now), now)
        }
        run(session.handle(.loginRequested(user), at: now, chance: chance), .zero, now)
    }

    private mutating func take(_ command: CallCommand, _ ticket: Ticket, _ now: MonotonicInstant) {
        guard session.user != nil, session.state.purpose != .firstLogin else {
            return effects.append(.commandFinished(ticket, .notLoggedIn))
        }
        run(desk.handle(command, as: ticket, at: now), now)
    }

    private mutating func failed(
        _ ticket: Ticket, _ failure: RequestFailure, _ now: MonotonicInstant, _ chance: Chance
    ) {
        if failure.verdict == .sessionUnknown, case .online(let number) = session.state {
            // The request waits for the new session like all the others.
            return run(session.handle(.sessionUnknown(number), at: now, chance: chance), .zero, now)
        }
        run(outbox.failed(ticket, failure, at: now, chance: chance), now)
    }

    // MARK: Wiring

    private mutating func run(_ orders: [SessionEffect], _ serverTime: WallTime, _ now: MonotonicInstant) {
        publishConnection()
        for order in orders {
            switch order {
            case .wentOnline(let number):
                run(outbox.wentOnline(number), now)
                run(desk.wentOnline(serverTime: serverTime, at: now), now)
            case .wentOffline:
                run(outbox.wentOffline(), now)
                run(desk.wentOffline(at: now), now)
            case .sessionOver(let cause):
                run(desk.sessionOver(.offline, at: now), now)
                run(outbox.clear(.notLoggedIn), now)
                publish(now)
                effects.append(.session(.sessionOver(cause)))
            case .startTimer(let timer, let instant): effects.append(.startTimer(.session(timer), instant))
            case .cancelTimer(let timer): effects.append(.cancelTimer(.session(timer)))
            case .refused(let refusal): effects.append(.refused(refusal))
            case .openTransport, .closeTransport, .sendHello, .sendLogin, .sendResume, .sendLogout, .sendPing,
                .openEvents, .loginFinished, .logoutFinished:
                effects.append(.session(order))
            }
        }
    }

    private mutating func run(_ orders: [OutboxEffect], _ now: MonotonicInstant) {
        for order in orders {
            switch order {
            case .send(let number, let ticket, let request): effects.append(.send(number, ticket, request))
            case .finished(let ticket, let request, let result):
                run(desk.finished(request, as: ticket, result, at: now), now)
            case .startTimer(let ticket, let instant): effects.append(.startTimer(.request(ticket), instant))
            case .cancelTimer(let ticket): effects.append(.cancelTimer(.request(ticket)))
            case .refused(let refusal): effects.append(.refused(refusal))
            }
        }
    }

    private mutating func run(_ orders: [DeskEffect], _ now: MonotonicInstant) {
        for order in orders {
            switch order {
            case .submit(let request, let ticket, let deadline):
                run(outbox.submit(request, as: ticket ?? internalTicket(), until: deadline), now)
            case .withdraw(let callID):
                run(outbox.withdraw { $0.callID == callID && !$0.outlivesCall }, now)
            case .abandon(let ticket): run(outbox.abandon(ticket).effects, now)
            case .notice(let notice): emit(notice, now)
            case .commandFinished(let ticket, let failure):
                publish(now)
                effects.append(.commandFinished(ticket, failure))
            case .startMedia(let callID, let era, let ticket):
                effects.append(.startMedia(callID, era: era, ticket))
            case .stopMedia(let callID): effects.append(.stopMedia(callID))
            case .startTimer(let timer, let instant): effects.append(.startTimer(.call(timer), instant))
            case .cancelTimer(let timer): effects.append(.cancelTimer(.call(timer)))
            case .refused(let refusal): effects.append(.refused(refusal))
            }
        }
    }

    private mutating func emit(_ notice: CallNotice, _ now: MonotonicInstant) {
        switch notice {
        case .started, .received: publish(now)
        case .ended: break
        }
        effects.append(.notice(notice))
    }

    private mutating func publish(_ now: MonotonicInstant) {
        let overview = desk.overview(at: now)
        guard overview != published else { return }
        published = overview
        effects.append(.overviewChanged(overview))
    }

    private mutating func publishConnection() {
        guard session.state.status != connectionNow else { return }
        connectionNow = session.state.status
        effects.append(.connectionChanged(connectionNow))
    }

    private mutating func internalTicket() -> Ticket {
        lastInternalTicket += 1
        return Ticket(lastInternalTicket)
    }
}
