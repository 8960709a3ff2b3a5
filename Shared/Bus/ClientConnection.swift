import CallModel
import MonotonicClock
import Wire
import ZeroMQ

/// One DEALER to one instance, made anew after each loss. Confined to the I/O thread.
final class ClientConnection {
    /// A socket with its monitor; both close when the last reference goes.
    final class Link {
        let dealer: Socket
        var monitor: Monitor

        init(_ context: Context, to endpoint: String, _ options: SocketOptions) throws(ZeroMQError) {
            let socket = try Socket(context, .dealer, options)
            let watcher = try Monitor(context, of: socket)
            try socket.connect(endpoint)
            dealer = socket
            monitor = watcher
        }
    }

    /// Something that waits for the socket to take it.
    enum Outgoing {
        case request(OutgoingCall)
        /// With the call that it is about.
        indirect case control(Envelope, OutgoingCall?)
    }

    /// Where it leads and who is expected there: two services at one endpoint are two peers with two keys.
    struct Peer: Hashable {
        let endpoint: String
        /// Empty: anybody.
        let service: String
    }

    let number: Int
    let endpoint: String
    /// Who must answer there; empty means anybody.
    let service: String
    /// On an encrypted connection: what is tried next.
    var keyChoice = KeyChoice()
    /// Of an encrypted link: as whom it was dialled, and when.
    var ownKey: (key: CurvePublicKey, since: MonotonicInstant)?
    var life: ConnectionLife
    var health: InstanceHealth
    /// The health timer runs: calls are open, or it is left out.
    var isWatched = false
    /// The question to Health that is open.
    var probe: UInt64?
    /// The connection that is being made in its place, and the one in whose place it is made.
    var successor: Int?
    var predecessor: Int?
    /// Replaced: it goes with its last call.
    var isRelieved = false
    /// It leads to this process itself.
    var isSelf = false
    var link: Link?
    /// Handshake done, HELLO not yet taken by the socket.
    var mustGreet = false
    var outgoing = FIFO<Outgoing>()
    /// Of those, requests whose call is over.
    var withdrawn = 0
    /// Calls that left on this link and are not over.
    var inFlight = 0
    /// Channels that use it; kept for a while when there are none.
    var channels: Set<UInt64> = []
    var unusedSince: MonotonicInstant?
    var peer = Proto.Hello()
    var pingSent: MonotonicInstant?
    var roundTrip: Duration?
    /// Our wall clock when the ping left.
    var pingSentWall: UInt64 = 0
    var clockOffset = ClockOffset()
    /// Times it was greeted after the first.
    var reconnects: UInt64 = 0
    var hasBeenGreeted = false
    private(set) var lastEvent = "new"
    private(set) var lastEventAt: MonotonicInstant
    var sent: UInt64 = 0
    var received: UInt64 = 0
    /// Places in the poll set.
    var dealerIndex = -1
    var monitorIndex = -1
    private var frames = EnvelopeFrames()

    init(number: Int, to peer: Peer, timing: BusTiming, now: MonotonicInstant) {
        self.number = number
        endpoint = peer.endpoint
        service = peer.service
        life = ConnectionLife(timing: timing, now: now)
        health = InstanceHealth(timing: timing, now: now)
        lastEventAt = now
    }

    /// Whether calls may leave on it.
    var isUsable: Bool { life.isReady && !isSelf }

    /// Calls that it has not answered.
    var load: Int { inFlight + max(0, outgoing.count - withdrawn) }

    /// A call ended that waits for the socket. They go in turn or, when they are most of what waits, all at once: a peer
    /// that takes nothing must not keep the payloads of calls that are over.
    func withdrew() {
        withdrawn += 1
        guard withdrawn > 64, withdrawn * 2 > outgoing.count else { return }
        outgoing.removeAll { if case .request(let call) = $0 { call.id == 0 } else { false } }
        withdrawn = 0
    }

    /// What happened to it, for people who look at it.
    func note(_ event: String, at now: MonotonicInstant) {
        lastEvent = event
        lastEventAt = now
    }

    /// Who must be at the other end of an encrypted link, as its keys say; `nil` in the clear.
    var role: BusRole?
    /// Its handshake is over.
    var isShaken = false

    /// Sends now or not at all.
    func send(_ envelope: Envelope) throws(EnvelopeFailure) -> Bool {
        guard let link, try frames.send(envelope, on: link.dealer) == .sent else { return false }
        sent += 1
        return true
    }

    /// The next message, `nil` if there is none.
    func receive() throws(ZeroMQError) -> EnvelopeFrames.Arrival? {
        guard let link else { return nil }
        return try frames.receive(from: link.dealer, methods: nil)
    }

    var snapshot: PeerSnapshot {
        let now = MonotonicInstant.now
        var snapshot = PeerSnapshot(service: hasBeenGreeted ? peer.service : service, endpoint: endpoint)
        snapshot.instance = peer.instance
        snapshot.isConnected = life.isGreeted
        snapshot.epoch = life.epoch ?? 0
        snapshot.roundTrip = roundTrip
        (snapshot.sent, snapshot.received) = (sent, received)
        snapshot.state = stateName
        (snapshot.lastEvent, snapshot.lastEventAgo) = (lastEvent, now - lastEventAt)
        snapshot.inFlight = inFlight
        snapshot.clockOffset = clockOffset.microseconds
        snapshot.reconnects = reconnects
        snapshot.role = role?.rawValue ?? ""
        if case .resting(let end) = life.phase { snapshot.retryIn = max(.zero, end - now) }
        return snapshot
    }

    private var stateName: String {
        switch life.phase {
        case .resting: "resting"
        case .joining: "joining"
        case .ready: health.isEjected ? "ejected" : "ready"
        case .draining: "draining"
        }
    }
}
