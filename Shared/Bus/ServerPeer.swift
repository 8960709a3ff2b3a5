import Wire

/// Somebody who connected to us and said HELLO. Confined to the I/O thread.
final class ServerPeer {
    /// What libzmq calls the connection.
    let routingID: RoutingID
    var hello: Proto.Hello
    let access: PeerAccess
    /// No longer one of the peers: what is still said to it goes nowhere.
    var isLost = false
    /// Sweeps since anything came from it.
    var silentSweeps = 0
    /// Its calls that are not over, by its own request id.
    var calls = RequestTable<IncomingCall>()
    /// Answers its connection did not take, in order.
    var backlog = FIFO<Envelope>()
    var backlogBytes = 0
    var sent: UInt64 = 0
    var received: UInt64 = 0
    let greeted: ContinuousClock.Instant
    /// When its connection is too old; `nil`: never.
    let agesAt: ContinuousClock.Instant?
    /// Its connection is too old and served until then.
    var servedUntil: ContinuousClock.Instant?

    init(
        routingID: RoutingID, hello: Proto.Hello, access: PeerAccess, now: ContinuousClock.Instant,
        age: Duration? = nil
    ) {
        self.routingID = routingID
        self.hello = hello
        self.access = access
        greeted = now
        agesAt = age.map { now + $0 }
    }

    var snapshot: PeerSnapshot {
        PeerSnapshot(
            service: hello.service, instance: hello.instance, endpoint: "", isConnected: true, epoch: hello.epoch,
            roundTrip: nil, sent: sent, received: received, state: "ready", lastEvent: "connected",
            lastEventAgo: ContinuousClock.now - greeted, inFlight: calls.count, queuedBytes: backlogBytes,
            clockOffset: nil, reconnects: 0, role: access.role?.rawValue ?? "")
    }
}
