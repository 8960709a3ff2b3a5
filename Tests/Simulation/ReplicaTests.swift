import CallClientCore
import CallModel
import SignalingCore
import Testing

@testable import SimulatedSystem

/// Two replicas of signaling that decide at once on one store, and one thing that goes wrong between them.
@Suite("Replicas, store and partitions")
struct ReplicaTests {
    private let scene = Scene()
    private var cluster: Cluster { scene.cluster }

    /// Alice's phone and dave's are in a call.
    private func connected() throws -> CallID {
        let id = try scene.call("dave")
        let (alice, dave) = (try scene.client("alice-phone"), try scene.client("dave-phone"))
        try scene.run(until: { dave.ringing?.call == id })
        dave.command(.accept)
        try scene.run(until: { alice.takesPartIn == id && dave.takesPartIn == id })
        return id
    }

    @Test("two devices of a user accept at the same instant at both replicas: one has the call, the other hears so")
    func twoAccepts() throws {
        let id = try scene.call("alice", from: "dave-phone")
        let (phone, web) = (try scene.client("alice-phone"), try scene.client("alice-web"))
        try scene.run(until: { phone.ringing?.call == id && web.ringing?.call == id })
        phone.command(.accept)
        web.command(.accept)
        scene.run(Laws.roundTrip)
        #expect([phone, web].count { $0.takesPartIn == id } == 1, scene.log)
        #expect(phone.ringing == nil && web.ringing == nil)
        #expect(scene.world.broken == nil)
    }

    @Test("two users who call each other at the same instant at both replicas are in one call, and nobody rings")
    func glare() throws {
        let (alice, dave) = (try scene.client("alice-phone"), try scene.client("dave-phone"))
        try scene.call("dave", id: "there")
        try scene.call("alice", from: "dave-phone", id: "back")
        scene.run(Laws.roundTrip)
        let call = try #require(alice.takesPartIn, scene.log)
        #expect(dave.takesPartIn == call)
        #expect(cluster.clients.allSatisfy { $0.ringing == nil })
        #expect(scene.store.activeCalls.map(\.id) == [call])
        #expect(scene.world.broken == nil)
    }

    @Test("two callers who want the same user at the same instant at both replicas: one rings, the other hears busy")
    func twoCallers() throws {
        try scene.call("dave", id: "first")
        try scene.call("dave", from: "carol-phone", id: "second")
        scene.run(Laws.roundTrip)
        #expect(scene.store.activeCalls.count == 1, scene.log)
        #expect([scene.end(of: CallID("first")), scene.end(of: CallID("second"))].count { $0 == .lineBusy } == 1)
        #expect(scene.world.broken == nil)
    }

    @Test(
        "a hang-up whose replica dies for good right after the commit: the seats are free at once, the ring ends in 15 s"
    )
    func deathAfterCommit() throws {
        let dave = try scene.client("dave-phone")
        let id = try scene.call("dave")
        try scene.run(until: { dave.ringing?.call == id })
        scene.run(.seconds(1))
        scene.decideOnly(at: cluster.replicas[0])
        try scene.client("alice-phone").command(.hangup)
        scene.run(.seconds(1), when: { scene.end(of: id) == .canceled }) {
            cluster.replicas[0].crash(forEver: true)
            cluster.network.heal()
        }
        #expect(dave.ringing?.call == id, "nobody has told the device")
        #expect(scene.store.activeUsers.isEmpty)
        scene.run(.seconds(15))
        #expect(dave.ringing == nil, scene.log)
        #expect(scene.world.broken == nil)
    }

    @Test("a ring whose replica dies for good before anybody was told rings all the same, and ends at its deadline")
    func deathAfterPlacing() throws {
        let dave = try scene.client("dave-phone")
        scene.decideOnly(at: cluster.replicas[0])
        let id = try scene.call("dave")
        scene.run(.seconds(9), when: { scene.store.call(id) != nil }) {
            cluster.replicas[0].crash(forEver: true)
            cluster.network.heal()
        }
        #expect(dave.ringing?.call == id, scene.log)
        scene.run(.seconds(27))
        #expect(scene.end(of: id) == .noResponse)
        #expect(cluster.clients.allSatisfy { $0.ringing == nil && $0.openCalls.isEmpty })
        #expect(scene.world.broken == nil)
    }

    @Test(
        "a call whose commit was not answered, stored or not, is placed once by the client's own retry",
        arguments: [true, false])
    func placingInDoubt(_ isStored: Bool) throws {
        scene.store.nextDoubt = isStored
        let id = try scene.call("dave")
        scene.run(.seconds(5))
        let alice = try scene.client("alice-phone")
        #expect(alice.openCalls == [id] && alice.unanswered == 0, scene.log)
        #expect(try scene.client("dave-phone").ringing?.call == id)
        #expect(scene.store.allCalls.count == 1)
        #expect(scene.world.broken == nil)
    }

    @Test("an accept whose commit was not answered, stored or not, connects once", arguments: [true, false])
    func acceptInDoubt(_ isStored: Bool) throws {
        let id = try scene.call("dave")
        let dave = try scene.client("dave-phone")
        try scene.run(until: { dave.ringing?.call == id && scene.store.owingCalls.isEmpty })
        scene.store.nextDoubt = isStored
        dave.command(.accept)
        scene.run(.seconds(16))
        #expect(dave.takesPartIn == id && dave.unanswered == 0, scene.log)
        #expect(try scene.client("alice-phone").takesPartIn == id)
        #expect(scene.world.broken == nil)
    }

    @Test(
        "while the store is away a call goes on, a new one waits; the hang-up meanwhile is done when the store is back")
    func storeOutage() throws {
        let id = try connected()
        scene.store.goDown(for: .seconds(4))
        let (alice, dave) = (try scene.client("alice-phone"), try scene.client("dave-phone"))
        try scene.call("bob", from: "carol-phone", id: "new")
        scene.run(.seconds(1))
        #expect(dave.takesPartIn == id && alice.takesPartIn == id)
        #expect(scene.store.call(CallID("new")) == nil)
        alice.command(.hangup)
        scene.run(.seconds(8))
        #expect(scene.end(of: id) == .hangup, scene.log)
        #expect(dave.takesPartIn == nil)
        #expect(try scene.client("bob-phone").ringing?.call == CallID("new"))
        #expect(scene.world.broken == nil)
    }

    @Test(
        "a replica that is cut off from store, presence or gateway hinders no call",
        arguments: [Host.store, .presence, .gateway])
    func partition(_ host: Host) throws {
        cluster.network.cut(cluster.replicas[0].host, host, for: .seconds(30))
        let id = try scene.call("dave")
        scene.run(.seconds(12))
        let dave = try scene.client("dave-phone")
        #expect(dave.ringing?.call == id, scene.log)
        dave.command(.accept)
        scene.run(.seconds(16))
        #expect(dave.takesPartIn == id, scene.log)
        #expect(try scene.client("alice-phone").takesPartIn == id)
        #expect(scene.world.broken == nil)
    }

    @Test("presence that restarts while a call rings and while it is answered ends neither")
    func presenceRestart() throws {
        let id = try scene.call("dave")
        let dave = try scene.client("dave-phone")
        try scene.run(until: { dave.ringing?.call == id })
        cluster.presence.crash()
        scene.run(.seconds(3))
        cluster.presence.restart()
        #expect(dave.ringing?.call == id)
        dave.command(.accept)
        scene.run(.seconds(2))
        cluster.presence.crash()
        scene.run(.seconds(3))
        cluster.presence.restart()
        scene.run(.seconds(20))
        #expect(dave.takesPartIn == id, scene.log)
        #expect(scene.world.broken == nil)
    }

    @Test("replicas whose clocks differ by 1.8 s end a ring within that of its deadline")
    func skew() throws {
        cluster.replicas[0].clockOffset = .milliseconds(900)
        cluster.replicas[1].clockOffset = .milliseconds(-900)
        let id = try scene.call("dave")
        try scene.run(until: { scene.store.call(id) != nil })
        scene.run(.seconds(29))
        #expect(scene.end(of: id) == nil, scene.log)
        scene.run(.seconds(6))
        #expect(scene.end(of: id) == .noResponse)
        #expect(cluster.clients.allSatisfy { $0.ringing == nil })
        #expect(scene.world.broken == nil)
    }

    @Test("a push that wakes a phone after the call is over starts no ring")
    func latePush() throws {
        let dave = try scene.client("dave-phone")
        dave.kill()
        scene.run(.seconds(20))
        let id = try scene.call("dave")
        try scene.run(until: { scene.store.call(id) != nil })
        try scene.client("alice-phone").command(.hangup)
        try scene.run(until: { scene.end(of: id) == .canceled })
        cluster.wake(UserID("dave"), dave.deviceID)
        scene.run(.seconds(5))
        #expect(dave.isOnline && dave.ringing == nil && dave.receivedCount == 0, scene.log)
        #expect(scene.store.records[id]?[UserID("dave")]?.direction == .missed)
        #expect(scene.world.broken == nil)
    }

    @Test("a redial right behind the hang-up rings, and nothing is left of the first call")
    func redial() throws {
        let dave = try scene.client("dave-phone")
        let first = try scene.call("dave", id: "first")
        try scene.run(until: { dave.ringing?.call == first })
        let alice = try scene.client("alice-phone")
        alice.command(.hangup)
        try scene.run(until: { alice.openCalls.isEmpty })
        let second = try scene.call("dave", id: "second")
        scene.run(Laws.roundTrip)
        #expect(dave.ringing?.call == second, scene.log)
        #expect(scene.end(of: first) == .canceled)
        #expect(scene.world.broken == nil)
    }

    @Test("two runs of the same client request at both replicas make one call")
    func doubledRequest() throws {
        let caller = try #require(try scene.client("alice-phone").session)
        let request = Request.call(CallID("once"), participants: [UserID("dave")], .audio, CallParameters())
        var answers: [Result<Reply, RequestFailure>] = []
        for replica in cluster.replicas { replica.handle(request, of: caller) { answers.append($0) } }
        scene.run(.seconds(1))
        #expect(answers.count == 2)
        for answer in answers {
            guard case .success(.call(let snapshot)) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(snapshot.callID == CallID("once") && snapshot.isLive)
        }
        #expect(scene.store.allCalls.count == 1)
        #expect(scene.world.broken == nil)
    }
}
