import Database
import PostgresSupport
import TestSupport
import Testing

private let insert = "INSERT INTO person (id) VALUES ($1)"

@Suite("Store in a server that fails", .serialized)
struct OutageTests {
    private static let port = UInt16.random(in: 12_000..<32_000)
    private static let started = Task { try await PrivatePostgres.start(port: port) }

    private var server: PrivatePostgres { get async throws { try await Self.started.value } }

    @Test("a killed server is unavailable at once; when it is back, the store is, with what was committed")
    func recovers() async throws {
        let server = try await server
        let store = try Database(server.freshLocation(), schema: people)
        for round in 1...2 {
            try await store.transaction { _ = try $0.execute(insert, "kept\(round)") }
            try await onThread { Result { try server.kill() } }.get()
            for _ in 0..<20 {
                let started = ContinuousClock.now
                #expect(await error { try await store.transaction { try $0.execute(insert, "lost") } } == .unavailable)
                #expect(ContinuousClock.now - started < .seconds(2))
            }
            try await onThread { Result { try server.restart() } }.get()
            #expect(
                await eventually(within: .seconds(30)) {
                    await error { try await store.transaction { try $0.query("SELECT id FROM person") } } == nil
                })
            let found = try await store.transaction { try $0.query("SELECT id FROM person ORDER BY id") }
            #expect(found.count == round)
        }
    }

    @Test("a server that dies in the middle of a transaction leaves nothing of it, also if the failure is swallowed")
    func losesOpenTransactions() async throws {
        let server = try await server
        let store = try Database(server.freshLocation(), schema: people)
        let outcome = await error {
            try await store.transaction { transaction in
                try transaction.execute(insert, "a")
                try server.kill()
                try server.restart()
                for name in ["b", "c"] { _ = try? transaction.execute(insert, name) }
            }
        }
        #expect(outcome == .unavailable)
        #expect(
            await eventually(within: .seconds(30)) {
                await error { try await store.transaction { try $0.query("SELECT id FROM person") } } == nil
            })
        #expect(try await store.transaction { try $0.query("SELECT id FROM person") }.isEmpty)
    }

    @Test("a server that hangs is unavailable after the time it has to answer, and later work at once")
    func endsHangs() async throws {
        let server = try await server
        var location = server.freshLocation()
        location.answerTimeout = .seconds(1)
        let store = try Database(location, schema: people)
        try server.freeze()
        let started = ContinuousClock.now
        #expect(await error { try await store.transaction { try $0.execute(insert, "a") } } == .unavailable)
        let first = ContinuousClock.now - started
        #expect(first > .milliseconds(900) && first < .seconds(4))
        for _ in 0..<10 {
            #expect(await error { try await store.transaction { try $0.execute(insert, "a") } } == .unavailable)
        }
        #expect(ContinuousClock.now - started < first + .seconds(5))
        #expect(throws: DatabaseError.unavailable) { _ = try Database(location, schema: people) }
        try server.thaw()
        #expect(
            await eventually(within: .seconds(30)) {
                await error { try await store.transaction { try $0.query("SELECT id FROM person") } } == nil
            })
    }

    @Test("a commit whose answer is lost is in doubt: stored if the server heard of it, and not if it did not")
    func namesDoubt() async throws {
        let server = try await server
        let proxy = TCPProxy(to: Self.port)
        defer { proxy.stop() }
        let through = proxy.endpoint.split(separator: ":").last ?? ""
        let suffix = server.freshSuffix()
        var location = DatabaseLocation.server(
            "host=127.0.0.1 port=\(through) user=partyline dbname=postgres", suffix: suffix)
        location.answerTimeout = .seconds(1)
        let witness = try Database(.server(server.address, suffix: suffix), schema: people)
        for (name, isHeard) in [("heard", true), ("unheard", false)] {
            let store = try Database(location, schema: people)
            let doubt = await error {
                try await store.transaction { transaction in
                    try transaction.execute(insert, name)
                    if isHeard { proxy.setSwallowingAnswers(true) } else { proxy.setSwallowing(true) }
                }
            }
            #expect(doubt == .outcomeUnknown)
            let found = try await witness.transaction { try $0.query("SELECT id FROM person WHERE id = $1", name) }
            #expect(found.count == (isHeard ? 1 : 0))
            proxy.setSwallowingAnswers(false)
            proxy.setSwallowing(false)
        }
    }
}
