internal import CSQLite

/// A connection to an SQLite file, with its prepared statements.
@safe
final class SQLiteConnection: Connection {
    /// A prepared statement and, for each parameter of SQLite's order, its `$n`.
    @safe
    private struct Prepared {
        let handle: OpaquePointer
        let positions: [Int]
        /// The highest n.
        let parameterCount: Int
    }

    /// Statements are written in the source, not made at run time: more than this many means that somebody builds SQL.
    private static let statementLimit = 256

    private let handle: OpaquePointer
    private var statements: [String: Prepared] = [:]
    /// Given back after the file was closed.
    private let claim: SQLiteClaim?

    init(_ location: DatabaseLocation) throws(DatabaseError) {
        guard case .file(let path) = location.place else { throw .cannotOpen }
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // Before the library writes, or looks at what another process writes.
        switch location.claim {
        case .exclusive(let holder): claim = try SQLiteClaim(path: path, holder: holder)
        case .none: claim = nil
        }
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened = unsafe opened, code == SQLITE_OK else {
            // A failed open still gives a handle to close.
            _ = unsafe sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: "")
        }
        unsafe handle = opened
        _ = unsafe sqlite3_busy_timeout(handle, Int32(clamping: location.busyTimeout.components.seconds * 1_000))
        try runScript("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA journal_mode = WAL")
        // 32 MiB of pages; and 16 MiB of log before it is copied into the file, so that a page which changes with every
        // second commit is copied seldom.
        try runScript("PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4096")
        switch location.durability {
        case .process: try runScript("PRAGMA synchronous = NORMAL")
        case .power: try runScript("PRAGMA synchronous = FULL")
        }
    }

    deinit {
        forgetStatements()
        // SQLITE_OK: no statement is left.
        _ = unsafe sqlite3_close_v2(handle)
    }

    func begin() throws(DatabaseError) { _ = try run("BEGIN IMMEDIATE", []) }

    func commit() throws(DatabaseError) { _ = try run("COMMIT", []) }

    func rollBack() {
        // Full disk, I/O error and out of memory may have rolled back already (then autocommit is on again).
        guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
        _ = try? run("ROLLBACK", [])
    }

    func runScript(_ sql: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer {
        let statement = try prepared(sql)
        guard statement.parameterCount == values.count else {
            throw .wrongParameterCount(expected: statement.parameterCount, given: values.count)
        }
        defer {
            // Gives the code of the last step again, which was handled there.
            _ = unsafe sqlite3_reset(statement.handle)
            _ = unsafe sqlite3_clear_bindings(statement.handle)
        }
        for (offset, position) in statement.positions.enumerated() {
            try unsafe bind(values[position - 1], to: Int32(offset + 1), of: statement.handle)
        }
        return try unsafe step(statement.handle)
    }

    // MARK: one statement

    private func step(_ statement: OpaquePointer) throws(DatabaseError) -> Answer {
        var answer = Answer()
        let before = unsafe sqlite3_total_changes64(handle)
        while true {
            // SQLITE_ROW, SQLITE_DONE, or any error.
            let code = unsafe sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: answer.rows.append(unsafe row(statement))
            case SQLITE_DONE:
                answer.changes = Int(unsafe sqlite3_total_changes64(handle) - before)
                return answer
            default: throw failure(code)
            }
        }
    }

    /// SQLITE_OK, SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_NOMEM
    private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer) throws(DatabaseError) {
        // SQLite would store it; PostgreSQL cannot.
        if case .text(let text) = value, text.hasNull { throw .textWithNull }
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(statement, index)
            case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
            case .real(let number): unsafe sqlite3_bind_double(statement, index, number)
            case .text(let text): unsafe cx_bind_text(statement, index, text, UInt64(text.utf8.count))
            case .blob(let bytes): unsafe cx_bind_blob(statement, index, bytes, UInt64(bytes.count))
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func row(_ statement: OpaquePointer) -> Row {
        let count = unsafe sqlite3_column_count(statement)
        return Row(
            values: (0..<count).map { column in
                switch unsafe sqlite3_column_type(statement, column) {
                case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(statement, column))
                case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(statement, column))
                case SQLITE_TEXT: .text(unsafe String(decoding: bytes(statement, column), as: UTF8.self))
                case SQLITE_BLOB: .blob(unsafe Array(bytes(statement, column)))
                default: .null
                }
            })
    }

    /// Valid until the next step.
    private func bytes(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
        // The pointer first: asking for it may convert, and the length is that of the last conversion.
        let start = unsafe sqlite3_column_blob(statement, column)
        return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    // MARK: prepared statements

    private func prepared(_ sql: String) throws(DatabaseError) -> Prepared {
        if let known = statements[sql] { return known }
        if statements.count >= Self.statementLimit { forgetStatements() }
        var made: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        guard let made = unsafe made else { throw .syntax(message: "no statement") }
        do {
            let positions = try unsafe positions(made)
            let statement = unsafe Prepared(
                handle: made, positions: positions, parameterCount: positions.max() ?? 0)
            statements[sql] = statement
            return statement
        } catch {
            _ = unsafe sqlite3_finalize(made)
            throw error
        }
    }

    /// SQLite takes `$1` for a name and numbers parameters as they appear; PostgreSQL goes by the number.
    private func positions(_ statement: OpaquePointer) throws(DatabaseError) -> [Int] {
        var positions: [Int] = []
        let count = unsafe sqlite3_bind_parameter_count(statement)
        for index in stride(from: Int32(1), through: count, by: 1) {
            let name = unsafe sqlite3_bind_parameter_name(statement, index).map { unsafe String(cString: $0) } ?? "?"
            guard name.first == "$", let number = Int(name.dropFirst()), number > 0 else {
                throw .wrongParameterName(name)
            }
            positions.append(number)
        }
        return positions
    }

    private func forgetStatements() {
        for statement in statements.values { _ = unsafe sqlite3_finalize(statement.handle) }
        statements = [:]
    }

    private func failure(_ code: Int32) -> DatabaseError {
        let extended = unsafe sqlite3_extended_errcode(handle)
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        return DatabaseError(code: extended & 0xFF == code & 0xFF ? extended : code, message: message)
    }
}
