import Synchronization

/// A client connection on its way: decided exactly once, by whoever comes first of service thread, timeout and
/// cancellation.
final class PendingConnect: Sendable {
    let url: WebSocketURL
    let deadline: ContinuousClock.Instant

    private enum State {
        case waiting(CheckedContinuation<Result<WebSocketConnection, WebSocketError>, Never>?)
        case decided(Result<WebSocketConnection, WebSocketError>)
    }

    private let state = Mutex(State.waiting(nil))

    init(url: WebSocketURL, timeout: Duration) {
        self.url = url
        deadline = .now + timeout
    }

    /// `false`: it was decided before, and `result` is not taken.
    @discardableResult
    func decide(_ result: Result<WebSocketConnection, WebSocketError>) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard case .waiting(let waiter) = state else {
                return (false, nil as CheckedContinuation<Result<WebSocketConnection, WebSocketError>, Never>?)
            }
            state = .decided(result)
            return (true, waiter)
        }
        waiter?.resume(returning: result)
        return isFirst
    }

    var isDecided: Bool {
        state.withLock { state in
            if case .decided = state { return true }
            return false
        }
    }

    /// The decision. One caller.
    func outcome() async -> Result<WebSocketConnection, WebSocketError> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<WebSocketConnection, WebSocketError>? in
                if case .decided(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
