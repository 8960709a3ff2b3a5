import CallModel
import Wire
import ZeroMQ

/// Answers for a node who may connect to its sockets. Confined to the I/O thread.
final class Gatekeeper {
    private var authenticator: Authenticator
    /// Its place in the poll set.
    var pollIndex = -1
    private var lastTold: MonotonicInstant?

    /// A stranger who keeps trying must not fill the log; the counter has them all.
    private static let shortestSilence = Duration.seconds(1)

    /// Before the first bind, or that is refused.
    init(_ context: Context) throws(ZeroMQError) { authenticator = try Authenticator(context) }

    func watch(with poller: inout Poller) { pollIndex = poller.watch(authenticator.socket, for: .readable) }

    /// Answers everybody who waits.
    func answer(_ state: LoopState) {
        // ETERM is the only error and cannot happen: this thread keeps the context alive.
        while (try? authenticator.answerNext { mayEnter($0, state) }) == true {}
    }

    private func mayEnter(_ question: Authenticator.Question, _ state: LoopState) -> Bool {
        guard let security = state.security else { return false }
        guard let refusal = security.refusal(of: question.key, domain: question.domain) else { return true }
        let stranger = TapSighting(
            .drop, .hello, requestID: 0, method: "", peerInstance: question.address)
        state.drop(.strangersRefused, stranger, refusal)
        if lastTold.map({ state.now - $0 >= Self.shortestSilence }) ?? true {
            lastTold = state.now
            state.observe(.handshakeRefused(service: "", endpoint: question.address, detail: refusal))
        }
        return false
    }
}

extension BusSecurity {
    /// What a peer that connected with this key may do: the role of the key, if it may be here under that name.
    func access(_ userID: String?, as service: String) -> PeerAccess? {
        guard let key = userID.flatMap({ CurvePublicKey($0) }), let role = peers[key], callers.contains(role),
            role.fits(service: service)
        else { return nil }
        return PeerAccess(key: key, role: role)
    }

    /// Whether a peer may stay after a change.
    func stillAdmits(_ access: PeerAccess) -> Bool {
        guard let key = access.key else { return true }
        return peers[key] == access.role && access.role.map(callers.contains) ?? false
    }
}

/// Who a peer is by its key, and what follows.
struct PeerAccess: Equatable {
    /// Of an encrypted connection.
    var key: CurvePublicKey?
    var role: BusRole?
    /// Whether only methods without side effects may be called.
    var mayOnlyRead: Bool

    /// A peer in the clear: whoever can reach the socket may do everything.
    static let open = PeerAccess(key: nil, role: nil, mayOnlyRead: false)

    init(key: CurvePublicKey?, role: BusRole?, mayOnlyRead: Bool) {
        self.key = key
        self.role = role
        self.mayOnlyRead = mayOnlyRead
    }

    init(key: CurvePublicKey, role: BusRole) { self.init(key: key, role: role, mayOnlyRead: role.mayOnlyRead) }
}

/// The keys that a bound socket meets its peers with, and how they change.
struct ListenerKeys {
    let purpose: ListenerPurpose
    private(set) var current: CurvePublicKey
    /// Of the latest listener.
    private var descriptor: Int32 = -1
    private var count = 1

    /// `monitor` is the socket's own, not yet read since it bound.
    init(_ purpose: ListenerPurpose, _ security: BusSecurity, _ monitor: inout Monitor) throws(ZeroMQError) {
        self.purpose = purpose
        current = security.keys[0].publicKey
        while let event = try monitor.next() {
            if event.kind == .listening { descriptor = Int32(bitPattern: event.value) }
        }
    }

    /// Meets whoever connects from now on with the present key. Who is connected stays.
    mutating func change(
        on socket: borrowing Socket, to security: BusSecurity, _ options: SocketOptions
    ) throws(ZeroMQError) {
        guard security.keys[0].publicKey != current else { return }
        var options = options
        options.security = security.server(purpose)
        descriptor = try socket.bindAgain(besides: descriptor, count: count, options)
        current = security.keys[0].publicKey
        count += 1
    }
}
