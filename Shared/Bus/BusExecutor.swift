import Dispatch
import Suspension

/// Runs tasks on the I/O thread of a node: a call made there, or a handler that runs there, needs no other thread to be
/// woken, which is most of what a call costs otherwise.
///
/// For tasks that wait for answers and compute little: whatever keeps the thread busy keeps every call of the node
/// waiting, and whatever blocks it stops them. `Task(executorPreference: node.executor) { … }`.
public final class BusExecutor: TaskExecutor {
    private let outbox: Outbox<BusCommand>

    init(_ outbox: Outbox<BusCommand>) { self.outbox = outbox }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = Job(job)
        if !outbox.post(.run(job)) { runElsewhere(job) }
    }

    /// The node is closed and its thread has gone, but a task must come to its end.
    func runElsewhere(_ job: Job) {
        DispatchQueue.global().async { job.run(on: self) }
    }
}
