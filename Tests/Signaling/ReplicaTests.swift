import CallModel
import PostgresSupport
import ServiceKit
import Synchronization
import Testing
import Wire

@testable import ServiceStore
@testable import signaling

/// Two replicas in this process on one PostgreSQL, of which one goes.
@Suite("Signaling in two replicas", .timeLimit(.minutes(3)))
struct ReplicaTests {
    private func withReplicas(_ body: (SignalingRig) async throws -> Void) async throws {
        try await withRig(dialect: .postgreSQL, replicas: 2, body)
    }

    @Test("a call that one replica places is answered by way of the other, and all hear of it once")
    func together() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0), bob = rig.connect("bob")[0].via(1)
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            let connected = try await alice.hears("c1") { $0.phase == .connected && $0.mediaEra == 1 }
            try await bob.hangup("c1")
            try await alice.hears("c1") { $0.ownEndReason == .hangup && $0.version > connected.version }
            #expect(try await alice.records().count == 1)
            #expect(rig.media[0].state.withLock { $0.rooms.isEmpty || $0.closed == ["c1"] })
        }
    }

    @Test("what a replica decided and could not tell any more, another tells")
    func republishes() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0), bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.deliveriesToFail = .max }
            _ = try await alice.call("c1", "bob")
            await rig.kill(0)
            rig.world.state.withLock { $0.deliveriesToFail = 0 }
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty)
            try await bob.hears("c1", within: .seconds(12)) { $0.ownStatus == .waiting }
            _ = try await bob.via(1).accept("c1")
            try await alice.hears("c1") { $0.phase == .connected }
        }
    }

    @Test("an end that a replica decided on the other's call, and could not tell any more, is told too")
    func republishesAnEnd() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0), bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.world.state.withLock { $0.deliveriesToFail = .max }
            _ = try await alice.via(1).hangup("c1")
            await rig.kill(1)
            rig.world.state.withLock { $0.deliveriesToFail = 0 }
            try await bob.hears("c1", within: .seconds(12)) { $0.ownEndReason == .canceled }
        }
    }

    @Test("a push that a replica owed when it died is ordered by another")
    func pushOwed() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0)
            _ = rig.connect("bob")
            rig.world.state.withLock { $0.isPushDown = true }
            _ = try await alice.call("c1", "bob")
            await rig.kill(0)
            rig.world.state.withLock { $0.isPushDown = false }
            try await become("bob is pushed", within: .seconds(12)) {
                rig.world.state.withLock { $0.rings.contains { $0.userId == "bob" } }
            }
        }
    }

    @Test("a ring whose replica died ends at its deadline all the same")
    func timer() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0), bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob", params: Proto.CallParams(timeoutS: 10))
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            await rig.kill(0)
            rig.clock.advance(.seconds(13))
            try await bob.hears("c1", within: .seconds(8)) { $0.ownEndReason == .noResponse }
        }
    }

    @Test("levels come once, and go on when the replica that listened to the node is gone")
    func levels() async throws {
        try await withReplicas { rig in
            let alice = rig.connect("alice")[0].via(0), bob = rig.connect("bob")[0].via(1)
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            let sent = Mutex(UInt32(0))
            /// Each report is another: says which of them arrived, as often as they did.
            @Sendable func arrivals() -> [UInt32] {
                rig.world.activities(alice.session).compactMap { $0.speakers.first?.volume }
            }
            @Sendable func hears(more count: Int) async throws {
                let before = arrivals().count
                try await become("levels arrive", within: .seconds(15)) {
                    let volume = sent.withLock { sent in
                        sent += 1
                        return sent
                    }
                    rig.media[0].report(
                        Proto.RoomReport(
                            callId: "c1", era: 1, speakers: [Proto.SpeakerLevel(userId: "bob", volume: volume)]))
                    return arrivals().count >= before + count
                }
            }
            // One that began to listen before it saw the other stops at the first report after it has.
            try await become("20 reports in a row arrive once each") {
                let settled = sent.withLock { $0 }
                try await hears(more: 20)
                let counts = Dictionary(grouping: arrivals().filter { $0 > settled }, by: { $0 }).mapValues(\.count)
                return counts.values.allSatisfy { $0 == 1 }
            }
            await rig.kill(0)
            try await hears(more: 10)
            // Whichever listened: the other way round too.
            try await rig.start(0)
            await rig.kill(1)
            try await hears(more: 10)
        }
    }

    @Test("a replica that leaves in order is succeeded at once; one that stays is nobody's to succeed")
    func goodbye() async throws {
        let location = try await PrivatePostgres.shared().freshLocation()
        let place = StoreConfiguration(server: location)
        let clock = SystemClock()
        func replica(_ name: String) throws -> Replicas {
            Replicas(
                try place.open(signalingSchema, holder: name), instance: name, isShared: true, clock: clock,
                log: .discarding)
        }
        let first = try replica("a"), second = try replica("b")
        let lost = Book()
        second.whenLost { await lost.note($0.writer) }
        try await first.start()
        #expect(first.isFirst)
        try await second.start()
        #expect(!second.isFirst)
        let keys = (0..<200).map { "key-\($0)" }
        try await become("both see each other") {
            keys.allSatisfy { first.owns($0) != second.owns($0) }
        }
        // A share each, not all for one.
        #expect((50...150).contains(keys.count { first.owns($0) }))
        #expect(await lost.all.isEmpty)
        let started = ContinuousClock.now
        await first.drain(within: .seconds(1))
        try await become("the first is succeeded") { await lost.all.count == 1 }
        #expect(ContinuousClock.now - started < Replicas.lease)
        #expect(keys.allSatisfy { second.owns($0) })
        await second.drain(within: .seconds(1))
    }
}

private actor Book {
    private(set) var all: [String] = []
    func note(_ text: String) { all.append(text) }
}
