internal import CSQLite

/// Why the store refused. Cases say what a caller or an operator can do; none carries a value that was stored.
public enum DatabaseError: Error, Equatable, Sendable {
    /// Another process holds the file for longer than the busy timeout. Try again.
    case busy
    /// The disk, or the file's size limit, is full. The transaction is undone.
    case full
    /// The file, its folder or the file system may only be read.
    case readOnly
    /// The path is no file, or its folder is not there.
    case cannotOpen
    /// The file is damaged.
    case corrupt
    /// The file is something else.
    case notADatabase
    case constraint(Constraint)
    /// The statement does not parse, or names what does not exist. `message` is the library's and names no values.
    case syntax(message: String)
    /// The statement's `$n` and the values given do not match.
    case wrongParameterCount(expected: Int, given: Int)
    /// A parameter that is not `$1`, `$2`, …
    case wrongParameterName(String)
    /// The column does not exist or holds another type.
    case wrongColumn(index: Int)
    /// A query for one row found more.
    case moreThanOneRow
    /// A value or the statement is longer than the library takes.
    case tooLarge
    /// Reading or writing the file failed; `code` is the library's extended code.
    case inputOutput(code: Int32)
    case outOfMemory
    /// The file's schema is of a later version of the program.
    case newerSchema(found: Int, known: Int)
    /// The file belongs to another service.
    case foreignSchema(found: String)
    /// A process has the file open, and SQLite files are for one; who it is: "signaling-1 (process 123)".
    case inUse(by: String)
    /// Too much waits for the store, or has waited too long. Nothing was done: try again a little later.
    case overloaded
    /// The store was closed: the process is about to end.
    case closed
    /// A code that is not expected from these calls.
    case unlisted(code: Int32)

    /// Others were in the way, and the same work may go well when it is done again by itself.
    var isConflict: Bool { self == .busy }

    /// For an operator whose service did not start on the store at `place`: what is wrong and, where it is known, what to
    /// do.
    public func sentence(about place: String) -> String {
        switch self {
        case .inUse(let holder):
            "\(place) is used by \(holder): one process per SQLite file; for several replicas use PostgreSQL"
        case .foreignSchema(let found): "\(place) is the store of \(found): each service needs one of its own"
        case .newerSchema(let found, let known):
            "\(place) was written by a later version (its tables are at \(found), this program knows \(known)): run that one"
        case .notADatabase: "\(place) is something else than a store"
        case .cannotOpen: "\(place) cannot be opened: it must be a file in a folder that is there"
        case .readOnly: "\(place) may not be written by this process"
        case .full: "\(place) has no room: the disk is full"
        case .corrupt: "\(place) is damaged: put back a copy"
        default: "\(place) failed: \(self)"
        }
    }

    /// Whether a service that did not start for it was told to use the wrong store, or to use it in the wrong way.
    public var isMisconfiguration: Bool {
        switch self {
        case .inUse, .foreignSchema, .newerSchema, .notADatabase, .cannotOpen, .readOnly: true
        default: false
        }
    }

    /// Which rule of the schema a statement would have broken.
    public enum Constraint: String, Sendable {
        case unique, primaryKey, foreignKey, notNull, check, other
    }

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
