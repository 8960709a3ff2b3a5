import CallModel
import Database
import Foundation
import SignalingCore
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Faults around the service")
struct RecoveryTests {
    @Test("a killed and restarted service loses no ringing call")
    func restartWhileRinging() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            try await rig.restart()
            #expect(try await bob.accept("c1").ownStatus == .accept)
            try await alice.hears("c1") { $0.ownStatus == .accept && $0.mediaEra == 1 }
        }
    }

    @Test("a ring whose deadline passes while the service is down ends when it is back")
    func deadlineWhileDown() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0]
            rig.connect("bob")[0].rig.world.disconnect("bob-phone-session")
            _ = try await alice.call("c1", "bob")
            await rig.kill()
            rig.clock.advance(.seconds(40))
            try await rig.start()
            try await alice.hears("c1") { $0.ownEndReason == .noResponse }
        }
    }

    @Test("a killed and restarted service loses no connected call")
    func restartWhileConnected() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            try await rig.restart()
            let synced = try await alice.sync(Proto.KnownCall(callId: "c1", version: 1))
            #expect(synced.map(\.ownStatus) == [.accept])
            #expect(synced.first?.mediaEra == 1)
            try await bob.hangup("c1")
            try await alice.hears("c1") { $0.ownEndReason == .hangup }
        }
    }

    @Test("an end that was decided but not told before a kill is told after the restart")
    func endBeforeKill() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            // The gateway does not answer, so the news of the end is still being tried when the process dies.
            rig.world.state.withLock { $0.deliveriesToFail = 1_000 }
            try await alice.hangup("c1")
            await rig.kill()
            rig.world.state.withLock { $0.deliveriesToFail = 0 }
            try await rig.start()
            try await bob.hears("c1") { $0.ownEndReason == .canceled }
        }
    }

    @Test("push rings devices without a connection, is told to stop, and is asked again after an outage")
    func push() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.isPushDown = true }
            _ = try await alice.call("c1", "bob", params: Proto.CallParams(userData: "data"))
            rig.world.state.withLock { $0.isPushDown = false }
            try await become("the ring is pushed") { rig.world.state.withLock { !$0.rings.isEmpty } }
            let ring = rig.world.state.withLock { $0.rings[0] }
            #expect(ring.callerName == "nick of alice" && ring.userId == "bob" && ring.userData == "data")
            #expect(ring.exceptDeviceIds == ["bob-phone"])
            let outcome = Proto.PushOutcomeRequest(callId: "c1", userId: "bob", deviceId: "other", handedOver: true)
            _ = try await rig.asService.pushOutcome(outcome)
            try await alice.hears("c1") { $0.participants.last?.progress == .pushed }
            _ = try await bob.api.acknowledge(
                Proto.AcknowledgeRequest(callId: "c1", version: 1, alert: .alerting), bob.options)
            try await alice.hears("c1") { $0.participants.last?.progress == .alerting }
            _ = try await bob.accept("c1")
            try await become("the ring is stopped") { rig.world.state.withLock { $0.stops.map(\.userId) == ["bob"] } }
        }
    }

    @Test("a dead media node: the room is placed elsewhere in a new era")
    func mediaNodeDies() async throws {
        try await withRig(mediaNodes: 2) { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            let first = try #require(rig.media.first { $0.state.withLock { $0.rooms["c1"] == 1 } })
            let other = try #require(rig.media.first { $0 !== first })
            await first.die()
            let moved = try await alice.hears("c1", within: .seconds(20)) { $0.mediaEra == 2 }
            #expect(moved.ownStatus == .accept)
            #expect(other.state.withLock { $0.rooms["c1"] } == 2)
        }
    }

    @Test("a media node that lost its rooms gets the call again in a new era")
    func mediaNodeRestarts() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            rig.media[0].forgetRooms()
            let asked = await reason { () throws(RPCError) in
                _ = try await alice.api.joinMedia(Proto.JoinMediaRequest(callId: "c1", mediaEra: 1), alice.options)
            }
            #expect(asked == .unknownRoom)
            try await alice.hears("c1") { $0.mediaEra == 2 }
        }
    }

    @Test("a device without RTP leaves as offline; levels reach the others")
    func reports() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            try await become("levels arrive") {
                rig.media[0].report(
                    Proto.RoomReport(callId: "c1", era: 1, speakers: [Proto.SpeakerLevel(userId: "bob", volume: 40)]))
                return rig.world.activities(alice.session).contains { $0.speakers.first?.volume == 40 }
            }
            rig.media[0].report(Proto.RoomReport(callId: "c1", era: 1, timedOutSessionIds: [bob.session]))
            try await alice.hears("c1") { $0.ownEndReason == .offline && $0.ownEndedBy == "bob" }
        }
    }

    @Test("a session that presence does not know any more has left its call")
    func deadSession() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            rig.world.disconnect(bob.session)
            try await alice.hears("c1") { $0.ownEndReason == .offline }
        }
    }

    @Test("a hint that a session ended is acted on at once")
    func sessionsEnded() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0]
            _ = rig.connect("bob")
            _ = try await alice.call("c1", "bob")
            _ = try await rig.asService.sessionsEnded(Proto.SessionsEndedRequest(sessionIds: [alice.session]))
            #expect(try await alice.sync(Proto.KnownCall(callId: "c1", version: 1)).first?.ownEndReason == .offline)
        }
    }

    @Test("a device that comes online during the ring rings by its sync")
    func comesOnline() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.disconnect(bob.session)
            _ = try await alice.call("c1", "bob")
            let late = rig.connect("bob", "late")[0]
            let synced = try await late.sync()
            #expect(synced.map(\.callId) == ["c1"] && synced.first?.ownStatus == .waiting)
            try await alice.hangup("c1")
            try await late.hears("c1") { $0.ownEndReason == .canceled }
            #expect(try await late.sync().isEmpty)
            let forgotten = try await late.sync(Proto.KnownCall(callId: "long-ago", version: 3))
            #expect(forgotten.map(\.phase) == [.ended])
            #expect(try await late.sync(Proto.KnownCall(callId: "under-way", version: 0)).isEmpty)
        }
    }

    @Test("a snapshot that a gateway did not take is brought again")
    func redelivery() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.deliveriesToFail = 2 }
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
        }
    }

    @Test("the caller's app restarted on the same device: a new call replaces the lost one")
    func redial() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            var identity = alice.identity
            identity.sessionId = "alice-phone-session-2"
            let again = Client(rig: rig, identity: identity)
            #expect(try await again.call("c2", "bob").ownStatus == .waiting)
            try await bob.hears("c1") { $0.phase == .ended }
            try await bob.hears("c2") { $0.ownStatus == .waiting }
        }
    }

    @Test("two processes on one store never both decide: the compare-and-set refuses the second")
    func compareAndSet() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cas-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tables = try (0..<2).map { _ in
            CallTable(database: try Database(.file(folder + "/signaling.db", claim: .none), schema: signalingSchema))
        }
        let now = WallTime(milliseconds: 1_000_000)
        let alice = CallDevice(userID: UserID("alice"), deviceID: DeviceID("a"), sessionID: SessionID("a"))
        for round in 0..<20 {
            let id = CallID("c\(round)")
            let terms = CallTerms(inviterID: alice.userID, mediaKind: .audio, roomID: "r")
            let bobs = ["b1", "b2"].map {
                CallDevice(userID: UserID("bob"), deviceID: DeviceID($0), sessionID: SessionID($0))
            }
            let bob = Invitee(userID: UserID("bob"), standing: .free, devices: bobs)
            _ = try await tables[0].transact { store in
                try store.place(Call(id: id, terms: terms), Placement(caller: alice, invitees: [bob]), at: now)
            }
            let wins = await withTaskGroup(of: Bool.self) { group in
                for (table, device) in zip(tables, bobs) {
                    group.addTask { (try? await table.decide(id, .device(device, .accepted), at: now)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
            _ = try await tables[1].decide(id, .operatorEnded, at: now)
        }
    }
}
