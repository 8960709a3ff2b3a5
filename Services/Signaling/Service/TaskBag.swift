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
