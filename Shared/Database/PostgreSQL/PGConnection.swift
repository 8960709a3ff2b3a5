/// A service's tables in a PostgreSQL server. Loses its connection now and then, refuses what needs it at once, and has it
/// made again.
final class PGConnection: Connection {
    /// The end of a statement that migrates, or that waits for another process which does.
    private static let migrationTimeout = Duration.seconds(60)

    private enum Progress {
        case none
        /// Ordered; open in the server as soon as that has heard of it.
        case open(statements: Int)
        /// It was open when the connection went.
        case lost
    }

    private let target: PGTarget
    private let reconnection: PGReconnection
    /// `nil` while there is no connection.
    private var pipeline: PGPipeline?
    private var progress = Progress.none
    /// Why the server refuses what comes after a failed statement.
    private var failure: DatabaseError?
    /// What was sent along and whose answers have not been looked at.
    private var owed: [Owed] = []
    /// What went wrong with one of these.
    private var doubt: DatabaseError?

    private struct Owed {
        /// `nil`: no statement of anybody's, but the transaction's beginning.
        let sql: String?
        /// How many rows it must touch.
        let count: Int?
    }

    var isInDoubt: Bool { doubt != nil }
    /// Whose tables have not been looked at yet.
    private var outdated: Schema?

    init(_ target: PGTarget, answerTimeout: Duration) throws(DatabaseError) {
        self.target = target
        reconnection = PGReconnection(to: target, answerTimeout: answerTimeout)
        pipeline = try PGPipeline(to: target, answerTimeout: answerTimeout)
    }

    /// A server that is away is looked for, and the tables of `schema` are brought up to date before anything else is done.
    init(_ target: PGTarget, answerTimeout: Duration, awaiting schema: Schema) throws(DatabaseError) {
        self.target = target
        reconnection = PGReconnection(to: target, answerTimeout: answerTimeout)
        outdated = schema
        do throws(DatabaseError) {
            pipeline = try PGPipeline(to: target, answerTimeout: answerTimeout)
            try bringUpToDate()
        } catch {
            guard error == .unavailable else { throw error }
            pipeline = nil
            reconnection.start()
        }
    }

    deinit { reconnection.stop() }

    // MARK: transactions

    func begin() throws(DatabaseError) {
        (failure, doubt) = (nil, nil)
        progress = .none
        try bringUpToDate()
        let pipeline = try connected()
        do throws(LinkLost) { try pipeline.append(.begin) } catch { throw lose(.unavailable) }
        owed = [Owed(sql: nil, count: nil)]
        progress = .open(statements: 0)
    }

    func commit() throws(DatabaseError) {
        let pipeline = try connected()
        if let doubt { throw doubt }
        // The server commits what touched no row as gladly as anything else.
        if owed.contains(where: { $0.count != nil }) { try settle() }
        let results: [PGResult]
        do throws(LinkLost) {
            try pipeline.append(.commit)
            results = try pipeline.synchronize()
        } catch {
            throw lose(.outcomeUnknown)
        }
        owed = []
        if pipeline.transactionState == .none { progress = .none }
        do { try check(results) } catch DatabaseError.unavailable { throw lose(.outcomeUnknown) }
        // The server answers ROLLBACK, without an error, if a statement had failed.
        guard results.last?.commandTag == "COMMIT" else { throw failure ?? .conflict }
    }

    func rollBack() {
        defer {
            progress = .none
            (owed, doubt) = ([], nil)
        }
        guard case .open = progress, let pipeline else { return }
        do throws(LinkLost) {
            try pipeline.append(.rollBack)
            _ = try pipeline.synchronize()
            guard pipeline.transactionState == .none else { throw LinkLost() }
        } catch { _ = lose(.unavailable) }
    }

    // MARK: statements

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer {
        let isFirst = if case .open(let statements) = progress { statements == 0 } else { true }
        if case .open(let statements) = progress { progress = .open(statements: statements + 1) }
        do throws(StatementFailure) {
            return try runOnce(sql, values)
        } catch {
            guard error.isOutdated else { throw error.error }
            // The server parsed it when the tables were others.
            pipeline?.forget(sql)
            guard isFirst else { throw .conflict }
        }
        if case .open = progress {
            rollBack()
            try begin()
            progress = .open(statements: 1)
        }
        do throws(StatementFailure) { return try runOnce(sql, values) } catch { throw error.error }
    }

    func runLater(_ sql: String, _ values: [Value], touching count: Int?) throws(DatabaseError) {
        guard case .open(let statements) = progress, let pipeline, let statement = pipeline.known(sql) else {
            let changes = try run(sql, values).changes
            if let count, changes != count { throw .conflict }
            return
        }
        if let doubt { throw doubt }
        let parameters = try PGParameters(values, of: statement)
        do throws(LinkLost) { try pipeline.append(statement, parameters) } catch { throw lose(.unavailable) }
        owed.append(Owed(sql: sql, count: count))
        progress = .open(statements: statements + 1)
    }

    func runScript(_ sql: String) throws(DatabaseError) {
        if !owed.isEmpty { try settle() }
        let pipeline = try connected()
        let refused: PGResult?
        do throws(LinkLost) {
            refused = try pipeline.runScript(postgreSQLScript(sql), within: Self.migrationTimeout + .seconds(5))
        } catch {
            throw lose(.unavailable)
        }
        if let refused { try check([refused]) }
    }

    private struct StatementFailure: Error {
        let error: DatabaseError
        /// cached plan must not change result type, or: there is no such prepared statement
        var isOutdated: Bool { error == .unlistedState("0A000") || error == .unlistedState("26000") }
    }

    private func runOnce(_ sql: String, _ values: [Value]) throws(StatementFailure) -> Answer {
        do {
            let pipeline = try connected()
            do {
                if let doubt { throw doubt }
                if pipeline.known(sql) == nil { try check(try ownResults(in: try pipeline.prepare(sql))) }
                guard let statement = pipeline.known(sql) else { throw DatabaseError.unavailable }
                try pipeline.append(statement, try PGParameters(values, of: statement))
                let results = try ownResults(in: try pipeline.synchronize())
                try check(results)
                guard let last = results.last, last.status == .done else {
                    throw DatabaseError.syntax(message: "no statement")
                }
                return try last.answer()
            } catch is LinkLost { throw lose(.unavailable) }
        } catch let error as DatabaseError {
            throw StatementFailure(error: error)
        } catch {
            throw StatementFailure(error: .unavailable)
        }
    }

    /// Has everything answered that was sent along.
    private func settle() throws(DatabaseError) {
        let pipeline = try connected()
        let results: [PGResult]
        do throws(LinkLost) { results = try pipeline.synchronize() } catch { throw lose(.unavailable) }
        _ = try ownResults(in: results)
    }

    /// Looks at the answers to what was sent along, and gives those to what came after it.
    private func ownResults(in results: [PGResult]) throws(DatabaseError) -> [PGResult] {
        let sent = owed
        owed = []
        for (owed, result) in zip(sent, results) {
            do throws(DatabaseError) {
                try check([result])
                if let count = owed.count, try result.answer().changes != count { throw .conflict }
            } catch {
                guard let sql = owed.sql else { throw error }
                doubt = error
                guard StatementFailure(error: error).isOutdated else { throw error }
                pipeline?.forget(sql)
                throw .conflict
            }
        }
        return Array(results.dropFirst(sent.count))
    }

    /// Throws what the first of them that failed says.
    private func check(_ results: [PGResult]) throws(DatabaseError) {
        guard let refused = results.first(where: { $0.status == .failed }) else { return }
        let error = DatabaseError(refused)
        if error == .unavailable { throw lose(error) }
        // in_failed_sql_transaction
        if error == .unlistedState("25P02") { throw failure ?? error }
        failure = error
        throw error
    }

    // MARK: the connection

    private func connected() throws(DatabaseError) -> PGPipeline {
        if case .lost = progress { throw .unavailable }
        if pipeline == nil { pipeline = reconnection.take() }
        guard let pipeline else {
            reconnection.start()
            throw .unavailable
        }
        return pipeline
    }

    /// Gives `error`.
    private func lose(_ error: DatabaseError) -> DatabaseError {
        if case .open = progress { progress = .lost }
        (owed, doubt) = ([], nil)
        pipeline = nil
        reconnection.start()
        return error
    }
}

extension PGConnection {
    func lock(_ name: String) throws(DatabaseError) {
        // In FROM: a SELECT's own column would be of the type void.
        _ = try run(
            "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(target.schema + ":" + name)])
    }

    var rowLock: String { " FOR UPDATE" }

    private func bringUpToDate() throws(DatabaseError) {
        // Not while it is being done: that takes transactions too.
        guard let schema = outdated.take() else { return }
        do throws(DatabaseError) { try schema.migrate(self) } catch {
            outdated = schema
            throw error
        }
    }

    /// One process at a time brings a service's tables up to date; the others wait, and find it done.
    func beginMigration() throws(DatabaseError) {
        let milliseconds = Self.migrationTimeout.components.seconds * 1_000
        try runScript("SET statement_timeout = \(milliseconds); SET lock_timeout = \(milliseconds)")
        try runScript("SELECT pg_advisory_lock(hashtextextended('partyline:\(target.schema)', 0))")
        // Not in one: it takes the right to make schemas even if there is nothing to make.
        if try run("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(target.schema)]).rows.isEmpty {
            try runScript("CREATE SCHEMA IF NOT EXISTS \(target.schema)")
        }
    }

    func endMigration() {
        // A connection that is lost holds no lock.
        try? runScript("SELECT pg_advisory_unlock_all(); RESET statement_timeout; RESET lock_timeout")
    }
}
