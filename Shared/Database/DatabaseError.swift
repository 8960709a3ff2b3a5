/// Why the store refused. Cases say what a caller or an operator can do; none carries a value that was stored.
public enum DatabaseError: Error, Equatable, Sendable {
    /// Another process holds the file for longer than the busy timeout. Try again.
    case busy
    /// Another transaction of the server's was in the way, or the statement took too long. Nothing is stored; the same
    /// transaction may well pass if it is run again.
    case conflict
    /// The server is away, hangs or is being shut down. Nothing is stored. The connection is made again by itself; until
    /// then transactions fail at once.
    case unavailable
    /// The server went away between the order to commit and its answer: the transaction is stored, or it is not. Read
    /// before it is run again.
    case outcomeUnknown
    /// The server turns the login, or the database, away; an operator must change something. `sqlState` says which.
    case refused(sqlState: String)
    /// The server is older than PostgreSQL 15, or its database is not in UTF-8.
    case unsupportedServer(String)
    /// The disk, or the file's size limit, is full. The transaction is undone.
    case full
    /// The file, its folder, the file system or the server may only be read.
    case readOnly
    /// The path is no file, its folder is not there, or the server's address does not parse.
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
    /// The value for `$n` (`number`, from 1) is of a kind that the server does not take there. SQLite takes any.
    case wrongParameterType(number: Int)
    /// A text has U+0000 in it, which PostgreSQL cannot store.
    case textWithNull
    /// The answer has a type of PostgreSQL's that is none of the five kinds of `Value`.
    case unsupportedType(oid: UInt32)
    /// The column does not exist or holds another type.
    case wrongColumn(index: Int)
    /// A query for one row found more.
    case moreThanOneRow
    /// A value or the statement is longer than the library takes, or a number has no room in its column.
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
    /// An SQLSTATE that is not expected from these calls.
    case unlistedState(String)

    /// Others were in the way, and the same work may go well when it is done again by itself.
    var isConflict: Bool { self == .busy || self == .conflict }

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
        case .cannotOpen:
            "\(place) cannot be opened: it must be a file in a folder that is there, or the address of a server"
        case .refused(let state): "\(place) turns the login, or the database, away: SQLSTATE \(state)"
        case .unsupportedServer(let found): "\(place) has \(found): PostgreSQL 15 or later is needed, in UTF8"
        case .unavailable: "\(place) does not answer"
        case .readOnly: "\(place) may not be written by this process"
        case .full: "\(place) has no room: the disk is full"
        case .corrupt: "\(place) is damaged: put back a copy"
        default: "\(place) failed: \(self)"
        }
    }

    /// Whether a service that did not start for it was told to use the wrong store, or to use it in the wrong way.
    public var isMisconfiguration: Bool {
        switch self {
        case .inUse, .foreignSchema, .newerSchema, .notADatabase, .cannotOpen, .readOnly, .refused, .unsupportedServer:
            true
        default: false
        }
    }

    /// Which rule of the schema a statement would have broken.
    public enum Constraint: String, Sendable {
        case unique, primaryKey, foreignKey, notNull, check, other
    }
}
