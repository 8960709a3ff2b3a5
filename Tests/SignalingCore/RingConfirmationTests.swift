import CallModel
import SignalingCore
import Testing

/// A ring of which nothing is heard is brought again, by connection and by push.
@Suite("Rings that nobody confirms")
struct RingConfirmationTests {
    private let phone = device(bob)
    private let tablet = device(bob, "tablet")

    private func order(_ number: Int) -> RingTimer { RingTimer(userID: bob, round: 1, kind: .confirm(number)) }

    @Test("a device that says nothing gets the ring again after 3 s, and a push though it looks connected")
    func silentDevice() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        let (placed, deadline) = (scene.now, scene.now + .seconds(30))
        try scene.act(tablet, .acknowledged(.alerting))
        try scene.handle(.push(.ringTaken(RingTimer(userID: bob, round: 1), deviceCount: 0)))
        #expect(scene.call.silentDeviceIDs(of: bob).isEmpty, "the first time nobody is late")
        #expect(scene.call.nextDeadline == placed + .seconds(3))
        let version = scene.call.version
        try scene.letSilencePass(of: bob)
        #expect(scene.now == placed + .seconds(3))
        #expect(scene.published == [phone])
        #expect(scene.call.version == version + 1)
        #expect(scene.lastEffects.contains(.pushRing(order(1), deadline: deadline)))
        #expect(scene.call.owedEffects == [.pushRing(order(1), deadline: deadline)])
        #expect(scene.call.silentDeviceIDs(of: bob) == [phone.deviceID])
    }

    @Test("a session that ends as the ring begins has its push; the other devices are not late yet")
    func endsAtOnce() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.handle(.presence(.sessionGone(phone.sessionID)))
        #expect(scene.call.owedEffects.count == 1)
        #expect(scene.call.silentDeviceIDs(of: bob).isEmpty)
        try scene.letSilencePass(of: bob)
        #expect(scene.call.silentDeviceIDs(of: bob) == [tablet.deviceID])
    }

    @Test("silence is asked about four times at most, every 3 s, and never past the deadline", arguments: [30, 10])
    func repeats(_ seconds: UInt32) throws {
        var scene = CallScene()
        let ringTime = try #require(RingTime(requestedSeconds: seconds))
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [free(bob)], ringTime: ringTime)))
        let placed = scene.now
        var times: [Duration] = []
        while scene.call.pendingTimers.contains(where: { $0.timer.kind != nil }) {
            try scene.letSilencePass(of: bob)
            times.append(scene.now - placed)
        }
        #expect(times == (seconds == 30 ? [3, 6, 9, 12] : [3, 6, 9]).map { .seconds($0) })
        try scene.letRingExpire(of: bob)
        #expect(scene.end?.reason == .noResponse)
    }

    @Test("nothing is brought again once every device has spoken; a device that comes later is waited for anew")
    func allSpoke() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, .acknowledged(.received))
        try scene.act(tablet, .acknowledged(.busy))
        #expect(scene.lastEffects.contains(.cancelTimer(order(1))))
        #expect(scene.call.nextDeadline == scene.now + .seconds(32))
        scene.pass(seconds: 5)
        #expect(throws: CallRefusal.race(.staleTimer)) { try scene.handle(.timer(order(1))) }
        let web = device(bob, "web")
        try scene.handle(.presence(.sessionsFound(bob, [web])))
        #expect(scene.call.nextDeadline == scene.now + .seconds(3))
        try scene.letSilencePass(of: bob)
        #expect(scene.published == [web])
    }

    @Test("who is rung by push alone is waited for by the push service, not here")
    func noDevices() throws {
        let scene = try CallScene.ringing(Invitee(userID: bob, standing: .free))
        #expect(scene.call.nextDeadline == scene.now + .seconds(32))
    }

    @Test("a session that goes before it said anything gets its push at once; one that rang does not")
    func sessionGone() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        let deadline = scene.now + .seconds(30)
        scene.pass(seconds: 1)
        try scene.act(tablet, .acknowledged(.alerting))
        try scene.handle(.presence(.sessionGone(tablet.sessionID)))
        #expect(!scene.lastEffects.contains { if case .pushRing = $0 { true } else { false } })
        try scene.handle(.presence(.sessionGone(phone.sessionID)))
        #expect(scene.lastEffects.contains(.pushRing(order(1), deadline: deadline)))
        #expect(scene.lastEffects.contains(.cancelTimer(order(1))))
        #expect(scene.call.pendingTimers.map(\.timer.kind) == [nil], "no session is left to speak")
    }

    @Test("the answer to an earlier order to push does not settle a later one")
    func overtakenOrder() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.letSilencePass(of: bob)
        #expect(throws: CallRefusal.race(.staleRing)) {
            try scene.handle(.push(.ringTaken(RingTimer(userID: bob, round: 1), deviceCount: 0)))
        }
        try scene.handle(.push(.ringTaken(order(1), deviceCount: 1)))
        #expect(scene.call.owedEffects.isEmpty)
    }

    @Test("whatever ends the ring ends the wait for silent devices", arguments: [true, false])
    func ends(_ isAnswered: Bool) throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, isAnswered ? .accepted : .rejected)
        #expect(scene.lastEffects.contains(.cancelTimer(order(1))))
        #expect(scene.call.pendingTimers.isEmpty)
        scene.pass(seconds: 3)
        #expect(throws: CallRefusal.race(.staleTimer)) { try scene.handle(.timer(order(1))) }
    }

    @Test("a device that rang and is gone does not take back how far the ring had come")
    func progress() throws {
        var scene = try CallScene.ringing(free(bob, phone, tablet))
        try scene.act(phone, .acknowledged(.alerting))
        try scene.handle(.presence(.sessionGone(phone.sessionID)))
        #expect(scene.progress(of: bob) == .alerting)
        try scene.act(tablet, .acknowledged(.received))
        #expect(scene.progress(of: bob) == .alerting)
    }

    @Test("a call placed before rings were confirmed goes on without")
    func olderTerms() throws {
        var scene = CallScene(limits: CallLimits(confirmAfter: nil))
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [free(bob)])))
        #expect(scene.call.nextDeadline == scene.now + .seconds(32))
        try scene.handle(.presence(.sessionGone(phone.sessionID)))
        #expect(!scene.lastEffects.contains { if case .pushRing = $0 { true } else { false } })
    }
}
