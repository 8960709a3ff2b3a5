import CallModel
import MonotonicClock
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
    private(set) var lastEvent = "connected"
    private(set) var lastEventAt: MonotonicInstant
    /// When its connection is too old; `nil`: never.
    let agesAt: MonotonicInstant?
    /// Its connection is too old and served until then.
    var servedUntil: MonotonicInstant?

    init(
        routingID: RoutingID, hello: Proto.Hello, access: PeerAccess, now: MonotonicInstant,
        age: Duration? = nil
    ) {
        self.routingID = routingID
        self.hello = hello
        self.access = access
        lastEventAt = now
        agesAt = age.map { now + $0 }
    }

    /// What happened to it, for people who look at it.
    func note(_ event: String, at now: MonotonicInstant) {
        lastEvent = event
        lastEventAt = now
    }

    var snapshot: PeerSnapshot {
        var snapshot = PeerSnapshot(service: hello.service, endpoint: "")
        snapshot.instance = hello.instance
        snapshot.isConnected = true
        snapshot.epoch = hello.epoch
        (snapshot.sent, snapshot.received) = (sent, received)
        snapshot.state = "ready"
        (snapshot.lastEvent, snapshot.lastEventAgo) = (lastEvent, MonotonicInstant.now - lastEventAt)
        snapshot.inFlight = calls.count
        snapshot.queuedBytes = backlogBytes
        snapshot.role = access.role?.rawValue ?? ""
        for outlet in calls.values.compactMap(\.outlet) {
            snapshot.streams += 1
            snapshot.credit += outlet.credit
        }
        return snapshot
    }
}
