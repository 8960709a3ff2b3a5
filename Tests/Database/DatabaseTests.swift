import Database
import TestSupport
import Testing

let people = Schema(
    name: "people",
    steps: [
        """
        CREATE TABLE person (id TEXT PRIMARY KEY, age INTEGER, weight DOUBLE PRECISION, photo BLOB);
        CREATE TABLE pet (id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES person (id), name TEXT UNIQUE,
                          legs INTEGER CHECK (legs >= 0));
        """
    ])

private struct Rejected: Error, Equatable {}

@Suite("Store")
struct DatabaseTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(databaseLibraryVersion.hasPrefix("3.")) }

    @Test("each kind of value comes back as it was")
    func keepsValues() async throws {
        let store = try Database(.memory, schema: people)
        let rows = try await store.transaction { transaction in
            try transaction.execute("INSERT INTO person VALUES ($1, $2, $3, $4)", "a", 7, 1.5, [UInt8]([0, 1, 255]))
            try transaction.execute(
                "INSERT INTO person VALUES ($1, $2, $3, $4)", "b", Int64.min, Double?.none, [UInt8]())
            try transaction.execute("INSERT INTO person VALUES ($1, $2, $3, $4)", "c\u{0}d é", true, -0.0, Value.null)
            return try transaction.query("SELECT id, age, weight, photo FROM person ORDER BY id")
        }
        try #require(rows.count == 3)
        #expect(try rows[0].text(0) == "a")
        #expect(try rows[0].int(1) == 7)
        #expect(try rows[0].real(2) == 1.5)
        #expect(try rows[0].blob(3) == [0, 1, 255])
        #expect(try rows[1].integer(1) == .min)
        #expect(try rows[1].isNull(2) && rows[1].blob(3) == [])
        #expect(try rows[2].text(0) == "c\u{0}d é")
        #expect(try rows[2].bool(1))
        #expect(try rows[2].optionalBlob(3) == nil)
        #expect(try rows[0].optionalInteger(1) == 7)
        #expect(try rows[0].optionalText(0) == "a")
    }

    @Test("a column of another type, or none, is named")
    func namesWrongColumns() async throws {
        let store = try Database(.memory, schema: people)
        let row = try await store.transaction { try $0.queryOne("SELECT 'text', 5") }
        let found = try #require(row)
        #expect(throws: DatabaseError.wrongColumn(index: 0)) { try found.integer(0) }
        #expect(throws: DatabaseError.wrongColumn(index: 1)) { try found.text(1) }
        #expect(throws: DatabaseError.wrongColumn(index: 1)) { try found.bool(1) }
        #expect(throws: DatabaseError.wrongColumn(index: 2)) { try found.isNull(2) }
    }

    @Test("parameters go by their number, not by their place")
    func numbersParameters() async throws {
        let store = try Database(.memory, schema: people)
        let row = try await store.transaction { try $0.queryOne("SELECT $2, $1, $2", "first", "second") }
        #expect(row?.values == [.text("second"), .text("first"), .text("second")])
    }

    @Test("what a change touched is counted")
    func countsChanges() async throws {
        let store = try Database(.memory, schema: people)
        let counts = try await store.transaction { transaction in
            var counts: [Int] = []
            for age in 0..<10 {
                counts.append(try transaction.execute("INSERT INTO person (id, age) VALUES ($1, $2)", "p\(age)", age))
            }
            counts.append(try transaction.execute("UPDATE person SET age = 0 WHERE age > $1", 4))
            counts.append(try transaction.execute("UPDATE person SET age = 0 WHERE age > $1", 400))
            counts.append(try transaction.execute("DELETE FROM person"))
            return counts
        }
        #expect(counts == [Int](repeating: 1, count: 10) + [5, 0, 10])
        let row = try await store.transaction {
            try $0.queryOne("INSERT INTO person (id) VALUES ($1) RETURNING id", "x")
        }
        #expect(try row?.text(0) == "x")
    }

    @Test("a transaction that throws leaves nothing behind, and its error comes through")
    func rollsBack() async throws {
        let store = try Database(.memory, schema: people)
        await #expect(throws: Rejected()) {
            try await store.transaction { transaction in
                try transaction.execute("INSERT INTO person (id) VALUES ($1)", "a")
                throw Rejected()
            }
        }
        await #expect(throws: DatabaseError.constraint(.primaryKey)) {
            try await store.transaction { transaction in
                try transaction.execute("INSERT INTO person (id) VALUES ($1)", "b")
                try transaction.execute("INSERT INTO person (id) VALUES ($1)", "b")
            }
        }
        #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.isEmpty)
    }

    @Test("transactions from many tasks do not mix")
    func isolates() async throws {
        let folder = try TemporaryFolder()
        let store = try Database(.file(folder.path("store.db")), schema: people)
        try await store.transaction { _ = try $0.execute("INSERT INTO person (id, age) VALUES ($1, $2)", "n", 0) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    try await store.transaction { transaction in
                        let age = try transaction.queryOne("SELECT age FROM person WHERE id = 'n'")?.int(0) ?? -1
                        try transaction.execute("UPDATE person SET age = $1 WHERE id = 'n'", age + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.transaction { try $0.queryOne("SELECT age FROM person")?.int(0) } == 200)
    }

    @Test("what was committed is there for the next process; two stores on one file see each other's commits")
    func persists() async throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"), claim: .none)
        let first = try Database(location, schema: people)
        try await first.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", "a") }
        let second = try Database(location, schema: people)
        #expect(try await second.transaction { try $0.query("SELECT id FROM person") }.count == 1)
        try await second.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", "b") }
        #expect(try await first.transaction { try $0.query("SELECT id FROM person") }.count == 2)
    }

    @Test("more different statements than are kept still work")
    func forgetsStatements() async throws {
        let store = try Database(.memory, schema: people)
        let sum = try await store.transaction { transaction in
            var sum = 0
            for number in 0..<600 { sum += try transaction.queryOne("SELECT \(number)")?.int(0) ?? 0 }
            return sum
        }
        #expect(sum == 599 * 600 / 2)
    }
}
