import PostgresSupport
import TestSupport
import Testing

@testable import Database

@Suite("PostgreSQL pipeline")
struct PipelineTests {
    private func pipeline(_ answerTimeout: Duration = .seconds(20)) async throws -> PGPipeline {
        let server = PGServer(address: try await PrivatePostgres.shared().address, suffix: "")
        return try PGPipeline(
            to: server.target(for: Schema(name: "pipeline", steps: [])), answerTimeout: answerTimeout)
    }

    @Test("two hundred large statements go out while their large answers come in")
    func readsWhileWriting() async throws {
        let pipeline = try await pipeline()
        let sql = "SELECT $1::bytea"
        _ = try pipeline.prepare(sql)
        let echo = try #require(pipeline.known(sql))
        for index in 0..<200 {
            let blob = [UInt8](repeating: UInt8(index), count: index == 100 ? 5_000_000 : 100_000)
            try pipeline.append(echo, PGParameters([.blob(blob)], types: echo.parameterTypes))
        }
        let results = try pipeline.synchronize()
        #expect(results.count == 200)
        for (index, result) in results.enumerated() {
            let blob = try result.answer().rows[0].blob(0)
            #expect(blob.count == (index == 100 ? 5_000_000 : 100_000) && blob.last == UInt8(index))
        }
    }

    @Test("what follows a failed statement is skipped, and the next round is answered again")
    func skips() async throws {
        let pipeline = try await pipeline()
        let sql = "SELECT 10 / $1::int4"
        _ = try pipeline.prepare(sql)
        let divide = try #require(pipeline.known(sql))
        for divisor in [Int64](arrayLiteral: 1, 0, 2) {
            try pipeline.append(divide, PGParameters([.integer(divisor)], types: divide.parameterTypes))
        }
        let results = try pipeline.synchronize()
        #expect(results.map(\.status) == [.done, .failed, .skipped])
        #expect(results[1].sqlState == "22012")
        try pipeline.append(divide, PGParameters([.integer(5)], types: divide.parameterTypes))
        #expect(try pipeline.synchronize().last?.answer().rows == [Row(values: [.integer(2)])])
    }

    @Test("no more statements are kept in the server than the limit allows")
    func letsGoOfStatements() async throws {
        let pipeline = try await pipeline()
        for number in 0..<600 { _ = try pipeline.prepare("SELECT \(number)") }
        #expect(pipeline.known("SELECT 0") == nil)
        let sql = "SELECT COUNT(*) FROM pg_prepared_statements"
        _ = try pipeline.prepare(sql)
        try pipeline.append(try #require(pipeline.known(sql)), PGParameters())
        let count = try #require(try pipeline.synchronize().last).answer().rows[0].int(0)
        #expect(count == PGPipeline.statementLimit + PGPipeline.Bound.allCases.count)
    }

    @Test(
        "a step's words become PostgreSQL's, outside quotes and comments",
        arguments: [
            ("CREATE TABLE a (b TEXT, c Blob NOT NULL)", "CREATE TABLE a (b TEXT COLLATE \"C\", c BYTEA NOT NULL)"),
            ("context TEXT_ blobs", "context TEXT_ blobs"),
            ("'a TEXT ''BLOB''' \"TEXT\" text", "'a TEXT ''BLOB''' \"TEXT\" TEXT COLLATE \"C\""),
            ("-- TEXT\n/* BLOB */ BLOB", "-- TEXT\n/* BLOB */ BYTEA"),
            ("$$TEXT$$ $a$ BLOB $a$ $1 BLOB", "$$TEXT$$ $a$ BLOB $a$ $1 BYTEA"),
            ("'never ended TEXT", "'never ended TEXT"), ("é BLOB", "é BYTEA"), ("", ""),
        ])
    func rewrites(_ given: String, _ expected: String) {
        #expect(postgreSQLScript(given) == expected)
    }

    @Test(
        "each SQLSTATE that a caller can act on has its case",
        arguments: [
            ("40001", DatabaseError.conflict), ("40P01", .conflict), ("55P03", .conflict), ("57014", .conflict),
            ("53100", .full), ("53200", .outOfMemory), ("53300", .unavailable), ("57P01", .unavailable),
            ("57P02", .unavailable), ("57P03", .unavailable), ("08006", .unavailable), ("25006", .readOnly),
            ("22021", .textWithNull), ("54000", .tooLarge), ("22003", .tooLarge), ("XX001", .corrupt),
            ("42P01", .syntax(message: "said")), ("23505", .constraint(.unique)), ("23P01", .constraint(.other)),
            ("22012", .unlistedState("22012")),
        ])
    func namesStates(_ state: String, _ expected: DatabaseError) {
        #expect(DatabaseError(sqlState: state, message: "said") == expected)
    }
}
