import CallModel
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Blocks and do-not-disturb through the service")
struct ContactsTests {
    private func rings(_ rig: SignalingRig, of user: String) -> Int {
        rig.world.state.withLock { state in state.rings.count { $0.userId == user } }
    }

    @Test("a call between two of whom one blocked the other fails with 20007, and nothing rings or is pushed")
    func blocked() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.state.withLock { _ = $0.blocks.insert(["alice", "bob"]) }
            for (id, caller, callee) in [("c1", alice, "bob"), ("c2", bob, "alice")] {
                #expect(await reason { () throws(RPCError) in _ = try await caller.call(id, callee) } == .blocked)
            }
            #expect(try await bob.sync().isEmpty)
            #expect(try await bob.records().isEmpty)
            #expect(rings(rig, of: "bob") == 0)
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty)
            // It was refused, so it left no call behind that keeps anybody busy.
            let carol = rig.connect("carol")[0]
            #expect(try await alice.call("c3", "carol").ownStatus == .waiting)
            try await carol.hears("c3") { $0.ownStatus == .waiting }
        }
    }

    @Test("an invitation to somebody who blocked its sender reaches the others only, and fails if there are none")
    func blockedInvitation() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            rig.world.state.withLock { _ = $0.blocks.insert(["alice", "bob"]) }
            let alone = Proto.InviteUsersRequest(invitationId: "i1", inviteeIds: ["bob"], data: "x", timeoutS: 30)
            #expect(
                await reason { () throws(RPCError) in _ = try await rig.invitations.invite(alone, alice.options) }
                    == .blocked)
            let both = Proto.InviteUsersRequest(
                invitationId: "i2", inviteeIds: ["bob", "carol"], data: "x", timeoutS: 30)
            _ = try await rig.invitations.invite(both, alice.options)
            try await become("carol has it") { !rig.world.invitations(carol.session, of: "i2").isEmpty }
            #expect(rig.world.invitations(bob.session, of: "i2").isEmpty)
        }
    }

    @Test("in a group the one who blocked is not rung, nor by an invitation, and the others are")
    func blockedInAGroup() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            rig.world.state.withLock { _ = $0.blocks.insert(["alice", "bob"]) }
            _ = try await alice.call("c1", "bob", "carol")
            try await carol.hears("c1") { $0.ownStatus == .waiting }
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty && rings(rig, of: "bob") == 0)
            let invitation = Proto.InviteRequest(callId: "c1", participantIds: ["bob"])
            #expect(
                await reason { () throws(RPCError) in _ = try await alice.api.invite(invitation, alice.options) }
                    == .blocked)
            // Carol is on terms with bob.
            _ = try await carol.accept("c1")
            _ = try await carol.api.invite(invitation, carol.options)
            try await bob.hears("c1") { $0.ownStatus == .waiting }
        }
    }

    @Test(
        "who is not to be disturbed finds a missed call; the same caller gets through within three minutes, others do not"
    )
    func doNotDisturb() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            rig.world.state.withLock { _ = $0.quietUsers.insert("bob") }
            for id in ["c1", "c1"] {  // the second is the same request once more
                let placed = try await alice.call(id, "bob")
                #expect(placed.phase == .ended && placed.ownEndReason == .noResponse && placed.ownEndedBy == "bob")
            }
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty && rings(rig, of: "bob") == 0)
            #expect(try await bob.records().map(\.direction) == [.missed])
            #expect(try await carol.call("c2", "bob").ownEndReason == .noResponse)

            rig.clock.advance(.seconds(170))
            #expect(try await alice.call("c3", "bob").ownStatus == .waiting)
            try await bob.hears("c3") { $0.ownStatus == .waiting }
            try await alice.hangup("c3")
            rig.clock.advance(.seconds(190))
            #expect(try await alice.call("c4", "bob").ownEndReason == .noResponse)
        }
    }

    @Test(
        "whether the caller called before outlives the process; being invited into the same call twice is not calling again"
    )
    func doNotDisturbSurvives() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = rig.connect("carol")
            rig.world.state.withLock { _ = $0.quietUsers.insert("bob") }
            _ = try await alice.call("c1", "carol", "bob")
            _ = try await alice.api.invite(
                Proto.InviteRequest(callId: "c1", participantIds: ["bob"]), alice.options)
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty && rings(rig, of: "bob") == 0)
            try await alice.hangup("c1")
            try await rig.restart()
            #expect(try await alice.call("c2", "bob").ownStatus == .waiting)
            try await bob.hears("c2") { $0.ownStatus == .waiting }
        }
    }
}

@Suite("Chat groups and apps in the background through the service")
struct StandingTests {
    @Test("who calls for a known chat group must be in it; what group presence does not know is the app's own business")
    func groupMembership() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], mallory = rig.connect("mallory")[0]
            let bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.groups["team"] = ["alice", "bob"] }
            let team = Proto.CallParams(chatGroupId: "team")
            #expect(
                await reason { () throws(RPCError) in _ = try await mallory.call("c1", "bob", params: team) }
                    == .groupNotAllowed)
            #expect(rig.world.snapshots(bob.session, of: "c1").isEmpty)
            #expect(try await alice.call("c2", "bob", params: team).chatGroupId == "team")
            try await bob.hears("c2") { $0.ownStatus == .waiting }
            // The same request once more is answered, though she has left the group meanwhile.
            rig.world.state.withLock { $0.groups["team"] = ["bob"] }
            #expect(try await alice.call("c2", "bob", params: team).ownStatus == .waiting)
            try await alice.hangup("c2")
            let elsewhere = Proto.CallParams(chatGroupId: "kept elsewhere")
            #expect(try await mallory.call("c3", "bob", params: elsewhere).ownStatus == .waiting)
        }
    }

    @Test("a device whose app is in the background has its ring by connection and its push at once")
    func background() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0]
            let bobs = rig.connect("bob", "phone", "web")
            rig.world.setBackground(bobs[0].session)
            _ = try await alice.call("c1", "bob")
            try await bobs[0].hears("c1") { $0.ownStatus == .waiting }
            let ring = try await eventually("a push") { rig.world.state.withLock { $0.rings.first } }
            #expect(ring.exceptDeviceIds == [bobs[1].identity.deviceId])
        }
    }
}

@Suite("What a client may send")
struct ClientRequestTests {
    private func reason(_ parameters: Proto.CallParams) -> Proto.Reason? {
        do throws(RPCError) {
            _ = try CheckedParameters(parameters)
            return nil
        } catch { return error.reason }
    }

    @Test("control characters are refused in names; an app's data may have white space, but no U+0000")
    func controlCharacters() {
        #expect(reason(Proto.CallParams(userData: "{\r\n\t\"a\": 1}", chatGroupId: "the group ☎")) == nil)
        for character in ["\u{0}", "\u{1}", "\u{1B}", "\u{7F}", "\u{85}"] {
            #expect(reason(Proto.CallParams(userData: "a\(character)")) == .callBadParameter)
            #expect(reason(Proto.CallParams(chatGroupId: "a\(character)")) == .callBadParameter)
            #expect(reason(Proto.CallParams(roomId: "a\(character)")) == .callBadParameter)
            #expect(throws: RPCError.self) { try InvitationData.checked("a\(character)") }
            #expect(CallID(validating: "c\(character)") == nil && UserID(validating: "u\(character)") == nil)
        }
        #expect(reason(Proto.CallParams(chatGroupId: "a\nb")) == .callBadParameter)
    }
}
