/// Long-running tasks of a part, ended together.
actor TaskBag {
    private var tasks: [Task<Void, Never>] = []

    /// Starts a task that inherits nothing from the caller.
    func add(_ body: @escaping @Sendable () async -> Void) { tasks.append(Task.detached { await body() }) }

    /// Cancels all and waits for them.
    func cancel() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        tasks = []
    }
}
