import Synchronization
import TestSupport
import Testing

@testable import Database

private struct Rejected: Error, Equatable {}

/// Runs all works as one group: none of them begins before all wait. Gives what came of each, in order. `prepare` is
/// called while they wait.
private func asGroup(
    on store: Database, _ works: [Counting], prepare: () -> Void = {}
) async -> [Result<Int, any Error>] {
    let holder = await ThreadHolder(of: store)
    var callers: [Task<Int, any Error>] = []
    for work in works {
        let already = store.waitingCount
        callers.append(Task { try await store.transaction(work) })
        #expect(await eventually { store.waitingCount == already + 1 })
    }
    prepare()
    try? await holder.letGo()
    var results: [Result<Int, any Error>] = []
    for caller in callers { results.append(await caller.result) }
    return results
}

private final class Numbers: Sendable {
    let list = Mutex<[Int]>([])
}

private typealias Counting = @Sendable (borrowing Transaction) throws -> Int

private let reject: Counting = { _ in throw Rejected() }
private let count: Counting = { try $0.query("SELECT id FROM person").count }

private func add(_ id: String) -> Counting {
    { try $0.execute("INSERT INTO person (id) VALUES ($1)", id) }
}

private func ids(_ store: Database) async throws -> [String] {
    try await store.transaction { try $0.query("SELECT id FROM person ORDER BY id").map { row in try row.text(0) } }
}

private func failures(_ results: [Result<Int, any Error>]) -> [DatabaseError?] {
    results.map { result in
        if case .failure(let error) = result { error as? DatabaseError } else { nil }
    }
}

@Suite("Group commit", .timeLimit(.minutes(1)))
struct GroupCommitTests {
    @Test("128 works that wait at the same time cost one commit")
    func sharesACommit() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let results = await asGroup(on: store, (0..<128).map { add("p\($0)") })
        #expect(results.allSatisfy { (try? $0.get()) == 1 })
        // One more for the work that held the thread.
        #expect(journal.count(of: "commit") == 1 + 1)
        #expect(journal.count(of: "SAVEPOINT work") == 128)
        #expect(try await ids(store).count == 128)
    }

    @Test("the 129th has to wait for the next commit")
    func boundsAGroup() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        _ = await asGroup(on: store, (0..<129).map { add("p\($0)") })
        #expect(journal.count(of: "commit") == 1 + 2)
        #expect(journal.count(of: "SAVEPOINT work") == 128)
    }

    @Test("a work that comes alone needs no savepoint")
    func leavesOutTheSavepoint() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        _ = try await store.transaction(add("a"))
        #expect(journal.steps == ["begin", "INSERT INTO person (id) VALUES ($1)", "commit"])
    }

    @Test("works run in the order they came, and each sees what those before it did")
    func keepsOrder() async throws {
        let store = try Database(recordedBy: Journal())
        let results = await asGroup(
            on: store,
            (0..<70).map { number in
                { transaction in
                    let before = try transaction.query("SELECT id FROM person").count
                    try transaction.execute("INSERT INTO person (id) VALUES ($1)", "p\(number)")
                    return before
                }
            })
        #expect(results.compactMap { try? $0.get() } == Array(0..<70))
    }

    @Test("nobody hears of a decision before its commit, not even of a refusal")
    func tellsAfterTheCommit() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let heard = Numbers()
        let holder = await ThreadHolder(of: store)
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    _ = try? await store.transaction { transaction in
                        if number.isMultiple(of: 2) { throw Rejected() }
                        try transaction.execute("INSERT INTO person (id) VALUES ($1)", "p\(number)")
                    }
                    heard.list.withLock { $0.append(journal.count(of: "commit")) }
                }
            }
            #expect(await eventually { store.waitingCount == 8 })
            try await holder.letGo()
            try await group.waitForAll()
        }
        #expect(heard.list.withLock { $0 } == [Int](repeating: 2, count: 8))
    }

    @Test("a work that throws is undone alone, and only its caller gets the error")
    func undoesOneOfAGroup() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let results = await asGroup(
            on: store,
            [
                add("a"),
                { transaction in
                    try transaction.execute("INSERT INTO person (id) VALUES ('b')")
                    throw Rejected()
                },
                add("a"), add("c"),
            ])
        #expect(try results[0].get() == 1 && results[3].get() == 1)
        #expect(throws: Rejected()) { try results[1].get() }
        #expect(throws: DatabaseError.constraint(.primaryKey)) { try results[2].get() }
        #expect(try await ids(store) == ["a", "c"])
        #expect(journal.count(of: "commit") == 1 + 1 + 1)
    }

    @Test("a commit that fails is told to all of the group, also to those whose work had thrown")
    func failsTogether() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let runs = Mutex(0)
        let holder: Counting = { _ in
            runs.withLock { $0 += 1 }
            // The holder's own commit is through by now.
            if runs.withLock({ $0 }) == 1 { journal.fail("commit", with: .full) }
            return 0
        }
        let results = await asGroup(on: store, [holder, add("a"), reject])
        #expect(failures(results) == [.full, .full, .full])
        #expect(runs.withLock { $0 } == 1)
        #expect(try await ids(store) == [])
        _ = try await store.transaction(add("later"))
        #expect(try await ids(store) == ["later"])
    }

    @Test("a commit that meets a conflict is made again for each work alone, once")
    func repeatsAfterAConflict() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let runs = Mutex(0)
        let first: Counting = { transaction in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            // The shared commit, and then this work's own.
            journal.fail("commit", with: .busy)
            return try transaction.execute("INSERT INTO person (id) VALUES ($1)", "first\(run)")
        }
        let results = await asGroup(on: store, [first, add("a"), reject, add("b")])
        #expect(throws: DatabaseError.busy) { try results[0].get() }
        #expect(try results[1].get() == 1 && results[3].get() == 1)
        #expect(throws: Rejected()) { try results[2].get() }
        #expect(runs.withLock { $0 } == 2)
        #expect(try await ids(store) == ["a", "b"])
    }

    @Test("a work that meets a conflict is made again alone, after the others' commit")
    func repeatsOneWork() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let insert = "INSERT INTO person (id) VALUES ($1)"
        journal.fail(insert, with: .busy)
        let results = await asGroup(
            on: store, [add("a"), count])
        #expect(try results[0].get() == 1)
        #expect(try results[1].get() == 0)
        #expect(journal.count(of: "commit") == 1 + 2)
        #expect(try await ids(store) == ["a"])
    }

    @Test(
        "a work that costs the whole transaction fails alone; the others are made again, also those that were through")
    func survivesALostTransaction() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let disk: Counting = { transaction in
            // What SQLite does by itself when the disk is full.
            _ = try transaction.query("ROLLBACK")
            throw DatabaseError.full
        }
        let results = await asGroup(on: store, [add("a"), disk, count, add("b")])
        #expect(failures(results) == [nil, .full, nil, nil])
        #expect(try results[2].get() == 1)
        #expect(try await ids(store) == ["a", "b"])
    }

    @Test("a store that does not begin refuses all that waited, is asked once, and is back when it is back")
    func refusesDuringAnOutage() async throws {
        let journal = Journal()
        let store = try Database(recordedBy: journal)
        let results = await asGroup(on: store, [add("a"), add("b")]) {
            journal.fail("begin", with: .inputOutput(code: 10))
        }
        #expect(failures(results) == [.inputOutput(code: 10), .inputOutput(code: 10)])
        #expect(journal.count(of: "begin") == 1 + 1)
        _ = try await store.transaction(add("c"))
        #expect(try await ids(store) == ["c"])
    }

    @Test("a closed store does what waits, lets go of its file and refuses the rest")
    func closes() async throws {
        let folder = try TemporaryFolder()
        let store = try Database(.file(folder.path("store.db")), schema: people)
        try await withThrowingTaskGroup { group in
            for number in 0..<50 { group.addTask { _ = try await store.transaction(add("p\(number)")) } }
            try await group.waitForAll()
        }
        await store.close()
        await #expect(throws: DatabaseError.closed) { _ = try await store.transaction(add("late")) }
        let next = try Database(.file(folder.path("store.db")), schema: people)
        #expect(try await ids(next).count == 50)
    }
}
