import Bus
import CallModel
import Database
import Foundation
import PushCore
import ServiceKit
import ServiceStore
import Wire

/// Tokens and jobs, durable.
struct PushStore: Part {
    let name = "jobs"
    private let clock: any ServiceClock
    private let database: Database
    /// Other processes have jobs under way in it.
    private let isShared: Bool

    /// How long an ended job stays readable for `TraceCall`.
    private static let traceLife = Duration.seconds(24 * 3_600)

    static let schema = Schema(
        name: "push",
        steps: [
            """
            CREATE TABLE tokens (
                provider INTEGER NOT NULL, kind INTEGER NOT NULL, token BLOB NOT NULL, user_id TEXT NOT NULL,
                device_id TEXT NOT NULL, topic TEXT NOT NULL, certificate_id BIGINT NOT NULL,
                registered_at BIGINT NOT NULL, PRIMARY KEY (provider, kind, token));
            CREATE UNIQUE INDEX tokens_by_device ON tokens (user_id, device_id, provider, kind);
            CREATE TABLE jobs (
                id TEXT PRIMARY KEY, call_id TEXT NOT NULL, user_id TEXT NOT NULL, device_id TEXT NOT NULL,
                provider INTEGER NOT NULL, kind INTEGER NOT NULL, token BLOB NOT NULL, topic TEXT NOT NULL,
                payload BLOB NOT NULL, queued_at BIGINT NOT NULL, ring_deadline BIGINT NOT NULL, wake_at BIGINT,
                state TEXT NOT NULL);
            CREATE UNIQUE INDEX jobs_by_target ON jobs (call_id, user_id, device_id, provider, kind);
            CREATE INDEX jobs_by_wake ON jobs (wake_at);
            """
        ])

    init(database: Database, isShared: Bool, clock: any ServiceClock) {
        self.database = database
        self.isShared = isShared
        self.clock = clock
    }

    /// Jobs that were with a provider when the last process ended are queued again; in a shared store, where another
    /// process may have them, when their patience is over.
    func start() async throws {
        let now = clock.wallTime
        try await forgetOldJobs(now: now)
        guard !isShared else { return }
        try await transaction { transaction in
            for row in try transaction.query("SELECT \(StoredJob.columns) FROM jobs WHERE wake_at IS NOT NULL") {
                var job = try StoredJob(row)
                _ = job.job.handle(.restarted, at: now)
                try job.save(transaction)
            }
        }
    }

    func drain(within limit: Duration) async {}

    /// Deletes jobs that ended too long ago to be asked about.
    func forgetOldJobs(now: WallTime) async throws(RPCError) {
        let old = now - PushStore.traceLife
        try await transaction { transaction in
            _ = try transaction.execute(
                "DELETE FROM jobs WHERE wake_at IS NULL AND queued_at < $1", old.milliseconds)
        }
    }

    /// Runs one transaction, whose body must be repeatable; a failure of the store becomes the status that a caller sees.
    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws(RPCError) -> Result {
        do {
            return try await database.decision(body)
        } catch let error as RPCError {
            throw error
        } catch DatabaseError.overloaded {
            throw .storeOverloaded
        } catch {
            throw RPCError(.unavailable, reason: .storeUnavailable, "\(error)", retryAfter: .milliseconds(200))
        }
    }
}

extension RPCError {
    static let storeOverloaded = RPCError(
        .resourceExhausted, reason: .storeUnavailable, "too much waits for the store", retryAfter: .milliseconds(200))
}

/// A job with everything its push needs.
struct StoredJob: Sendable {
    static let columns =
        "id, call_id, user_id, device_id, provider, kind, token, topic, payload, queued_at, state"

    let id: String
    let callID: CallID
    let userID: UserID
    let deviceID: DeviceID
    let provider: Proto.PushProvider
    let kind: Proto.PushKind
    let token: [UInt8]
    let topic: String
    let payload: [UInt8]
    let queuedAt: WallTime
    var job: PushJob
    /// The state as it was read: what `save` replaces.
    private let readState: String

    init(
        id: String, callID: CallID, userID: UserID, token: StoredToken, payload: [UInt8], queuedAt: WallTime,
        job: PushJob
    ) {
        self.id = id
        self.callID = callID
        self.userID = userID
        deviceID = token.deviceID
        provider = token.provider
        kind = token.kind
        self.token = token.token
        topic = token.topic
        self.payload = payload
        self.queuedAt = queuedAt
        self.job = job
        readState = ""
    }

    init(_ row: Row) throws {
        id = try row.text(0)
        callID = CallID(try row.text(1))
        userID = UserID(try row.text(2))
        deviceID = DeviceID(try row.text(3))
        provider = Proto.PushProvider(rawValue: Int32(truncatingIfNeeded: try row.integer(4)))
        kind = Proto.PushKind(rawValue: Int32(truncatingIfNeeded: try row.integer(5)))
        token = try row.blob(6)
        topic = try row.text(7)
        payload = try row.blob(8)
        queuedAt = WallTime(milliseconds: try row.integer(9))
        readState = try row.text(10)
        job = try JSONDecoder().decode(PushJob.self, from: Data(readState.utf8))
    }

    /// Inserts the job unless the same ring was ordered before; says whether it did. A user who is invited again to the
    /// same call rings again: a job that has ended gives way to one with a later deadline.
    func insert(_ transaction: borrowing Transaction) throws -> Bool {
        let touched = try transaction.execute(
            """
            INSERT INTO jobs (\(StoredJob.columns), wake_at, ring_deadline)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (call_id, user_id, device_id, provider, kind) DO UPDATE SET
                id = excluded.id, token = excluded.token, topic = excluded.topic, payload = excluded.payload,
                queued_at = excluded.queued_at, state = excluded.state, wake_at = excluded.wake_at,
                ring_deadline = excluded.ring_deadline
            WHERE jobs.wake_at IS NULL AND jobs.ring_deadline < excluded.ring_deadline
            """,
            id, callID.rawValue, userID.rawValue, deviceID.rawValue, Int64(provider.rawValue), Int64(kind.rawValue),
            token, topic, payload, queuedAt.milliseconds, try encodedJob(), job.wakeTime?.milliseconds,
            job.deadline.milliseconds)
        return touched == 1
    }

    /// Writes what changes in the life of a job that was read. Throws `WriteConflict` if somebody else wrote it meanwhile.
    func save(_ transaction: borrowing Transaction) throws {
        let changes = try transaction.execute(
            "UPDATE jobs SET state = $1, wake_at = $2 WHERE id = $3 AND state = $4", try encodedJob(),
            job.wakeTime?.milliseconds, id, readState)
        guard changes == 1 else { throw WriteConflict() }
    }

    private func encodedJob() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(job), as: UTF8.self)
    }
}

/// A registered token with its place.
struct StoredToken: Sendable {
    static let columns = "provider, kind, token, device_id, topic"

    let provider: Proto.PushProvider
    let kind: Proto.PushKind
    let token: [UInt8]
    let deviceID: DeviceID
    let topic: String

    init(_ row: Row) throws {
        provider = Proto.PushProvider(rawValue: Int32(truncatingIfNeeded: try row.integer(0)))
        kind = Proto.PushKind(rawValue: Int32(truncatingIfNeeded: try row.integer(1)))
        token = try row.blob(2)
        deviceID = DeviceID(try row.text(3))
        topic = try row.text(4)
    }
}
