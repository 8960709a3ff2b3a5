import CallModel
import SignalingCore
import Testing

@Suite("Several devices of one user")
struct DevicesTests {
    private let phone = device(bob)
    private let tablet = device(bob, "tablet")

    private func ringing() throws -> CallScene { try CallScene.ringing(free(bob, phone, tablet)) }

    @Test("all of them ring")
    func allRing() throws {
        let scene = try ringing()
        #expect(scene.published == [device(alice), phone, tablet])
    }

    @Test("the first to accept wins; the other is told that another device accepted")
    func firstAcceptWins() throws {
        var scene = try ringing()
        try scene.act(tablet, .accepted)
        #expect(scene.snapshot(tablet).ownStatus == .accept)
        #expect(scene.end(phone) == ended(.otherDeviceAccepted, by: bob, on: tablet))
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(phone, .accepted) }
        #expect(scene.snapshot(tablet).ownStatus == .accept)
    }

    @Test("accepting twice from one device is one accept")
    func acceptIsIdempotent() throws {
        var scene = try ringing()
        try scene.act(phone, .accepted)
        let before = scene.call
        try scene.act(phone, .accepted)
        #expect(scene.call == before)
        #expect(scene.lastEffects.isEmpty)
    }

    @Test("a reject on one declines for the user; the other is told another device rejected")
    func rejectDeclinesForAll() throws {
        var scene = try ringing()
        try scene.act(phone, .rejected)
        #expect(scene.end(phone) == ended(.reject, by: bob))
        #expect(scene.end(tablet) == ended(.otherDeviceReject, by: bob, on: phone))
        #expect(scene.end(device(alice)) == ended(.reject, by: bob))
    }

    @Test("a device woken by push can accept though nobody knew it")
    func unknownDevice() throws {
        var scene = try CallScene.ringing(Invitee(userID: bob, standing: .free))
        try scene.act(device(bob, "woken"), .accepted)
        #expect(scene.snapshot(device(bob, "woken")).ownStatus == .accept)
    }

    @Test("a device that comes online during the ring rings with the remaining time")
    func comesOnline() throws {
        var scene = try CallScene.ringing(Invitee(userID: bob, standing: .free))
        let deadline = scene.now + .seconds(30)
        scene.pass(seconds: 20)
        try scene.handle(.presence(.sessionsFound(bob, [phone])))
        #expect(scene.published == [device(alice), phone], "the caller follows the ring on every device")
        #expect(scene.snapshot(phone).ownStatus == .waiting)
        #expect(scene.snapshot(phone).ringDeadline == deadline)
        let before = scene.call
        try scene.handle(.presence(.sessionsFound(bob, [phone])))
        #expect(scene.call == before)
    }

    @Test("a device that comes online when the ring is over hears nothing")
    func comesOnlineLate() throws {
        var scene = try ringing()
        try scene.act(device(alice), .hungUp)
        #expect(throws: CallRefusal.race(.staleRing)) {
            try scene.handle(.presence(.sessionsFound(bob, [device(bob, "late")])))
        }
    }

    @Test("losing one ringing device leaves the ring to the others and to the deadline")
    func losingRingingDevice() throws {
        var scene = try ringing()
        try scene.handle(.presence(.sessionGone(phone.sessionID)))
        #expect(scene.end(phone) == ended(.offline, by: bob))
        #expect(scene.snapshot(tablet).ownStatus == .waiting)
        try scene.handle(.presence(.sessionGone(tablet.sessionID)))
        #expect(scene.end == nil)
        try scene.letRingExpire(of: bob)
        #expect(scene.end?.reason == .noResponse)
    }

    @Test("a device in a call we know nothing of is busy alone; when no other can ring, the user is busy")
    func busyDevice() throws {
        var scene = try ringing()
        try scene.handle(.push(.ringTaken(RingTimer(userID: bob, round: 1), deviceCount: 0)))
        try scene.act(phone, .acknowledged(.busy))
        #expect(scene.end(phone) == ended(.lineBusy, by: bob))
        #expect(scene.end == nil)
        try scene.act(tablet, .acknowledged(.busy))
        #expect(scene.end(device(alice)) == ended(.lineBusy, by: bob))
    }

    @Test("the caller sees the ring come nearer: reaching, pushed, received, alerting, and never back")
    func progress() throws {
        var scene = try ringing()
        #expect(scene.progress(of: bob) == .reaching)
        try scene.handle(.push(.outcome(bob, isHandedOver: false)))
        #expect(scene.progress(of: bob) == .reaching)
        try scene.handle(.push(.outcome(bob, isHandedOver: true)))
        #expect(scene.progress(of: bob) == .pushed)
        try scene.act(tablet, .acknowledged(.alerting))
        #expect(scene.progress(of: bob) == .alerting)
        #expect(scene.published.contains(device(alice)))
        try scene.act(tablet, .acknowledged(.received))
        try scene.act(phone, .acknowledged(.received))
        #expect(scene.progress(of: bob) == .alerting)
    }

    @Test("what is heard of a ring after its end changes nothing")
    func lateReports() throws {
        var scene = try ringing()
        try scene.act(phone, .accepted)
        #expect(throws: CallRefusal.race(.staleRing)) { try scene.act(tablet, .acknowledged(.alerting)) }
        #expect(throws: CallRefusal.race(.staleRing)) { try scene.handle(.push(.outcome(bob, isHandedOver: true))) }
    }

    @Test("a device of the caller that does not hold the call cannot end it")
    func otherDeviceOfCaller() throws {
        var scene = try ringing()
        #expect(throws: CallRefusal.race(.answeredElsewhere)) { try scene.act(device(alice, "tablet"), .hungUp) }
        #expect(throws: CallRefusal.violation(.notRinging)) { try scene.act(device(alice), .accepted) }
    }
}
