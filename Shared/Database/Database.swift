private import Dispatch

/// Where a store is and how hard it holds on to what it is told.
public struct DatabaseLocation: Sendable, Hashable {
    /// What a commit survives.
    public enum Durability: Sendable, Hashable {
        /// The end of the process by any signal. The last commits before a power cut may be lost, never half of one.
        case process
        /// A power cut too; each commit waits for the disk.
        case power
    }

    let path: String
    public var durability = Durability.process
    /// How long to wait for another process that holds the file, in whole seconds.
    public var busyTimeout = Duration.seconds(5)

    /// An SQLite file, made if it is not there. Its folder must be. One process uses it.
    public static func file(_ path: String) -> DatabaseLocation { DatabaseLocation(path: path) }

    /// Gone with the `Database`. For tests.
    public static var memory: DatabaseLocation { DatabaseLocation(path: ":memory:") }
}

/// A service's store: one connection on a thread of its own, so that waiting for the disk holds up nobody else. May be
/// used from any task; transactions run one after the other, in the order they arrive.
public actor Database {
    private let thread: StoreExecutor
    private let connection: any Connection

    /// Opens the store and brings its tables up to date.
    public init(_ location: DatabaseLocation, schema: Schema) throws(DatabaseError) {
        let opened = try SQLiteConnection(location)
        try schema.migrate(opened)
        connection = opened
        thread = StoreExecutor(label: "store." + schema.name)
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Runs `body` as one transaction: all of it is kept when it returns, none of it when it throws. What `body` throws is
    /// thrown on; a `DatabaseError` is the store's own. `body` must not wait for anything but the store.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (borrowing Transaction) throws -> Result
    ) throws -> Result {
        try connection.begin()
        do {
            let result = try body(Transaction(connection))
            try connection.commit()
            return result
        } catch {
            connection.rollBack()
            throw error
        }
    }
}

/// The store's thread, as Swift concurrency sees it.
private final class StoreExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedSerialExecutor()
        queue.async { unsafe job.runSynchronously(on: executor) }
    }
}
