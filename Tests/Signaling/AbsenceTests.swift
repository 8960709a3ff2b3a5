import CallModel
import Synchronization
import Testing
import Wire

@testable import signaling

/// Devices without a connection whose sessions could still be resumed.
@Suite("Absent devices")
struct AbsenceTests {
    /// Waits until every absence of this moment has been swept for.
    private func sweeps(_ rig: SignalingRig) async throws {
        let before = rig.world.state.withLock { $0.sessionLookups }
        // Looking up gateways counts too, hence more than one.
        try await become("the sessions are swept") { rig.world.state.withLock { $0.sessionLookups } >= before + 4 }
    }

    @Test("a caller who is away for longer than the grace ends the ring; the callee is told that the caller is offline")
    func callerAway() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.world.detach(alice.session, lastSeen: rig.clock.wallTime)
            rig.clock.advance(.seconds(4))
            try await sweeps(rig)
            #expect(try await bob.sync().first?.ownStatus == .waiting)
            rig.clock.advance(.seconds(6))
            try await bob.hears("c1") { $0.ownEndReason == .offline && $0.ownEndedBy == "alice" }
        }
    }

    @Test("a participant who is away for longer than the grace is out of the call; one who came back is not")
    func participantAway() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            _ = try await alice.call("c1", "bob", "carol")
            _ = try await bob.accept("c1")
            _ = try await carol.accept("c1")
            for client in [bob, carol] { rig.world.detach(client.session, lastSeen: rig.clock.wallTime) }
            rig.clock.advance(.seconds(5))
            rig.world.resume(carol.session, gateway: rig.gateway)
            rig.clock.advance(.seconds(6))
            try await alice.hears("c1") { call in
                call.participants.contains { $0.userId == "bob" && $0.status == .none }
            }
            try await sweeps(rig)
            #expect(try await carol.sync().first?.ownStatus == .accept)
        }
    }

    @Test("a callee's device may sleep: it rings until the deadline, and answers when it is woken")
    func calleeAsleep() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.detach(bob.session, lastSeen: rig.clock.wallTime)
            _ = try await alice.call("c1", "bob")
            rig.clock.advance(.seconds(20))
            try await sweeps(rig)
            rig.world.resume(bob.session, gateway: rig.gateway)
            #expect(try await bob.sync().first?.ownStatus == .waiting)
            #expect(try await bob.accept("c1").ownStatus == .accept)
        }
    }

    @Test("presence that does not answer, or has just started, makes nobody absent")
    func presenceRestarts() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            rig.world.detach(bob.session, lastSeen: rig.clock.wallTime)
            rig.world.setPresence(isDown: true)
            rig.clock.advance(.seconds(40))
            try await sweeps(rig)
            // Its start counts as a sign of life.
            rig.world.detach(bob.session, lastSeen: rig.clock.wallTime)
            rig.world.setPresence(isDown: false)
            rig.clock.advance(.seconds(1))
            try await sweeps(rig)
            rig.world.resume(bob.session, gateway: rig.gateway)
            rig.clock.advance(.seconds(40))
            try await sweeps(rig)
            #expect(try await alice.sync().first?.ownStatus == .accept)
            #expect(try await bob.sync().first?.ownStatus == .accept)
        }
    }
}
