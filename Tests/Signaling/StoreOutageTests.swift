import SignalingCore
import Synchronization
import Testing
import Wire

@testable import Database
@testable import signaling

/// Makes a store fail for a while.
private final class Outage: Sendable {
    enum Place: Sendable {
        /// Nothing begins: the disk is gone.
        case begin
        /// Decisions are made and cannot be kept: the disk is full.
        case commit
        /// Too much waits.
        case admission
    }

    private let place = Mutex<Place?>(nil)
    private let refused = Mutex(0)

    var refusals: Int { refused.withLock { $0 } }

    func start(at place: Place) { self.place.withLock { $0 = place } }
    func end() { place.withLock { $0 = nil } }

    fileprivate func check(_ here: Place) throws(DatabaseError) {
        guard place.withLock({ $0 == here }) else { return }
        refused.withLock { $0 += 1 }
        switch here {
        case .begin: throw .inputOutput(code: 10)
        case .commit: throw .full
        case .admission: throw .overloaded
        }
    }
}

private final class FailingConnection: Connection {
    private let store: SQLiteConnection
    private let outage: Outage

    init(_ outage: Outage) throws {
        store = try SQLiteConnection(.memory)
        try signalingSchema.migrate(store)
        self.outage = outage
    }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> Answer { try store.run(sql, values) }
    func runScript(_ sql: String) throws(DatabaseError) { try store.runScript(sql) }

    func begin() throws(DatabaseError) {
        try outage.check(.admission)
        try outage.check(.begin)
        try store.begin()
    }

    func commit() throws(DatabaseError) {
        try outage.check(.commit)
        try store.commit()
    }

    func rollBack() { store.rollBack() }
}

@Suite("Signaling without its store", .timeLimit(.minutes(2)))
struct StoreOutageTests {
    @Test(
        "calls are refused with that reason and ring nobody; what went on goes on by itself when the store is back",
        arguments: [Outage.Place.begin, .commit])
    fileprivate func refusesAndRecovers(_ place: Outage.Place) async throws {
        let outage = Outage()
        try await withRig(store: Database(FailingConnection(outage), name: "signaling")) { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            let carol = rig.connect("carol")[0], dora = rig.connect("dora")[0]
            _ = try await alice.call("connected", "bob")
            try await bob.hears("connected") { $0.ownStatus == .waiting }
            _ = try await bob.accept("connected")
            try await alice.hears("connected") { $0.phase == .connected }
            _ = try await carol.call("ringing", "dora")
            try await dora.hears("ringing") { $0.ownStatus == .waiting }

            outage.start(at: place)
            let eve = rig.connect("eve")[0], fred = rig.connect("fred")[0]
            do throws(RPCError) {
                _ = try await eve.call("refused", "fred")
                Issue.record("a call was placed without a store")
            } catch {
                #expect(error.code == .unavailable && error.reason == .storeUnavailable)
            }
            #expect(
                await reason { () async throws(RPCError) in try await alice.hangup("connected") } == .storeUnavailable)
            #expect(rig.world.snapshots(fred.session, of: "refused").isEmpty)
            // The ring's deadline passes meanwhile.
            rig.clock.advance(.seconds(60))
            outage.end()

            try await dora.hears("ringing") { $0.phase == .ended }
            _ = try await eve.call("again", "fred")
            try await fred.hears("again") { $0.ownStatus == .waiting }
            try await alice.hangup("connected")
            try await bob.hears("connected") { $0.phase == .ended }
        }
    }

    @Test("a device that fell silent while too much waited for the store leaves the call all the same")
    func silencedDuringOverload() async throws {
        let outage = Outage()
        try await withRig(store: Database(FailingConnection(outage), name: "signaling")) { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            outage.start(at: .admission)
            rig.media[0].report(Proto.RoomReport(callId: "c1", era: 1, timedOutSessionIds: [bob.session]))
            // The sweeper's and the report's.
            try await become("the store refuses it") { outage.refusals >= 5 }
            outage.end()
            try await alice.hears("c1") { $0.ownEndReason == .offline && $0.ownEndedBy == "bob" }
        }
    }

    @Test("when too much waits for the store, a call is refused with a pause; when it fails, with that reason")
    func tellsOverloadFromFailure() async {
        func refusal(_ failure: DatabaseError) async -> RPCError? {
            do throws(RPCError) {
                try await answering { throw failure }
                return nil
            } catch { return error }
        }
        let overloaded = await refusal(.overloaded)
        #expect(overloaded?.code == .resourceExhausted && overloaded?.reason == .storeUnavailable)
        #expect(overloaded?.retryAfter == .milliseconds(200))
        let full = await refusal(.full)
        #expect(full?.code == .unavailable && full?.reason == .storeUnavailable)
    }
}
