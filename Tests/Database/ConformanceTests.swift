import Database
import PostgresSupport
import TestSupport
import Testing

private struct Rejected: Error, Equatable {}

/// What a store promises, whichever library it stands on.
@Suite("Store")
struct ConformanceTests {
    @Test("each kind of value comes back as it was", arguments: Dialect.allCases)
    func keepsValues(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let rows = try await store.transaction { transaction in
            try transaction.execute("INSERT INTO person VALUES ($1, $2, $3, $4)", "a", 7, 1.5, [UInt8]([0, 1, 255]))
            try transaction.execute(
                "INSERT INTO person VALUES ($1, $2, $3, $4)", "b", Int64.min, Double?.none, [UInt8]())
            try transaction.execute("INSERT INTO person VALUES ($1, $2, $3, $4)", "c\nd é", true, -0.0, Value.null)
            return try transaction.query("SELECT id, age, weight, photo FROM person ORDER BY id")
        }
        try #require(rows.count == 3)
        #expect(try rows[0].text(0) == "a")
        #expect(try rows[0].int(1) == 7)
        #expect(try rows[0].real(2) == 1.5)
        #expect(try rows[0].blob(3) == [0, 1, 255])
        #expect(try rows[1].integer(1) == .min)
        #expect(try rows[1].isNull(2) && rows[1].blob(3) == [])
        #expect(try rows[2].text(0) == "c\nd é")
        #expect(try rows[2].bool(1))
        #expect(try rows[2].optionalBlob(3) == nil)
        #expect(try rows[0].optionalInteger(1) == 7)
        #expect(try rows[0].optionalText(0) == "a")
    }

    @Test("a column of another type, or none, is named", arguments: Dialect.allCases)
    func namesWrongColumns(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let row = try await store.transaction { try $0.queryOne("SELECT 'text', 5") }
        let found = try #require(row)
        #expect(throws: DatabaseError.wrongColumn(index: 0)) { try found.integer(0) }
        #expect(throws: DatabaseError.wrongColumn(index: 1)) { try found.text(1) }
        #expect(throws: DatabaseError.wrongColumn(index: 1)) { try found.bool(1) }
        #expect(throws: DatabaseError.wrongColumn(index: 2)) { try found.isNull(2) }
    }

    @Test("parameters go by their number, not by their place", arguments: Dialect.allCases)
    func numbersParameters(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let row = try await store.transaction { try $0.queryOne("SELECT $2, $1, $2", "first", "second") }
        #expect(row?.values == [.text("second"), .text("first"), .text("second")])
    }

    @Test("what a change touched is counted", arguments: Dialect.allCases)
    func countsChanges(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
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

    @Test("a transaction that throws leaves nothing behind, and its error comes through", arguments: Dialect.allCases)
    func rollsBack(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
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

    @Test("transactions from many tasks do not mix", arguments: Dialect.allCases)
    func isolates(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
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

    @Test("what was committed is there for the next process", arguments: Dialect.allCases)
    func persists(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        do {
            let first = try Database(place.location, schema: people)
            try await first.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", "a") }
        }
        let second = try Database(place.location, schema: people)
        #expect(try await second.transaction { try $0.query("SELECT id FROM person") }.count == 1)
    }

    @Test("more different statements than are kept still work", arguments: Dialect.allCases)
    func forgetsStatements(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let sum = try await store.transaction { transaction in
            var sum = 0
            for number in 0..<600 { sum += try transaction.queryOne("SELECT \(number)")?.int(0) ?? 0 }
            return sum
        }
        #expect(sum == 599 * 600 / 2)
    }

    @Test("U+0000 in a text is refused, as a value and as a key", arguments: Dialect.allCases)
    func refusesNull(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        await #expect(throws: DatabaseError.textWithNull) {
            try await store.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", "a\u{0}b") }
        }
        await #expect(throws: DatabaseError.textWithNull) {
            try await store.transaction { _ = try $0.query("SELECT id FROM person WHERE id = $1", "\u{0}") }
        }
        #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.isEmpty)
    }

    @Test("texts are ordered and compared by their bytes", arguments: Dialect.allCases)
    func ordersByBytes(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let names = ["b", "B", "a", "A", "é", "e", "z", "Z", "_", "-", "10", "9", "a b", "ab", "😀", "ﬀ", ""]
        try await store.transaction { transaction in
            for name in names { try transaction.execute("INSERT INTO person (id) VALUES ($1)", name) }
        }
        let found = try await store.transaction { try $0.query("SELECT id FROM person ORDER BY id") }.map { row in
            try row.text(0)
        }
        #expect(found == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let after = try await store.transaction { try $0.query("SELECT id FROM person WHERE id > $1", "Z") }
        #expect(after.count == names.count { "Z".utf8.lexicographicallyPrecedes($0.utf8) })
    }

    @Test("numbers come back to the last bit", arguments: Dialect.allCases)
    func keepsNumbers(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let reals: [Double] = [0.1, .pi, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, .infinity, 1e-300, 3]
        for real in reals {
            let found = try await store.transaction { transaction in
                try transaction.execute("DELETE FROM person")
                try transaction.execute("INSERT INTO person (id, weight) VALUES ('a', $1)", real)
                return try transaction.queryOne("SELECT weight FROM person")?.real(0)
            }
            #expect(found == real)
        }
        for integer in [Int64.min, -1, 0, 1, 1 << 31, .max] {
            let found = try await store.transaction { transaction in
                try transaction.execute("DELETE FROM person")
                try transaction.execute("INSERT INTO person (id, age) VALUES ('a', $1)", integer)
                return try transaction.queryOne("SELECT age FROM person")?.integer(0)
            }
            #expect(found == integer)
        }
    }

    @Test("five megabytes come back as they were", arguments: Dialect.allCases)
    func keepsLargeBlobs(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        var photo = [UInt8](repeating: 0, count: 5_000_000)
        for index in stride(from: 0, to: photo.count, by: 997) { photo[index] = UInt8(truncatingIfNeeded: index) }
        let sent = photo
        let found = try await store.transaction { transaction in
            try transaction.execute("INSERT INTO person (id, photo) VALUES ('a', $1)", sent)
            return try transaction.queryOne("SELECT photo FROM person")?.blob(0)
        }
        #expect(found == sent)
    }

    @Test("each kind of constraint has its name", arguments: Dialect.allCases)
    func namesConstraints(_ dialect: Dialect) async throws {
        let cases: [(String, DatabaseError.Constraint)] = [
            ("INSERT INTO person (id) VALUES ('a')", .primaryKey),
            ("INSERT INTO pet VALUES (1, 'a', 'tom', 4)", .primaryKey),
            ("INSERT INTO pet VALUES (2, 'a', 'rex', 4)", .unique),
            ("INSERT INTO pet VALUES (2, 'nobody', 'tom', 4)", .foreignKey),
            ("DELETE FROM person", .foreignKey),
            ("INSERT INTO pet VALUES (2, NULL, 'tom', 4)", .notNull),
            ("INSERT INTO pet VALUES (2, 'a', 'tom', -1)", .check),
        ]
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        try await store.transaction { transaction in
            try transaction.execute("INSERT INTO person (id) VALUES ('a')")
            try transaction.execute("INSERT INTO pet VALUES (1, 'a', 'rex', 4)")
        }
        for (sql, constraint) in cases {
            await #expect(throws: DatabaseError.constraint(constraint), "\(sql)") {
                try await store.transaction { _ = try $0.execute(sql) }
            }
        }
    }

    @Test("a statement that does not parse is told from one that does not fit its values", arguments: Dialect.allCases)
    func namesMisuse(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        for sql in ["SELEKT 1", "SELECT * FROM nowhere", "SELECT nothing FROM person", ""] {
            let error = await #expect(throws: DatabaseError.self) {
                try await store.transaction { _ = try $0.execute(sql) }
            }
            guard case .syntax = error else {
                Issue.record("\(sql): \(String(describing: error))")
                continue
            }
        }
        await #expect(throws: DatabaseError.wrongParameterCount(expected: 1, given: 0)) {
            try await store.transaction { _ = try $0.query("SELECT id FROM person WHERE id = $1") }
        }
        await #expect(throws: DatabaseError.wrongParameterCount(expected: 2, given: 1)) {
            try await store.transaction { _ = try $0.query("SELECT id FROM person WHERE id = $2 OR id = $1", "a") }
        }
        await #expect(throws: DatabaseError.moreThanOneRow) {
            try await store.transaction { _ = try $0.queryOne("SELECT 1 UNION SELECT 2") }
        }
        #expect(try await store.transaction { try $0.queryOne("SELECT 1")?.int(0) } == 1)
    }

    @Test("a row that is there already is updated, and a change can give rows", arguments: Dialect.allCases)
    func upserts(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let store = try Database(place.location, schema: people)
        let upsert = """
            INSERT INTO person (id, age) VALUES ($1, $2)
            ON CONFLICT (id) DO UPDATE SET age = excluded.age WHERE person.age < excluded.age RETURNING age
            """
        let ages = try await store.transaction { transaction in
            try [1, 5, 3].map { try transaction.query(upsert, "a", $0).first?.int(0) }
        }
        #expect(ages == [1, 5, nil])
    }

    @Test("a later program's tables are refused", arguments: Dialect.allCases)
    func refusesNewerSchemas(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        let later = Schema(name: "people", steps: people.steps + ["ALTER TABLE person ADD COLUMN city TEXT"])
        do { _ = try Database(place.location, schema: people) }
        do {
            let store = try Database(place.location, schema: later)
            _ = try await store.transaction { try $0.query("SELECT city FROM person") }
        }
        do { _ = try Database(place.location, schema: later) }
        #expect(throws: DatabaseError.newerSchema(found: 2, known: 1)) {
            _ = try Database(place.location, schema: people)
        }
    }

    @Test("a step that fails half way is undone whole", arguments: Dialect.allCases)
    func undoesAFailedStep(_ dialect: Dialect) async throws {
        let place = try await TestPlace(dialect)
        do { _ = try Database(place.location, schema: people) }
        let broken = Schema(
            name: "people", steps: people.steps + ["CREATE TABLE city (id TEXT); CREATE TABLE person (id TEXT)"])
        let error = #expect(throws: DatabaseError.self) { _ = try Database(place.location, schema: broken) }
        guard case .syntax(let message) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(message.contains("already exists"))
        let mended = Schema(name: "people", steps: people.steps + ["CREATE TABLE city (id TEXT)"])
        _ = try Database(place.location, schema: mended)
    }
}
