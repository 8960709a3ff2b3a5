import CallClientCore
import CallModel
import SignalingCore
import Testing

/// Single rings in virtual time, each with one thing that keeps it from arriving. Nothing else goes wrong.
@Suite("Rings that do not arrive at first")
struct ArrivalTests {
    private let world: World
    private let cluster: Cluster

    init() {
        world = World(seed: 1, keepsLog: true)
        world.isFaulty = false
        cluster = Cluster(world: world)
        cluster.signaling.start()
        for client in cluster.clients { client.logIn() }
        run(.seconds(3))
    }

    private func run(_ duration: Duration) {
        var laws = ClusterLaws(cluster)
        world.run(for: duration) { laws.check() }
    }

    private func client(_ name: String) throws -> SimulatedClient {
        try #require(cluster.clients.first { $0.deviceID == DeviceID(name) })
    }

    private func ring(_ user: String) throws -> CallID {
        let id = CallID("ring")
        let parameters = CallParameters(ringTime: .seconds(30))
        try client("alice-phone").command(.call(id, participants: [UserID(user)], .audio, parameters))
        return id
    }

    @Test("a phone that was suspended and only looks connected is woken by push and rings within 8 s")
    func suspended() throws {
        let phone = try client("dave-phone")
        phone.kill()
        run(.seconds(1))
        let id = try ring("dave")
        run(.seconds(2))
        #expect(!phone.heardOf.contains(id), "presence calls it connected, so there is no push yet")
        run(.seconds(6))
        #expect(phone.ring?.callID == id, "seed 1\n\(world.log.joined(separator: "\n"))")
        #expect(world.broken == nil)
    }

    @Test("an idle device whose gateway could not be reached for longer than a delivery is tried rings within 8 s")
    func unreachable() throws {
        let phone = try client("dave-phone")
        cluster.gateway.cut(for: .milliseconds(5_500))
        let id = try ring("dave")
        run(.milliseconds(5_500))
        #expect(!phone.heardOf.contains(id))
        run(.milliseconds(2_500))
        #expect(phone.ring?.callID == id, "seed 1\n\(world.log.joined(separator: "\n"))")
        #expect(world.broken == nil)
    }

    @Test("an end that a gateway could not be told of for 15 s still stops the ring")
    func lateEnd() throws {
        let phone = try client("dave-phone")
        let id = try ring("dave")
        run(.seconds(2))
        #expect(phone.ring?.callID == id)
        cluster.gateway.cut(for: .seconds(15))
        try client("alice-phone").command(.hangup)
        // No laws meanwhile: news may take 10 s only over a network that works.
        world.run(for: .seconds(12)) { nil }
        #expect(phone.ring?.callID == id)
        world.run(for: .seconds(9)) { nil }
        #expect(phone.ring == nil, "seed 1\n\(world.log.joined(separator: "\n"))")
    }
}
