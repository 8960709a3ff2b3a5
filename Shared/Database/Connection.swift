/// The seam between `Database` and a library. Statements use what SQLite and PostgreSQL 15 share: `$1` parameters,
/// `ON CONFLICT … DO UPDATE`, `RETURNING`, no type affinities; an integer over 32 bits goes into a BIGINT. Used by one
/// thread at a time.
///
/// A statement that failed spoils its transaction on PostgreSQL: what follows fails too, up to the end of the transaction
/// or of the savepoint.
protocol Connection: AnyObject {
    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer
    /// As `run`, for a change of which nothing is to be known but that it touched `count` rows (`nil`: any). It may be sent
    /// with what follows, and what goes wrong be thrown there, at the latest by the commit: `conflict` for another number
    /// of rows.
    func runLater(_ sql: String, _ values: [Value], touching count: Int?) throws(DatabaseError)
    /// A change that was sent with others went wrong, and whose it was is not known: the transaction is of no more use.
    var isInDoubt: Bool { get }
    /// Begins a transaction within the open one. There is one at a time.
    func savepoint() throws(DatabaseError)
    /// Keeps what happened since the savepoint, for the open transaction to commit.
    func release() throws(DatabaseError)
    func rollBackToSavepoint() throws(DatabaseError)
    /// Several statements without parameters: a step of a schema.
    func runScript(_ sql: String) throws(DatabaseError)
    /// Starts a transaction that may write. What it reads and writes is as if no other ran at the same time. A server need
    /// not have heard of it before the first statement.
    func begin() throws(DatabaseError)
    func commit() throws(DatabaseError)
    /// Undoes an open transaction. Does nothing if the library has undone it already.
    func rollBack()
    /// Keeps other processes from bringing the same tables up to date, and makes the place where they are.
    func beginMigration() throws(DatabaseError)
    func endMigration()
    /// Held to the end of the transaction.
    func lock(_ name: String) throws(DatabaseError)
    /// What ends a SELECT so that its rows are locked.
    var rowLock: String { get }
}

/// A library whose writing transactions run one after the other has nothing to lock.
extension Connection {
    func lock(_ name: String) throws(DatabaseError) {}

    var rowLock: String { "" }

    func beginMigration() throws(DatabaseError) {}

    func endMigration() {}
}

extension Connection {
    func runLater(_ sql: String, _ values: [Value], touching count: Int?) throws(DatabaseError) {
        let changes = try run(sql, values).changes
        if let count, changes != count { throw .conflict }
    }

    var isInDoubt: Bool { false }

    func savepoint() throws(DatabaseError) { try runLater("SAVEPOINT work", [], touching: nil) }

    func release() throws(DatabaseError) { try runLater("RELEASE SAVEPOINT work", [], touching: nil) }

    func rollBackToSavepoint() throws(DatabaseError) { try runLater("ROLLBACK TO SAVEPOINT work", [], touching: nil) }
}

/// What a statement gave.
struct Answer {
    var rows: [Row] = []
    /// Rows that an INSERT, UPDATE or DELETE touched.
    var changes = 0
}
