import Bus
import PresenceCore
import ServiceKit
import ServiceStore
import Testing
import UserSig
import Wire

@testable import Database
@testable import presence

/// A store whose disk is gone.
private final class GoneConnection: Connection {
    private static let failure = DatabaseError.inputOutput(code: 10)

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer { throw Self.failure }
    func runScript(_ sql: String) throws(DatabaseError) { throw Self.failure }
    func begin() throws(DatabaseError) { throw Self.failure }
    func commit() throws(DatabaseError) { throw Self.failure }
    func rollBack() {}
}

@Suite("Presence without its store")
struct StoreOutageTests {
    private func presence(_ admission: Admission) -> (store: PresenceStore, server: PresenceServer) {
        let store = PresenceStore(
            database: Database(GoneConnection(), name: "presence", admission: admission),
            rules: SessionRules(lease: .seconds(12), resumeWindow: .seconds(60)))
        let clock = MovableClock()
        let replicas = Replicas(store.database, instance: "p", isShared: false, clock: clock, log: .discarding)
        let departures = Departures(store: store, replicas: replicas, signaling: [], clock: clock, log: .discarding) {
            _, _ in
            preconditionFailure("nobody has to be told")
        }
        let metrics = Metrics(service: "presence")
        let statuses = StatusBoard(store: store, clock: clock, log: .discarding, metrics: metrics) { _, _ in
            preconditionFailure("nobody watches")
        }
        let server = PresenceServer(
            store: store,
            keys: SigningKeys(KeyFile(sdkAppID: appID, secretKey: secret), path: "keys.conf", log: .discarding),
            throttles: LoginThrottles(), departures: departures, statuses: statuses, clock: clock,
            log: .discarding, metrics: metrics)
        return (store, server)
    }

    @Test("when too much waits for the store, calls are refused with a pause, and nobody takes presence for broken")
    func refusesWhatIsTooMuch() async {
        let (store, server) = presence(Admission(queueLimit: 0))
        let error = await refusal { () async throws(RPCError) in
            try await server.lookupUsers(Proto.LookupUsersRequest(userIds: ["alice"]), RPCContext())
        }
        #expect(error?.code == .resourceExhausted && error?.reason == .storeUnavailable)
        #expect(error?.retryAfter == .milliseconds(200))
        #expect(await store.database.health() == .serving)
    }

    @Test("when the store fails, calls are refused with that reason, and presence says that it cannot serve")
    func refusesWithoutAStore() async {
        let (store, server) = presence(Admission())
        let error = await refusal { () async throws(RPCError) in
            try await server.lookupUsers(Proto.LookupUsersRequest(userIds: ["alice"]), RPCContext())
        }
        #expect(error?.code == .unavailable && error?.reason == .storeUnavailable)
        #expect(await store.database.health() != .serving)
    }
}
