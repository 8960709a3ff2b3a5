import Synchronization

/// Hands each value to everybody who listens at that moment, on the caller's thread and in the caller's order.
/// Nothing is kept: who comes later has missed it.
final class Broadcast<Value: Sendable>: Sendable {
    private struct Listeners {
        var byID: [UInt64: @Sendable (Value) -> Void] = [:]
        var lastID: UInt64 = 0
    }

    private let listeners = Mutex(Listeners())

    /// Listens until the returned token is cancelled or gone.
    func add(_ listener: @escaping @Sendable (Value) -> Void) -> AnyCancellable {
        let id = listeners.withLock { listeners in
            listeners.lastID += 1
            listeners.byID[listeners.lastID] = listener
            return listeners.lastID
        }
        return AnyCancellable { [weak self] in
            _ = self?.listeners.withLock { $0.byID.removeValue(forKey: id) }
        }
    }

    /// In the order in which the listeners came.
    func send(_ value: Value) {
        let current = listeners.withLock { listeners in listeners.byID.sorted { $0.key < $1.key }.map(\.value) }
        for listener in current { listener(value) }
    }
}
