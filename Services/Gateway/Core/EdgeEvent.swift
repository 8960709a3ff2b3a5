/// What happens to a connection, by sender.
package enum EdgeEvent: Sendable, Hashable {
    // The client.
    case helloReceived(protocolVersion: UInt32)
    /// `credit`: what the client can take of a stream; 0: it does not count.
    case requestReceived(RequestID, method: String, MethodRule, credit: Int)
    case cancelReceived(RequestID)
    case creditReceived(RequestID, Int)
    case pingReceived
    case pongReceived
    /// A message that no client sends; with what was wrong.
    case nonsenseReceived(String)
    /// It does not read its socket: what was sent last did not fit.
    case socketOverflown
    case connectionLost

    // Presence.
    case sessionOpened(RequestID, EdgeSession, answer: [UInt8])
    case authenticationFailed(RequestID, CallFailure)
    case sessionClosed(RequestID, answer: [UInt8])
    case sessionNotClosed(RequestID, CallFailure)
    /// Kicked or expired; `notice` is what the client hears on its Events stream.
    case sessionEnded(EdgeEnd, notice: [UInt8])
    /// Not, or no longer, a session of this gateway.
    case sessionGone

    // The services behind.
    case callAnswered(RequestID, [UInt8])
    case callFailed(RequestID, CallFailure)
    case itemReceived(RequestID, [UInt8])
    case streamEnded(RequestID, CallFailure?)
    /// For the session's Events stream. A replaceable one is dropped when the client is behind: the next says more.
    case eventDelivered([UInt8], isReplaceable: Bool)

    // This process.
    case drainRequested
    /// Time has passed: deadlines are looked at.
    case ticked
}

/// A failed call as it came from a service: passed on, not understood.
package struct CallFailure: Sendable, Hashable {
    package let code: Int32
    package let reason: Int32
    package let message: String
    package let retryAfter: Duration?

    package init(code: Int32, reason: Int32, message: String = "", retryAfter: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }
}

/// A request that the gateway itself refuses.
package enum Refusal: Sendable, Hashable {
    case notLoggedIn
    case alreadyLoggedIn
    case notPublic
    case unknownMethod
    case tooFrequent(retryAfter: Duration)
    case tooManyInFlight
    case eventsOpen
    case draining
    /// A forwarded stream whose items the client does not take.
    case tooSlowReader
    case cancelled
}

/// What is to be done, in this order.
package enum EdgeEffect: Sendable, Hashable {
    case sendHello
    case sendPong
    case sendDraining
    case respond(RequestID, [UInt8])
    case refuse(RequestID, Refusal)
    case fail(RequestID, CallFailure)
    case sendItem(RequestID, sequence: UInt32, [UInt8])
    case endStream(RequestID, StreamEnd)
    case askPresence(RequestID, Authentication)
    case closeSession(RequestID, EdgeSession)
    /// The connection never became this session's: nobody will ever resume it.
    case discardSession(EdgeSession)
    /// The session waits for a resume. Its client had not been heard for so long when the connection was given up; zero if
    /// the connection itself ended.
    case detachSession(EdgeSession, unheardFor: Duration = .zero)
    /// Deliveries for the session come here from now on, and no longer.
    case bind(EdgeSession)
    case unbind(EdgeSession)
    case forward(RequestID, isStream: Bool, EdgeSession)
    case cancelCall(RequestID)
    case close(EdgeEnd)
    /// Came too late or twice; counted, nothing done.
    case race(String)
}

/// How a stream ends.
package enum StreamEnd: Sendable, Hashable {
    case finished
    case refused(Refusal)
    case failed(CallFailure)
}
