package import CallModel

/// Numbers the connections of one client, so that news of an old one is recognised.
package struct ConnectionNumber: Sendable, Hashable, Comparable {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }

    package static func < (left: ConnectionNumber, right: ConnectionNumber) -> Bool { left.number < right.number }
}

/// What a new connection is to be used for.
package enum Purpose: Sendable, Hashable {
    /// The app waits for the answer to its login.
    case firstLogin
    /// The session is to go on.
    case resume
    /// The session is unknown to the server: log in again with the credentials at hand.
    case relogin
}

/// Where the client's session with the server stands.
package enum SessionState: Sendable, Hashable {
    /// Nobody is logged in. Left by a login.
    case loggedOut
    /// The transport is being opened. Left when it is open, lost, or too slow.
    case connecting(ConnectionNumber, Purpose)
    /// The transport is open and our HELLO sent. Left when the gateway's HELLO comes.
    case greeting(ConnectionNumber, Purpose)
    /// Login or Resume is sent. Left by its answer.
    case authenticating(ConnectionNumber, Purpose)
    /// Events flow and requests are taken. Left by loss, kick, expiry, logout or a draining gateway.
    case online(ConnectionNumber)
    /// The connection is gone; the next attempt waits for its timer.
    case waiting(Purpose)
    /// Logout is sent; its answer or its timer ends the session.
    case loggingOut(ConnectionNumber)

    /// The connection that is open or being opened.
    package var connection: ConnectionNumber? {
        switch self {
        case .loggedOut, .waiting: nil
        case .connecting(let number, _), .greeting(let number, _), .authenticating(let number, _), .online(let number),
            .loggingOut(let number):
            number
        }
    }

    /// What the connection, or the next one, is for; `nil` when that is settled.
    package var purpose: Purpose? {
        switch self {
        case .connecting(_, let purpose), .greeting(_, let purpose), .authenticating(_, let purpose),
            .waiting(let purpose):
            purpose
        case .loggedOut, .online, .loggingOut: nil
        }
    }

    package var status: ConnectionStatus {
        switch self {
        case .loggedOut, .loggingOut: .disconnected
        case .connecting(_, .firstLogin), .greeting(_, .firstLogin), .authenticating(_, .firstLogin),
            .waiting(.firstLogin):
            .connecting
        case .connecting, .greeting, .authenticating, .waiting: .reconnecting
        case .online: .connected
        }
    }
}

/// The session as an app sees it.
package enum ConnectionStatus: String, Sendable, Hashable {
    case disconnected
    case connecting
    case connected
    case reconnecting
}

/// Why the server ended the session.
package enum SessionEndCause: Sendable, Hashable {
    case kickedOffline
    case loginExpired
    case loggedOut
}

/// What Login or Resume granted.
package struct SessionTerms: Sendable, Hashable {
    package var heartbeatInterval: Duration
    package var serverTime: WallTime

    package init(heartbeatInterval: Duration, serverTime: WallTime) {
        self.heartbeatInterval = heartbeatInterval
        self.serverTime = serverTime
    }
}

/// What happens to a session, grouped by who tells.
package enum SessionEvent: Sendable, Hashable {
    // The app.
    case loginRequested(UserID)
    case logoutRequested
    /// The device's network path changed: the old connection is not to be trusted.
    case networkChanged

    // The transport.
    case transportOpened(ConnectionNumber)
    case transportLost(ConnectionNumber)
    /// It cannot be opened, and trying again changes nothing: the address makes no sense or the server is not the one
    /// that is trusted.
    case transportRefused(ConnectionNumber, RequestFailure)
    case bytesReceived(ConnectionNumber)

    // The gateway.
    case helloReceived(ConnectionNumber)
    case authenticated(ConnectionNumber, SessionTerms)
    case authenticationRefused(ConnectionNumber, RequestFailure)
    case logoutAnswered(ConnectionNumber)
    case sessionEnded(ConnectionNumber, SessionEndCause)
    case gatewayDraining(ConnectionNumber)
    /// The server no longer knows the session although the connection stands.
    case sessionUnknown(ConnectionNumber)

    // The clock.
    case timerFired(SessionTimer)
}

/// Timers of the session machine. Those with a number belong to one connection.
package enum SessionTimer: Sendable, Hashable {
    /// Opening, greeting and authenticating together take no longer than this.
    case establish(ConnectionNumber)
    case heartbeat(ConnectionNumber)
    case silence(ConnectionNumber)
    /// The pause before the connection with this number is opened.
    case retry(ConnectionNumber)
    /// The app's login has failed when this fires before it succeeded.
    case loginDeadline
    case logoutDeadline(ConnectionNumber)
}

/// What the session machine orders.
package enum SessionEffect: Sendable, Hashable {
    case openTransport(ConnectionNumber)
    case closeTransport(ConnectionNumber)
    case sendHello(ConnectionNumber)
    case sendLogin(ConnectionNumber)
    case sendResume(ConnectionNumber)
    case sendLogout(ConnectionNumber)
    case sendPing(ConnectionNumber)
    case openEvents(ConnectionNumber)
    case startTimer(SessionTimer, MonotonicInstant)
    case cancelTimer(SessionTimer)
    /// Requests can be sent from here on.
    case wentOnline(ConnectionNumber)
    /// What was in flight will not be answered.
    case wentOffline
    /// The app's login is over; `nil`: it succeeded.
    case loginFinished(RequestFailure?)
    case logoutFinished
    /// Nobody is logged in any more.
    case sessionOver(SessionEndCause)
    case refused(Refusal)
}

/// The times a session goes by.
package struct SessionPolicy: Sendable, Hashable {
    package var establishTime: Duration = .seconds(8)
    /// No bytes for so long, and the connection is dead.
    package var silenceLimit: Duration = .seconds(12)
    package var loginTime: Duration = .seconds(15)
    package var logoutTime: Duration = .seconds(2)
    package var backoff = Backoff(base: .milliseconds(250), cap: .seconds(5))
    /// A heartbeat interval outside this range is the nearest bound.
    package var heartbeatBounds: ClosedRange<Duration> = .milliseconds(100)...Duration.seconds(10)

    package init() {}
}
