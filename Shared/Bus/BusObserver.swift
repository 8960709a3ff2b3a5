public import Wire

/// Sees what a node does: the place for metrics, logs and taps. Called on the node's I/O thread, so it must be quick and
/// must not wait.
public protocol BusObserver: Sendable {
    func observe(_ event: BusEvent)
}

/// Something a node did.
public enum BusEvent: Sendable, Hashable {
    /// A call that this process made is over.
    case callEnded(BusCallRecord)
    /// A call that this process answered is over.
    case handlerEnded(BusCallRecord)
    /// A peer said HELLO. `endpoint` is where we connected to; empty for a peer that connected to us.
    case peerConnected(service: String, instance: String, endpoint: String)
    case peerLost(service: String, instance: String, endpoint: String, cause: PeerLossCause)
    /// An encrypted connection did not come about. With a `service`: ours to it; without: somebody's to us, from that IP
    /// address, told at most once a second.
    case handshakeRefused(service: String, endpoint: String, detail: String)
    /// A bound socket could not take a new key and goes on with the former one.
    case keyChangeFailed(endpoint: String, detail: String)
    /// A connected instance gets no calls for a while.
    case instanceEjected(service: String, instance: String, endpoint: String, cause: EjectionCause)
    /// Somebody began to look at what passes this process. `who` is what it says it is, and its address.
    case tapArmed(who: String, filter: TapFilter)
    case tapDisarmed(who: String)
    /// Too many topics: everybody was disconnected from the tap for a moment.
    case tapFlooded
    /// The tap could not be bound; the node works without it.
    case tapUnavailable(endpoint: String, cause: String)
}

/// Why a connection is over.
public enum PeerLossCause: String, Sendable, Hashable {
    case disconnected = "disconnected"
    case refused = "connection refused"
    case connectTimeout = "connect timeout"
    case silent = "silent"
    case otherEpoch = "restarted"
    case protocolViolation = "protocol violation"
    case unroutable = "unroutable"
    case stalled = "does not read"
    case handshakeRefused = "handshake refused"
    case keyRefused = "key not accepted"
    case keyUnknown = "no key known for this service"
    case keyRevoked = "key revoked"
    case roleRefused = "role refused"
}

/// One finished call.
public struct BusCallRecord: Sendable, Hashable {
    /// Its path: `partyline.v1.Signaling/Accept`.
    public let method: String
    /// How it ended.
    public let code: Proto.StatusCode
    /// The status's reason.
    public let reason: Proto.Reason
    /// From the caller's start or the request's arrival to its end, queues included.
    public let duration: Duration
    /// 1 for a call that needed no retry.
    public let attempts: Int
}
