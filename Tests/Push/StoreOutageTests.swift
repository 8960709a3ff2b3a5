import Bus
import ServiceKit
import ServiceStore
import Testing
import Wire

@testable import Database
@testable import push

/// A store whose disk is gone.
private final class GoneConnection: Connection {
    private static let failure = DatabaseError.inputOutput(code: 10)

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer { throw Self.failure }
    func runScript(_ sql: String) throws(DatabaseError) { throw Self.failure }
    func begin() throws(DatabaseError) { throw Self.failure }
    func commit() throws(DatabaseError) { throw Self.failure }
    func rollBack() {}
}

@Suite("Push without its store")
struct StoreOutageTests {
    private func outcome(_ admission: Admission) async -> (error: RPCError?, health: HealthState) {
        let database = Database(GoneConnection(), name: "push", admission: admission)
        let store = PushStore(database: database, isShared: false, clock: SystemClock())
        var caught: RPCError?
        do throws(RPCError) {
            _ = try await store.transaction { try $0.query("SELECT 1") }
        } catch { caught = error }
        return (caught, await database.health())
    }

    @Test("when too much waits for the store, calls are refused with a pause, and nobody takes push for broken")
    func refusesWhatIsTooMuch() async {
        let (error, health) = await outcome(Admission(queueLimit: 0))
        #expect(error?.code == .resourceExhausted && error?.reason == .storeUnavailable)
        #expect(error?.retryAfter == .milliseconds(200))
        #expect(health == .serving)
    }

    @Test("when the store fails, calls are refused with that reason, and push says that it cannot serve")
    func refusesWithoutAStore() async {
        let (error, health) = await outcome(Admission())
        #expect(error?.code == .unavailable && error?.reason == .storeUnavailable)
        #expect(health != .serving)
    }
}
