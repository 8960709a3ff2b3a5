#if canImport(Combine)
    public import Combine
#endif
import Synchronization

/// A state that can be read at any time and watched as it changes.
///
/// Changes are published one after another on one thread of the SDK, never on the caller's; hop to the main queue
/// before touching a user interface.
public final class StatePublisher<State: Sendable & Equatable>: Sendable {
    private struct Versioned: Sendable {
        var version: UInt64
        var state: State
    }

    private let current: Mutex<Versioned>
    private let changes = Broadcast<Versioned>()

    init(_ initial: State) { current = Mutex(Versioned(version: 1, state: initial)) }

    /// The state now.
    public var value: State { current.withLock { $0.state } }

    /// The state now, then each new one.
    public func subscribe() -> AnyPublisher<State, Never> { AnyPublisher { self.listen($0) } }

    /// A change that happens while somebody subscribes must neither be missed nor be followed by the older state.
    private func listen(_ receive: @escaping @Sendable (State) -> Void) -> AnyCancellable {
        let seen = Seen()
        let deliver: @Sendable (Versioned) -> Void = { new in
            seen.version.withLock { version in
                guard new.version > version else { return }
                version = new.version
                receive(new.state)
            }
        }
        let token = changes.add(deliver)
        deliver(current.withLock { $0 })
        return token
    }

    private final class Seen: Sendable {
        let version = Mutex<UInt64>(0)
    }

    /// One part of the state: its value now, then each different one.
    public func subscribe<Part: Equatable & Sendable>(
        _ selector: StatePublisherSelector<State, Part>
    ) -> AnyPublisher<Part, Never> {
        let keyPath = selector.keyPath
        return subscribe().map { $0[keyPath: keyPath] }.removeDuplicates().eraseToAnyPublisher()
    }

    /// The states as an asynchronous sequence, beginning with the present one.
    public var values: AsyncStream<State> {
        AsyncStream { continuation in
            let token = listen { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }

    /// Publishes the changed state if it differs. Called on the SDK's delivery queue only.
    func update(_ change: (inout State) -> Void) {
        let new = current.withLock { current -> Versioned? in
            let old = current.state
            change(&current.state)
            guard current.state != old else { return nil }
            current.version += 1
            return current
        }
        if let new { changes.send(new) }
    }
}

/// Names one part of a state.
public struct StatePublisherSelector<State, Part>: Sendable {
    let keyPath: any KeyPath<State, Part> & Sendable

    public init(keyPath: any KeyPath<State, Part> & Sendable) { self.keyPath = keyPath }
}
