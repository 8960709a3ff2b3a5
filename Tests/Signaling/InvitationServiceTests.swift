import CallModel
import Testing
import Wire

@testable import signaling

extension Client {
    fileprivate var invitations: Proto.InvitationsClient { rig.invitations }

    fileprivate func invite(
        _ id: String, _ users: String..., data: String = "hello", timeout: UInt32 = 30, isOnlineOnly: Bool = false
    ) async throws(RPCError) -> Proto.InvitationSnapshot {
        let request = Proto.InviteUsersRequest(
            invitationId: id, inviteeIds: users, data: data, timeoutS: timeout, isOnlineOnly: isOnlineOnly)
        return try await invitations.invite(request, options).invitation ?? Proto.InvitationSnapshot()
    }

    @discardableResult
    fileprivate func agree(_ id: String, _ data: String = "yes") async throws(RPCError) -> Proto.InvitationSnapshot {
        let request = Proto.AnswerInvitationRequest(invitationId: id, data: data)
        return try await invitations.accept(request, options).invitation ?? Proto.InvitationSnapshot()
    }

    fileprivate func callOff(_ id: String) async throws(RPCError) {
        _ = try await invitations.cancel(Proto.CancelInvitationRequest(invitationId: id, data: "sorry"), options)
    }

    fileprivate func open(_ known: Proto.KnownInvitation...) async throws(RPCError) -> Proto.SyncInvitationsResponse {
        try await invitations.sync(Proto.SyncInvitationsRequest(knownInvitations: known), options)
    }

    @discardableResult
    fileprivate func sees(
        _ id: String, _ condition: @Sendable (Proto.InvitationSnapshot) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Proto.InvitationSnapshot {
        try await eventually("an invitation \(id) at \(session)", sourceLocation) {
            let newest = rig.world.invitations(session, of: id).max { $0.version < $1.version }
            return newest.flatMap { condition($0) ? $0 : nil }
        }
    }
}

@Suite("Invitations through the service")
struct InvitationServiceTests {
    @Test("all devices of all invitees are told, and all who take part hear each answer and what came with it")
    func answering() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice", "phone", "web"), bobs = rig.connect("bob", "phone", "tablet")
            let carol = rig.connect("carol")[0]
            let sent = try await alice[0].invite("i1", "bob", "carol")
            #expect(sent.version == 1 && sent.expiresAtMs - sent.createdAtMs == 30_000)
            for device in bobs + [carol] {
                let shown = try await device.sees("i1") { !$0.isOver }
                #expect(shown.data == "hello" && shown.inviterId == "alice")
                #expect(shown.invitees.map(\.answer) == [.waiting, .waiting])
            }
            try await bobs[0].agree("i1")
            for device in alice + bobs + [carol] {
                let heard = try await device.sees("i1") { $0.invitees.first?.answer == .accepted }
                #expect(heard.invitees.first?.data == "yes" && heard.invitees.first?.deviceId == "bob-phone")
            }
            #expect(await reason { () throws(RPCError) in try await bobs[1].agree("i1") } == .invitationInvalid)
            try await alice[0].callOff("i1")
            let end = try await carol.sees("i1") { $0.isCancelled }
            #expect(end.isOver && end.cancelData == "sorry" && end.invitees.last?.answer == .cancelled)
            #expect(await reason { () throws(RPCError) in try await carol.agree("i1") } == .invitationInvalid)
        }
    }

    @Test("at its time an invitation ends for everybody, and names who did not answer")
    func timeout() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            _ = try await alice.invite("i1", "bob", "carol", timeout: 20)
            try await bob.agree("i1")
            rig.clock.advance(.seconds(21))
            for device in [alice, bob, carol] {
                let end = try await device.sees("i1") { $0.isOver }
                #expect(end.invitees.map(\.answer) == [.accepted, .timedOut] && !end.isCancelled)
            }
        }
    }

    @Test("who comes online later is told of what is open, but never of what was for those online only")
    func comingOnline() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.disconnect(bob.session)
            _ = try await alice.invite("kept", "bob")
            _ = try await alice.invite("passing", "bob", isOnlineOnly: true)
            let back = rig.connect("bob")[0]
            #expect(try await back.open().invitations.map(\.invitationId) == ["kept"])
            try await alice.callOff("kept")
            let known = Proto.KnownInvitation(invitationId: "kept", version: 1)
            let strange = Proto.KnownInvitation(invitationId: "never", version: 1)
            let later = try await back.open(known, strange)
            #expect(later.invitations.map(\.isCancelled) == [true] && later.forgottenIds == ["never"])
        }
    }

    @Test("two devices that answer at once: one speaks for the user, and an answer against a cancel has one outcome")
    func races() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bobs = rig.connect("bob", "phone", "tablet")
            for round in 0..<15 {
                let id = "i\(round)"
                _ = try await alice.invite(id, "bob")
                async let first = reason { () throws(RPCError) in try await bobs[0].agree(id) }
                async let second = reason { () throws(RPCError) in try await bobs[1].agree(id) }
                async let off = reason { () throws(RPCError) in try await alice.callOff(id) }
                let outcomes = await [first, second, off]
                #expect(outcomes.filter { $0 == .none }.count == 1)
                #expect(outcomes.filter { $0 == .invitationInvalid }.count == 2)
                let end = try await alice.sees(id) { $0.isOver }
                #expect(end.isCancelled == (outcomes[2] == .none))
            }
        }
    }

    @Test("refusals have their public numbers")
    func refusals() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], eve = rig.connect("eve")[0]
            let sent = try await alice.invite("i1", "bob")
            #expect(try await alice.invite("i1", "bob").version == sent.version, "the same request again")
            let long = String(repeating: "x", count: 12 * 1_024 + 1)
            #expect(
                await reason { () throws(RPCError) in _ = try await alice.invite("i2", "bob", data: long) }
                    == .invitationTooLarge)
            #expect(try await alice.invite("i3", "bob", data: String(long.dropLast())).data.utf8.count == 12 * 1_024)
            #expect(await reason { () throws(RPCError) in _ = try await eve.invite("i1", "bob") } == .invitationExists)
            #expect(await reason { () throws(RPCError) in try await eve.agree("i1") } == .invitationInvalid)
            #expect(await reason { () throws(RPCError) in try await bob.callOff("i1") } == .invitationNoPermission)
            #expect(await reason { () throws(RPCError) in try await alice.agree("i1") } == .invitationNoPermission)
            #expect(
                await reason { () throws(RPCError) in _ = try await alice.invite("i4", "nobody") }
                    == .userNeverLoggedIn)
            #expect(
                await reason { () throws(RPCError) in _ = try await alice.invite("i5", "bob", timeout: 86_401) }
                    == .callBadParameter)
        }
    }

    @Test("modified data reaches everybody")
    func modifying() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.invite("i1", "bob")
            let request = Proto.ModifyInvitationRequest(invitationId: "i1", data: "room 7")
            _ = try await rig.invitations.modify(request, alice.options)
            #expect(try await bob.sees("i1") { $0.dataVersion == 1 }.data == "room 7")
        }
    }

    @Test("after a crash open invitations are told again and still end at their time")
    func recovery() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.invite("i1", "bob", timeout: 20)
            try await bob.sees("i1") { !$0.isOver }
            let told = rig.world.invitations(bob.session, of: "i1").count
            try await rig.restart()
            try await become("told again") { rig.world.invitations(bob.session, of: "i1").count > told }
            rig.clock.advance(.seconds(21))
            try await bob.sees("i1") { $0.invitees.first?.answer == .timedOut }
        }
    }

    @Test("one user has at most 100 open invitations")
    func limitsOpenOnes() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0]
            rig.connect("bob")
            for number in 0..<InvitationServer.openLimit { _ = try await alice.invite("i\(number)", "bob") }
            #expect(await reason { () throws(RPCError) in _ = try await alice.invite("more", "bob") } == .tooFrequent)
            try await alice.callOff("i0")
            #expect(try await alice.invite("more", "bob").version == 1)
        }
    }
}
