import CallModel
import SignalingCore
import Testing

@Suite("What a row owes")
struct DutiesTests {
    @Test("a ring is owed to the push service until it is taken, a stop after it ended")
    func push() throws {
        var scene = try CallScene.ringing(free(bob))
        let timer = RingTimer(userID: bob, round: 1)
        let deadline = scene.now + .seconds(30)
        #expect(scene.call.owedEffects == [.pushRing(timer, deadline: deadline)])
        try scene.handle(.push(.ringTaken(timer, deviceCount: 1)))
        #expect(scene.call.owedEffects.isEmpty)
        try scene.act(device(alice), .hungUp)
        #expect(scene.call.owedEffects == [.pushStop(bob)])
        try scene.handle(.push(.stopTaken(bob)))
        #expect(scene.call.owedEffects.isEmpty)
    }

    @Test("a ring taken after the stop is stopped again")
    func overtakenStop() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(alice), .hungUp)
        try scene.handle(.push(.stopTaken(bob)))
        try scene.handle(.push(.ringTaken(RingTimer(userID: bob, round: 1), deviceCount: 1)))
        #expect(scene.lastEffects == [.pushStop(bob)])
        #expect(scene.call.owedEffects == [.pushStop(bob)])
    }

    @Test("a room is owed from the first answer until one is made")
    func room() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(bob), .accepted)
        #expect(scene.call.owedEffects.contains(.createRoom(era: 1, avoiding: nil)))
        #expect(scene.snapshot(device(alice)).mediaEra == 0)
        try scene.handle(.media(.roomCreated(node, era: 1)))
        #expect(scene.snapshot(device(alice)).mediaEra == 1)
        #expect(scene.published == [device(alice), device(bob)])
    }

    @Test("of two placements in one era the first counts")
    func putIfAbsent() throws {
        var scene = try CallScene.connected()
        #expect(throws: CallRefusal.race(.staleEra)) { try scene.handle(.media(.roomCreated(otherNode, era: 1))) }
        try scene.handle(.media(.roomCreated(node, era: 1)))
        #expect(scene.call.media == .placed(node: node, era: 1))
    }

    @Test("a lost media node starts a new era elsewhere; the call goes on")
    func lostNode() throws {
        var scene = try CallScene.connected()
        try scene.handle(.media(.roomLost(node, era: 1)))
        #expect(scene.lastEffects.contains(.createRoom(era: 2, avoiding: node)))
        #expect(scene.snapshot(device(alice)).ownStatus == .accept)
        #expect(throws: CallRefusal.race(.staleEra)) { try scene.handle(.media(.roomLost(node, era: 1))) }
        try scene.handle(.media(.roomCreated(otherNode, era: 2)))
        #expect(scene.snapshot(device(bob)).mediaEra == 2)
        #expect(throws: CallRefusal.race(.staleEra)) {
            try scene.handle(.media(.silenced(device(bob).sessionID, era: 1)))
        }
    }

    @Test("a device without RTP for the timeout has left as offline")
    func silenced() throws {
        var scene = try CallScene.connectedGroup()
        try scene.handle(.media(.silenced(device(carol).sessionID, era: 1)))
        #expect(scene.end(device(carol)) == ended(.offline, by: carol))
        #expect(scene.end == nil)
        #expect(throws: CallRefusal.race(.staleSession)) {
            try scene.handle(.media(.silenced(device(carol).sessionID, era: 1)))
        }
    }

    @Test("a room made after the call ended is closed, and owed until it is")
    func lateRoom() throws {
        var scene = try CallScene.ringing(free(bob))
        try scene.act(device(bob), .accepted)
        try scene.act(device(bob), .hungUp)
        try scene.handle(.media(.roomCreated(node, era: 1)))
        #expect(scene.lastEffects == [.closeRoom(node, era: 1)])
        #expect(scene.call.owedEffects.contains(.closeRoom(node, era: 1)))
        try scene.handle(.media(.roomClosed(era: 1)))
        #expect(scene.call.media == .closed(era: 1))
    }

    @Test("a mute shows at the others and is told to the room once")
    func mute() throws {
        var scene = try CallScene.connected()
        try scene.act(device(bob), .switchedMedia(isMicrophoneOpened: false, isCameraOpened: false))
        #expect(scene.snapshot(device(alice)).participants[1].isMicrophoneOpened == false)
        let order = CallEffect.muteInRoom(device(bob).sessionID, isMuted: true, node, era: 1)
        #expect(scene.lastEffects.contains(order))
        try scene.act(device(bob), .switchedMedia(isMicrophoneOpened: false, isCameraOpened: true))
        #expect(!scene.lastEffects.contains(order))
        #expect(scene.snapshot(device(alice)).participants[1].isCameraOpened)
    }

    @Test("effects come in the order store, record, send, orders, timers")
    func order() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        try scene.act(device(bob), .accepted)
        try scene.handle(.media(.roomCreated(node, era: 1)))
        try scene.act(device(bob), .hungUp)
        try scene.act(device(alice), .hungUp)
        let kinds = scene.lastEffects.map(kind)
        #expect(kinds == kinds.sorted())
        #expect(Set(kinds).count == 6)
    }

    private func kind(_ effect: CallEffect) -> Int {
        switch effect {
        case .occupy, .occupySecond, .activate, .deactivate, .release, .occupyGroup, .releaseGroup, .alias: 0
        case .writeRecord: 1
        case .publish: 2
        case .findDevices, .pushRing, .pushStop: 3
        case .createRoom, .closeRoom, .removeFromRoom, .muteInRoom: 4
        case .startTimer, .cancelTimer: 5
        }
    }

    @Test("timers that come early, late or for nobody are stale")
    func timers() throws {
        var scene = try CallScene.ringing(free(bob))
        let timer = RingTimer(userID: bob, round: 1)
        scene.pass(seconds: 31)
        #expect(throws: CallRefusal.race(.staleTimer)) { try scene.handle(.timer(timer)) }
        #expect(throws: CallRefusal.race(.staleTimer)) {
            try scene.handle(.timer(RingTimer(userID: stranger, round: 1)))
        }
        try scene.act(device(bob), .accepted)
        scene.pass(seconds: 60)
        #expect(throws: CallRefusal.race(.staleTimer)) { try scene.handle(.timer(timer)) }
    }
}
