import CallModel
import SignalingCore
import Testing

/// Troubles that users of other systems reported, by their number in the list this project keeps of them.
@Suite("Reported troubles")
struct ReportedTroubleTests {
    private let phone = device(bob)
    private let tablet = device(bob, "tablet")

    @Test("report 2: the caller leaves before it rings; a later accept fails as over and connects nobody")
    func acceptAfterCancel() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(alice), .hungUp)
        #expect(throws: CallRefusal.race(.callOver(.canceled))) { try scene.act(phone, .accepted) }
        #expect(scene.snapshot(phone).ownStatus == ParticipantStatus.none)
    }

    @Test("report 4: a hang-up right after the answer ends it for the other side in the same decision")
    func hangUpWhileConnecting() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(phone, .accepted)
        try scene.act(device(alice), .hungUp)
        #expect(scene.published.contains(phone))
        #expect(scene.end(phone) == ended(.hangup, by: alice))
    }

    @Test("reports 6 and 8: a phone that comes on after the call does not ring and has a missed call")
    func lateDevice() throws {
        var scene = try CallScene.ringing(Invitee(userID: bob, standing: .free))
        try scene.letRingExpire(of: bob)
        #expect(throws: CallRefusal.race(.staleRing)) { try scene.handle(.presence(.sessionsFound(bob, [phone]))) }
        #expect(scene.snapshot(phone).ownStatus == ParticipantStatus.none)
        #expect(scene.records[bob]?.direction == .missed)
    }

    @Test("report 12: the caller's network is lost while it rings; the ring ends with the caller's lease")
    func callerLost() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.handle(.presence(.sessionGone(device(alice).sessionID)))
        #expect(scene.end(phone) == ended(.offline, by: alice))
        #expect(scene.end(tablet) == ended(.offline, by: alice))
        #expect(scene.lastEffects.contains(.pushStop(bob)))
    }

    @Test("report 13: an accept that lost against the cancel is told that it was cancelled")
    func cancelledFirst() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(alice), .hungUp)
        #expect(throws: CallRefusal.race(.callOver(.canceled))) { try scene.act(phone, .accepted) }
        #expect(scene.end(phone) == ended(.canceled, by: alice))
    }

    @Test("report 15: a push is ordered with the ring itself, also for a user with a connected desktop")
    func pushAtOnce() throws {
        let scene = try CallScene.ringing(free(bob, device(bob, "desktop")))
        #expect(scene.lastEffects.contains { if case .pushRing = $0 { true } else { false } })
    }

    enum WayOut: CaseIterable { case cancel, reject, deadline, callerLost, service, othersLeft }

    @Test(
        "report 17: whatever ends a call, nothing rings afterwards and every device is told", arguments: WayOut.allCases
    )
    func everyEndStopsRinging(_ way: WayOut) throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet), free(carol))
        switch way {
        case .cancel: try scene.act(device(alice), .hungUp)
        case .reject:
            try scene.act(device(carol), .rejected)
            try scene.act(phone, .rejected)
        case .deadline:
            try scene.letRingExpire(of: carol)
            try scene.letRingExpire(of: bob)
        case .callerLost: try scene.handle(.presence(.sessionGone(device(alice).sessionID)))
        case .service: try scene.handle(.operatorEnded)
        case .othersLeft:
            try scene.act(device(carol), .accepted)
            try scene.act(device(carol), .hungUp)
            try scene.act(device(alice), .hungUp)
        }
        #expect(scene.call.state.isOver)
        #expect(Set(scene.published).isSuperset(of: [phone, tablet]))
        #expect(scene.end(phone) != nil && scene.end(tablet) != nil)
        #expect(scene.call.nextDeadline == nil)
        #expect(scene.call.owedEffects.contains(.pushStop(bob)))
    }

    @Test("report 22: dismissing a stale ring does not end the call answered on another device")
    func staleRing() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, .accepted)
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(tablet, .rejected) }
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(tablet, .hungUp) }
        #expect(scene.snapshot(phone).ownStatus == .accept)
    }

    @Test("reports 21 and 23: the decision that answers on one device tells the others in the same breath")
    func othersStop() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet, device(bob, "web")))
        try scene.act(tablet, .accepted)
        #expect(Set(scene.published).isSuperset(of: [phone, device(bob, "web")]))
        #expect(scene.lastEffects.contains(.pushStop(bob)))
    }

    @Test("report 26: every end carries its reason, the user behind it, and the device if it was the user's own")
    func reasons() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, .accepted)
        #expect(scene.end(tablet) == ended(.otherDeviceAccepted, by: bob, on: phone))
    }

    @Test("report 28: a call answered on one device is not a missed call of the user")
    func answeredElsewhereRecord() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(tablet, .accepted)
        try scene.act(tablet, .hungUp)
        #expect(scene.records[bob]?.direction == .incoming)
        let written = scene.allEffects.count {
            if case .writeRecord(let record) = $0 { record.userID == bob } else { false }
        }
        #expect(written == 1)
    }

    @Test("report 30: a device woken for a call that was answered elsewhere is told so at once")
    func wokenTooLate() throws {
        var scene = try CallScene.ringing(free(bob, phone))
        try scene.act(phone, .accepted)
        #expect(scene.end(device(bob, "woken")) == ended(.otherDeviceAccepted, by: bob, on: phone))
    }

    @Test("report 31: both call each other: connected once, nobody rings")
    func glare() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, .calledBack(CallID("other")))
        #expect(scene.snapshot(phone).ownStatus == .accept)
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
        #expect(scene.snapshot(tablet).ownStatus == ParticipantStatus.none)
        #expect(scene.call.pendingTimers.isEmpty)
    }

    @Test("reports 33 and 35: busy is busy, not no answer, and leaves a trace at the callee")
    func busy() throws {
        var scene = CallScene()
        let busy = Invitee(userID: bob, standing: .busy)
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [busy])))
        #expect(scene.end?.reason == .lineBusy)
        #expect(scene.records[bob]?.reason == .lineBusy)
    }

    @Test("report 44: hanging up is answered in every state of the call")
    func hangUpAlways() throws {
        var ringing = try CallScene.ringing(free(bob))
        try ringing.act(device(alice), .hungUp)
        #expect(throws: CallRefusal.race(.callOver(.canceled))) { try ringing.act(device(alice), .hungUp) }
        var unplaced = try CallScene.ringing(free(bob))
        try unplaced.act(phone, .accepted)
        try unplaced.act(device(alice), .hungUp)
        #expect(unplaced.end?.reason == .hangup)
    }

    @Test("report 46: in a group one reject ends nothing for the others; the creator's cancel ends all ringing")
    func groupEnds() throws {
        var scene = try CallScene.ringing(free(bob), free(carol), free(dave))
        try scene.act(phone, .rejected)
        #expect(scene.snapshot(device(carol)).ownStatus == .waiting)
        try scene.act(device(alice), .hungUp)
        #expect(scene.end(device(carol)) == ended(.canceled, by: alice))
        #expect(scene.end(device(dave)) == ended(.canceled, by: alice))
    }

    @Test("report 51: every ringing leg has a deadline, also one that was added later")
    func deadlines() throws {
        var scene = try CallScene.connected()
        #expect(scene.call.nextDeadline == nil)
        try scene.act(device(alice), .invited([free(carol)], .standard, userData: nil))
        #expect(scene.call.pendingTimers.first?.expiresAt == scene.now + .seconds(32))
    }

    @Test("reports 53 and 61: a device whose session ended is out; one that only waits for a resume stays")
    func leases() throws {
        var scene = try CallScene.connectedGroup()
        let before = scene.call
        #expect(throws: CallRefusal.race(.staleRing)) {
            try scene.handle(.presence(.sessionsFound(carol, [device(carol)])))
        }
        #expect(scene.call == before)
        try scene.handle(.presence(.sessionGone(device(carol).sessionID)))
        #expect(scene.end(device(carol)) == ended(.offline, by: carol))
    }

    @Test("report 54: a connected call has no expiry of its own")
    func noAbsoluteExpiry() throws {
        var scene = try CallScene.connected()
        scene.pass(seconds: 5 * 3_600)
        #expect(scene.call.nextDeadline == nil)
        try scene.act(phone, .hungUp)
        #expect(scene.records[bob]?.talkTime == WallSpan(milliseconds: 18_000_000))
    }

    @Test("report 55: who reloads can come back to the group call with a new session")
    func reload() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(carol, "phone", session: "2"), .joined(isBusy: false))
        #expect(scene.snapshot(device(carol, "phone", session: "2")).ownStatus == .accept)
        try scene.handle(.presence(.sessionGone(device(carol, "phone", session: "2").sessionID)))
        try scene.act(device(carol, "phone", session: "3"), .joined(isBusy: false))
        #expect(scene.snapshot(device(carol, "phone", session: "3")).ownStatus == .accept)
    }

    @Test("report 58: leaving twice is leaving once, and a late leave does not undo a later join")
    func leaveAndJoin() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(carol), .hungUp)
        #expect(throws: CallRefusal.race(.partOver(.hangup))) { try scene.act(device(carol), .hungUp) }
        try scene.act(device(carol, "tablet"), .joined(isBusy: false))
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(device(carol), .hungUp) }
        #expect(scene.snapshot(device(carol, "tablet")).ownStatus == .accept)
    }

    @Test("report 70: the caller is told reaching until a device has confirmed")
    func progress() throws {
        var scene = try CallScene.ringing(free(bob))
        #expect(scene.progress(of: bob) == .reaching)
        try scene.act(phone, .acknowledged(.received))
        #expect(scene.progress(of: bob) == .received)
    }
}
