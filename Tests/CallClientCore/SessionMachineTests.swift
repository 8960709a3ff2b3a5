import CallClientCore
import CallModel
import Testing

private let alice = UserID("alice")
private let even = Chance(0.5)
private let terms = SessionTerms(heartbeatInterval: .seconds(5), serverTime: WallTime(milliseconds: 1_000_000))
private let unavailable = RequestFailure(status: 14, reason: 0)
private let unknownSession = RequestFailure(status: 16, reason: 14)

private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(seconds * 1e9)) }
private func number(_ value: UInt64) -> ConnectionNumber { ConnectionNumber(value) }

/// A machine brought to online on connection 1.
private func online(_ policy: SessionPolicy = SessionPolicy()) -> SessionMachine {
    var machine = SessionMachine(policy: policy)
    for event in [
        SessionEvent.loginRequested(alice), .transportOpened(number(1)), .helloReceived(number(1)),
        .authenticated(number(1), terms),
    ] {
        _ = machine.handle(event, at: .zero, chance: even)
    }
    return machine
}

@Suite("Session machine")
struct SessionMachineTests {
    @Test("a login opens, greets, logs in, then asks for events and finishes")
    func login() {
        var machine = SessionMachine()
        #expect(
            machine.handle(.loginRequested(alice), at: .zero, chance: even) == [
                .startTimer(.loginDeadline, at(15)), .openTransport(number(1)),
                .startTimer(.establish(number(1)), at(8)),
            ])
        #expect(machine.handle(.transportOpened(number(1)), at: .zero, chance: even) == [.sendHello(number(1))])
        #expect(machine.handle(.helloReceived(number(1)), at: .zero, chance: even) == [.sendLogin(number(1))])
        let effects = machine.handle(.authenticated(number(1), terms), at: .zero, chance: even)
        #expect(effects.contains(.openEvents(number(1))))
        #expect(effects.contains(.wentOnline(number(1))))
        #expect(effects.last == .loginFinished(nil))
        #expect(machine.state == .online(number(1)))
        #expect(machine.user == alice)
    }

    @Test("a refused credential ends the first login with its public number and closes the connection")
    func refusedLogin() {
        var machine = SessionMachine()
        for event in [SessionEvent.loginRequested(alice), .transportOpened(number(1)), .helloReceived(number(1))] {
            _ = machine.handle(event, at: .zero, chance: even)
        }
        let failure = RequestFailure(status: 16, reason: 70009)
        let effects = machine.handle(.authenticationRefused(number(1), failure), at: .zero, chance: even)
        #expect(effects.first == .closeTransport(number(1)))
        #expect(effects.contains(.loginFinished(failure)))
        #expect(effects.last == .sessionOver(.loggedOut))
        #expect(machine.state == .loggedOut)
        #expect(machine.user == nil)
    }

    @Test("a first login keeps trying while the server is away, until its deadline")
    func loginDeadline() {
        var machine = SessionMachine()
        _ = machine.handle(.loginRequested(alice), at: .zero, chance: even)
        let lost = machine.handle(.transportLost(number(1)), at: at(1), chance: even)
        #expect(lost.contains(.startTimer(.retry(number(2)), at(1.25))))
        #expect(
            machine.handle(.timerFired(.retry(number(2))), at: at(1.25), chance: even).first
                == .openTransport(number(2)))
        let effects = machine.handle(.timerFired(.loginDeadline), at: at(15), chance: even)
        #expect(effects.contains(.loginFinished(.offline)))
        #expect(machine.state == .loggedOut)
    }

    @Test("an address that cannot work fails the first login at once, and is tried again for a session that stands")
    func transportRefused() {
        let failure = RequestFailure(status: 14, reason: 9508, message: "not trusted")
        var machine = SessionMachine()
        _ = machine.handle(.loginRequested(alice), at: .zero, chance: even)
        let effects = machine.handle(.transportRefused(number(1), failure), at: at(1), chance: even)
        #expect(effects.contains(.loginFinished(failure)))
        #expect(machine.state == .loggedOut)
        var later = online()
        _ = later.handle(.transportLost(number(1)), at: at(1), chance: even)
        _ = later.handle(.timerFired(.retry(number(2))), at: at(2), chance: even)
        _ = later.handle(.transportRefused(number(2), failure), at: at(2), chance: even)
        #expect(later.state == .waiting(.resume))
    }

    @Test("a lost connection is resumed after a pause drawn between zero and a doubling ceiling")
    func backoff() {
        var machine = online()
        let lost = machine.handle(.transportLost(number(1)), at: at(3), chance: Chance(0))
        #expect(lost.contains(.wentOffline))
        #expect(lost.last == .startTimer(.retry(number(2)), at(3)))
        #expect(machine.state == .waiting(.resume))
        var pauses: [Duration] = []
        for attempt: UInt64 in 2...9 {
            _ = machine.handle(.timerFired(.retry(number(attempt))), at: at(10), chance: even)
            let effects = machine.handle(.transportLost(number(attempt)), at: at(10), chance: Chance(0.999_999))
            guard case .startTimer(_, let instant) = effects.last else { continue }
            pauses.append(instant - at(10))
        }
        #expect(
            pauses.map { Int(($0.components.seconds * 1000) + $0.components.attoseconds / 1_000_000_000_000_000) }
                == [499, 999, 1999, 3999, 4999, 4999, 4999, 4999])
    }

    @Test("after a reconnect the session is resumed, and an unknown session is logged in again on the same connection")
    func resumeThenRelogin() {
        var machine = online()
        _ = machine.handle(.transportLost(number(1)), at: at(1), chance: even)
        _ = machine.handle(.timerFired(.retry(number(2))), at: at(2), chance: even)
        _ = machine.handle(.transportOpened(number(2)), at: at(2), chance: even)
        #expect(machine.handle(.helloReceived(number(2)), at: at(2), chance: even) == [.sendResume(number(2))])
        #expect(
            machine.handle(.authenticationRefused(number(2), unknownSession), at: at(2), chance: even)
                == [.sendLogin(number(2))])
        let effects = machine.handle(.authenticated(number(2), terms), at: at(2), chance: even)
        #expect(effects.contains(.wentOnline(number(2))))
        #expect(!effects.contains(.loginFinished(nil)), "the app's login was answered long ago")
    }

    @Test("an expired credential on the way back ends the session as expired")
    func expiredOnRelogin() {
        var machine = online()
        _ = machine.handle(.transportLost(number(1)), at: at(1), chance: even)
        _ = machine.handle(.timerFired(.retry(number(2))), at: at(2), chance: even)
        _ = machine.handle(.transportOpened(number(2)), at: at(2), chance: even)
        _ = machine.handle(.helloReceived(number(2)), at: at(2), chance: even)
        let expired = RequestFailure(status: 16, reason: 70001)
        let effects = machine.handle(.authenticationRefused(number(2), expired), at: at(2), chance: even)
        #expect(effects.last == .sessionOver(.loginExpired))
    }

    @Test("the server's hint is the least pause before the next attempt")
    func hint() {
        var machine = SessionMachine()
        for event in [SessionEvent.loginRequested(alice), .transportOpened(number(1)), .helloReceived(number(1))] {
            _ = machine.handle(event, at: .zero, chance: even)
        }
        let busy = RequestFailure(status: 8, reason: 5, retryAfter: .seconds(2))
        let effects = machine.handle(.authenticationRefused(number(1), busy), at: .zero, chance: Chance(0))
        #expect(effects.last == .startTimer(.retry(number(2)), at(2)))
    }

    @Test("a connection that says nothing for twelve seconds is dropped; one that speaks is kept")
    func silence() {
        var machine = online()
        _ = machine.handle(.bytesReceived(number(1)), at: at(4), chance: even)
        #expect(
            machine.handle(.timerFired(.silence(number(1))), at: at(12), chance: even)
                == [.startTimer(.silence(number(1)), at(16))])
        let effects = machine.handle(.timerFired(.silence(number(1))), at: at(16), chance: even)
        #expect(effects.first == .closeTransport(number(1)))
        #expect(effects.contains(.wentOffline))
        #expect(machine.state == .waiting(.resume))
    }

    @Test("a heartbeat is sent at each interval")
    func heartbeat() {
        var machine = online()
        #expect(
            machine.handle(.timerFired(.heartbeat(number(1))), at: at(5), chance: even) == [
                .sendPing(number(1)), .startTimer(.heartbeat(number(1)), at(10)),
            ])
    }

    @Test("a changed network path opens a new connection at once and never waits for the old one to close")
    func networkChange() {
        var machine = online()
        let effects = machine.handle(.networkChanged, at: at(1), chance: even)
        #expect(effects.first == .closeTransport(number(1)))
        #expect(effects.contains(.openTransport(number(2))))
        #expect(machine.state == .connecting(number(2), .resume))
    }

    @Test("kicked offline ends the session", arguments: [SessionEndCause.kickedOffline, .loginExpired])
    func kicked(cause: SessionEndCause) {
        var machine = online()
        let effects = machine.handle(.sessionEnded(number(1), cause), at: at(1), chance: even)
        #expect(effects.last == .sessionOver(cause))
        #expect(machine.state == .loggedOut)
    }

    @Test("a draining gateway is left and the session goes on elsewhere")
    func draining() {
        var machine = online()
        let effects = machine.handle(.gatewayDraining(number(1)), at: at(1), chance: even)
        #expect(effects.first == .closeTransport(number(1)))
        #expect(effects.contains(.wentOffline))
        #expect(machine.state == .waiting(.resume))
    }

    @Test("logout is answered when the gateway answers, when it is gone, and when it says nothing")
    func logout() {
        for answer in [
            SessionEvent.logoutAnswered(number(1)), .transportLost(number(1)),
            .timerFired(.logoutDeadline(number(1))), .sessionEnded(number(1), .loggedOut),
        ] {
            var machine = online()
            let first = machine.handle(.logoutRequested, at: at(1), chance: even)
            #expect(first.contains(.sendLogout(number(1))))
            let effects = machine.handle(answer, at: at(2), chance: even)
            #expect(effects.last == .logoutFinished)
            #expect(machine.state == .loggedOut)
        }
    }

    @Test("logout while reconnecting ends at once")
    func logoutOffline() {
        var machine = online()
        _ = machine.handle(.transportLost(number(1)), at: at(1), chance: even)
        let effects = machine.handle(.logoutRequested, at: at(1), chance: even)
        #expect(effects.contains(.sessionOver(.loggedOut)))
        #expect(effects.last == .logoutFinished)
    }
}

@Suite("Session machine, every state with every event")
struct SessionMachineMatrixTests {
    /// Each state, reached the way a client reaches it.
    static func states() -> [SessionMachine] {
        var all = [SessionMachine()]
        var machine = SessionMachine()
        for event in [
            SessionEvent.loginRequested(alice), .transportOpened(number(1)), .helloReceived(number(1)),
            .authenticated(number(1), terms), .transportLost(number(1)), .timerFired(.retry(number(2))),
            .transportOpened(number(2)), .helloReceived(number(2)),
            .authenticationRefused(number(2), unknownSession), .authenticated(number(2), terms), .logoutRequested,
        ] {
            _ = machine.handle(event, at: .zero, chance: even)
            all.append(machine)
        }
        return all
    }

    static func events(_ current: UInt64) -> [SessionEvent] {
        [current, current &+ 1, 0].flatMap { value in
            let connection = number(value)
            return [
                SessionEvent.loginRequested(alice), .loginRequested(UserID("bob")), .logoutRequested, .networkChanged,
                .transportOpened(connection), .transportLost(connection), .bytesReceived(connection),
                .transportRefused(connection, unavailable),
                .helloReceived(connection), .authenticated(connection, terms),
                .authenticationRefused(connection, unavailable), .authenticationRefused(connection, unknownSession),
                .authenticationRefused(connection, RequestFailure(status: 16, reason: 6208)),
                .authenticationRefused(connection, RequestFailure(status: 3, reason: 6017)),
                .logoutAnswered(connection), .sessionEnded(connection, .kickedOffline),
                .gatewayDraining(connection), .sessionUnknown(connection), .timerFired(.establish(connection)),
                .timerFired(.heartbeat(connection)), .timerFired(.silence(connection)),
                .timerFired(.retry(connection)), .timerFired(.loginDeadline),
                .timerFired(.logoutDeadline(connection)),
            ]
        }
    }

    @Test("nothing traps, nothing is silently lost, and what is refused changes nothing")
    func matrix() {
        for machine in Self.states() {
            for event in Self.events(machine.state.connection?.number ?? 2) {
                var copy = machine
                let effects = copy.handle(event, at: at(30), chance: even)
                let isRefused = effects.contains { if case .refused = $0 { true } else { false } }
                if isRefused { #expect(copy.state == machine.state, "\(event) in \(machine.state)") }
                if case .bytesReceived = event { continue }
                #expect(!effects.isEmpty, "\(event) in \(machine.state)")
            }
        }
    }

    @Test("a login is answered exactly once, over any walk", arguments: 0..<200)
    func walks(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        var machine = SessionMachine()
        var waiting = 0
        var history: [SessionEvent] = []
        for step in 0..<80 {
            let events = Self.events(machine.state.connection?.number ?? UInt64(step))
            let event = dice.pick(events)
            let before = machine.state
            let effects = machine.handle(event, at: at(Double(step)), chance: Chance(dice.fraction()))
            history.append(event)
            if case .loginRequested = event, before == .loggedOut { waiting += 1 }
            let answers = effects.filter { if case .loginFinished = $0 { true } else { false } }.count
            if case .loginRequested = event, before != .loggedOut {
                #expect(answers <= 1)
            } else {
                waiting -= answers
            }
            #expect(waiting == (machine.state.purpose == .firstLogin ? 1 : 0), "seed \(seed): \(history)")
            let opened = effects.contains { if case .openTransport = $0 { true } else { false } }
            let closed = effects.contains { if case .closeTransport = $0 { true } else { false } }
            if opened, before.connection != nil { #expect(closed, "seed \(seed): two connections, \(history)") }
        }
    }
}
