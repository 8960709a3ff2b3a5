import CallModel
import SignalingCore
import Testing

/// One call on hold: what the one who holds and the others see, and what the room is told.
@Suite("Hold")
struct HoldTests {
    @Test("who holds leaves the room and keeps his seat; everybody is told")
    func holding() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .held(isOnHold: true))
        #expect(scene.lastEffects.contains(.removeFromRoom(device(bob).sessionID, node, era: 1)))
        #expect(scene.lastEffects.contains(.deactivate(bob)))
        #expect(scene.published == [device(alice), device(bob)])
        #expect(scene.snapshot(device(bob)).isOnHold && !scene.snapshot(device(alice)).isOnHold)
        #expect(scene.snapshot(device(alice)).participants.map(\.isOnHold) == [false, true])
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
        #expect(scene.call.occupiedUsers == [alice, bob])
    }

    @Test("a resume takes the part up again; asking twice changes nothing")
    func resuming() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .held(isOnHold: true))
        let held = scene.call
        try scene.act(device(bob), .held(isOnHold: true))
        #expect(scene.call == held)
        try scene.act(device(bob), .held(isOnHold: false))
        #expect(scene.lastEffects.contains(.activate(bob)))
        #expect(!scene.snapshot(device(bob)).isOnHold)
        #expect(scene.traced.suffix(2) == ["held bob bob-phone", "resumed bob bob-phone"])
    }

    @Test("both may hold, and the call stays up")
    func both() throws {
        var scene = try CallScene.connected()
        for user in [alice, bob] { try scene.act(device(user), .held(isOnHold: true)) }
        scene.pass(seconds: 3_600)
        try scene.act(device(alice), .held(isOnHold: false))
        #expect(scene.snapshot(device(bob)).isOnHold && !scene.call.state.isOver)
    }

    @Test("the silence of who holds ends nothing; the loss of the session does")
    func silence() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .held(isOnHold: true))
        #expect(throws: CallRefusal.race(.staleSession)) {
            try scene.handle(.media(.silenced(device(bob).sessionID, era: 1)))
        }
        try scene.handle(.presence(.sessionGone(device(bob).sessionID)))
        #expect(scene.end(device(alice)) == ended(.offline, by: bob))
    }

    @Test("the time on hold is talk time, and who hangs up on hold is on hold no longer")
    func hangingUp() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .held(isOnHold: true))
        scene.pass(seconds: 7)
        try scene.act(device(bob), .hungUp)
        #expect(scene.records[bob]?.talkTime == WallSpan(milliseconds: 7_000))
        #expect(scene.snapshot(device(alice)).participants.allSatisfy { !$0.isOnHold })
    }

    @Test("an outgoing call that nobody has answered, and a ring, cannot be held; nor can another device hold")
    func refused() throws {
        var scene = try CallScene.ringing(free(bob))
        #expect(throws: CallRefusal.violation(.notAnswered)) {
            try scene.act(device(alice), .held(isOnHold: true))
        }
        #expect(throws: CallRefusal.violation(.notInCall)) { try scene.act(device(bob), .held(isOnHold: true)) }
        try scene.act(device(bob), .accepted)
        #expect(throws: CallRefusal.race(.answeredElsewhere)) {
            try scene.act(device(bob, "tablet"), .held(isOnHold: true))
        }
    }

    @Test("a hold survives the move to another device")
    func moving() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(carol), .held(isOnHold: true))
        try scene.act(device(carol, "tablet"), .joined(isBusy: false))
        #expect(scene.snapshot(device(carol, "tablet")).isOnHold)
        try scene.act(device(carol, "tablet"), .held(isOnHold: false))
        #expect(!scene.snapshot(device(carol, "tablet")).isOnHold)
    }

    // MARK: beside another call

    @Test("a ring beside another call says so, takes the second seat, and is the active call once it is answered")
    func waitingRing() throws {
        var scene = try CallScene.ringing(waiting(bob))
        #expect(scene.lastEffects.contains(.occupySecond(bob)) && scene.lastEffects.contains(.occupy(alice)))
        #expect(scene.snapshot(device(bob)).isWaiting && !scene.snapshot(device(alice)).isWaiting)
        #expect(scene.call.asksForWay(of: bob, by: .accepted))
        #expect(!scene.call.asksForWay(of: alice, by: .accepted) && !scene.call.asksForWay(of: bob, by: .rejected))
        #expect(scene.call.givingWay(of: bob, by: .hold) == nil)
        try scene.act(device(bob), .accepted)
        #expect(scene.lastEffects.contains(.activate(bob)))
        #expect(!scene.snapshot(device(bob)).isWaiting)
        #expect(!scene.call.asksForWay(of: bob, by: .accepted))
        try scene.act(device(bob), .held(isOnHold: true))
        #expect(!scene.call.asksForWay(of: bob, by: .accepted), "an answer that comes once more takes nothing up")
        #expect(scene.call.asksForWay(of: bob, by: .held(isOnHold: false)))
    }

    @Test("a ring beside another call is declined, missed and called off like any other", arguments: [0, 1, 2])
    func waitingRingEnds(_ way: Int) throws {
        var scene = try CallScene.ringing(waiting(bob))
        switch way {
        case 0: try scene.act(device(bob), .rejected)
        case 1: try scene.letRingExpire(of: bob)
        default: try scene.act(device(alice), .hungUp)
        }
        #expect(scene.lastEffects.contains(.release(bob)))
        #expect(scene.records[bob]?.direction == .missed)
    }

    @Test("the active call makes way by a hold or by its end, through the device that has it")
    func makingWay() throws {
        let scene = try CallScene.connected()
        #expect(scene.call.givingWay(of: bob, by: .hold) == .device(device(bob), .held(isOnHold: true)))
        #expect(scene.call.givingWay(of: bob, by: .end) == .device(device(bob), .hungUp))
        #expect(scene.call.givingWay(of: carol, by: .hold) == nil)
        #expect(scene.call.bearsAnother(for: bob) && !scene.call.bearsAnother(for: carol))
        #expect(try !CallScene.ringing(free(bob)).call.bearsAnother(for: bob), "a ring bears no other beside it")
    }
}
