import PostgresSupport
import Testing

@testable import Database

/// Changes that are sent along with what follows. What an SQLite file refuses at once, a server refuses later.
@Suite("Changes whose outcome is looked at later", .serialized)
struct LaterChangeTests {
    private static let schema = Schema(
        name: "later", steps: ["CREATE TABLE seats (seat TEXT PRIMARY KEY, holder BIGINT NOT NULL)"])

    private static func stores() async throws -> [Database] {
        var server = try await PrivatePostgres.shared().freshLocation()
        server.isolation = .readCommitted
        return [try Database(.memory, schema: schema), try Database(server, schema: schema)]
    }

    private static func holders(_ store: Database) async throws -> [String: Int64] {
        try await store.transaction { transaction in
            let rows = try transaction.query("SELECT seat, holder FROM seats")
            return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.text(0), try $0.integer(1)) })
        }
    }

    private static func take(_ seat: String, by holder: Int, _ transaction: borrowing Transaction) throws {
        try transaction.executeLater(touching: 1, "INSERT INTO seats VALUES ($1, $2)", seat, holder)
    }

    private static func pass(_ seat: String, from old: Int, to new: Int, _ transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            touching: 1, "UPDATE seats SET holder = $3 WHERE seat = $1 AND holder = $2", seat, old, new)
    }

    @Test("they are seen by what follows in the transaction, and kept by its commit")
    func keeps() async throws {
        for store in try await Self.stores() {
            for round in 0..<3 {
                let seen = try await store.transaction { transaction in
                    try Self.take("a\(round)", by: 1, transaction)
                    try Self.pass("a\(round)", from: 1, to: 2, transaction)
                    return try transaction.queryOne("SELECT holder FROM seats WHERE seat = $1", "a\(round)")?.integer(0)
                }
                #expect(seen == 2)
            }
            #expect(try await Self.holders(store) == ["a0": 2, "a1": 2, "a2": 2])
        }
    }

    @Test("one that touches no row fails the transaction as a conflict, though it is the last, and nothing is kept")
    func wrongCount() async throws {
        for store in try await Self.stores() {
            try await store.transaction { try Self.take("a", by: 1, $0) }
            for _ in 0..<2 {
                await #expect(throws: DatabaseError.conflict) {
                    try await store.transaction { transaction in
                        try Self.take("b", by: 1, transaction)
                        try Self.pass("a", from: 7, to: 8, transaction)
                    }
                }
            }
            #expect(try await Self.holders(store) == ["a": 1])
        }
    }

    @Test("one that a constraint refuses fails the transaction as that, and the next is as ever")
    func constraint() async throws {
        for store in try await Self.stores() {
            for _ in 0..<2 { try? await store.transaction { try Self.take("a", by: 1, $0) } }
            await #expect(throws: DatabaseError.constraint(.primaryKey)) {
                try await store.transaction { try Self.take("a", by: 2, $0) }
            }
            try await store.transaction { try Self.pass("a", from: 1, to: 3, $0) }
            #expect(try await Self.holders(store) == ["a": 3])
        }
    }

    @Test("in a shared commit, each of many gets its own outcome, whoever's change went wrong")
    func shared() async throws {
        for store in try await Self.stores() {
            try await store.transaction { try Self.take("hot", by: 0, $0) }
            try await store.transaction { try Self.pass("hot", from: 0, to: 0, $0) }
            let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 1...60 {
                    group.addTask {
                        do {
                            try await store.transaction { transaction in
                                try Self.take("own-\(number)", by: number, transaction)
                                if number.isMultiple(of: 3) { try Self.pass("hot", from: 0, to: number, transaction) }
                                if number.isMultiple(of: 7) { throw CancellationError() }
                            }
                            return (number, true)
                        } catch { return (number, false) }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let holders = try await Self.holders(store)
            let winners = (1...60).filter { outcomes[$0] == true && $0.isMultiple(of: 3) }
            #expect(winners.count == 1 && holders["hot"] == winners.first.map(Int64.init))
            for number in 1...60 {
                #expect((holders["own-\(number)"] != nil) == (outcomes[number] == true), "number \(number)")
                if number.isMultiple(of: 7) { #expect(outcomes[number] == false) }
                if !number.isMultiple(of: 3), !number.isMultiple(of: 7) { #expect(outcomes[number] == true) }
            }
        }
    }
}
