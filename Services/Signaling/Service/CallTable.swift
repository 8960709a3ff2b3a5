import CallModel
import Database
import ServiceStore
import SignalingCore
import Synchronization

/// The store of calls: load, reduce, compare-and-set, with what belongs to the same transaction.
struct CallTable: Sendable {
    private let database: Database
    private let memory = CallMemory()

    init(database: Database) { self.database = database }

    /// How far the store is behind.
    var delay: Duration { database.delay }

    /// Runs `body` as one transaction, again if another writer came in between. What `body` throws undoes everything.
    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws -> Result {
        let runs = RunCount()
        return try await database.decision { [memory] store in
            // Only once: a second run is due to something that was not as it was thought to be.
            let recollection = Recollection(memory: memory, mayGuess: runs.next() == 1)
            return try Recollection.$current.withValue(recollection) { try body(store) }
        }
    }

    /// One event on one call. `nil` if the call does not exist; throws `CallRefusal` if the event was refused.
    func decide(_ id: CallID, _ event: CallEvent, at now: WallTime) async throws -> Transition? {
        try await transact { calls in try calls.decide(id, at: now) { _, _ in event } }
    }

    func call(_ id: CallID) async throws -> Call? { try await transact { calls in try calls.load(id) } }
}

/// How often a transaction's body has been run.
private final class RunCount: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// One decision that was made and stored.
struct Transition: Sendable, Codable {
    let at: WallTime
    let event: CallEvent
    let old: Call
    let new: Call
    let effects: [CallEffect]
}
