import CallModel
import Foundation
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Calls through the service")
struct CallServiceTests {
    @Test("a call rings, is answered, gets a room, and ends for both with a record each")
    func wholeCall() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            let placed = try await alice.call("c1", "bob", params: Proto.CallParams(userData: "hi"))
            #expect(placed.ownStatus == .waiting && placed.roomId == "c1")
            let ring = try await bob.hears("c1") { $0.ownStatus == .waiting }
            #expect(ring.userData == "hi" && ring.inviterId == "alice" && ring.phase == .ringing)
            #expect(ring.participants.first?.nickname == "nick of alice")
            #expect(ring.ringDeadlineMs - ring.createdAtMs == 30_000)

            let answered = try await bob.accept("c1")
            #expect(answered.ownStatus == .accept && answered.phase == .connected)
            try await alice.hears("c1") { $0.ownStatus == .accept && $0.mediaEra == 1 }
            let grant = try await alice.api.joinMedia(Proto.JoinMediaRequest(callId: "c1", mediaEra: 1), alice.options)
            #expect(grant.grant?.era == 1)

            let left = try await bob.hangup("c1")
            #expect(left.ownStatus == Proto.ParticipantStatus.none && left.ownEndReason == .hangup)
            let end = try await alice.hears("c1") { $0.phase == .ended }
            #expect(end.ownEndReason == .hangup && end.ownEndedBy == "bob")
            #expect(try await alice.records().map(\.direction) == [.outgoing])
            #expect(try await bob.records().map(\.direction) == [.incoming])
            try await become("the room is closed") { rig.media[0].state.withLock { $0.closed == ["c1"] } }
        }
    }

    @Test("of two accepts at the same instant exactly one wins, every time")
    func concurrentAccepts() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0]
            let bobs = rig.connect("bob", "phone", "tablet", "web", "desk")
            for round in 0..<15 {
                let id = "c\(round)"
                _ = try await alice.call(id, "bob")
                let outcomes = await withTaskGroup(of: (String, Proto.Reason).self) { group in
                    for bob in bobs {
                        group.addTask {
                            (bob.session, await reason { () throws(RPCError) in _ = try await bob.accept(id) })
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                let winners = outcomes.filter { $0.1 == .none }
                #expect(winners.count == 1)
                #expect(outcomes.filter { $0.1 == .invitationInvalid }.count == bobs.count - 1)
                for bob in bobs where bob.session != winners.first?.0 {
                    try await bob.hears(id) { $0.ownEndReason == .otherDeviceAccepted }
                }
                try await alice.hangup(id)
            }
        }
    }

    @Test("accept against cancel: both sides end up with the same outcome")
    func acceptAgainstCancel() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            for round in 0..<15 {
                let id = "c\(round)"
                _ = try await alice.call(id, "bob")
                async let accepted = reason { () throws(RPCError) in _ = try await bob.accept(id) }
                async let hungUp = reason { () throws(RPCError) in try await alice.hangup(id) }
                let outcome = await (accepted, hungUp)
                #expect(outcome.1 == .none)
                #expect(outcome.0 == .none || outcome.0 == .callNotFound)
                let end = try await bob.hears(id) { $0.phase == .ended }
                #expect(end.ownEndReason == (outcome.0 == .none ? .hangup : .canceled))
            }
        }
    }

    @Test("a reject on one device ends the ring on the other and at the caller")
    func rejecting() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bobs = rig.connect("bob", "phone", "tablet")
            _ = try await alice.call("c1", "bob")
            try await bobs[0].reject("c1")
            try await bobs[1].hears("c1") { $0.ownEndReason == .otherDeviceReject }
            try await alice.hears("c1") { $0.ownEndReason == .reject && $0.ownEndedBy == "bob" }
            #expect(try await bobs[1].hangup("c1").phase == .ended, "leaving what is over is done already")
        }
    }

    @Test("a ring ends at its deadline, for who is called and who calls")
    func deadline() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob", params: Proto.CallParams(timeoutS: 10))
            try await bob.hears("c1") { $0.ownStatus == .waiting }
            rig.clock.advance(.seconds(12))
            try await alice.hears("c1") { $0.ownEndReason == .noResponse && $0.ownEndedBy == "bob" }
            try await bob.hears("c1") { $0.ownEndReason == .noResponse }
            #expect(await reason { () throws(RPCError) in _ = try await bob.accept("c1") } == .callNotFound)
            #expect(try await bob.records().map(\.direction) == [.missed])
        }
    }

    @Test("public error numbers of refused calls")
    func errors() async throws {
        try await withRig { rig in
            _ = rig.connect("bob")
            let alice = rig.connect("alice")[0], carol = rig.connect("carol")[0]
            func refused(_ client: Client, _ users: [String], _ params: Proto.CallParams? = nil, id: String = "x") async
                -> Proto.Reason
            {
                await reason { () throws(RPCError) in
                    let request = Proto.CallRequest(
                        callId: id, participantIds: users, mediaKind: .audio, params: params)
                    _ = try await client.api.call(request, client.options)
                }
            }
            #expect(await refused(alice, []) == .callBadParameter)
            #expect(await refused(alice, ["alice"]) == .callBadParameter)
            #expect(await refused(alice, ["nobody"]) == .userNeverLoggedIn)
            #expect(await refused(alice, ["no body"]) == .badUserId)
            #expect(await refused(alice, ["bob"], Proto.CallParams(timeoutS: 9)) == .callBadParameter)
            #expect(await refused(alice, ["bob"], Proto.CallParams(timeoutS: 601)) == .callBadParameter)
            #expect(await refused(alice, ["bob"], id: "") == .callBadParameter)
            let long = String(repeating: "x", count: 12 * 1_024 + 1)
            #expect(await refused(alice, ["bob"], Proto.CallParams(userData: long)) == .callBadParameter)
            #expect(await refused(alice, (0..<32).map { "user\($0)" } + ["bob"]) == .callTooMany)
            #expect(await reason { () throws(RPCError) in _ = try await alice.accept("gone") } == .callNotFound)

            _ = try await alice.call("c1", "bob", params: Proto.CallParams(chatGroupId: "g"))
            #expect(await refused(alice, ["carol"], id: "c2") == .callStateRefuses)
            #expect(await refused(carol, ["bob"], Proto.CallParams(chatGroupId: "g"), id: "c3") == .callGroupBusy)
            #expect(await refused(carol, ["bob"], id: "c1") == .callBadParameter)
            let anonymous = await reason { () throws(RPCError) in
                _ = try await rig.asService.accept(Proto.AcceptRequest(callId: "c1"))
            }
            #expect(anonymous == .notLoggedIn)
        }
    }

    @Test("a busy callee gives line busy in the answer itself, and a missed call")
    func busy() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            _ = try await alice.call("c1", "bob")
            let second = try await carol.call("c2", "bob")
            #expect(second.phase == .ended && second.ownEndReason == .lineBusy && second.ownEndedBy == "bob")
            #expect(try await bob.records().map(\.endReason) == [.lineBusy])
            #expect(rig.world.snapshots(bob.session, of: "c2").isEmpty)
        }
    }

    @Test("the same call request again gives the same call")
    func idempotentCall() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            let again = try await alice.call("c1", "bob")
            #expect(again.callId == "c1" && again.ownStatus == .waiting)
            _ = try await bob.accept("c1")
            #expect(try await bob.accept("c1").ownStatus == .accept)
        }
    }

    @Test("a hang-up that overtakes its call wins: nobody rings")
    func hangupFirst() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            #expect(await reason { () throws(RPCError) in try await alice.hangup("c1") } == .callNotFound)
            let placed = try await alice.call("c1", "bob")
            #expect(placed.phase == .ended && placed.ownEndReason == .canceled)
            #expect(try await alice.call("c2", "bob").ownStatus == .waiting)
            try await bob.hears("c2") { $0.ownStatus == .waiting }
            #expect(rig.world.snapshots(bob.session, of: "c1").allSatisfy { $0.phase == .ended })
            #expect(rig.world.state.withLock { $0.rings.allSatisfy { $0.callId == "c2" } })
        }
    }

    @Test("calling back while being rung connects the first call, also when the request is repeated")
    func glare() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            for _ in 0..<2 {
                let merged = try await bob.call("c2", "alice")
                #expect(merged.callId == "c1" && merged.ownStatus == .accept)
            }
            try await alice.hears("c1") { $0.ownStatus == .accept }
            try await bob.hangup("c2")
            try await alice.hears("c1") { $0.ownEndReason == .hangup }
        }
    }

    @Test("both calling each other at the same instant are connected once")
    func simultaneousGlare() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            for round in 0..<10 {
                async let first = alice.call("a\(round)", "bob")
                async let second = bob.call("b\(round)", "alice")
                let (left, right) = try await (first, second)
                #expect(left.callId == right.callId)
                try await alice.hears(left.callId) { $0.ownStatus == .accept }
                try await bob.hears(left.callId) { $0.ownStatus == .accept }
                try await alice.hangup(left.callId)
                try await bob.hears(left.callId) { $0.phase == .ended }
            }
        }
    }

    @Test("a group call: join, invite, mute, leave")
    func group() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            let carol = rig.connect("carol")[0], dave = rig.connect("dave")[0]
            #expect(try await alice.call("c1", "bob", "carol").isGroup)
            _ = try await bob.accept("c1")
            try await carol.reject("c1")
            try await alice.hears("c1") { $0.participants.contains { $0.userId == "carol" && $0.endReason == .reject } }
            let joined = try await dave.api.join(Proto.JoinRequest(callId: "c1"), dave.options)
            #expect(joined.call?.ownStatus == .accept)
            let invite = Proto.InviteRequest(callId: "c1", participantIds: ["carol"])
            _ = try await bob.api.invite(invite, bob.options)
            try await carol.hears("c1") { $0.ownStatus == .waiting }
            try await alice.hears("c1") { $0.mediaEra == 1 }
            let muted = Proto.SetMediaStateRequest(callId: "c1", isMicrophoneOpened: false)
            _ = try await bob.api.setMediaState(muted, bob.options)
            try await become("the room hears of the mute") {
                rig.media[0].state.withLock { $0.mutes.contains { $0.sessionId == bob.session && $0.isMuted } }
            }
            try await alice.hangup("c1")
            try await bob.hears("c1") { $0.participants.contains { $0.userId == "alice" && $0.endReason == .hangup } }
            try await become("alice is out of the room") {
                rig.media[0].state.withLock { $0.left.contains(alice.session) }
            }
            #expect(rig.world.snapshots(dave.session, of: "c1").last?.phase == .connected)
        }
    }

    @Test("a microphone switched on and off in a hurry ends up in the room as it was left")
    func hastyMute() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            try await bob.hears("c1") { $0.mediaEra == 1 }
            _ = try await bob.api.joinMedia(Proto.JoinMediaRequest(callId: "c1", mediaEra: 1), bob.options)
            for number in 0..<21 {
                let state = Proto.SetMediaStateRequest(callId: "c1", isMicrophoneOpened: number % 2 == 1)
                _ = try await bob.api.setMediaState(state, bob.options)
            }
            try await become("the room has bob muted") {
                rig.media[0].state.withLock { $0.mutes.last?.isMuted == true }
            }
        }
    }

    @Test("history comes in pages, newest first, and rows can be deleted")
    func history() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            for number in 0..<5 {
                _ = try await alice.call("c\(number)", "bob")
                try await alice.hangup("c\(number)")
                rig.clock.advance(.seconds(1))
            }
            _ = try await alice.call("secret", "bob", params: Proto.CallParams(isEphemeral: true))
            try await alice.hangup("secret")
            var seen: [String] = []
            var cursor = ""
            repeat {
                let page = try await bob.api.queryRecords(
                    Proto.QueryRecordsRequest(cursor: cursor, count: 2), bob.options)
                seen += page.records.map(\.callId)
                cursor = page.nextCursor
            } while !cursor.isEmpty
            #expect(seen == ["c4", "c3", "c2", "c1", "c0"])
            _ = try await bob.api.deleteRecords(Proto.DeleteRecordsRequest(callIds: ["c4"]), bob.options)
            #expect(try await bob.records().count == 4)
            #expect(try await alice.records().count == 5)
            let again = await reason { () throws(RPCError) in
                _ = try await bob.api.deleteRecords(Proto.DeleteRecordsRequest(callIds: ["c4"]), bob.options)
            }
            #expect(again == .recordNotFound)
        }
    }
}
