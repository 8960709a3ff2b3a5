/// An open transaction. Lives as long as the closure that it is given to, on the store's own thread.
public struct Transaction: ~Copyable {
    private let connection: any Connection

    init(_ connection: any Connection) { self.connection = connection }

    /// Runs a statement that changes; gives how many rows it touched. Parameters are written `$1`, `$2`, …
    @discardableResult
    public func execute(_ sql: String, _ values: (any ValueConvertible)...) throws(DatabaseError) -> Int {
        try connection.run(sql, values.map(\.databaseValue)).changes
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
}
