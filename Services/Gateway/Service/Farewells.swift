import Synchronization

/// Short tasks nobody waits for, except the end of the process.
final class Farewells: Sendable {
    fileprivate struct State {
        var running = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func run(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.running += 1 }
        // Detached: whoever says farewell may be cancelled, or short of time, itself.
        Task.detached {
            await body()
            self.finished()
        }
    }

    private func finished() {
        let waiters = state.withLock { state in
            state.running -= 1
            return state.running == 0 ? state.takeWaiters() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    func finish(within limit: Duration) async {
        let timer = Task {
            try? await Task.sleep(for: limit)
            for waiter in self.state.withLock({ $0.takeWaiters() }) { waiter.resume() }
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running == 0 { return true }
                state.waiters.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
        timer.cancel()
    }
}

extension Farewells.State {
    fileprivate mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [] }
        return waiters
    }
}
