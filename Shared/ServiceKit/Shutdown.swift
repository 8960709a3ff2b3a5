import Synchronization

/// The request to end the process, from a signal or from a part that cannot go on. The first one counts.
public final class Shutdown: Sendable {
    /// Why the process ends.
    public enum Cause: Sendable, Hashable {
        case signal(String)
        /// Whoever started the process is gone.
        case inputEnded
        /// A part cannot do its job any more: exit code 1.
        case failure(String)
    }

    private struct State {
        var cause: Cause?
        var waiters: [CheckedContinuation<Cause, Never>] = []
    }

    private let state = Mutex(State())

    init() {}

    /// Safe from any thread, any number of times.
    public func request(_ cause: Cause) {
        let waiters = state.withLock { state in
            guard state.cause == nil else { return [CheckedContinuation<Cause, Never>]() }
            state.cause = cause
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: cause) }
    }

    /// Returns when the process is to end.
    func wait() async -> Cause {
        await withCheckedContinuation { continuation in
            let cause = state.withLock { state -> Cause? in
                if state.cause == nil { state.waiters.append(continuation) }
                return state.cause
            }
            if let cause { continuation.resume(returning: cause) }
        }
    }
}
