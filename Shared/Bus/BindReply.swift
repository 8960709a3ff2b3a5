import Dispatch
import Synchronization
import ZeroMQ

/// The I/O thread's answer to a bind, awaited by the thread that starts the node: it is over within a system call, and
/// a service cannot go on without it.
final class BindReply: Sendable {
    private let outcome = Mutex<Result<Void, ZeroMQError>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func answer(_ result: Result<Void, ZeroMQError>) {
        outcome.withLock { $0 = result }
        done.signal()
    }

    func wait() throws(BusError) {
        done.wait()
        switch outcome.withLock({ $0 }) {
        case .success: return
        case .failure(.terminated), nil: throw .closed
        case .failure(let error): throw .transport(error)
        }
    }
}
