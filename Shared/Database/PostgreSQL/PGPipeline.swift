/// A connection with its prepared statements, in pipeline mode: commands are appended, and answered together when they are
/// synchronised. Used by one thread at a time, which may hand it over to another.
final class PGPipeline: @unchecked Sendable {
    /// A statement that the server has parsed.
    struct Prepared {
        let name: String
        let parameterTypes: [UInt32]
    }

    /// What begins and ends transactions; prepared with the connection.
    enum Bound: String, CaseIterable {
        /// At the isolation that the connection was made with.
        case begin = "BEGIN"
        case commit = "COMMIT"
        case rollBack = "ROLLBACK"

        fileprivate var name: String { "\(self)" }
    }

    /// Statements are written in the source, not made at run time: more than this many means that somebody builds SQL.
    static let statementLimit = 256

    private let link: PGLink
    private let answerTimeout: Duration
    private var statements: [String: Prepared] = [:]
    /// In the order in which they were prepared.
    private var known: [String] = []
    /// Names in the server that nobody uses any more.
    private var discarded: [String] = []
    private var madeNames = 0

    init(to target: PGTarget, answerTimeout: Duration) throws(DatabaseError) {
        link = try PGLink.connect(to: target, before: .now + answerTimeout)
        self.answerTimeout = answerTimeout
        do throws(LinkLost) {
            try link.enterPipelineMode()
            for bound in Bound.allCases { try link.sendPrepare(bound.name, bound.rawValue) }
            for result in try synchronize() where result.status != .done { throw LinkLost() }
        } catch { throw .unavailable }
    }

    var transactionState: PGLink.TransactionState { link.transactionState }

    // MARK: appending

    /// Needs no answer before the next synchronisation.
    func append(_ bound: Bound) throws(LinkLost) { try link.sendExecute(bound.name, PGParameters()) }

    func append(_ statement: Prepared, _ parameters: PGParameters) throws(LinkLost) {
        try link.sendExecute(statement.name, parameters)
    }

    /// Sends everything and gives one result for each command, in order. After one that failed the others are skipped.
    func synchronize() throws(LinkLost) -> [PGResult] {
        try link.sendSynchronization()
        let deadline = ContinuousClock.now + answerTimeout
        var results: [PGResult] = []
        var emptyHanded = 0
        // Between two commands, and before the synchronisation, there is a `nil` each.
        while emptyHanded < 3 {
            guard let result = try link.receive(before: deadline) else {
                emptyHanded += 1
                continue
            }
            emptyHanded = 0
            switch result.status {
            case .synchronized: return results
            case .unexpected: throw LinkLost()
            case .done, .empty, .failed, .skipped: results.append(result)
            }
        }
        throw LinkLost()
    }

    // MARK: prepared statements

    func known(_ sql: String) -> Prepared? { statements[sql] }

    /// Has the server parse a statement, after whatever was appended before. The last result tells the parameters; a
    /// statement is known only once the server has said so.
    func prepare(_ sql: String) throws(LinkLost) -> [PGResult] {
        let name = "s\(madeNames + 1)"
        madeNames += 1
        if known.count >= Self.statementLimit { forget(known[0]) }
        // A spoilt transaction refuses everything but its end.
        if transactionState != .failed {
            for name in discarded { try link.send("DEALLOCATE \(name)") }
            discarded = []
        }
        try link.sendPrepare(name, sql)
        try link.sendDescribe(name)
        let results = try synchronize()
        if let description = results.last, results.allSatisfy({ $0.status == .done }) {
            statements[sql] = Prepared(name: name, parameterTypes: description.parameterTypes)
            known.append(sql)
        }
        return results
    }

    /// It is parsed anew when it is used again.
    func forget(_ sql: String) {
        guard let statement = statements.removeValue(forKey: sql) else { return }
        known.removeAll { $0 == sql }
        discarded.append(statement.name)
    }

    // MARK: scripts

    /// Several statements, which pipeline mode does not know. Gives what refused, if something did.
    func runScript(_ sql: String, within limit: Duration) throws(LinkLost) -> PGResult? {
        for result in try synchronize() where result.status == .failed { return result }
        try link.exitPipelineMode()
        try link.sendScript(sql)
        let deadline = ContinuousClock.now + limit
        var failure: PGResult?
        while let result = try link.receive(before: deadline) {
            if result.status == .failed { failure = failure ?? result }
        }
        try link.enterPipelineMode()
        return failure
    }
}
