import Synchronization

@testable import Database

/// What was asked of a connection, and which of it is to fail.
final class Journal: Sendable {
    private struct State {
        var steps: [String] = []
        var failures: [(step: String, error: DatabaseError)] = []
    }

    private let state = Mutex(State())

    var steps: [String] { state.withLock { $0.steps } }

    func count(of step: String) -> Int { steps.count { $0 == step } }

    /// The next time that `step` is asked for it throws instead of being done.
    func fail(_ step: String, with error: DatabaseError) { state.withLock { $0.failures.append((step, error)) } }

    fileprivate func note(_ step: String) throws(DatabaseError) {
        let failure = state.withLock { state -> DatabaseError? in
            state.steps.append(step)
            guard let index = state.failures.firstIndex(where: { $0.step == step }) else { return nil }
            return state.failures.remove(at: index).error
        }
        if let failure { throw failure }
    }
}

/// A store in memory that writes down what is asked of it. Savepoints and statements are noted as they are written.
final class RecordingConnection: Connection {
    private let journal: Journal
    private let store: SQLiteConnection

    init(_ journal: Journal, schema: Schema) throws {
        self.journal = journal
        store = try SQLiteConnection(.memory)
        try schema.migrate(store)
    }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer {
        try journal.note(sql)
        return try store.run(sql, values)
    }

    func runScript(_ sql: String) throws(DatabaseError) { try store.runScript(sql) }

    func begin() throws(DatabaseError) {
        try journal.note("begin")
        try store.begin()
    }

    func commit() throws(DatabaseError) {
        try journal.note("commit")
        try store.commit()
    }

    func rollBack() {
        try? journal.note("rollBack")
        store.rollBack()
    }
}

extension Database {
    /// On a store in memory that writes down what is asked of it. By default it lets wait for as long as a test needs.
    convenience init(
        recordedBy journal: Journal, admission: Admission = Admission(patience: .seconds(3_600)),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        self.init(
            try RecordingConnection(journal, schema: people), name: people.name, admission: admission, now: now)
    }
}
