internal import CSQLite

extension DatabaseError {
    /// `code` is an extended result code.
    init(code: Int32, message: String) {
        self =
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .full
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_CONSTRAINT: .constraint(Constraint(code: code))
            case SQLITE_ERROR, SQLITE_SCHEMA: .syntax(message: message)
            case SQLITE_TOOBIG: .tooLarge
            case SQLITE_IOERR: .inputOutput(code: code)
            case SQLITE_NOMEM: .outOfMemory
            default: .unlisted(code: code)
            }
    }
}

extension DatabaseError.Constraint {
    fileprivate init(code: Int32) {
        self =
            switch code >> 8 {
            case 8: .unique  // SQLITE_CONSTRAINT_UNIQUE, a macro of shifts as all of these
            case 6: .primaryKey  // SQLITE_CONSTRAINT_PRIMARYKEY
            case 10: .primaryKey  // SQLITE_CONSTRAINT_ROWID
            case 3: .foreignKey  // SQLITE_CONSTRAINT_FOREIGNKEY
            case 5: .notNull  // SQLITE_CONSTRAINT_NOTNULL
            case 1: .check  // SQLITE_CONSTRAINT_CHECK
            default: .other
            }
    }
}

/// The library this was linked with: `3.40.1`.
public var databaseLibraryVersion: String { unsafe String(cString: sqlite3_libversion()) }
