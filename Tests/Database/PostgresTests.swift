import Database
import PostgresSupport
import TestSupport
import Testing

private let insert = "INSERT INTO person (id, age) VALUES ($1, $2)"

/// What only a server has.
@Suite("Store in a server")
struct PostgresTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(postgreSQLLibraryVersion / 10_000 == 15) }

    @Test("a number that has no room in its column, or a value of another kind, is refused before it is sent")
    func refusesMisfits() async throws {
        let store = try Database(await PrivatePostgres.shared().freshLocation(), schema: people)
        let pet = "INSERT INTO pet (id, owner, legs) VALUES ($1, 'a', $2)"
        try await store.transaction { transaction in
            try transaction.execute(insert, "a", 1)
            try transaction.execute(pet, Int32.max, 4)
            try transaction.execute(pet, Int32.min, true)
        }
        let cases: [(Int64, any ValueConvertible & Sendable, DatabaseError)] = [
            (Int64(Int32.max) + 1, 4, .tooLarge), (Int64(Int32.min) - 1, 4, .tooLarge),
            (1, "four", .wrongParameterType(number: 2)), (1, 4.0, .wrongParameterType(number: 2)),
            (1, [UInt8](), .wrongParameterType(number: 2)),
        ]
        for (id, legs, expected) in cases {
            await #expect(throws: expected) { try await store.transaction { _ = try $0.execute(pet, id, legs) } }
        }
        #expect(try await store.transaction { try $0.queryOne("SELECT COUNT(*) FROM pet")?.int(0) } == 2)
    }

    @Test("the server's other kinds of whole, real and text become ours; what has no counterpart is named")
    func convertsTypes() async throws {
        let store = try Database(await PrivatePostgres.shared().freshLocation(), schema: people)
        let row = try await store.transaction {
            try $0.queryOne(
                "SELECT 7::int2, -7::int4, true, false, 1.5::float4, 'x'::varchar, current_schema(), NULL::bytea")
        }
        #expect(
            row?.values.dropLast(2) == [.integer(7), .integer(-7), .integer(1), .integer(0), .real(1.5), .text("x")])
        #expect(row?.values.last == .null)
        await #expect(throws: DatabaseError.unsupportedType(oid: 1_700)) {
            try await store.transaction { _ = try $0.query("SELECT 1.5") }
        }
    }

    @Test("after a failed statement nothing of the transaction is stored, even if the failure is swallowed")
    func refusesSpoiltTransactions() async throws {
        let store = try Database(await PrivatePostgres.shared().freshLocation(), schema: people)
        await #expect(throws: DatabaseError.constraint(.primaryKey)) {
            try await store.transaction { transaction in
                try transaction.execute(insert, "a", 1)
                _ = try? transaction.execute(insert, "a", 2)
            }
        }
        await #expect(throws: DatabaseError.constraint(.primaryKey)) {
            try await store.transaction { transaction in
                try transaction.execute(insert, "a", 1)
                _ = try? transaction.execute(insert, "a", 2)
                try transaction.execute(insert, "b", 1)
            }
        }
        #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.isEmpty)
    }

    @Test("two processes that read and then write do not overwrite each other: one is told of the conflict")
    func isolatesProcesses() async throws {
        let location = try await PrivatePostgres.shared().freshLocation()
        let stores = [try Database(location, schema: people), try Database(location, schema: people)]
        try await stores[0].transaction { _ = try $0.execute(insert, "n", 0) }
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask {
                    var done = 0
                    while done < 50 {
                        let conflict = await error {
                            try await store.transaction { transaction in
                                let age =
                                    try transaction.queryOne("SELECT age FROM person WHERE id = 'n'")?.int(0) ?? -1
                                try transaction.execute("UPDATE person SET age = $1 WHERE id = 'n'", age + 1)
                            }
                        }
                        try #require(conflict == nil || conflict == .conflict)
                        if conflict == nil { done += 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[1].transaction { try $0.queryOne("SELECT age FROM person")?.int(0) } == 100)
    }

    @Test("a statement that waits or works for too long is a conflict, not an outage")
    func endsLongStatements() async throws {
        let store = try Database(await PrivatePostgres.shared().freshLocation(), schema: people)
        let sleepy = "SELECT COUNT(*) FROM (SELECT pg_sleep(10)) AS nap"
        #expect(await error { try await store.transaction { try $0.query(sleepy) } } == .conflict)
        #expect(try await store.transaction { try $0.queryOne("SELECT 1")?.int(0) } == 1)
    }

    @Test("a statement whose tables another process changed is parsed anew")
    func outlivesMigrations() async throws {
        let location = try await PrivatePostgres.shared().freshLocation()
        let store = try Database(location, schema: people)
        let all = "SELECT * FROM person"
        #expect(try await store.transaction { try $0.query(all) }.isEmpty)
        _ = try Database(
            location, schema: Schema(name: "people", steps: people.steps + ["ALTER TABLE person ADD COLUMN city TEXT"]))
        try await store.transaction { _ = try $0.execute(insert, "a", 1) }
        #expect(try await store.transaction { try $0.query(all) }.first?.values.count == 5)
        _ = try await store.transaction { try $0.execute("ALTER TABLE person DROP COLUMN city") }
        // Not its first statement: what was done before cannot be done again here.
        let late = await error {
            try await store.transaction { transaction in
                _ = try transaction.query("SELECT 1")
                return try transaction.query(all)
            }
        }
        #expect(late == .conflict)
        #expect(try await store.transaction { try $0.query(all) }.first?.values.count == 4)
        // The first is done again, and then counts as done.
        let pets = "SELECT * FROM pet"
        _ = try await store.transaction { try $0.query(pets) }
        for table in ["person", "pet"] {
            _ = try await store.transaction { try $0.execute("ALTER TABLE \(table) ADD COLUMN city TEXT") }
        }
        let both = await error {
            try await store.transaction { transaction in
                _ = try transaction.query(all)
                return try transaction.query(pets)
            }
        }
        #expect(both == .conflict)
    }

    @Test("processes that bring the same tables up to date at once do it once")
    func migratesOnce() async throws {
        let location = try await PrivatePostgres.shared().freshLocation()
        let stores = try await withThrowingTaskGroup(of: Database.self) { group in
            for _ in 0..<6 { group.addTask { try Database(location, schema: people) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for store in stores {
            #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.isEmpty)
        }
    }

    @Test("a text column has the order of bytes, whatever the database was made with")
    func collatesColumns() async throws {
        let store = try Database(await PrivatePostgres.shared().freshLocation(), schema: people)
        let found = try await store.transaction { transaction in
            try transaction.query(
                """
                SELECT DISTINCT collation_name FROM information_schema.columns
                WHERE table_schema = current_schema() AND data_type = 'text'
                """)
        }
        #expect(found.map(\.values) == [[.text("C")]])
    }

    @Test("an address that does not parse, a database and a login that are not there are told apart")
    func namesRefusals() async throws {
        let server = try await PrivatePostgres.shared()
        let cases: [(String, DatabaseError)] = [
            ("host", .cannotOpen), (server.address + " dbname=nowhere", .refused(sqlState: "3D000")),
            (server.address + " user=nobody", .refused(sqlState: "28000")),
            ("host=/tmp/there-is-no-such-folder", .unavailable),
        ]
        for (address, expected) in cases {
            #expect(throws: expected) { _ = try Database(.server(address), schema: people) }
        }
        #expect(throws: DatabaseError.cannotOpen) {
            _ = try Database(.server(server.address, suffix: "; DROP"), schema: people)
        }
    }

    @Test("no password is in what is printed of a location")
    func hidesPasswords() {
        for address in [
            "postgresql://me:hunter2@127.0.0.1:5433/calls", "host=127.0.0.1 port=5433 dbname=calls password=hunter2",
        ] {
            let location = DatabaseLocation.server(address)
            var dumped = ""
            dump(location, to: &dumped)
            for text in ["\(location)", String(reflecting: location), dumped] {
                #expect(!text.contains("hunter2") && text.contains("5433"))
            }
        }
    }

    @Test("what the services keep can be made, twice over", arguments: ["Presence", "Signaling", "Push"])
    func takesRealSchemas(_ service: String) async throws {
        let steps = try schemaSteps(of: service)
        try #require(!steps.isEmpty)
        let location = try await PrivatePostgres.shared().freshLocation()
        for _ in 1...2 { _ = try Database(location, schema: Schema(name: service.lowercased(), steps: steps)) }
    }
}
