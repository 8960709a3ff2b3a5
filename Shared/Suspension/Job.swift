/// A piece of a task that an executor was given. Run it exactly once, as a task's next step must be.
@safe public struct Job: Sendable {
    private let job: UnownedJob

    public init(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

    /// On the current thread, until the task suspends or ends.
    public func run(on executor: some TaskExecutor) {
        unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
}
