import CallModel
import Database
import SignalingCore
import Synchronization
import TestSupport
import Testing
import Wire

@testable import signaling

/// Rings that have to be brought more than once, and callers who call again.
@Suite("Rings and redials")
struct RingingTests {
    private func acknowledge(_ id: String, _ client: Client) async throws {
        let report = Proto.AcknowledgeRequest(callId: id, version: 1, alert: .alerting)
        _ = try await client.api.acknowledge(report, client.options)
    }

    @Test(
        "a device that says nothing gets the ring again, and a push though it looks connected; one that rings does not")
    func silentDevice() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bobs = rig.connect("bob", "phone", "tablet")
            _ = try await alice.call("c1", "bob")
            try await bobs[0].hears("c1") { $0.ownStatus == .waiting }
            try await acknowledge("c1", bobs[1])
            try await become("push hears of the ring") { rig.world.state.withLock { $0.rings.count == 1 } }
            #expect(rig.world.state.withLock { $0.rings[0].exceptDeviceIds } == ["bob-phone", "bob-tablet"])
            let count = rig.world.snapshots(bobs[0].session, of: "c1").count
            rig.clock.advance(.seconds(3))
            try await become("push hears of it again") { rig.world.state.withLock { $0.rings.count == 2 } }
            #expect(rig.world.state.withLock { $0.rings[1].exceptDeviceIds } == ["bob-tablet"])
            #expect(rig.world.state.withLock { $0.rings[0].ringDeadlineMs == $0.rings[1].ringDeadlineMs })
            try await become("the phone gets it again") {
                rig.world.snapshots(bobs[0].session, of: "c1").count > count
            }
            #expect(try await bobs[0].accept("c1").ownStatus == .accept)
        }
    }

    @Test("a ring that no gateway took is brought again when one does")
    func lostRing() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.deliveriesToFail = 1_000 }
            _ = try await alice.call("c1", "bob")
            try await become("the first delivery has failed") {
                rig.world.state.withLock { $0.deliveriesToFail < 1_000 }
            }
            rig.world.state.withLock { $0.deliveriesToFail = 0 }
            rig.clock.advance(.seconds(3))
            let ring = try await bob.hears("c1") { $0.ownStatus == .waiting }
            #expect(ring.callId == "c1" && ring.phase == .ringing)
        }
    }

    @Test("a session that ends before it said anything has its push at once")
    func sessionGone() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await become("push hears of the ring") { rig.world.state.withLock { $0.rings.count == 1 } }
            rig.world.disconnect(bob.session)
            _ = try await rig.asService.sessionsEnded(Proto.SessionsEndedRequest(sessionIds: [bob.session]))
            try await become("push is to ring the phone") {
                rig.world.state.withLock { $0.rings.map(\.exceptDeviceIds) == [["bob-phone"], []] }
            }
        }
    }

    @Test("an end that a gateway did not take for 5 s is still brought")
    func lateEnd() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.world.state.withLock { $0.deliveriesToFail = 5 }
            try await alice.hangup("c1")
            try await bob.hears("c1", within: .seconds(20)) { $0.ownEndReason == .canceled }
        }
    }

    @Test("a ring that a gateway did not take is not brought after the call's end")
    func lateRing() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            for number in 0..<5 {
                let id = "c\(number)"
                rig.world.state.withLock { $0.deliveriesToFail = 1 }
                _ = try await alice.call(id, "bob")
                try await alice.hangup(id)
                try await bob.hears(id) { $0.ownEndReason == .canceled }
                // What failed is tried again, unless it went along with the end.
                _ = await eventually(within: .seconds(1)) { rig.world.snapshots(bob.session, of: id).count > 1 }
                let versions = rig.world.snapshots(bob.session, of: id).map(\.version)
                #expect(versions == versions.sorted())
            }
        }
    }

    @Test(
        "a redial that overtakes its hang-up rings, whether the first call rang or was answered",
        arguments: [false, true])
    func redial(_ isAnswered: Bool) async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            if isAnswered { _ = try await bob.accept("c1") }
            #expect(try await alice.call("c2", "bob").ownStatus == .waiting)
            let end = try await bob.hears("c1") { $0.phase == .ended }
            #expect(end.ownEndReason == (isAnswered ? .hangup : .canceled) && end.ownEndedBy == "alice")
            try await bob.hears("c2") { $0.ownStatus == .waiting }
            #expect(try await alice.hangup("c1").phase == .ended, "the hang-up arrives")
            #expect(try await bob.accept("c2").ownStatus == .accept)
        }
    }

    @Test("who is in a group call, or is being rung, stays busy for a call of one's own")
    func noRedial() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            _ = rig.connect("dave")
            _ = try await alice.call("c1", "bob", "carol")
            _ = try await carol.accept("c1")
            for client in [alice, bob, carol] {
                let refused = await reason { () throws(RPCError) in
                    _ = try await client.call("by-\(client.session)", "dave")
                }
                #expect(refused == .callStateRefuses)
            }
            #expect(try await carol.sync().first?.ownStatus == .accept)
            #expect(try await bob.sync().first?.ownStatus == .waiting)
        }
    }

    @Test("a call that its hang-up has overtaken neither answers the other side's ring nor ends another call")
    func calledOff() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = rig.connect("carol")
            #expect(await reason { () throws(RPCError) in try await bob.hangup("b1") } == .callNotFound)
            #expect(await reason { () throws(RPCError) in try await alice.hangup("a1") } == .callNotFound)
            _ = try await alice.call("c1", "bob")
            let answered = await reason { () throws(RPCError) in _ = try await bob.call("b1", "alice") }
            let replaced = await reason { () throws(RPCError) in _ = try await alice.call("a1", "carol") }
            #expect(answered == .callStateRefuses && replaced == .callStateRefuses)
            #expect(try await bob.sync().map(\.callId) == ["c1"])
            #expect(try await bob.sync().first?.ownStatus == .waiting)
        }
    }

    private func place(
        _ id: String, by caller: CallDevice, calling callee: CallDevice, in table: CallTable, askedAt: WallTime? = nil,
        at now: WallTime
    ) async throws -> CallPlacing.Outcome {
        let request = Proto.CallRequest(callId: id, participantIds: [callee.userID.rawValue], mediaKind: .audio)
        let placing = try CallPlacing(request, by: caller, limits: CallLimits(), rules: RingRules())
        let users = [callee.userID: Proto.UserPresence(userId: callee.userID.rawValue, exists: true)]
        return try await table.transact { store in
            try placing.decide(in: store, users: users, askedAt: askedAt ?? now, at: now)
        }
    }

    @Test("a request that was held up while presence was asked does not end the call that was placed since")
    func heldUpRequest() async throws {
        let folder = try TemporaryFolder()
        let table = CallTable(
            database: try Database(.file(folder.path("signaling.db")), schema: signalingSchema))
        let start = WallTime(milliseconds: 1_000_000)
        let alice = CallDevice(userID: UserID("alice"), deviceID: DeviceID("a"), sessionID: SessionID("a"))
        let bob = CallDevice(userID: UserID("bob"), deviceID: DeviceID("b"), sessionID: SessionID("b"))
        _ = try await place("later", by: alice, calling: bob, in: table, at: start + .seconds(1))
        await #expect(throws: CallRefusal.self) {
            try await place("held-up", by: alice, calling: bob, in: table, askedAt: start, at: start + .seconds(2))
        }
        #expect(try await table.call(CallID("later"))?.state.isOver == false)
        #expect(try await table.call(CallID("held-up")) == nil)
    }

    @Test("calling the one whose ring has just expired rings there, before any timer has fired")
    func expiredGlare() async throws {
        let folder = try TemporaryFolder()
        let database = try Database(.file(folder.path("signaling.db")), schema: signalingSchema)
        let table = CallTable(database: database)
        let placed = WallTime(milliseconds: 1_000_000)
        let alice = CallDevice(userID: UserID("alice"), deviceID: DeviceID("a"), sessionID: SessionID("a"))
        let bob = CallDevice(userID: UserID("bob"), deviceID: DeviceID("b"), sessionID: SessionID("b"))
        _ = try await place("c1", by: alice, calling: bob, in: table, at: placed)
        let again = try await place("c2", by: bob, calling: alice, in: table, at: placed + .seconds(32))
        #expect(again.call.id == CallID("c2"))
        #expect(again.call.ringingUsers == [UserID("alice")])
        let first = try #require(try await table.call(CallID("c1")))
        #expect(first.state.isOver)
        #expect(first.snapshot(for: bob).ownEnd?.reason == .noResponse)
    }
}
