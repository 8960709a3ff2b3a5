import CallModel
import Testing
import Wire

@testable import signaling

/// The wall clock is put right while calls are on: only what is written in UTC may notice.
@Suite("Clock steps")
struct ClockStepTests {
    @Test("an hour back, while a call rings and while it is answered: it is accepted, heard of and hung up as ever")
    func back() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.clock.advance(.seconds(-3_600))
            #expect(try await bob.accept("c1").ownStatus == .accept)
            try await alice.hears("c1") { $0.ownStatus == .accept }
            rig.clock.advance(.seconds(-3_600))
            try await alice.hangup("c1")
            try await bob.hears("c1") { $0.ownEndReason == .hangup }
            // And the next call is not in the way of the last one.
            _ = try await alice.call("c2", "bob")
            try await bob.hears("c2") { $0.ownStatus == .waiting }
        }
    }

    @Test("an hour on, while a call rings: the ring is over for both, with one end; the next call rings")
    func forward() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.clock.advance(.seconds(3_600))
            try await alice.hears("c1") { $0.phase == .ended }
            try await bob.hears("c1") { $0.phase == .ended }
            _ = try await alice.call("c2", "bob")
            try await bob.hears("c2") { $0.ownStatus == .waiting }
            #expect(try await bob.accept("c2").ownStatus == .accept)
        }
    }
}
