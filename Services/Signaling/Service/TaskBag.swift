import ServiceKit

/// Long-running tasks of a part, ended together.
actor TaskBag {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastNumber = 0
    private var isOver = false

    /// Starts a task that inherits nothing from the caller; nothing after `cancel`.
    func add(_ body: @escaping @Sendable () async -> Void) {
        guard !isOver else { return }
        lastNumber += 1
        let number = lastNumber
        tasks[number] = Task.detached {
            await body()
            await self.forget(number)
        }
    }

    /// Does some work again and again; what fails is logged, and tried at the next time.
    func `repeat`(
        every period: Duration, by clock: any ServiceClock, _ log: Log,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        add {
            while !Task.isCancelled {
                do { try await work() } catch { log.error("sweep failed", ["cause": loggedCause(of: error)]) }
                try? await clock.sleep(for: period)
            }
        }
    }

    private func forget(_ number: Int) { tasks[number] = nil }

    /// Cancels all and waits for them.
    func cancel() async {
        isOver = true
        let running = Array(tasks.values)
        for task in running { task.cancel() }
        for task in running { await task.value }
        tasks = [:]
    }
}
