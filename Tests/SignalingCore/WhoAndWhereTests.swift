import CallModel
import SignalingCore
import Testing

/// Who answered or declined, on which device, and how far the ring has come on each.
@Suite("Who and where")
struct WhoAndWhereTests {
    private let phone = device(bob)
    private let tablet = device(bob, "tablet")
    private let web = device(bob, "web")

    private func ringing() throws -> CallScene { try CallScene.ringing(free(bob, phone, tablet)) }

    private func taken(_ devices: CallDevice...) -> CallEvent {
        .push(
            .ringTaken(
                RingTimer(userID: bob, round: 1), deviceCount: devices.count, devices: devices.map(\.deviceID)))
    }

    @Test("a device that comes when another has answered is told which")
    func answeredElsewhere() throws {
        var scene = try ringing()
        try scene.act(tablet, .accepted)
        #expect(scene.end(phone)?.device == tablet.deviceID)
        #expect(scene.end(web) == ended(.otherDeviceAccepted, by: bob, on: tablet))
    }

    @Test("a device that wakes when another has declined is told which, not that it declined itself")
    func declinedElsewhere() throws {
        var scene = try ringing()
        try scene.act(phone, .rejected)
        #expect(scene.end(web) == ended(.otherDeviceReject, by: bob, on: phone))
        #expect(scene.end(phone) == ended(.reject, by: bob))
        #expect(scene.end(device(alice)) == ended(.reject, by: bob), "whose device it was is bob's affair")
    }

    @Test("a device that comes when another has hung up is told which")
    func hungUpElsewhere() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .hungUp)
        #expect(scene.end(web) == ended(.hangup, by: bob, on: device(bob)))
        #expect(scene.end(device(alice, "web")) == ended(.hangup, by: bob))
    }

    @Test("the caller is told of every device how far the ring has come on it")
    func progressPerDevice() throws {
        var scene = try ringing()
        #expect(scene.reach(of: bob, seenBy: device(alice)) == [phone.deviceID: .reaching, tablet.deviceID: .reaching])
        try scene.handle(taken(web))
        try scene.handle(.push(.outcome(bob, isHandedOver: true, PushReport(deviceID: web.deviceID))))
        #expect(scene.published == [device(alice), phone, tablet], "that a push left is everybody's progress")
        try scene.act(phone, .acknowledged(.received))
        try scene.act(tablet, .acknowledged(.alerting))
        try scene.act(phone, .acknowledged(.alerting))
        #expect(scene.published == [device(alice)], "the second device to ring is news for the caller only")
        let before: [DeviceID: RingProgress] = [
            phone.deviceID: .alerting, tablet.deviceID: .alerting, web.deviceID: .pushed,
        ]
        #expect(scene.reach(of: bob, seenBy: device(alice)) == before)
        try scene.act(tablet, .accepted)
        #expect(scene.reach(of: bob, seenBy: device(alice))[tablet.deviceID] == .answered)
        #expect(scene.reach(of: bob, seenBy: device(alice))[phone.deviceID] == .alerting)
    }

    @Test("devices are shown to who placed the call and to who invited, and to nobody else")
    func whoIsShown() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(bob), .invited([free(dave)], .standard, userData: nil))
        #expect(!scene.reach(of: dave, seenBy: device(alice)).isEmpty)
        #expect(!scene.reach(of: dave, seenBy: device(bob)).isEmpty)
        #expect(scene.reach(of: dave, seenBy: device(carol)).isEmpty)
        #expect(scene.reach(of: carol, seenBy: device(bob)).isEmpty)
    }

    @Test("the kind of a device is shown as soon as it is known")
    func platform() throws {
        let known = CallDevice(
            userID: bob, deviceID: phone.deviceID, sessionID: SessionID("later"), platform: .iOS)
        var scene = try ringing()
        try scene.handle(.presence(.sessionsFound(bob, [known])))
        #expect(scene.snapshot(device(alice)).participants[1].devices[0].platform == .iOS)
    }

    // MARK: declining on one device

    @Test("a reject for this device stops it alone; the others ring on and may answer")
    func rejectHere() throws {
        var scene = try ringing()
        try scene.act(phone, .rejectedHere)
        #expect(scene.end(phone) == ended(.reject, by: bob))
        #expect(scene.published == [phone])
        #expect(scene.snapshot(tablet).ownStatus == .waiting)
        #expect(scene.status(of: bob, seenBy: device(alice)) == .waiting)
        try scene.act(tablet, .accepted)
        #expect(scene.status(of: bob, seenBy: device(alice)) == .accept)
    }

    @Test("the last device that rings declines for the user")
    func lastOne() throws {
        var scene = try ringing()
        try scene.handle(taken())
        try scene.act(phone, .rejectedHere)
        try scene.act(tablet, .rejectedHere)
        #expect(scene.end(device(alice)) == ended(.reject, by: bob))
        #expect(scene.end?.reason == .reject)
    }

    @Test("a device that a push may still wake keeps the ring alive, until its push fails for good")
    func lastBeforePush() throws {
        var scene = try CallScene.ringing(free(bob, phone))
        try scene.handle(taken(tablet))
        try scene.act(phone, .rejectedHere)
        #expect(scene.status(of: bob, seenBy: device(alice)) == .waiting)
        let failed = PushReport(deviceID: tablet.deviceID, cause: "token gone")
        try scene.handle(.push(.outcome(bob, isHandedOver: false, failed)))
        #expect(scene.end(device(alice)) == ended(.reject, by: bob))
    }

    @Test("a push that would only wake the device that declined keeps nothing alive")
    func ownPush() throws {
        var scene = try CallScene.ringing(free(bob, phone))
        try scene.handle(taken(phone))
        try scene.act(phone, .rejectedHere)
        #expect(scene.end?.reason == .reject)
    }

    @Test("while push has not said whom it reaches the ring goes on, and ends as it says nobody")
    func pushNotAnswered() throws {
        var scene = try CallScene.ringing(free(bob, phone))
        try scene.act(phone, .rejectedHere)
        #expect(scene.call.state.isOver == false)
        try scene.handle(taken())
        #expect(scene.end?.reason == .reject)
    }

    @Test("a device that declined does not ring again when it reconnects, and no push goes to it")
    func declinedStays() throws {
        var scene = try ringing()
        try scene.act(phone, .rejectedHere)
        let again = device(bob, session: "2")
        let before = scene.call
        try scene.handle(.presence(.sessionsFound(bob, [again])))
        #expect(scene.call == before)
        #expect(scene.end(again) == ended(.reject, by: bob))
        #expect(throws: CallRefusal.race(.staleRing)) { try scene.act(again, .acknowledged(.alerting)) }
        #expect(scene.call.declinedDeviceIDs(of: bob) == [phone.deviceID])
    }

    @Test("for a device in the call, or after it, it is refused as a reject is")
    func rejectHereRefused() throws {
        var scene = try CallScene.connected()
        #expect(throws: CallRefusal.violation(.notRinging)) { try scene.act(device(bob), .rejectedHere) }
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(tablet, .rejectedHere) }
    }
}

/// What is kept to answer "why did it not ring".
@Suite("The trace of a call")
struct CallTraceTests {
    @Test("a ring is written down from the placement to the end, with who and where and when it was tapped")
    func wholeRing() throws {
        var scene = CallScene()
        let placement = Placement(
            caller: device(alice), invitees: [free(bob, device(bob), device(bob, "tablet"))],
            intendedAt: WallTime(milliseconds: 999_000))
        try scene.handle(.placed(placement))
        let timer = RingTimer(userID: bob, round: 1)
        try scene.handle(.push(.ringTaken(timer, deviceCount: 1, devices: [DeviceID("bob-web")])))
        let failed = PushReport(
            deviceID: DeviceID("bob-web"), cause: "token gone", at: WallTime(milliseconds: 1_000_200))
        for _ in 1...2 { try scene.handle(.push(.outcome(bob, isHandedOver: false, failed))) }
        try scene.act(device(bob), .acknowledged(.received))
        try scene.act(device(bob), .acknowledged(.alerting))
        try scene.letSilencePass(of: bob)
        try scene.handle(.device(device(bob), .accepted, saidAt: WallTime(milliseconds: 1_004_500)))
        try scene.handle(.media(.roomCreated(node, era: 1)))
        try scene.act(device(alice), .hungUp)
        let expected = [
            "placed alice alice-phone", "invited bob", "found bob bob-phone", "found bob bob-tablet",
            "pushQueued bob bob-web", "pushFailed bob bob-web", "received bob bob-phone", "alerting bob bob-phone",
            "broughtAgain bob", "answered bob bob-phone", "stopped bob bob-tablet", "roomPlaced",
            "left alice alice-phone", "left bob", "ended",
        ]
        #expect(scene.traced == expected)
        let lines = try #require(scene.call.trace?.lines)
        #expect(lines[0].saidAt == WallTime(milliseconds: 999_000))
        #expect(lines[5].detail == "token gone" && lines[5].saidAt == WallTime(milliseconds: 1_000_200))
        #expect(lines[8].detail == "bob-tablet" && lines[8].at == WallTime(milliseconds: 1_003_000))
        #expect(lines[9].saidAt == WallTime(milliseconds: 1_004_500))
        #expect(lines[10].reason == .otherDeviceAccepted)
        #expect(lines[14].reason == .hangup && lines[14].by == alice)
    }

    @Test("who was not rung is written down with the reason")
    func notRung() throws {
        let scene = try CallScene.ringing(
            free(bob), Invitee(userID: carol, standing: .busy), Invitee(userID: stranger, standing: .unknown))
        let lines = try #require(scene.call.trace?.lines).filter { $0.fact == .notRung }
        #expect(lines.map(\.userID) == [carol, stranger])
        #expect(lines.map(\.reason) == [.lineBusy, .offline])
        #expect(scene.traced.contains("invited bob"))
    }

    @Test("the newest 200 lines are kept, and it is told how many are not")
    func bounded() throws {
        var scene = try CallScene.connectedGroup()
        for _ in 0..<120 {
            try scene.act(device(carol), .hungUp)
            try scene.act(device(carol), .joined(isBusy: false))
        }
        let trace = try #require(scene.call.trace)
        #expect(trace.lines.count == CallTrace.capacity)
        #expect(trace.droppedCount > 0)
        #expect(trace.lines.last?.fact == .joined)
    }

    @Test("a text from outside can neither break a line nor be endless")
    func hostileText() throws {
        var scene = try CallScene.ringing(free(bob))
        let cause = "one\ttwo\n1\tended" + String(repeating: "x", count: 1_000)
        let report = PushReport(deviceID: DeviceID("d"), cause: cause)
        try scene.handle(.push(.outcome(bob, isHandedOver: false, report)))
        let lines = try #require(scene.call.trace?.lines)
        #expect(lines.last?.fact == .pushFailed)
        #expect(lines.last?.detail.hasPrefix("onetwo1ended") == true)
        #expect((lines.last?.detail.count ?? 0) <= 100)
    }

    @Test("who invites somebody busy in vain is told of no change")
    func nothingToFollow() throws {
        var scene = try CallScene.connectedGroup()
        try scene.act(device(alice), .invited([Invitee(userID: dave, standing: .busy)], .standard, userData: nil))
        try scene.act(device(carol), .invited([Invitee(userID: dave, standing: .busy)], .standard, userData: nil))
        #expect(scene.published.isEmpty)
    }
}
