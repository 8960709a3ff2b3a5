private import Dispatch
private import Synchronization

/// Makes a lost connection again, on a thread of its own: connecting may hang, and the store's thread has to refuse work
/// meanwhile. Tries at once, then after 100 ms, and twice as long each time up to 2 s.
final class PGReconnection: Sendable {
    private struct State {
        var isTrying = false
        var isStopped = false
        var made: PGPipeline?
    }

    private static let longestPause = Duration.seconds(2)

    private let target: PGTarget
    private let answerTimeout: Duration
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "store.reconnection", qos: .utility)

    init(to target: PGTarget, answerTimeout: Duration) {
        self.target = target
        self.answerTimeout = answerTimeout
    }

    /// Begins to try, if it does not try already.
    func start() {
        let mustStart = state.withLock { state in
            guard !state.isTrying, state.made == nil else { return false }
            state.isTrying = true
            return true
        }
        if mustStart { queue.async { [self] in attempt(pause: .milliseconds(100)) } }
    }

    /// The new connection, once.
    func take() -> PGPipeline? {
        state.withLock { state in
            defer { state.made = nil }
            return state.made
        }
    }

    /// No attempt begins any more.
    func stop() { state.withLock { $0.isStopped = true } }

    private func attempt(pause: Duration) {
        guard !state.withLock({ $0.isStopped }) else { return }
        if let pipeline = try? PGPipeline(to: target, answerTimeout: answerTimeout) {
            state.withLock { state in
                state.made = state.isStopped ? nil : pipeline
                state.isTrying = false
            }
            return
        }
        let milliseconds = pause.components.seconds * 1_000 + pause.components.attoseconds / 1_000_000_000_000_000
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) { [self] in
            attempt(pause: min(pause * 2, Self.longestPause))
        }
    }
}
