import CallClientCore
import CallModel
import SignalingCore
import Testing

@testable import SimulatedSystem

/// Single rings in virtual time, each with one thing that keeps it from arriving. Nothing else goes wrong.
@Suite("Rings that do not arrive at first")
struct ArrivalTests {
    private let scene = Scene()

    @Test("a phone that was suspended and only looks connected is woken by push and rings within 8 s")
    func suspended() throws {
        let phone = try scene.client("dave-phone")
        phone.kill()
        scene.run(.seconds(1))
        let id = try scene.call("dave")
        scene.run(.seconds(2))
        #expect(!phone.heardOf.contains(id), "presence calls it connected, so there is no push yet")
        scene.run(.seconds(6))
        #expect(phone.ringing?.call == id, scene.log)
        #expect(scene.world.broken == nil)
    }

    @Test("an idle device whose gateway could not be reached for longer than a delivery is tried rings within 8 s")
    func unreachable() throws {
        let phone = try scene.client("dave-phone")
        let id = try scene.call("dave")
        scene.run(.milliseconds(5_500), when: { scene.store.call(id) != nil }) {
            scene.cutGateway(for: .milliseconds(5_500))
        }
        #expect(!phone.heardOf.contains(id))
        scene.run(.milliseconds(2_500))
        #expect(phone.ringing?.call == id, scene.log)
        #expect(scene.world.broken == nil)
    }

    @Test("an end that a gateway could not be told of for 15 s still stops the ring")
    func lateEnd() throws {
        let phone = try scene.client("dave-phone")
        let id = try scene.call("dave")
        try scene.run(until: { phone.ringing?.call == id })
        try scene.client("alice-phone").command(.hangup)
        scene.run(.seconds(12), when: { scene.end(of: id) == .canceled }) { scene.cutGateway(for: .seconds(15)) }
        #expect(phone.ringing?.call == id)
        scene.run(.seconds(9))
        #expect(phone.ringing == nil, scene.log)
        #expect(scene.world.broken == nil)
    }

    @Test("a device without a network while its ring was answered elsewhere learns so as soon as it is back")
    func answeredMeanwhile() throws {
        let (phone, web) = (try scene.client("alice-phone"), try scene.client("alice-web"))
        let id = try scene.call("alice", from: "dave-phone")
        try scene.run(until: { phone.ringing?.call == id && web.ringing?.call == id })
        phone.cut(isNoticed: false)
        web.command(.accept)
        try scene.run(until: { web.takesPartIn == id })
        #expect(phone.ringing?.call == id, "nobody could tell it")
        phone.changeNetwork()
        scene.run(.seconds(2))
        #expect(phone.isOnline && phone.ringing == nil, scene.log)
        phone.command(.accept)
        scene.run(.seconds(1))
        #expect(web.takesPartIn == id && phone.takesPartIn == nil)
        #expect(scene.world.broken == nil)
    }
}
