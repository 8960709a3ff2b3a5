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
        case request(UInt64)
        case control(Envelope)
    }

    let number: Int
    let endpoint: String
    /// On an encrypted connection: what is tried next.
    var keyChoice = KeyChoice()
    var life: ConnectionLife
    var link: Link?
    /// Handshake done, HELLO not yet taken by the socket.
    var mustGreet = false
    var outgoing = FIFO<Outgoing>()
    /// Calls that left on this link and are not over.
    var inFlight: Set<UInt64> = []
    /// Channels that use it; kept for a while when there are none.
    var channels: Set<UInt64> = []
    var unusedSince: ContinuousClock.Instant?
    var peer = Proto.Hello()
    var pingSent: ContinuousClock.Instant?
    var roundTrip: Duration?
    var sent: UInt64 = 0
    var received: UInt64 = 0
    /// Places in the poll set.
    var dealerIndex = -1
    var monitorIndex = -1
    private var scratch = Message()

    init(number: Int, endpoint: String, life: ConnectionLife) {
        self.number = number
        self.endpoint = endpoint
        self.life = life
    }

    /// Who must be at the other end of an encrypted link, as its keys say; `nil` in the clear.
    var role: BusRole?
    /// Its handshake is over.
    var isShaken = false

    /// Sends now or not at all.
    func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> Bool {
        guard let link, try link.dealer.sendMultipart(frames) == .sent else { return false }
        sent += 1
        return true
    }

    /// The next message, `nil` if there is none.
    func receive() throws(ZeroMQError) -> Multipart? {
        guard let link else { return nil }
        return try link.dealer.receiveMultipart(using: &scratch, maximumFrames: 2)
    }

    var snapshot: PeerSnapshot {
        PeerSnapshot(
            service: peer.service, instance: peer.instance, endpoint: endpoint,
            isConnected: life.phase == .ready || life.phase == .draining, epoch: life.epoch ?? 0,
            roundTrip: roundTrip, sent: sent, received: received, role: role?.rawValue ?? "")
    }
}
