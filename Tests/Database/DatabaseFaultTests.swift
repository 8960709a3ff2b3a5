import Database
import Foundation
import TestSupport
import Testing

private func error(_ sql: String, _ prepare: @escaping @Sendable (borrowing Transaction) throws -> Void = { _ in })
    async throws
    -> DatabaseError?
{
    let store = try Database(.memory, schema: people)
    do {
        try await store.transaction { transaction in
            try prepare(transaction)
            try transaction.execute(sql)
        }
        return nil
    } catch let error as DatabaseError { return error }
}

@Suite("Store faults")
struct DatabaseFaultTests {
    @Test("each kind of constraint has its name")
    func namesConstraints() async throws {
        let owner: @Sendable (borrowing Transaction) throws -> Void = {
            try $0.execute("INSERT INTO person (id) VALUES ('a')")
            try $0.execute("INSERT INTO pet VALUES (1, 'a', 'rex', 4)")
        }
        let cases: [(String, DatabaseError.Constraint)] = [
            ("INSERT INTO person (id) VALUES ('a')", .primaryKey),
            ("INSERT INTO pet VALUES (1, 'a', 'tom', 4)", .primaryKey),
            ("INSERT INTO pet VALUES (2, 'a', 'rex', 4)", .unique),
            ("INSERT INTO pet VALUES (2, 'nobody', 'tom', 4)", .foreignKey),
            ("INSERT INTO pet VALUES (2, NULL, 'tom', 4)", .notNull),
            ("INSERT INTO pet VALUES (2, 'a', 'tom', -1)", .check),
        ]
        for (sql, constraint) in cases {
            #expect(try await error(sql, owner) == .constraint(constraint), "\(sql)")
        }
    }

    @Test("a statement that does not parse is told from one that does not fit its values")
    func namesMisuse() async throws {
        let store = try Database(.memory, schema: people)
        #expect(try await error("SELEKT 1") == .syntax(message: "near \"SELEKT\": syntax error"))
        #expect(try await error("SELECT * FROM nowhere") == .syntax(message: "no such table: nowhere"))
        #expect(try await error("") == .syntax(message: "no statement"))
        #expect(try await error("SELECT $1") == .wrongParameterCount(expected: 1, given: 0))
        await #expect(throws: DatabaseError.wrongParameterCount(expected: 2, given: 1)) {
            try await store.transaction { _ = try $0.query("SELECT $2", 1) }
        }
        await #expect(throws: DatabaseError.wrongParameterName("?")) {
            try await store.transaction { _ = try $0.query("SELECT ?", 1) }
        }
        await #expect(throws: DatabaseError.wrongParameterName(":name")) {
            try await store.transaction { _ = try $0.query("SELECT :name", 1) }
        }
        await #expect(throws: DatabaseError.moreThanOneRow) {
            try await store.transaction { _ = try $0.queryOne("SELECT 1 UNION SELECT 2") }
        }
        #expect(try await store.transaction { try $0.queryOne("SELECT 1")?.int(0) } == 1)
    }

    @Test("a full store refuses, keeps what it has and works again when there is room")
    func survivesBeingFull() async throws {
        let folder = try TemporaryFolder()
        let store = try Database(.file(folder.path("store.db")), schema: people)
        try await store.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ('kept')") }
        let insert = "INSERT INTO person (id, photo) VALUES ($1, $2)"
        let pages = try await store.transaction { try $0.queryOne("PRAGMA page_count")?.int(0) ?? 0 }
        _ = try await store.transaction { try $0.query("PRAGMA max_page_count = \(pages + 4)") }
        await #expect(throws: DatabaseError.full) {
            try await store.transaction { transaction in
                for name in 0..<100 { try transaction.execute(insert, "\(name)", [UInt8](repeating: 0, count: 10_000)) }
            }
        }
        #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.count == 1)
        _ = try await store.transaction { try $0.query("PRAGMA max_page_count = 100000") }
        try await store.transaction { _ = try $0.execute(insert, "more", [UInt8](repeating: 0, count: 100_000)) }
    }

    @Test("a store that another process holds is busy, not broken")
    func namesABusyStore() async throws {
        let folder = try TemporaryFolder()
        var location = DatabaseLocation.file(folder.path("store.db"), claim: .none)
        location.busyTimeout = .zero
        let one = try Database(location, schema: people)
        let other = try Database(location, schema: people)
        try await one.transaction { transaction in
            try transaction.execute("INSERT INTO person (id) VALUES ('a')")
            let outcome = Outcome()
            let done = DispatchSemaphore(value: 0)
            Task {
                do {
                    try await other.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ('b')") }
                } catch { outcome.set(error as? DatabaseError) }
                done.signal()
            }
            done.wait()
            #expect(outcome.value == .busy)
        }
        try await other.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ('b')") }
    }

    @Test("a path that is a folder, or in no folder, cannot be opened")
    func namesBadPaths() throws {
        let folder = try TemporaryFolder()
        #expect(throws: DatabaseError.cannotOpen) { _ = try Database(.file(folder.url.path), schema: people) }
        #expect(throws: DatabaseError.cannotOpen) {
            _ = try Database(.file(folder.path("no/store.db")), schema: people)
        }
    }

    @Test("a file that is something else is told from a damaged store")
    func namesForeignAndDamagedFiles() async throws {
        let folder = try TemporaryFolder()
        let text = folder.path("text.db")
        try String(repeating: "This is a letter, not a store. ", count: 100).write(
            toFile: text, atomically: true, encoding: .utf8)
        #expect(throws: DatabaseError.notADatabase) { _ = try Database(.file(text), schema: people) }

        let path = folder.path("store.db")
        do {
            let store = try Database(.file(path), schema: people)
            try await store.transaction { transaction in
                for name in 0..<500 { try transaction.execute("INSERT INTO person (id) VALUES ($1)", "\(name)") }
            }
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4_096))
        try file.close()
        await #expect(throws: DatabaseError.corrupt) {
            let store = try Database(.file(path), schema: people)
            _ = try await store.transaction { try $0.query("SELECT id FROM person") }
        }
    }

    @Test("a later program's tables, and another service's, are refused")
    func refusesForeignSchemas() async throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"))
        let later = Schema(name: "people", steps: people.steps + ["ALTER TABLE person ADD COLUMN city TEXT"])
        do { _ = try Database(location, schema: people) }
        do {
            let store = try Database(location, schema: later)
            _ = try await store.transaction { try $0.query("SELECT city FROM person") }
        }
        do { _ = try Database(location, schema: later) }
        #expect(throws: DatabaseError.newerSchema(found: 2, known: 1)) { _ = try Database(location, schema: people) }
        #expect(throws: DatabaseError.foreignSchema(found: "people")) {
            _ = try Database(location, schema: Schema(name: "push", steps: people.steps))
        }
    }

    @Test("a step that fails half way is undone whole")
    func undoesAFailedStep() async throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"))
        do { _ = try Database(location, schema: people) }
        let broken = Schema(
            name: "people", steps: people.steps + ["CREATE TABLE city (id TEXT); CREATE TABLE person (id TEXT)"])
        #expect(throws: DatabaseError.syntax(message: "table person already exists")) {
            _ = try Database(location, schema: broken)
        }
        let store = try Database(location, schema: people)
        #expect(
            try await store.transaction { try $0.query("SELECT name FROM sqlite_master WHERE name = 'city'") }.isEmpty)
    }
}

private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: DatabaseError?

    var value: DatabaseError? { lock.withLock { stored } }

    func set(_ error: DatabaseError?) { lock.withLock { stored = error } }
}
