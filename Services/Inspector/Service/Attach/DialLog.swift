import Bus
import Synchronization

/// Remembers which endpoints refused our handshakes: a call that never left does not know why.
final class DialLog: BusObserver {
    private let refusals = Mutex<[String: String]>([:])

    func observe(_ event: BusEvent) {
        switch event {
        case .handshakeRefused(let service, let endpoint, let detail) where !service.isEmpty || !endpoint.isEmpty:
            refusals.withLock { $0[endpoint] = detail }
        case .peerConnected(_, _, let endpoint): refusals.withLock { $0[endpoint] = nil }
        default: break
        }
    }

    func refusal(at endpoint: String) -> String? { refusals.withLock { $0[endpoint] } }
}
