import Bus
import ZeroMQ

/// Two processes that know each other, for as long as one measurement lasts. The server makes both key pairs and tells
/// the client its own.
struct BenchKeys {
    private let serverPair: CurveKeyPair
    private let clientPair: CurveKeyPair

    init() {
        serverPair = CurveKeyPair()
        clientPair = CurveKeyPair()
    }

    /// What `text` gave in the other process.
    init?(_ text: String) {
        let parts = text.split(separator: ",").compactMap { CurveKeyPair(secretText: String($0)) }
        guard parts.count == 2 else { return nil }
        (serverPair, clientPair) = (parts[0], parts[1])
    }

    var text: String { "\(serverPair.secretText),\(clientPair.secretText)" }

    var server: BusSecurity { security(of: BusRole("bench"), serverPair) }
    var client: BusSecurity { security(of: BusRole("load"), clientPair) }

    private func security(of role: BusRole, _ pair: CurveKeyPair) -> BusSecurity {
        BusSecurity(
            role: role, keys: [pair],
            peers: [serverPair.publicKey: BusRole("bench"), clientPair.publicKey: BusRole("load")],
            serverKeys: [BusRole("bench"): [serverPair.publicKey]], callers: [BusRole("load")])
    }
}
