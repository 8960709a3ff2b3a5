import Database
import Dispatch
import Synchronization
import TestSupport
import Testing

/// A work that keeps a store's thread until it is let go, so that a test decides what waits together.
struct ThreadHolder {
    private let gate = DispatchSemaphore(value: 0)
    private let work: Task<Void, any Error>

    /// Comes back when the thread is held.
    init(of store: Database) async {
        let gate = gate
        let (holds, hold) = AsyncStream.makeStream(of: Void.self)
        work = Task {
            try await store.transaction { _ in
                hold.finish()
                gate.wait()
            }
        }
        for await _ in holds {}
    }

    /// Lets the thread go on, and comes back when the holder's own commit is through.
    func letGo() async throws {
        gate.signal()
        try await work.value
    }
}
