/// The seam between `Database` and a library. Statements use what SQLite and PostgreSQL 15 share: `$1` parameters,
/// `ON CONFLICT … DO UPDATE`, `RETURNING`, no type affinities; an integer over 32 bits goes into a BIGINT. Used by one
/// thread at a time.
///
/// A statement that failed spoils its transaction on PostgreSQL: what follows fails too, up to the end of the transaction
/// or of the savepoint.
protocol Connection: AnyObject {
    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer
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

/// A transaction within the open one. There is one at a time.
extension Connection {
    func savepoint() throws(DatabaseError) { _ = try run("SAVEPOINT work", []) }

    /// Keeps what happened since the savepoint, for the open transaction to commit.
    func release() throws(DatabaseError) { _ = try run("RELEASE SAVEPOINT work", []) }

    func rollBackToSavepoint() throws(DatabaseError) { _ = try run("ROLLBACK TO SAVEPOINT work", []) }
}

/// What a statement gave.
struct Answer {
    var rows: [Row] = []
    /// Rows that an INSERT, UPDATE or DELETE touched.
    var changes = 0
}
