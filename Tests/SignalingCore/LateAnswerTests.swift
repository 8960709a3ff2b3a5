import CallModel
import SignalingCore
import Testing

/// What the clock says counts, not whether a timer has fired yet.
@Suite("Answers after the ring")
struct LateAnswerTests {
    @Test("an accept counts until 2 s after the deadline, and not at that moment")
    func accepting() throws {
        var scene = try CallScene.ringing(free(bob))
        let expiresAt = scene.now + .seconds(32)
        var late = scene
        scene.now = expiresAt + .milliseconds(-1)
        try scene.act(device(bob), .accepted)
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
        late.now = expiresAt
        #expect(throws: CallRefusal.race(.partOver(.noResponse))) { try late.act(device(bob), .accepted) }
        try late.letRingExpire(of: bob)
        #expect(late.end(device(bob)) == ended(.noResponse, by: bob))
    }

    @Test("calling back does not answer a ring that has expired")
    func glare() throws {
        var scene = try CallScene.ringing(free(bob))
        scene.pass(seconds: 32)
        #expect(throws: CallRefusal.violation(.callerBusy)) {
            try scene.act(device(bob), .calledBack(CallID("call-2")))
        }
    }

    @Test("joining a group call is possible whether the ring has expired or not")
    func joining() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        scene.pass(seconds: 32)
        try scene.act(device(bob), .joined(isBusy: false))
        #expect(scene.snapshot(device(bob)).ownStatus == .accept)
    }
}
