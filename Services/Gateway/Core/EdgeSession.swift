package import CallModel

/// A client's number for one of its requests: unique among those in flight on its connection.
package struct RequestID: Sendable, Hashable {
    package let value: UInt64

    package init(_ value: UInt64) { self.value = value }
}

/// Who is behind a connection, as presence vouches for it.
package struct EdgeSession: Sendable, Hashable {
    package let id: SessionID
    package let user: UserID
    package let device: DeviceID
    package let platform: Platform

    package init(id: SessionID, user: UserID, device: DeviceID, platform: Platform) {
        self.id = id
        self.user = user
        self.device = device
        self.platform = platform
    }
}

/// How a client proves who it is.
package enum Authentication: Sendable, Hashable, CaseIterable {
    case login
    case resume
}

/// What the gateway does with a method.
package enum MethodRule: Sendable, Hashable {
    case authenticate(Authentication)
    case logout
    case events
    /// Belongs to a service behind the gateway.
    case forward(isStream: Bool)
    /// Of the contract, but for services.
    case notPublic
    case unknown
}

/// Where a connection stands.
package enum EdgePhase: Sendable, Hashable {
    /// Connected; the HELLO must come before the deadline.
    case greeting(deadline: MonotonicInstant)
    /// Greeted; Login or Resume must succeed before the deadline, and nothing else is allowed.
    case unauthenticated(deadline: MonotonicInstant)
    /// Presence has been asked. Left by its answer.
    case authenticating(RequestID, Authentication, deadline: MonotonicInstant)
    /// Requests are forwarded, events delivered. Left by logout, loss, kick, or a resume elsewhere.
    case authenticated(EdgeSession)
    /// Presence has been asked to close the session. Left by its answer.
    case leaving(EdgeSession, RequestID)
    /// Nothing happens any more.
    case ended(EdgeEnd)

    /// The session that deliveries are for.
    package var session: EdgeSession? {
        switch self {
        case .authenticated(let session), .leaving(let session, _): session
        case .greeting, .unauthenticated, .authenticating, .ended: nil
        }
    }

    package var isEnded: Bool {
        switch self {
        case .ended: true
        case .greeting, .unauthenticated, .authenticating, .authenticated, .leaving: false
        }
    }
}

/// Why a connection ended. Each has one close code.
package enum EdgeEnd: Sendable, Hashable {
    /// The client is gone, or closed.
    case lost
    case loggedOut
    case kickedOffline
    case loginExpired
    /// The session was resumed on another connection, or presence knows it no longer: the client finds out by a resume.
    case sessionElsewhere
    /// The client broke the protocol.
    case violation(String)
    case tooSlowReader
    case silent
    case noLogin
    case tooManyFailures
    case tooManyFrames
    case draining
}
