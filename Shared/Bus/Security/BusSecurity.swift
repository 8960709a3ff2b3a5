public import ZeroMQ

/// Who a node is on an encrypted bus, whom it knows and who may call it. Applies to TCP: an `ipc` path is guarded by the
/// file system. Replaced as a whole with `BusNode.update(security:)` while the node runs.
public struct BusSecurity: Sendable, Hashable {
    /// What this process is.
    public var role: BusRole
    /// Its key pairs. The first is used for whatever begins now; peers that still use another are served too.
    public var keys: [CurveKeyPair]
    /// Everybody's keys. Who is not here is refused, and dropped if it is connected already.
    public var peers: [CurvePublicKey: BusRole]
    /// The keys that the servers of a role may have, in the order in which they are tried.
    public var serverKeys: [BusRole: [CurvePublicKey]]
    /// Who may call this process.
    public var callers: Set<BusRole>
    /// The same in all processes of an installation: for hashes that are comparable between them. May be empty.
    public var maskKey: [UInt8]

    public init(
        role: BusRole, keys: [CurveKeyPair], peers: [CurvePublicKey: BusRole],
        serverKeys: [BusRole: [CurvePublicKey]], callers: Set<BusRole>, maskKey: [UInt8] = []
    ) {
        precondition(!keys.isEmpty, "a process without a key cannot be on an encrypted bus")
        self.role = role
        self.keys = keys
        self.peers = peers
        self.serverKeys = serverKeys
        self.callers = callers
        self.maskKey = maskKey
    }

    /// Of its own keys, for logs.
    public var ownFingerprints: [String] { keys.map(\.publicKey.fingerprint) }

    /// TCP is encrypted; what stays on the host needs no keys.
    static func protects(_ endpoint: String) -> Bool { endpoint.hasPrefix("tcp://") }

    /// For a socket that binds.
    func server(_ purpose: ListenerPurpose) -> SocketSecurity {
        .curveServer(keys[0], domain: purpose.domain(of: keys[0].publicKey))
    }

    /// For a socket that connects to a process of a role; `nil` if none of its keys is known.
    func client(to role: BusRole, _ choice: KeyChoice = KeyChoice()) -> SocketSecurity? {
        guard let known = serverKeys[role], !known.isEmpty else { return nil }
        return .curveClient(ownKey(choice), server: known[choice.server % known.count])
    }

    /// As whom a connection goes out.
    func ownKey(_ choice: KeyChoice) -> CurveKeyPair { keys[choice.own % keys.count] }

    /// Why somebody with this key may not connect; `nil` if it may.
    func refusal(of key: CurvePublicKey?, domain: String) -> String? {
        guard let key else { return "no key" }
        guard let purpose = ListenerPurpose.allCases.first(where: { domain.hasPrefix($0.rawValue) }) else {
            return "unknown domain"
        }
        // A former listener of the port, should the kernel still give somebody to it.
        guard keys.contains(where: { domain == purpose.domain(of: $0.publicKey) }) else { return "retired server key" }
        guard let role = peers[key] else { return "unknown key \(key.fingerprint)" }
        switch purpose {
        case .bus: return callers.contains(role) ? nil : "\(role) may not call \(self.role)"
        case .tap: return role.mayReadTaps ? nil : "\(role) may not read taps"
        }
    }
}

/// What a bound socket is for: told to the authenticator, with the server's key, as the ZAP domain.
enum ListenerPurpose: String, CaseIterable {
    case bus
    case tap

    func domain(of key: CurvePublicKey) -> String { rawValue + " " + key.text }
}

/// Which of the known keys a connection tries next. During a change of keys two sides may not know of each other's latest
/// yet; whichever was refused, the next one is tried.
struct KeyChoice: Equatable {
    private(set) var own = 0
    private(set) var server = 0

    /// A handshake failed: the next attempt uses the next key that may be right, ours if the server did not take it, else
    /// the server's.
    mutating func refused(_ kind: SocketEvent.Kind) -> PeerLossCause {
        guard kind == .handshakeFailedAuthentication else {
            server &+= 1
            return .handshakeRefused
        }
        own &+= 1
        return .keyRefused
    }
}
