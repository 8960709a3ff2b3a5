import Bus
import Database
import PostgresSupport
import ServiceStore
import TestSupport
import Testing

@testable import ServiceKit

private let schema = Schema(name: "sample", steps: ["CREATE TABLE note (id TEXT PRIMARY KEY)"])

private let keys = [ConfigurationKey.path("data-dir", default: "state", "A folder.")] + ConfigurationKey.store

/// What a command line makes of the keys.
private func read(_ arguments: String...) -> ConfigurationReader.Outcome {
    ConfigurationReader(
        service: "sample", keys: keys, conflicts: { StoreConfiguration.conflicts(in: $0) },
        readFile: { _ in .success("") }
    ).read(arguments: arguments, environment: [:])
}

@Suite("Which store a service uses") struct StoreConfigurationTests {
    @Test("without an address it is a file in the folder, for one process")
    func file() throws {
        guard case .values(let values) = read("--data-dir=/tmp/x") else {
            Issue.record("refused")
            return
        }
        let store = StoreConfiguration(values, file: "sample.db")
        #expect(store.place == "/tmp/x/sample.db")
        #expect(!store.location.isShared)
        #expect(store.location.durability == .power)
    }

    @Test(
        "an address is a server, and what is told of it has no password",
        arguments: [
            "postgresql://anna:hush@db.example:5433/calls", "host=db.example port=5433 dbname=calls password=hush",
        ])
    func server(address: String) throws {
        guard case .values(let values) = read("--store=\(address)") else {
            Issue.record("refused")
            return
        }
        let store = StoreConfiguration(values, file: "sample.db")
        #expect(store.location.isShared)
        #expect(store.place == "server(dbname=calls host=db.example port=5433)")
        #expect(!"\(store)".contains("hush"))
        #expect(values.redacted.contains { $0 == ("store", "<secret>") })
    }

    @Test(
        "what is no address is refused by the key's name, without being repeated",
        arguments: ["mysql://anna:hush@db/calls", "calls.db", "postgresql://[hush"])
    func noAddress(address: String) {
        guard case .problems(let problems) = read("--store=\(address)") else {
            Issue.record("taken")
            return
        }
        #expect(problems.count == 1 && problems[0].contains("store: is no address of a PostgreSQL server"))
        #expect(!problems[0].contains("hush") && !problems[0].contains("calls"))
    }

    @Test("replicas that start at the same time make the tables once", .timeLimit(.minutes(1)))
    func migrateTogether() async throws {
        let place = StoreConfiguration(server: try await PrivatePostgres.shared().freshLocation())
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for replica in 0..<4 {
                group.addTask {
                    let store = try await onThread { Result { try place.open(schema, holder: "r\(replica)") } }.get()
                    return try await store.decision { store in
                        try store.execute("INSERT INTO note VALUES ($1)", "note-\(replica)")
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [1, 1, 1, 1])
    }

    @Test(
        "a server that is away at the start is waited for, and its tables are made when it is there",
        .timeLimit(.minutes(2)))
    func awaited() async throws {
        let server = try await PrivatePostgres.start()
        let location = server.freshLocation()
        try await onThread { Result { try server.kill() } }.get()
        let database = try StoreConfiguration(server: location).open(schema, holder: "r")
        #expect(await database.health() == .notServing("store: unavailable"))
        let starting = Task {
            try await StorePart(database, clock: SystemClock(), log: .discarding).start()
            return try await database.transaction { try $0.query("SELECT id FROM note").count }
        }
        try await onThread { Result { try server.restart() } }.get()
        #expect(try await starting.value == 0)
        #expect(await database.health() == .serving)
    }
}
