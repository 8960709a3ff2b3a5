import NameResolution
import Synchronization

/// A name service that says what the test wants.
final class FakeResolver: NameResolver {
    private let addresses: Mutex<[String]>

    init(_ addresses: [String]) { self.addresses = Mutex(addresses) }

    /// What every name stands for from now on; nothing: the name is not found.
    func answer(_ new: [String]) { addresses.withLock { $0 = new } }

    func resolve(_ host: String, then deliver: @escaping @Sendable (Result<[String], NameFailure>) -> Void) {
        let now = addresses.withLock { $0 }
        deliver(now.isEmpty ? .failure(.notFound) : .success(now))
    }
}
