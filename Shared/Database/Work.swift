private import Synchronization

/// A transaction that somebody waits for.
protocol Work: AnyObject, Sendable {
    /// Runs it, again if an earlier run was undone. Gives what it threw, `nil` if it returned.
    func run(_ transaction: borrowing Transaction) -> (any Error)?
    /// Replaces what came of the last run.
    func fail(_ error: DatabaseError)
    /// Hands over what came of it, once.
    func tellCaller()
}

final class PendingTransaction<Value: Sendable>: Work {
    private let body: @Sendable (borrowing Transaction) throws -> Value
    private let caller: CheckedContinuation<Value, any Error>
    private let outcome = Mutex<Result<Value, any Error>?>(nil)

    init(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Value,
        _ caller: CheckedContinuation<Value, any Error>
    ) {
        self.body = body
        self.caller = caller
    }

    func run(_ transaction: borrowing Transaction) -> (any Error)? {
        do {
            let value = try body(transaction)
            outcome.withLock { $0 = .success(value) }
            return nil
        } catch {
            outcome.withLock { $0 = .failure(error) }
            return error
        }
    }

    func fail(_ error: DatabaseError) { outcome.withLock { $0 = .failure(error) } }

    func tellCaller() {
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("a work was neither run nor failed") }
        caller.resume(with: outcome)
    }
}
