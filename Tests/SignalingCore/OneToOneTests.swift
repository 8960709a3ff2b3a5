import CallModel
import SignalingCore
import Testing

@Suite("A call between two")
struct OneToOneTests {
    @Test("placing it makes both sides wait, and rings the callee by connection and by push")
    func placing() throws {
        let scene = try CallScene.ringing(free(bob))
        #expect(scene.snapshot(device(alice)).ownStatus == .waiting)
        #expect(scene.snapshot(device(bob)).ownStatus == .waiting)
        #expect(scene.snapshot(device(bob)).phase == .ringing)
        #expect(!scene.call.isGroup)
        #expect(scene.published == [device(alice), device(bob)])
        let deadline = scene.now + .seconds(30)
        #expect(scene.lastEffects.contains(.pushRing(RingTimer(userID: bob, round: 1), deadline: deadline)))
        #expect(scene.lastEffects.contains(.occupy(alice)) && scene.lastEffects.contains(.occupy(bob)))
        #expect(scene.snapshot(device(bob)).ringDeadline == deadline)
    }

    @Test("an accept connects both at the same instant and asks for a room")
    func accepting() throws {
        var scene = try CallScene.ringing(free(bob))
        scene.pass(seconds: 5)
        try scene.act(device(bob), .accepted)
        for phone in [device(alice), device(bob)] {
            #expect(scene.snapshot(phone).ownStatus == .accept)
            #expect(scene.snapshot(phone).answeredAt == scene.now)
        }
        #expect(scene.lastEffects.contains(.createRoom(era: 1, avoiding: nil)))
        #expect(scene.lastEffects.contains(.cancelTimer(RingTimer(userID: bob, round: 1))))
        #expect(scene.call.nextDeadline == nil)
    }

    @Test("the caller hanging up while it rings cancels it for both")
    func cancelling() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(alice), .hungUp)
        #expect(scene.end(device(alice)) == ended(.canceled, by: alice))
        #expect(scene.end(device(bob)) == ended(.canceled, by: alice))
        #expect(scene.end?.reason == .canceled)
        #expect(scene.lastEffects.contains(.pushStop(bob)))
        #expect(scene.records[alice]?.direction == .outgoing)
        #expect(scene.records[bob]?.direction == .missed)
    }

    @Test("a reject ends it for both with the callee as the cause")
    func rejecting() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(bob), .rejected)
        #expect(scene.end(device(alice)) == ended(.reject, by: bob))
        #expect(scene.end(device(bob)) == ended(.reject, by: bob))
    }

    @Test("hanging up a ringing incoming call is a reject")
    func hangingUpIncoming() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(bob), .hungUp)
        #expect(scene.end(device(alice)) == ended(.reject, by: bob))
        #expect(scene.end?.reason == .reject)
    }

    @Test("either side hanging up a connected call ends it for both", arguments: [alice, bob])
    func hangingUp(_ user: UserID) throws {
        var scene = try CallScene.connected()
        scene.pass(seconds: 12)
        try scene.act(device(user), .hungUp)
        #expect(scene.end(device(alice)) == ended(.hangup, by: user))
        #expect(scene.end(device(bob)) == ended(.hangup, by: user))
        #expect(scene.records[alice]?.talkTime == WallSpan(milliseconds: 12_000))
        #expect(scene.records[bob]?.talkTime == WallSpan(milliseconds: 12_000))
        #expect(scene.records[bob]?.direction == .incoming)
        #expect(scene.lastEffects.contains(.closeRoom(node, era: 1)))
    }

    @Test("nobody answering ends it at the deadline plus grace, with the callee as the cause")
    func noResponse() throws {
        var scene = try CallScene.ringing(free(bob))
        let placed = scene.now
        try scene.letRingExpire(of: bob)
        #expect(scene.now == placed + .seconds(32))
        #expect(scene.end(device(alice)) == ended(.noResponse, by: bob))
        #expect(scene.end(device(bob)) == ended(.noResponse, by: bob))
        #expect(scene.records[bob]?.direction == .missed)
        #expect(scene.records[bob]?.reason == .noResponse)
    }

    @Test("a busy callee ends it at once as line busy, and leaves the callee a missed call")
    func busy() throws {
        var scene = CallScene()
        let busy = Invitee(userID: bob, standing: .busy, devices: [device(bob)])
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [busy])))
        #expect(scene.end(device(alice)) == ended(.lineBusy, by: bob))
        #expect(scene.end?.reason == .lineBusy)
        #expect(!scene.lastEffects.contains(.occupy(bob)))
        #expect(scene.records[alice]?.reason == .lineBusy)
        #expect(scene.records[bob]?.direction == .missed)
        #expect(!scene.lastEffects.contains { if case .pushRing = $0 { true } else { false } })
    }

    @Test("a caller who is in another call cannot place one")
    func callerBusy() {
        var scene = CallScene()
        let placement = Placement(caller: device(alice), invitees: [free(bob)], isCallerBusy: true)
        #expect(throws: CallRefusal.violation(.callerBusy)) { try scene.handle(.placed(placement)) }
        #expect(scene.call.state == .created)
    }

    @Test("calling nobody, and calling somebody who never logged in, is refused")
    func nobody() {
        var scene = CallScene()
        #expect(throws: CallRefusal.violation(.nobodyToCall)) {
            try scene.handle(.placed(Placement(caller: device(alice), invitees: [])))
        }
        let unknown = Invitee(userID: stranger, standing: .unknown)
        #expect(throws: CallRefusal.violation(.usersUnknown)) {
            try scene.handle(.placed(Placement(caller: device(alice), invitees: [unknown])))
        }
    }

    @Test("placing the same call again is a repeat, by somebody else a violation")
    func repeating() throws {
        var scene = try CallScene.ringing(free(bob))
        let again = Placement(caller: device(alice), invitees: [free(bob)])
        #expect(throws: CallRefusal.race(.repeated)) { try scene.handle(.placed(again)) }
        let foreign = Placement(caller: device(carol), invitees: [free(bob)])
        #expect(throws: CallRefusal.violation(.foreignCallID)) { try scene.handle(.placed(foreign)) }
    }

    @Test("calling back while being rung by the same user answers the first call")
    func glare() throws {
        var scene = try CallScene.ringing(free(bob, device(bob), device(bob, "tablet")))
        try scene.act(device(bob), .calledBack(CallID("call-2")))
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
        #expect(scene.end(device(bob, "tablet")) == ended(.otherDeviceAccepted, by: bob, on: device(bob)))
        #expect(scene.lastEffects.contains(.alias(CallID("call-2"))))
        let before = scene.call
        try scene.act(device(bob), .calledBack(CallID("call-2")))
        #expect(scene.call == before, "a repeated request changes nothing")
    }

    @Test("a record is left for each side, and none by an ephemeral call")
    func records() throws {
        var plain = try CallScene.ringing(free(bob))
        try plain.act(device(bob), .rejected)
        #expect(plain.records.count == 2)
        var ephemeral = try CallScene.ringing(free(bob), isEphemeral: true)
        try ephemeral.act(device(bob), .rejected)
        #expect(ephemeral.records.isEmpty)
    }

    @Test("losing the callee's connection ends a connected call for both as offline")
    func offline() throws {
        var scene = try CallScene.connected()
        try scene.handle(.presence(.sessionGone(device(bob).sessionID)))
        #expect(scene.end(device(alice)) == ended(.offline, by: bob))
        #expect(scene.records[bob]?.reason == .offline)
    }

    @Test("the service can end a call; nobody is named as the cause")
    func operatorEnd() throws {
        var scene = try CallScene.connected()
        try scene.handle(.operatorEnded)
        #expect(scene.end(device(alice)) == ended(.endByServer, by: nil))
        #expect(scene.end(device(bob)) == ended(.endByServer, by: nil))
    }

    @Test("a stranger can do nothing to a call")
    func strangers() throws {
        var scene = try CallScene.ringing(free(bob))
        for act: DeviceAct in [.accepted, .rejected, .hungUp, .acknowledged(.alerting)] {
            #expect(throws: CallRefusal.violation(.notParticipant)) { try scene.act(device(stranger), act) }
        }
        #expect(throws: CallRefusal.violation(.notGroupCall)) {
            try scene.act(device(stranger), .joined(isBusy: false))
        }
    }

    @Test("ring times are 10 to 600 seconds, and 0 means 30")
    func ringTimes() {
        #expect(RingTime(requestedSeconds: 0)?.seconds == 30)
        #expect(RingTime(requestedSeconds: 9) == nil)
        #expect(RingTime(requestedSeconds: 10)?.seconds == 10)
        #expect(RingTime(requestedSeconds: 600)?.seconds == 600)
        #expect(RingTime(requestedSeconds: 601) == nil)
    }
}
