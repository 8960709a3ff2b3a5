import CallClientCore
import CallModel

/// A core on a bench: virtual time, and every order it gave, by kind.
struct ClientBench {
    var core = ClientCore()
    var now = MonotonicInstant.zero
    var notices: [CallNotice] = []
    var finished: [Ticket: [RequestFailure?]] = [:]
    var sent: [(Ticket, Request)] = []
    var overviews: [CallOverview] = []
    var connections: [ConnectionStatus] = []
    var media: [(CallID, UInt32)] = []
    var stops: [CallID] = []
    var refusals: [Refusal] = []
    var timers: [ClientTimer: MonotonicInstant] = [:]
    var sessionEnds: [SessionEndCause] = []
    var loginResults: [RequestFailure?] = []
    var opened: ConnectionNumber?
    /// Notices and overviews in the order given, for tests of that order.
    var tale: [String] = []
    private var lastTicket: UInt64 = 0

    static let serverStart: Int64 = 1_700_000_000_000

    /// The server's clock at the bench's time.
    var serverTime: WallTime { WallTime(milliseconds: Self.serverStart + now.nanoseconds / 1_000_000) }

    init() {}

    /// A client whose user is online.
    static func online(_ user: String = "alice") -> ClientBench {
        var bench = ClientBench()
        bench.give(.login(UserID(user)))
        bench.connect()
        bench.answerSync([])
        bench.sent = []
        return bench
    }

    @discardableResult
    mutating func give(_ input: ClientInput, chance: Double = 0.5) -> [ClientEffect] {
        let effects = core.handle(input, at: now, chance: Chance(chance))
        for effect in effects { note(effect) }
        return effects
    }

    private mutating func note(_ effect: ClientEffect) {
        switch effect {
        case .session(.openTransport(let number)): opened = number
        case .session(.closeTransport): opened = nil
        case .session(.sessionOver(let cause)): sessionEnds.append(cause)
        case .session(.loginFinished(let failure)): loginResults.append(failure)
        case .session: break
        case .send(_, let ticket, let request): sent.append((ticket, request))
        case .startTimer(let timer, let instant): timers[timer] = instant
        case .cancelTimer(let timer): timers[timer] = nil
        case .connectionChanged(let status): connections.append(status)
        case .overviewChanged(let overview):
            overviews.append(overview)
            tale.append("state \(overview.ownStatus)")
        case .notice(let notice):
            notices.append(notice)
            switch notice {
            case .started: tale.append("started")
            case .received: tale.append("received")
            case .ended: tale.append("ended")
            }
        case .commandFinished(let ticket, let failure): finished[ticket, default: []].append(failure)
        case .startMedia(let callID, let era, _): media.append((callID, era))
        case .stopMedia(let callID): stops.append(callID)
        case .refused(let refusal): refusals.append(refusal)
        }
    }

    /// Brings the connection that is being opened online.
    mutating func connect() {
        guard let number = opened else { return }
        give(.connection(.transportOpened(number)))
        give(.connection(.helloReceived(number)))
        give(
            .connection(
                .authenticated(
                    number, SessionTerms(heartbeatInterval: .seconds(5), serverTime: serverTime))))
    }

    mutating func loseConnection() {
        guard let number = core.session.state.connection else { return }
        opened = nil
        give(.connection(.transportLost(number)))
    }

    /// Fires the pause and comes back.
    mutating func reconnect() {
        guard let timer = timers.keys.first(where: { if case .session(.retry) = $0 { true } else { false } }) else {
            return
        }
        advance(to: max(now, timers[timer] ?? now))
        connect()
    }

    @discardableResult
    mutating func command(_ command: CallCommand) -> Ticket {
        lastTicket += 1
        give(.command(command, Ticket(lastTicket)))
        return Ticket(lastTicket)
    }

    /// Lets time pass and fires what is due, in order.
    mutating func advance(to instant: MonotonicInstant) {
        while let (timer, due) = timers.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }), due <= instant {
            timers[timer] = nil
            now = max(now, due)
            give(.timerFired(timer))
        }
        now = max(now, instant)
    }

    mutating func advance(by duration: Duration) { advance(to: now + duration) }

    /// The newest request of a kind.
    func last(_ matches: (Request) -> Bool) -> (Ticket, Request)? { sent.last { matches($0.1) } }

    mutating func answerSync(_ calls: [CallSnapshot]) {
        guard let (ticket, _) = last({ if case .sync = $0 { true } else { false } }) else { return }
        give(.answered(ticket, .calls(calls)))
    }

    /// A command's one answer; `nil` while there is none.
    func result(_ ticket: Ticket) -> RequestFailure?? { finished[ticket]?.first }
}

extension CallSnapshot {
    /// A call from alice to bob, as seen by either.
    static func sample(
        _ callID: String = "call-1", version: UInt64 = 1, inviter: String = "alice", invitees: [String] = ["bob"],
        phase: CallPhase = .ringing, own: ParticipantStatus = .waiting, reason: EndReason = .unknown, by: String = "",
        bench: ClientBench, ring: Duration = .seconds(30), connected: WallTime? = nil, era: UInt32 = 0
    ) -> CallSnapshot {
        let members = [inviter] + invitees
        return CallSnapshot(
            callID: CallID(callID), version: version, inviterID: UserID(inviter), inviteeIDs: invitees.map(UserID.init),
            userData: "data", isGroup: invitees.count > 1, phase: phase,
            participants: members.map {
                Participant(userID: UserID($0), status: phase == .connected ? .accept : .waiting)
            },
            ownStatus: own, ownEndReason: reason, ownEndedBy: UserID(by),
            ringDeadline: phase == .ringing ? bench.serverTime + ring : nil,
            createdAt: bench.serverTime, connectedAt: connected, mediaEra: era, serverTime: bench.serverTime)
    }
}
