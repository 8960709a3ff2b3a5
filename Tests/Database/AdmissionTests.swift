import Synchronization
import TestSupport
import Testing

@testable import Database

private final class IdleWork: Work {
    func run(_ transaction: borrowing Transaction) -> (any Error)? { nil }
    func fail(_ error: DatabaseError) {}
    func tellCaller() {}
}

private final class HandClock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }

    func advance(_ duration: Duration) { passed.withLock { $0 += duration } }
}

@Suite("Admission")
struct AdmissionTests {
    private let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test("4,096 may wait for 250 ms unless somebody says otherwise")
    func defaults() {
        #expect(Admission() == Admission(queueLimit: 4_096, patience: .milliseconds(250)))
    }

    @Test("as many as the limit wait, the next is refused, and taking some makes room")
    func limitsTheQueue() throws {
        let limit = WaitingWorks.largestGroup + 8
        var waiting = WaitingWorks(Admission(queueLimit: limit))
        for number in 0..<limit { #expect(try waiting.add(IdleWork(), at: start) == (number == 0)) }
        #expect(throws: DatabaseError.overloaded) { _ = try waiting.add(IdleWork(), at: start) }
        #expect(waiting.count == limit)
        #expect(waiting.takeGroup()?.count == WaitingWorks.largestGroup)
        for _ in 0..<WaitingWorks.largestGroup { #expect(try waiting.add(IdleWork(), at: start) == false) }
        #expect(throws: DatabaseError.overloaded) { _ = try waiting.add(IdleWork(), at: start) }
    }

    @Test(
        "nobody joins behind one that has waited longer than the patience; those behind it count from their own arrival"
    )
    func limitsTheWait() throws {
        var waiting = WaitingWorks(Admission(patience: .milliseconds(250)))
        for arrival in 0...WaitingWorks.largestGroup {
            _ = try waiting.add(IdleWork(), at: after(arrival == 0 ? 0 : 200))
        }
        _ = try waiting.add(IdleWork(), at: after(250))
        #expect(throws: DatabaseError.overloaded) { _ = try waiting.add(IdleWork(), at: after(251)) }
        _ = waiting.takeGroup()
        _ = try waiting.add(IdleWork(), at: after(450))
        #expect(throws: DatabaseError.overloaded) { _ = try waiting.add(IdleWork(), at: after(451)) }
    }

    @Test("an empty queue admits, however long the one that runs takes")
    func admitsToAnEmptyQueue() throws {
        var waiting = WaitingWorks()
        #expect(try waiting.add(IdleWork(), at: start))
        #expect(waiting.takeGroup()?.count == 1)
        #expect(try waiting.add(IdleWork(), at: after(10_000)) == false)
        #expect(waiting.takeGroup()?.count == 1)
        #expect(waiting.takeGroup() == nil)
        #expect(try waiting.add(IdleWork(), at: after(10_000)))
    }

    @Test("what is refused fails at once and is never run; what waits is done, and then all are welcome again")
    func refusesAtOnce() async throws {
        let clock = HandClock()
        let store = try Database(
            recordedBy: Journal(), admission: Admission(patience: .milliseconds(250)), now: { clock.now })
        let insert: @Sendable (String) async throws -> Void = { id in
            try await store.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ($1)", id) }
        }
        let holder = await ThreadHolder(of: store)
        let waiter = Task { try await insert("waited") }
        #expect(await eventually { store.waitingCount == 1 })
        clock.advance(.milliseconds(251))
        // The thread still hangs in the first: this comes back although nothing gets done.
        await #expect(throws: DatabaseError.overloaded) { try await insert("refused") }
        try await holder.letGo()
        try await waiter.value
        try await insert("later")
        let ids = try await store.transaction {
            try $0.query("SELECT id FROM person ORDER BY id").map { try $0.text(0) }
        }
        #expect(ids == ["later", "waited"])
    }
}
