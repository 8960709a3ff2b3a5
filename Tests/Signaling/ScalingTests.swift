import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Media nodes that come and go")
struct ScalingTests {
    /// A call of two of its own users, answered; the node its room is on.
    private func talk(_ rig: SignalingRig, _ id: String) async throws -> FakeMediaNode {
        let caller = rig.connect("caller-\(id)")[0], callee = rig.connect("callee-\(id)")[0]
        _ = try await caller.call(id, "callee-\(id)")
        _ = try await callee.accept(id)
        try await caller.hears(id) { $0.mediaEra == 1 }
        return try #require(rig.media.first { $0.state.withLock { $0.rooms[id] == 1 } })
    }

    @Test("a node that appears behind the name gets the next room; calls that run stay where they are")
    func scaledUp() async throws {
        let names = FakeResolver(["127.0.0.1"])
        try await withRig(mediaNodes: 2, names: names) { rig in
            let first = try await talk(rig, "c1")
            #expect(first === rig.media[0])
            names.answer(["127.0.0.2", "127.0.0.1"])
            try await become("the new node is watched") { rig.media[1].state.withLock { !$0.watchers.isEmpty } }
            #expect(try await talk(rig, "c2") === rig.media[1])
            #expect(rig.media[0].state.withLock { $0.rooms["c1"] } == 1)
        }
    }

    @Test("a node that ends its rooms loses no call, and gets no room while it leaves")
    func scaledDown() async throws {
        let names = FakeResolver(["127.0.0.1", "127.0.0.2"])
        try await withRig(mediaNodes: 2, names: names) { rig in
            let leaving = try await talk(rig, "c1")
            let staying = try #require(rig.media.first { $0 !== leaving })
            try await become("it is watched") { leaving.state.withLock { !$0.watchers.isEmpty } }
            leaving.report(Proto.RoomReport(callId: "c1", era: 1, isClosed: true))
            try await become("the room is elsewhere") { staying.state.withLock { $0.rooms["c1"] == 2 } }
            names.answer([staying.address])
            await leaving.die()
            #expect(try await talk(rig, "c2") === staying)
        }
    }

    @Test("a node that went while signaling was away: its calls are placed anew")
    func goneMeanwhile() async throws {
        let names = FakeResolver(["127.0.0.1", "127.0.0.2"])
        try await withRig(mediaNodes: 2, names: names) { rig in
            let gone = try await talk(rig, "c1")
            let staying = try #require(rig.media.first { $0 !== gone })
            await rig.kill()
            await gone.die()
            names.answer([staying.address])
            try await rig.start()
            try await become("the room is elsewhere") { staying.state.withLock { $0.rooms["c1"] == 2 } }
        }
    }

    @Test("a node that is cut off while nothing closes its connection: its room is placed elsewhere")
    func cutOff() async throws {
        try await withRig(mediaNodes: 2) { rig in
            let gone = try await talk(rig, "c1")
            let staying = try #require(rig.media.first { $0 !== gone })
            gone.cutOff()
            try await become("the room is elsewhere", within: .seconds(20)) {
                staying.state.withLock { $0.rooms["c1"] == 2 }
            }
        }
    }

    @Test("one question that a node does not answer moves nothing")
    func oneLostAnswer() async throws {
        try await withRig(mediaNodes: 2) { rig in
            let node = try await talk(rig, "c1")
            let asked = node.state.withLock { state in
                state.questionsToSwallow = 1
                return state.loadQuestions
            }
            // The lost one, the one after it, and some more once it is trusted again.
            try await become("it is asked on", within: .seconds(20)) {
                node.state.withLock { $0.questionsToSwallow == 0 && $0.loadQuestions > asked + 6 }
            }
            #expect(rig.media.allSatisfy { ($0.state.withLock { $0.rooms["c1"] } ?? 1) == 1 })
            #expect(node.state.withLock { $0.rooms["c1"] } == 1)
        }
    }

    @Test("a node is asked often whether it is there while it has rooms, and left alone without")
    func askedWhileThereAreRooms() async throws {
        try await withRig { rig in
            let node = rig.media[0]
            try await become("it is watched") { node.state.withLock { $0.listQuestions > 0 } }
            #expect(node.state.withLock { $0.loadQuestions } == 0)
            _ = try await talk(rig, "c1")
            try await become("it is asked") { node.state.withLock { $0.loadQuestions > 2 } }
            try await Client(rig: rig, identity: rig.connect("caller-c1")[0].identity).hangup("c1")
            try await become("the room is closed") { node.state.withLock { $0.closed.contains("c1") } }
            // The row says that the room is closed only after the node did.
            let quiet = try await eventually("it is left alone", within: .seconds(20)) { () -> Int? in
                let (asked, lists) = node.state.withLock { ($0.loadQuestions, $0.listQuestions) }
                try await become("it is compared twice") { node.state.withLock { $0.listQuestions >= lists + 2 } }
                return node.state.withLock { $0.loadQuestions } == asked ? asked : nil
            }
            #expect(quiet > 2)
        }
    }

    @Test("a name that is not found for a while takes no node away")
    func nameServiceInTrouble() async throws {
        let names = FakeResolver(["127.0.0.1"])
        try await withRig(names: names) { rig in
            _ = try await talk(rig, "c1")
            names.answer([])
            #expect(try await talk(rig, "c2") === rig.media[0])
        }
    }
}
