/// An open transaction. Lives as long as the closure that it is given to, on the store's own thread.
public struct Transaction: ~Copyable {
    private let connection: any Connection
    /// Whose transaction it is, as in `DatabaseLocation`.
    public let writer: String

    init(_ connection: any Connection, writer: String = "") {
        self.connection = connection
        self.writer = writer
    }

    /// Until the end of this transaction others that take the same lock wait; on SQLite they do anyway. For decisions on what
    /// is not there yet, and so has no row to wait for.
    public func lock(_ name: String) throws(DatabaseError) { try connection.lock(name) }

    /// Runs a statement that changes; gives how many rows it touched. Parameters are written `$1`, `$2`, …
    @discardableResult
    public func execute(_ sql: String, _ values: (any ValueConvertible)...) throws(DatabaseError) -> Int {
        try connection.run(sql, values.map(\.databaseValue)).changes
    }

    /// Runs a statement that changes, of which nothing is to be known but that it touched `count` rows (`nil`: any). A server
    /// is told of it together with what comes next, which saves the wait for its answer. Throws `conflict` if it touched
    /// another number; that, and whatever else goes wrong with it, may come from a later statement of the transaction or
    /// from its commit.
    public func executeLater(
        touching count: Int? = nil, _ sql: String, _ values: (any ValueConvertible)...
    ) throws(DatabaseError) {
        try connection.runLater(sql, values.map(\.databaseValue), touching: count)
    }

    /// All rows of a question (or of a change that ends in RETURNING).
    public func query(_ sql: String, _ values: (any ValueConvertible)...) throws(DatabaseError) -> [Row] {
        try connection.run(sql, values.map(\.databaseValue)).rows
    }

    /// The one row of a question, `nil` if there is none. Throws `moreThanOneRow` if there are more.
    public func queryOne(_ sql: String, _ values: (any ValueConvertible)...) throws(DatabaseError) -> Row? {
        let rows = try connection.run(sql, values.map(\.databaseValue)).rows
        guard rows.count <= 1 else { throw .moreThanOneRow }
        return rows.first
    }

    /// The one row of a question, which this transaction is about to change: others that would change it, or ask so, wait
    /// from here to the transaction's end, and what is read is what their commits left.
    public func queryOneToChange(_ sql: String, _ values: (any ValueConvertible)...) throws(DatabaseError) -> Row? {
        let rows = try connection.run(sql + connection.rowLock, values.map(\.databaseValue)).rows
        guard rows.count <= 1 else { throw .moreThanOneRow }
        return rows.first
    }
}
