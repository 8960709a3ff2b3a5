import CallModel
import Database
import PostgresSupport
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Two calls per user, through the service")
struct TwoCallsServiceTests {
    /// Alice and bob talk in c1.
    private func talk(_ rig: SignalingRig) async throws -> (alice: Client, bob: Client) {
        let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
        _ = try await alice.call("c1", "bob")
        _ = try await bob.accept("c1")
        try await bob.hears("c1") { $0.mediaEra == 1 }
        return (alice, bob)
    }

    @Test("without call waiting a second call is busy, on hold or not")
    func off() async throws {
        try await withRig { rig in
            let (_, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            #expect(try await carol.call("c2", "bob").ownEndReason == .lineBusy)
            try await bob.hold("c1", true)
            #expect(try await carol.call("c3", "bob").ownEndReason == .lineBusy)
            #expect(await reason { () throws(RPCError) in _ = try await bob.call("c4", "carol") } == .callStateRefuses)
            #expect(try await bob.sync().map(\.callId) == ["c1"])
        }
    }

    @Test("who holds leaves the room, gets no place in it, and is back after the resume; the others are told")
    func hold() async throws {
        try await withRig { rig in
            let (alice, bob) = try await talk(rig)
            let join = Proto.JoinMediaRequest(callId: "c1", mediaEra: 1)
            _ = try await bob.api.joinMedia(join, bob.options)
            #expect(try await bob.hold("c1", true).isOnHold)
            try await become("the room is left") { rig.media[0].state.withLock { $0.left == [bob.session] } }
            let told = try await alice.hears("c1") { $0.participants.last?.isOnHold == true }
            #expect(told.phase == .connected && !told.isOnHold)
            #expect(
                await reason { () throws(RPCError) in _ = try await bob.api.joinMedia(join, bob.options) }
                    == .callStateRefuses)
            #expect(try await !bob.hold("c1", false).isOnHold)
            try await alice.hears("c1") { $0.participants.last?.isOnHold == false }
            _ = try await bob.api.joinMedia(join, bob.options)
        }
    }

    @Test("a second call rings as waiting; its answer holds the first at the same instant", arguments: Dialect.allCases)
    func waiting(_ dialect: Dialect) async throws {
        try await withRig(dialect: dialect, callWaiting: true) { rig in
            let (alice, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            _ = try await carol.call("c2", "bob")
            let ring = try await bob.hears("c2") { $0.ownStatus == .waiting }
            #expect(ring.isWaiting)
            #expect(Set(try await bob.sync().map(\.callId)) == ["c1", "c2"])
            #expect(try await bob.accept("c2").ownStatus == .accept)
            try await bob.hears("c1") { $0.isOnHold && $0.ownStatus == .accept }
            try await alice.hears("c1") { $0.participants.last?.isOnHold == true }

            let dave = rig.connect("dave")[0]
            #expect(try await dave.call("c3", "bob").ownEndReason == .lineBusy, "two calls are enough")

            // Back and forth, and the same answer once more, which changes nothing.
            #expect(try await !bob.hold("c1", false).isOnHold)
            try await bob.hears("c2") { $0.isOnHold }
            _ = try await bob.accept("c2")
            #expect(try await bob.sync().filter(\.isOnHold).map(\.callId) == ["c2"])
            try await bob.hangup("c1")
            #expect(try await !bob.hold("c2", false).isOnHold)
            try await bob.hangup("c2")
            #expect(try await bob.sync().isEmpty)
        }
    }

    @Test("an answer may end the other call instead")
    func ending() async throws {
        try await withRig(callWaiting: true) { rig in
            let (alice, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            _ = try await carol.call("c2", "bob")
            _ = try await bob.api.accept(Proto.AcceptRequest(callId: "c2", otherCall: .end), bob.options)
            try await alice.hears("c1") { $0.ownEndReason == .hangup && $0.ownEndedBy == "bob" }
            try await carol.hears("c2") { $0.ownStatus == .accept }
        }
    }

    @Test("an answer that comes too late leaves the first call as it was")
    func tooLate() async throws {
        try await withRig(callWaiting: true) { rig in
            let (alice, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            _ = try await carol.call("c2", "bob")
            try await carol.hangup("c2")
            #expect(await reason { () throws(RPCError) in _ = try await bob.accept("c2") } == .callNotFound)
            let own = try await bob.sync()
            #expect(own.map(\.callId) == ["c1"] && !own[0].isOnHold)
            #expect(try await alice.sync().allSatisfy { call in call.participants.allSatisfy { !$0.isOnHold } })
        }
    }

    @Test("a call can be placed while the other is on hold, which it neither ends nor takes up")
    func placing() async throws {
        try await withRig(callWaiting: true) { rig in
            let (_, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            try await bob.hold("c1", true)
            #expect(try await bob.call("c2", "carol").ownStatus == .waiting)
            #expect(
                await reason { () throws(RPCError) in try await bob.hold("c1", false) } == .callStateRefuses,
                "what nobody has answered cannot be put on hold")
            _ = try await carol.accept("c2")
            #expect(try await !bob.hold("c1", false).isOnHold)
            try await carol.hears("c2") { $0.participants.first?.isOnHold == true }
        }
    }

    @Test(
        "of an answer and a resume at the same instant one is the active call, every time",
        arguments: Dialect.allCases)
    func atOnce(_ dialect: Dialect) async throws {
        try await withRig(dialect: dialect, callWaiting: true) { rig in
            let (_, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            for round in 0..<10 {
                let id = "w\(round)"
                _ = try await carol.call(id, "bob")
                async let answered = bob.accept(id)
                async let toggled = bob.hold("c1", round % 2 == 0)
                _ = try? await (answered, toggled)
                let own = try await bob.sync().filter { $0.ownStatus == .accept }
                #expect(own.count == 2 && own.count(where: { !$0.isOnHold }) == 1)
                try await bob.hangup(id)
            }
        }
    }

    @Test("a session that is lost leaves both of its calls")
    func lost() async throws {
        try await withRig(callWaiting: true) { rig in
            let (alice, bob) = try await talk(rig)
            let carol = rig.connect("carol")[0]
            _ = try await carol.call("c2", "bob")
            _ = try await bob.accept("c2")
            rig.world.disconnect(bob.session)
            _ = try await rig.asService.sessionsEnded(Proto.SessionsEndedRequest(sessionIds: [bob.session]))
            try await alice.hears("c1") { $0.ownEndReason == .offline && $0.ownEndedBy == "bob" }
            try await carol.hears("c2") { $0.ownEndReason == .offline && $0.ownEndedBy == "bob" }
        }
    }
}
