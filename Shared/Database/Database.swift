/// Where a store is and how hard it holds on to what it is told.
public struct DatabaseLocation: Sendable, Hashable {
    /// What a commit survives.
    public enum Durability: Sendable, Hashable {
        /// The end of the process by any signal. The last commits before a power cut may be lost, never half of one.
        case process
        /// A power cut too; each commit waits for the disk.
        case power

        /// By its name in a service's configuration: `power` or `process`.
        public init?(name: String) {
            switch name {
            case "power": self = .power
            case "process": self = .process
            default: return nil
            }
        }
    }

    enum Place: Hashable {
        case file(path: String)
        case server(PGServer)
    }

    let place: Place
    /// What a server's transactions see of each other. Those of a file are serializable.
    public enum Isolation: Sendable, Hashable {
        /// As if they ran one after the other; those for which that cannot be are undone, and throw `conflict`.
        case serializable
        /// Each statement sees what had been committed when it began. For a service whose writes say what they expect: a
        /// version, a number of rows, a key that is not there yet.
        case readCommitted
    }

    /// Of a server.
    public var isolation = Isolation.serializable
    /// Of a file. What a server's commit survives is the server's own setting.
    public var durability = Durability.process
    /// How long to wait for another process that holds the file, in whole seconds.
    public var busyTimeout = Duration.seconds(5)
    /// How long a server may take to let in, and to answer one statement, before it counts as away. It ends statements
    /// itself after two seconds.
    public var answerTimeout = Duration.seconds(4)

    /// Who keeps others off a file.
    public enum Claim: Sendable, Hashable {
        /// A second store on the file does not open, and says who has it: here `holder` and the process id.
        case exclusive(holder: String)
        /// Several may have it open. For tests of what happens then.
        case none
    }

    /// Of a file.
    public var claim = Claim.exclusive(holder: "")

    /// An SQLite file, made if it is not there. Its folder must be. One process uses it.
    public static func file(_ path: String, claim: Claim = .exclusive(holder: "")) -> DatabaseLocation {
        DatabaseLocation(place: .file(path: path), claim: claim)
    }

    /// Gone with the `Database`. For tests.
    public static var memory: DatabaseLocation { .file(":memory:", claim: .none) }

    /// What transactions may write into rows as their author (`Transaction.writer`): unique among the processes that use the
    /// store, and new with each of them.
    public var writer = ""

    /// Tables in a PostgreSQL server, 15 or later, which any number of processes may use. `address` is what libpq takes:
    /// `postgresql://…` or `host=… dbname=…`. The tables are in a schema named after the service, `partyline_signaling`;
    /// `suffix` goes behind that name, so that tests can share a server.
    public static func server(_ address: String, suffix: String = "") -> DatabaseLocation {
        DatabaseLocation(place: .server(PGServer(address: address, suffix: suffix)))
    }

    /// Whether `server` takes the text: libpq can read it, which says nothing about the server.
    public static func isServerAddress(_ text: String) -> Bool { PGServer(address: text, suffix: "").isLegible }

    /// Whether several processes may have it open.
    public var isShared: Bool {
        switch place {
        case .file: claim == .none
        case .server: true
        }
    }
}

extension DatabaseLocation: CustomStringConvertible {
    /// The file's path, or the server's host and database; no password.
    public var description: String {
        switch place {
        case .file(let path): path
        case .server(let server): server.description
        }
    }
}

/// A service's store: one connection on a thread of its own, so that waiting for the disk holds up nobody else. May be
/// used from any task; transactions run one after the other, in the order they arrive. Those that wait for the thread at
/// the same time share one commit (`GroupCommit`).
public final class Database: Sendable {
    /// As in `DatabaseLocation`.
    public let writer: String
    private let thread: StoreThread

    /// Opens the store and brings its tables up to date.
    public convenience init(_ location: DatabaseLocation, schema: Schema) throws(DatabaseError) {
        let opened = try location.open(for: schema)
        try schema.migrate(opened)
        self.init(opened, name: schema.name, writer: location.writer)
    }

    /// As the other; but a server that is away now is no failure. It is looked for, its tables are brought up to date when it
    /// is there, and until then transactions throw `unavailable`.
    public convenience init(awaiting location: DatabaseLocation, schema: Schema) throws(DatabaseError) {
        self.init(try location.open(awaiting: schema), name: schema.name, writer: location.writer)
    }

    /// A connection whose tables are up to date, or will be before anything else is done.
    init(
        _ connection: sending any Connection, name: String, writer: String = "", admission: Admission = Admission(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.writer = writer
        thread = StoreThread(connection, name: name, writer: writer, admission: admission, now: now)
    }

    /// As `close`, if that was not called.
    deinit { thread.closeNow() }

    /// Runs `body` as one transaction: all of it is kept when it returns, none of it when it throws. What `body` throws is
    /// thrown on; a `DatabaseError` is the store's own. Returns or throws after the commit of everything that `body` saw.
    ///
    /// `body` must not wait for anything but the store, and it must be repeatable: it is run a second time if others
    /// spoilt the commit that it shared with them. Only the last run counts, so what it does besides the store's work
    /// must bear being done twice.
    ///
    /// Throws `overloaded` at once, and does nothing, when too much waits already (`Admission`).
    public nonisolated(nonsending) func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in thread.submit(PendingTransaction(body, caller)) }
    }

    /// Does what waits, then lets go of the file; later transactions throw `closed`. For the end of a process, or of a
    /// part of one, that others may still refer to.
    public nonisolated(nonsending) func close() async {
        await withCheckedContinuation { caller in thread.close { caller.resume() } }
    }

    /// How long the one that waits longest has waited; zero if nobody does. For whoever must decide whether to begin more.
    public var delay: Duration { thread.delay }

    /// How many wait for the thread.
    var waitingCount: Int { thread.waitingCount }
}
