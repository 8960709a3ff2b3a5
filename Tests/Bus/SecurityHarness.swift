import Bus
import Synchronization
import Wire
import ZeroMQ

/// Keys of an installation in memory: who is who, and who may call whom.
struct TestKeys {
    var pairs: [BusRole: [CurveKeyPair]] = [:]
    var callers: [BusRole: Set<BusRole>]

    static let server = BusRole("echo")
    static let tester = BusRole("tester")

    /// One pair for each role; everybody may call the server.
    init(_ roles: [BusRole] = [server, tester, .inspector, .inspectorFull, .command, BusRole("outsider")]) {
        for role in roles { pairs[role] = [CurveKeyPair()] }
        callers = [Self.server: Set(roles).subtracting([BusRole("outsider")])]
    }

    /// What a process of that role is told. Its own latest pair, and everybody's public keys.
    func security(of role: BusRole) -> BusSecurity {
        var peers: [CurvePublicKey: BusRole] = [:]
        for (role, pairs) in pairs { for pair in pairs { peers[pair.publicKey] = role } }
        return BusSecurity(
            role: role, keys: pairs[role] ?? [CurveKeyPair()], peers: peers,
            serverKeys: pairs.mapValues { $0.map(\.publicKey) }, callers: callers[role] ?? [])
    }

    /// A new pair comes first; the former ones are still known.
    mutating func rotate(_ role: BusRole) { pairs[role, default: []].insert(CurveKeyPair(), at: 0) }

    /// A new pair that is not used yet.
    mutating func announce(_ role: BusRole) { pairs[role, default: []].append(CurveKeyPair()) }

    /// The pair announced last is used from now on.
    mutating func activate(_ role: BusRole) { pairs[role].map { pairs[role] = $0.suffix(1) + $0.dropLast() } }

    /// Only the latest pair is known from now on.
    mutating func retire(_ role: BusRole) { pairs[role] = pairs[role].map { [$0[0]] } }
}

/// Remembers what a node tells.
final class Witness: BusObserver {
    private let state = Mutex<[BusEvent]>([])
    func observe(_ event: BusEvent) { state.withLock { $0.append(event) } }
    var events: [BusEvent] { state.withLock { $0 } }

    /// The details of refused handshakes.
    var refusals: [String] {
        events.compactMap { if case .handshakeRefused(_, _, let detail) = $0 { detail } else { nil } }
    }
}

extension BusNode {
    func count(_ name: String) async -> UInt64 { await counters().first { $0.name == name }?.value ?? 0 }
}
