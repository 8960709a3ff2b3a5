import CallModel
import SignalingCore
import Testing

@Suite("Keys pressed in a call")
struct DigitsTests {
    private func press(_ scene: inout CallScene, _ text: String, start: Int) throws {
        try scene.act(device(bob), .sentDigits(try #require(DialDigits(text)), start: start))
    }

    private func heard(_ scene: CallScene) -> SentDigits? { scene.snapshot(device(alice)).participants.last?.digits }

    @Test("they come in order and once each, however often and in whatever pieces they are sent")
    func once() throws {
        var scene = try CallScene.connected()
        try press(&scene, "12", start: 0)
        #expect(scene.published == [device(alice), device(bob)])
        try press(&scene, "12", start: 0)
        #expect(scene.lastEffects.isEmpty)
        try press(&scene, "2#3", start: 1)
        #expect(heard(scene)?.end == 4 && heard(scene)?.last == "12#3")
        #expect(throws: CallRefusal.violation(.digitsMissing(after: 4))) { try press(&scene, "9", start: 5) }
    }

    @Test("the newest 64 are kept, and the count goes on")
    func bounded() throws {
        var scene = try CallScene.connected()
        let block = String(repeating: "A", count: 31) + "D"
        for round in 0..<3 { try press(&scene, block, start: 32 * round) }
        #expect(heard(scene)?.end == 96 && heard(scene)?.last == block + block)
    }

    @Test(
        "nothing but a keypad's keys are digits",
        arguments: ["", "E", "1a", "1,2", "１", String(repeating: "1", count: 33)])
    func keys(_ text: String) { #expect(DialDigits(text) == nil) }

    @Test("nobody presses keys before the answer, on hold, or from another device")
    func refused() throws {
        var scene = try CallScene.ringing(free(bob))
        let one = try #require(DialDigits("1"))
        #expect(throws: CallRefusal.violation(.notAnswered)) {
            try scene.act(device(alice), .sentDigits(one, start: 0))
        }
        #expect(throws: CallRefusal.violation(.notInCall)) { try press(&scene, "1", start: 0) }
        try scene.act(device(bob), .accepted)
        #expect(throws: CallRefusal.race(.answeredElsewhere)) {
            try scene.act(device(bob, "tablet"), .sentDigits(one, start: 0))
        }
        try scene.act(device(bob), .held(isOnHold: true))
        #expect(throws: CallRefusal.violation(.onHold)) { try press(&scene, "1", start: 0) }
    }
}

@Suite("Inviting for a shorter time")
struct ShorterInvitationTests {
    @Test("a deadline ends the ring if it comes first, for server, push and device alike")
    func deadline() throws {
        var scene = try CallScene.connected()
        let soon = scene.now + .seconds(12), late = scene.now + .seconds(50)
        try scene.act(device(alice), .invited([free(carol)], .standard, userData: nil, deadline: soon))
        #expect(scene.snapshot(device(carol)).ringDeadline == soon)
        #expect(scene.lastEffects.contains(.pushRing(RingTimer(userID: carol, round: 1), deadline: soon)))
        try scene.act(device(alice), .invited([free(dave)], .standard, userData: nil, deadline: late))
        #expect(scene.snapshot(device(dave)).ringDeadline == scene.now + .seconds(30))
    }

    @Test("a deadline that has passed rings nobody")
    func passed() throws {
        var scene = try CallScene.connected()
        let before = scene.call
        #expect(throws: CallRefusal.violation(.deadlinePassed)) {
            try scene.act(device(alice), .invited([free(carol)], .standard, userData: nil, deadline: before.placedAt))
        }
        #expect(scene.call == before)
    }
}

@Suite("Removing somebody")
struct RemovingTests {
    @Test("who placed the call takes out anybody; the others go on")
    func byInviter() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(alice), .removed(carol))
        #expect(scene.end(device(carol)) == ended(.hangup, by: alice))
        #expect(scene.lastEffects.contains(.removeFromRoom(device(carol).sessionID, node, era: 1)))
        #expect(!scene.call.state.isOver)
        let before = scene.call
        try scene.act(device(alice), .removed(carol))
        #expect(scene.call == before)
    }

    @Test("one ring is called off, by who invited; the call goes on and the record is a missed call")
    func ringing() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(bob), .invited([free(dave)], .standard, userData: nil))
        #expect(throws: CallRefusal.violation(.notInviter)) { try scene.act(device(carol), .removed(dave)) }
        try scene.act(device(bob), .removed(dave))
        #expect(scene.end(device(dave)) == ended(.canceled, by: bob))
        #expect(scene.lastEffects.contains(.pushStop(dave)))
        #expect(scene.records[dave]?.direction == .missed)
        #expect(!scene.call.state.isOver)
    }

    @Test("taking out the last other ends the call; nobody takes out himself, or somebody before being in the call")
    func edges() throws {
        var scene = try CallScene.connected()
        #expect(throws: CallRefusal.violation(.notInviter)) { try scene.act(device(bob), .removed(alice)) }
        #expect(throws: CallRefusal.violation(.notInviter)) { try scene.act(device(alice), .removed(alice)) }
        try scene.act(device(alice), .removed(bob))
        #expect(scene.end?.reason == .hangup && scene.end?.endedBy == alice)
    }
}
