import CallModel
import Testing

@testable import GatewayCore

@Suite("Getting in, staying in, getting out")
struct EdgeSessionTests {
    @Test("a client is greeted back, logs in and holds its session here")
    func login() {
        var edge = Edge(at: .zero)
        #expect(edge.handle(.helloReceived(protocolVersion: 1), at: second(1)) == [.sendHello])
        let login = EdgeEvent.requestReceived(id(1), method: "G/Login", .authenticate(.login), credit: 0)
        #expect(edge.handle(login, at: second(1)) == [.askPresence(id(1), .login)])
        #expect(
            edge.handle(.sessionOpened(id(1), alice, answer: [9]), at: second(2)) == [
                .bind(alice), .respond(id(1), [9]),
            ])
        #expect(edge.phase == .authenticated(alice))
    }

    @Test("whatever comes before the hello ends the connection")
    func helloFirst() {
        for event in [EdgeEvent.pingReceived, .cancelReceived(id(1)), .creditReceived(id(1), 5), .pongReceived] {
            var edge = Edge(at: .zero)
            #expect(edge.handle(event, at: .zero) == [.close(.violation("hello first"))])
        }
        var edge = Edge(at: .zero)
        #expect(edge.call(1, at: .zero) == [.close(.violation("hello first"))])
    }

    @Test("a second hello, another protocol version and nonsense end the connection")
    func violations() {
        var twice = Edge.greeted()
        #expect(twice.handle(.helloReceived(protocolVersion: 1), at: .zero) == [.close(.violation("second hello"))])
        var old = Edge(at: .zero)
        #expect(old.handle(.helloReceived(protocolVersion: 2), at: .zero) == [.close(.violation("protocol 1 only"))])
        var nonsense = Edge.listening()
        #expect(
            nonsense.handle(.nonsenseReceived("no frame"), at: .zero) == [
                .unbind(alice), .detachSession(alice), .close(.violation("no frame")),
            ])
    }

    @Test("before the login only Login and Resume are taken, and nothing is told about other methods")
    func loginFirst() {
        for rule in [MethodRule.logout, .events, .forward(isStream: false), .notPublic, .unknown] {
            var edge = Edge.greeted()
            let request = EdgeEvent.requestReceived(id(1), method: "X/Y", rule, credit: 0)
            #expect(edge.handle(request, at: .zero) == [.refuse(id(1), .notLoggedIn)])
        }
        var edge = Edge.greeted()
        let resume = EdgeEvent.requestReceived(id(1), method: "G/Resume", .authenticate(.resume), credit: 0)
        #expect(edge.handle(resume, at: .zero) == [.askPresence(id(1), .resume)])
        #expect(edge.call(2, at: .zero) == [.refuse(id(2), .notLoggedIn)])
    }

    @Test("after the login methods for services and unknown ones are refused as such")
    func refusedMethods() {
        var edge = Edge.authenticated()
        #expect(
            edge.handle(.requestReceived(id(5), method: "P/Ring", .notPublic, credit: 0), at: .zero)
                == [.refuse(id(5), .notPublic)])
        #expect(
            edge.handle(.requestReceived(id(6), method: "no/such", .unknown, credit: 0), at: .zero)
                == [.refuse(id(6), .unknownMethod)])
        #expect(
            edge.handle(.requestReceived(id(7), method: "G/Login", .authenticate(.login), credit: 0), at: .zero)
                == [.refuse(id(7), .alreadyLoggedIn)])
    }

    @Test("a failed login is answered and may be tried again, five times")
    func failedLogins() {
        var edge = Edge.greeted()
        for attempt in 1...5 {
            let number = UInt64(attempt)
            let login = EdgeEvent.requestReceived(id(number), method: "G/Login", .authenticate(.login), credit: 0)
            #expect(edge.handle(login, at: .zero) == [.askPresence(id(number), .login)])
            let effects = edge.handle(.authenticationFailed(id(number), malformed), at: .zero)
            #expect(effects.first == .fail(id(number), malformed))
            #expect(effects.count == (attempt < 5 ? 1 : 2))
        }
        #expect(edge.phase == .ended(.tooManyFailures))
    }

    @Test("a session that opens after its client left is discarded")
    func lateSession() {
        var edge = Edge.greeted()
        _ = edge.handle(.requestReceived(id(1), method: "G/Login", .authenticate(.login), credit: 0), at: .zero)
        #expect(edge.handle(.connectionLost, at: .zero) == [.close(.lost)])
        #expect(edge.handle(.sessionOpened(id(1), alice, answer: []), at: .zero) == [.discardSession(alice)])
    }

    @Test("a logout is answered, then the connection ends without detaching the session")
    func logout() {
        var edge = Edge.authenticated()
        let logout = EdgeEvent.requestReceived(id(3), method: "G/Logout", .logout, credit: 0)
        #expect(edge.handle(logout, at: .zero) == [.closeSession(id(3), alice)])
        #expect(edge.call(4, at: .zero) == [.refuse(id(4), .notLoggedIn)])
        #expect(
            edge.handle(.sessionClosed(id(3), answer: []), at: .zero) == [
                .respond(id(3), []), .unbind(alice), .close(.loggedOut),
            ])
    }

    @Test("a logout that presence cannot carry out leaves the client logged in")
    func failedLogout() {
        var edge = Edge.authenticated()
        _ = edge.handle(.requestReceived(id(3), method: "G/Logout", .logout, credit: 0), at: .zero)
        let down = CallFailure(code: 14, reason: 7)
        #expect(edge.handle(.sessionNotClosed(id(3), down), at: .zero) == [.fail(id(3), down)])
        #expect(edge.phase == .authenticated(alice))
    }

    @Test("a lost connection detaches its session and cancels what was in flight")
    func lost() {
        var edge = Edge.authenticated()
        _ = edge.call(4, at: .zero)
        _ = edge.call(3, at: .zero)
        #expect(
            edge.handle(.connectionLost, at: .zero) == [
                .cancelCall(id(3)), .cancelCall(id(4)), .unbind(alice), .detachSession(alice), .close(.lost),
            ])
    }

    @Test("a kick is told on the Events stream, before everything queued, and ends the connection")
    func kicked() {
        var edge = Edge.listening(credit: 1)
        _ = edge.handle(.eventDelivered([1, 2, 3], isReplaceable: false), at: .zero)
        _ = edge.handle(.eventDelivered([4], isReplaceable: false), at: .zero)
        #expect(
            edge.handle(.sessionEnded(.kickedOffline, notice: [7]), at: .zero) == [
                .sendItem(id(2), sequence: 2, [7]), .endStream(id(2), .finished), .unbind(alice),
                .close(.kickedOffline),
            ])
    }

    @Test("a kick without Events stream ends the connection with its close code alone")
    func kickedUnheard() {
        var edge = Edge.authenticated()
        #expect(
            edge.handle(.sessionEnded(.loginExpired, notice: [7]), at: .zero) == [
                .unbind(alice), .close(.loginExpired),
            ])
    }

    @Test("a session that went elsewhere is left alone")
    func elsewhere() {
        var edge = Edge.listening()
        #expect(edge.handle(.sessionGone, at: .zero) == [.unbind(alice), .close(.sessionElsewhere)])
        #expect(edge.handle(.sessionGone, at: .zero) == [.race("end of no session")])
    }

    // MARK: Clocks

    @Test("no hello within five seconds, no login within fifteen more, and the connection ends")
    func deadlines() {
        var silent = Edge(at: .zero)
        #expect(silent.handle(.ticked, at: second(4.9)) == [])
        #expect(silent.handle(.ticked, at: second(5)) == [.close(.violation("no hello in time"))])
        var greeted = Edge.greeted()
        for at in [4.0, 8, 12, 14.9] {
            #expect(greeted.handle(.pingReceived, at: second(at)) == [.sendPong])
            #expect(greeted.handle(.ticked, at: second(at)) == [])
        }
        #expect(greeted.handle(.ticked, at: second(15)) == [.close(.noLogin)])
    }

    @Test("twelve seconds without a byte end the connection, any message keeps it")
    func heartbeat() {
        var edge = Edge.authenticated()
        #expect(edge.handle(.ticked, at: second(11.9)) == [])
        _ = edge.handle(.pingReceived, at: second(11.9))
        #expect(edge.handle(.ticked, at: second(23.8)) == [])
        _ = edge.handle(.creditReceived(id(9), 1), at: second(23.8))
        #expect(edge.handle(.ticked, at: second(35.7)) == [])
        #expect(
            edge.handle(.ticked, at: second(35.8))
                == [.unbind(alice), .detachSession(alice, unheardFor: .seconds(12)), .close(.silent)])
    }

    @Test("deliveries and answers are no sign of life of the client")
    func othersAreNoHeartbeat() {
        var edge = Edge.listening()
        _ = edge.handle(.eventDelivered([1], isReplaceable: false), at: second(11))
        #expect(edge.handle(.ticked, at: second(12)).last == .close(.silent))
    }

    @Test("a drain is announced, refuses new requests, lets answers through, and ends after its time")
    func drain() {
        var edge = Edge.authenticated()
        _ = edge.call(3, at: second(1))
        #expect(edge.handle(.drainRequested, at: second(1)) == [.sendDraining])
        #expect(edge.handle(.drainRequested, at: second(1)) == [])
        #expect(edge.call(4, at: second(1)) == [.refuse(id(4), .draining)])
        #expect(edge.handle(.callAnswered(id(3), [5]), at: second(2)) == [.respond(id(3), [5])])
        #expect(edge.handle(.ticked, at: second(3.9)) == [])
        #expect(
            edge.handle(.ticked, at: second(4)) == [.unbind(alice), .detachSession(alice), .close(.draining)])
    }

    @Test("who is greeted during a drain is told at once")
    func helloDuringDrain() {
        var edge = Edge(at: .zero)
        #expect(edge.handle(.drainRequested, at: .zero) == [])
        #expect(edge.handle(.helloReceived(protocolVersion: 1), at: .zero) == [.sendHello, .sendDraining])
    }
}
