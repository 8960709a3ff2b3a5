import Database
import Foundation
import TestSupport
import Testing

/// What only a file has.
@Suite("Store in a file")
struct SQLiteTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(databaseLibraryVersion.hasPrefix("3.")) }

    @Test("a parameter that PostgreSQL would not know is refused")
    func refusesOtherParameters() async throws {
        let store = try Database(.memory, schema: people)
        await #expect(throws: DatabaseError.wrongParameterName("?")) {
            try await store.transaction { _ = try $0.query("SELECT ?", 1) }
        }
        await #expect(throws: DatabaseError.wrongParameterName(":name")) {
            try await store.transaction { _ = try $0.query("SELECT :name", 1) }
        }
    }

    @Test("two stores on one file see each other's commits")
    func seesOthers() async throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"), claim: .none)
        let first = try Database(location, schema: people)
        let second = try Database(location, schema: people)
        try await second.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", "b") }
        #expect(try await first.transaction { try $0.query("SELECT id FROM person") }.count == 1)
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
        let inside = folder.path("folder")
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
        #expect(throws: DatabaseError.cannotOpen) { _ = try Database(.file(inside), schema: people) }
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

    @Test("another service's tables are refused")
    func refusesForeignSchemas() throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"))
        do { _ = try Database(location, schema: people) }
        #expect(throws: DatabaseError.foreignSchema(found: "people")) {
            _ = try Database(location, schema: Schema(name: "push", steps: people.steps))
        }
    }
}

private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: DatabaseError?

    var value: DatabaseError? { lock.withLock { stored } }

    func set(_ error: DatabaseError?) { lock.withLock { stored = error } }
}
