import CallModel
import Testing
import CallModel
import Wire

@testable import signaling

@Suite("In a running call, through the service")
struct InCallTests {
    @Test("keys reach the other side once, also if the request is repeated; what is no key is refused")
    func digits() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = try await alice.call("c1", "bob")
            _ = try await bob.accept("c1")
            for _ in 1...2 {
                _ = try await bob.api.sendDigits(
                    Proto.SendDigitsRequest(callId: "c1", digits: "12#", start: 0), bob.options)
            }
            let heard = try await alice.hears("c1") { $0.participants.last?.digitsEnd == 3 }
            #expect(heard.participants.last?.digits == "12#")
            func refused(_ digits: String, _ start: UInt32) async -> Proto.Reason {
                await reason { () throws(RPCError) in
                    _ = try await bob.api.sendDigits(
                        Proto.SendDigitsRequest(callId: "c1", digits: digits, start: start), bob.options)
                }
            }
            #expect(await refused("x", 3) == .callBadParameter)
            #expect(await refused("1", 4) == .callBadParameter)
        }
    }

    @Test("who comes back is told of the group calls that were missed, and of no others, if he asks")
    func missed() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            _ = rig.connect("carol")
            let start = rig.clock.wallTime.milliseconds
            for id in ["g1", "g2"] {
                _ = try await alice.call(id, "bob", "carol")
                try await alice.hangup(id)
                rig.clock.advance(.seconds(1))
            }
            _ = try await alice.call("c1", "bob")
            try await alice.hangup("c1")
            let told = try await bob.api.sync(Proto.SyncRequest(missedSinceMs: start), bob.options)
            #expect(told.missed.map(\.callId) == ["g2", "g1"])
            #expect(told.missed.allSatisfy { $0.direction == .missed && $0.inviterId == "alice" })
            #expect(try await bob.api.sync(Proto.SyncRequest(), bob.options).missed.isEmpty)
        }
    }

    @Test("the running call of a chat group is found, joined, and one may be taken out of it")
    func group() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            func find() async throws(RPCError) -> Proto.CallSnapshot {
                let request = Proto.GetGroupCallRequest(chatGroupId: "g")
                return try await carol.api.getGroupCall(request, carol.options).call ?? Proto.CallSnapshot()
            }
            #expect(await reason { () throws(RPCError) in _ = try await find() } == .callNotFound)
            _ = try await alice.call("c1", "bob", params: Proto.CallParams(userData: "hi", chatGroupId: "g"))
            _ = try await bob.accept("c1")
            let found = try await find()
            #expect(found.callId == "c1" && found.phase == .connected && found.participants.count == 2)
            #expect(found.ownStatus == Proto.ParticipantStatus.none && found.userData.isEmpty)
            _ = try await carol.api.join(Proto.JoinRequest(callId: "c1"), carol.options)
            #expect(
                await reason { () throws(RPCError) in
                    _ = try await bob.api.remove(Proto.RemoveRequest(callId: "c1", userId: "carol"), bob.options)
                } == .callStateRefuses)
            _ = try await alice.api.remove(Proto.RemoveRequest(callId: "c1", userId: "carol"), alice.options)
            try await carol.hears("c1") { $0.ownEndReason == .hangup && $0.ownEndedBy == "alice" }
            try await alice.hangup("c1")
            try await bob.hangup("c1")
            #expect(await reason { () throws(RPCError) in _ = try await find() } == .callNotFound)
        }
    }
}
