import CallModel
import SignalingCore
import Testing

@Suite("A group call")
struct GroupCallTests {
    @Test("several invitees or a chat group make a group call")
    func kinds() throws {
        #expect(try CallScene.ringing(free(bob), free(carol)).call.isGroup)
        #expect(try CallScene.ringing(free(bob), chatGroup: "g").call.isGroup)
        #expect(try !CallScene.ringing(free(bob)).call.isGroup)
    }

    @Test("an invitee sees the caller and the other invitees waiting from the start")
    func membersFromTheStart() throws {
        let scene = try CallScene.ringing(free(bob), free(carol))
        #expect(scene.snapshot(device(bob)).participants.map(\.userID) == [alice, bob, carol])
        #expect(scene.snapshot(device(bob)).participants.allSatisfy { $0.status == .waiting })
    }

    @Test("the first answer connects the caller; the others ring on")
    func firstAnswer() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(bob), .accepted)
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
        #expect(scene.status(of: carol, seenBy: device(alice)) == .waiting)
        #expect(scene.snapshot(device(carol)).ownStatus == .waiting)
    }

    @Test("a reject takes out only that invitee")
    func reject() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(bob), .rejected)
        #expect(scene.end(device(bob)) == ended(.reject, by: bob))
        #expect(scene.status(of: bob, seenBy: device(carol)) == ParticipantStatus.none)
        #expect(scene.snapshot(device(carol)).ownStatus == .waiting)
        #expect(scene.snapshot(device(alice)).ownStatus == .waiting)
    }

    @Test("each invitee has a deadline; the last one to run out ends the call")
    func timeouts() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.letRingExpire(of: bob)
        #expect(scene.end == nil)
        try scene.letRingExpire(of: carol)
        #expect(scene.end(device(alice)) == ended(.noResponse, by: carol))
    }

    @Test("a busy invitee is left out and the call goes on")
    func busyInvitee() throws {
        let scene = try CallScene.ringing(Invitee(userID: bob, standing: .busy), free(carol))
        #expect(scene.end == nil)
        #expect(scene.snapshot(device(alice)).participants[1].reason == .lineBusy)
    }

    @Test("an invitee who never logged in is left out as offline if there are others")
    func unknownInvitee() throws {
        let scene = try CallScene.ringing(Invitee(userID: stranger, standing: .unknown), free(carol))
        #expect(scene.end == nil)
        #expect(scene.snapshot(device(alice)).participants[1].reason == .offline)
    }

    @Test("the caller giving up while it rings ends it for everybody")
    func cancel() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(alice), .hungUp)
        for user in [alice, bob, carol] { #expect(scene.end(device(user)) == ended(.canceled, by: alice)) }
    }

    @Test("somebody leaving does not end it while two remain, even if it is the caller")
    func leaving() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(alice), .hungUp)
        #expect(scene.end(device(alice)) == ended(.hangup, by: alice))
        #expect(scene.end == nil)
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
        #expect(scene.lastEffects.contains(.removeFromRoom(device(alice).sessionID, node, era: 1)))
        try scene.act(device(carol), .hungUp)
        #expect(scene.end(device(bob)) == ended(.hangup, by: carol))
        #expect(scene.end?.reason == .hangup)
    }

    @Test("one who is left alone waits for invitees who still ring")
    func aloneWithRinging() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(bob), .accepted)
        try scene.act(device(bob), .hungUp)
        #expect(scene.end == nil)
        try scene.act(device(carol), .accepted)
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
    }

    @Test("invitees still ringing when the last one in the call leaves are told it was called off")
    func ringingAtTheEnd() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(bob), .accepted)
        try scene.act(device(bob), .hungUp)
        try scene.act(device(alice), .hungUp)
        #expect(scene.end(device(carol)) == ended(.canceled, by: alice))
    }

    @Test("members can invite more, who ring with their own deadline")
    func inviting() throws {
        var scene = try CallScene.connectedGroup()
        scene.pass(seconds: 100)
        try scene.act(device(bob), .invited([free(dave)], .standard, userData: "come"))
        #expect(scene.snapshot(device(dave)).ownStatus == .waiting)
        #expect(scene.snapshot(device(dave)).userData == "come")
        #expect(scene.snapshot(device(dave)).ringDeadline == scene.now + .seconds(30))
        #expect(scene.status(of: dave, seenBy: device(carol)) == .waiting)
        try scene.act(device(dave), .accepted)
        #expect(scene.status(of: dave, seenBy: device(carol)) == .accept)
    }

    @Test("inviting into a call between two makes it a group call")
    func growing() throws {
        var scene = try CallScene.connected()
        try scene.act(device(alice), .invited([free(carol)], .standard, userData: nil))
        #expect(scene.call.isGroup)
        try scene.act(device(carol), .accepted)
        try scene.act(device(alice), .hungUp)
        #expect(scene.end == nil)
    }

    @Test("an invitee who declined can be invited again and gets a new ring")
    func invitingAgain() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(alice), .invited([free(dave)], .standard, userData: nil))
        try scene.act(device(dave), .rejected)
        try scene.act(device(alice), .invited([free(dave)], .standard, userData: nil))
        #expect(scene.snapshot(device(dave)).ownStatus == .waiting)
        #expect(throws: CallRefusal.race(.staleTimer)) { try scene.handle(.timer(RingTimer(userID: dave, round: 1))) }
        try scene.act(device(dave), .accepted)
        #expect(scene.snapshot(device(dave)).ownStatus == .accept)
    }

    @Test("only a device that is in the call may invite")
    func invitingRights() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        #expect(throws: CallRefusal.violation(.notInCall)) {
            try scene.act(device(bob), .invited([free(dave)], .standard, userData: nil))
        }
        #expect(throws: CallRefusal.race(.answeredElsewhere)) {
            try scene.act(device(alice, "tablet"), .invited([free(dave)], .standard, userData: nil))
        }
    }

    @Test("inviting users who are all in the call already changes nothing")
    func invitingPresent() throws {
        var scene = try CallScene.connectedGroup()
        let before = scene.call
        try scene.act(device(alice), .invited([free(bob)], .standard, userData: nil))
        #expect(scene.call == before)
    }

    @Test("anybody with the id can join a running group call, unless busy elsewhere")
    func joining() throws {
        var scene = try CallScene.connectedGroup()
        #expect(throws: CallRefusal.violation(.callerBusy)) { try scene.act(device(dave), .joined(isBusy: true)) }
        try scene.act(device(dave), .joined(isBusy: false))
        #expect(scene.snapshot(device(dave)).ownStatus == .accept)
        #expect(scene.call.inviteeIDs == [bob, carol])
        #expect(scene.lastEffects.contains(.occupy(dave)))
        try scene.act(device(dave), .hungUp)
        #expect(scene.records[dave]?.direction == .incoming)
    }

    @Test("joining a group call that still rings answers it")
    func joiningRinging() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(dave), .joined(isBusy: false))
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
        try scene.act(device(bob), .joined(isBusy: false))
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
    }

    @Test("who left can join again, and the talk times add up in one record")
    func rejoining() throws {
        var scene = try CallScene.connectedGroup()
        scene.pass(seconds: 10)
        try scene.act(device(carol), .hungUp)
        scene.pass(seconds: 60)
        try scene.act(device(carol), .joined(isBusy: false))
        scene.pass(seconds: 5)
        try scene.act(device(carol), .hungUp)
        #expect(scene.records[carol]?.talkTime == WallSpan(milliseconds: 15_000))
        #expect(scene.records[carol]?.direction == .incoming)
    }

    @Test("joining from another device moves the user there")
    func moving() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(carol, "tablet"), .joined(isBusy: false))
        #expect(scene.end(device(carol)) == ended(.otherDeviceAccepted, by: carol, on: device(carol, "tablet")))
        #expect(scene.snapshot(device(carol, "tablet")).ownStatus == .accept)
        #expect(scene.lastEffects.contains(.removeFromRoom(device(carol).sessionID, node, era: 1)))
        #expect(!scene.lastEffects.contains(.release(carol)))
    }

    @Test("joining a call that is over is refused as over")
    func joiningEnded() throws {
        var scene = try CallScene.connectedGroup()
        try scene.handle(.operatorEnded)
        #expect(throws: CallRefusal.race(.callOver(.endByServer))) {
            try scene.act(device(dave), .joined(isBusy: false))
        }
    }

    @Test("a chat group is held from the placing to the end, and a second call in it is refused")
    func chatGroups() throws {
        var scene = try CallScene.ringing(free(bob), chatGroup: "g")
        #expect(scene.lastEffects.contains(.occupyGroup("g")))
        try scene.act(device(alice), .hungUp)
        #expect(scene.lastEffects.contains(.releaseGroup("g")))
        var second = CallScene(chatGroup: "g")
        let placement = Placement(caller: device(alice), invitees: [free(bob)], isGroupBusy: true)
        #expect(throws: CallRefusal.violation(.groupBusy)) { try second.handle(.placed(placement)) }
    }

    @Test("the limit of participants holds for placing, inviting and joining, and counts who is present")
    func limits() throws {
        let limits = CallLimits(participants: 3)
        var scene = CallScene(limits: limits)
        let tooMany = [bob, carol, dave].map { free($0) }
        let refusal = CallRefusal.violation(.tooManyParticipants(limit: 3))
        #expect(throws: refusal) { try scene.handle(.placed(Placement(caller: device(alice), invitees: tooMany))) }
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [free(bob), free(carol)])))
        try scene.act(device(bob), .accepted)
        #expect(throws: refusal) { try scene.act(device(alice), .invited([free(dave)], .standard, userData: nil)) }
        #expect(throws: refusal) { try scene.act(device(dave), .joined(isBusy: false)) }
        try scene.act(device(carol), .rejected)
        try scene.act(device(dave), .joined(isBusy: false))
    }

    @Test("four times as many users as the limit can ever have been in a call; who was in it may always come back")
    func turnover() throws {
        var scene = CallScene(limits: CallLimits(participants: 3))
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [free(bob), free(carol)])))
        try scene.act(device(bob), .accepted)
        try scene.act(device(carol), .rejected)
        for number in 4...12 {
            let guest = UserID("guest-\(number)")
            try scene.act(device(alice), .invited([free(guest)], .standard, userData: nil))
            try scene.act(device(guest), .rejected)
        }
        #expect(scene.call.participants.count == 12)
        let refusal = CallRefusal.violation(.tooManyParticipants(limit: 3))
        #expect(throws: refusal) { try scene.act(device(alice), .invited([free(dave)], .standard, userData: nil)) }
        #expect(throws: refusal) { try scene.act(device(dave), .joined(isBusy: false)) }
        try scene.act(device(alice), .invited([free(carol)], .standard, userData: nil))
        #expect(scene.status(of: carol, seenBy: device(alice)) == .waiting)
        try scene.act(device(carol), .rejected)
        try scene.act(device(UserID("guest-4")), .joined(isBusy: false))
        #expect(scene.call.participants.count == 12)
    }

    @Test("each user has one record that names all invitees, whatever the order of leaving")
    func oneRecordEach() throws {
        var scene = try CallScene.ringing(Invitee(userID: bob, standing: .busy), free(carol), free(dave))
        try scene.act(device(dave), .rejected)
        try scene.act(device(carol), .accepted)
        try scene.act(device(carol), .hungUp)
        #expect(Set(scene.records.keys) == [alice, bob, carol, dave])
        #expect(scene.records.values.allSatisfy { $0.inviteeIDs == [bob, carol, dave] })
        #expect(scene.records[dave]?.direction == .missed)
        #expect(scene.records[carol]?.direction == .incoming)
    }
}
