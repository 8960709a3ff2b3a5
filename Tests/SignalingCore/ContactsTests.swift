import CallModel
import SignalingCore
import Testing

/// Who is not rung though he could be: blocks and do-not-disturb.
@Suite("Blocks and do-not-disturb in a call")
struct ContactsTests {
    private func blocked(_ user: UserID) -> Invitee { Invitee(userID: user, standing: .blocked) }
    private func quiet(_ user: UserID) -> Invitee {
        Invitee(userID: user, standing: .doNotDisturb, devices: [device(user)])
    }

    private func isReach(_ effect: CallEffect) -> Bool {
        switch effect {
        case .occupy, .findDevices, .pushRing, .startTimer: true
        default: false
        }
    }

    @Test("between two, a block refuses the call: nothing is stored and nobody hears of it")
    func refusesBetweenTwo() {
        var scene = CallScene()
        #expect(throws: CallRefusal.violation(.blocked)) {
            try scene.handle(.placed(Placement(caller: device(alice), invitees: [blocked(bob)])))
        }
        #expect(scene.call.state == .created && scene.allEffects.isEmpty)
    }

    @Test("in a group, who blocked the caller is not rung, the others hear that he is offline, and he finds no record")
    func leavesOutOfAGroup() throws {
        var scene = try CallScene.ringing(blocked(bob), free(carol))
        #expect(scene.status(of: bob, seenBy: device(carol)) == ParticipantStatus.none)
        #expect(scene.snapshot(device(carol)).participants.first { $0.userID == bob }?.reason == .offline)
        #expect(!scene.published.contains { $0.userID == bob })
        #expect(!scene.lastEffects.contains(.occupy(bob)) && !scene.lastEffects.contains(.findDevices(bob)))
        try scene.act(device(carol), .accepted)
        try scene.act(device(carol), .hungUp)
        #expect(scene.call.state.isOver)
        #expect(scene.records.keys.sorted() == [alice, carol])
    }

    @Test("when nobody is left to be called, a block says more than somebody who never logged in")
    func prefersTheBlock() throws {
        var scene = CallScene()
        let unknown = Invitee(userID: stranger, standing: .unknown)
        #expect(throws: CallRefusal.violation(.blocked)) {
            try scene.handle(.placed(Placement(caller: device(alice), invitees: [unknown, blocked(bob)])))
        }
        var running = try CallScene.connected()
        #expect(throws: CallRefusal.violation(.blocked)) {
            try running.act(device(alice), .invited([blocked(carol)], .standard, userData: nil))
        }
        #expect(!running.call.isGroup)
    }

    @Test(
        "who does not want to be disturbed is neither rung nor pushed to, and finds a missed call; the caller hears at once"
    )
    func keepsQuiet() throws {
        var scene = CallScene()
        try scene.handle(.placed(Placement(caller: device(alice), invitees: [quiet(bob)])))
        #expect(scene.end(device(alice)) == ended(.noResponse, by: bob))
        #expect(scene.lastEffects.filter(isReach) == [.occupy(alice)])
        #expect(scene.records[bob]?.direction == .missed && scene.records[bob]?.reason == .noResponse)
        #expect(scene.records[alice]?.direction == .outgoing)
    }

    @Test("in a group, quiet users are left out and the others ring")
    func keepsQuietInAGroup() throws {
        let scene = try CallScene.ringing(quiet(bob), free(carol))
        #expect(scene.status(of: bob, seenBy: device(alice)) == ParticipantStatus.none)
        #expect(scene.status(of: carol, seenBy: device(alice)) == .waiting)
        #expect(
            !scene.lastEffects.contains { if case .pushRing(let ring, _) = $0 { ring.userID == bob } else { false } })
    }
}

@Suite("Repeated calls to somebody who is not to be disturbed")
struct QuietCallTests {
    private let window = Duration.seconds(180)
    private func at(_ seconds: Int) -> WallTime { WallTime(milliseconds: 1_000_000) + .seconds(seconds) }

    private func breaksThrough(_ id: String, after last: QuietCall?, at seconds: Int) -> Bool {
        QuietCall(CallID(id), after: last, at: at(seconds), window: window).breaksThrough
    }

    @Test("the first call is kept off, the second within the window rings, one after it does not")
    func repeats() {
        let first = QuietCall(CallID("c1"), after: nil, at: at(0), window: window)
        #expect(!first.breaksThrough)
        #expect(breaksThrough("c2", after: first, at: 1))
        #expect(breaksThrough("c2", after: first, at: 180))
        #expect(!breaksThrough("c2", after: first, at: 181))
    }

    @Test("who got through gets through again while he keeps calling")
    func keepsThrough() {
        let first = QuietCall(CallID("c1"), after: nil, at: at(0), window: window)
        let second = QuietCall(CallID("c2"), after: first, at: at(170), window: window)
        #expect(second.breaksThrough)
        #expect(breaksThrough("c3", after: second, at: 340))
        #expect(!breaksThrough("c3", after: second, at: 351))
    }

    @Test("the same call asked for again is no second call, whichever it was")
    func knowsRepeatedRequests() {
        let first = QuietCall(CallID("c1"), after: nil, at: at(0), window: window)
        #expect(QuietCall(CallID("c1"), after: first, at: at(5), window: window) == first)
        let second = QuietCall(CallID("c2"), after: first, at: at(10), window: window)
        #expect(QuietCall(CallID("c2"), after: second, at: at(400), window: window) == second)
    }

    @Test("a window of zero lets nobody through, not even in the same millisecond")
    func canBeOff() {
        let first = QuietCall(CallID("c1"), after: nil, at: at(0), window: .zero)
        #expect(!QuietCall(CallID("c2"), after: first, at: at(0), window: .zero).breaksThrough)
    }
}
