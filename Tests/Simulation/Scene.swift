import CallClientCore
import CallModel
import SignalingCore
import Testing

@testable import SimulatedSystem

/// A calm cluster in which everybody is logged in, for scenarios where one thing goes wrong.
final class Scene {
    let world: World
    let cluster: Cluster
    private let laws: Laws

    init() {
        world = World(seed: 1, isNoisy: false, keepsLog: true)
        world.isFaulty = false
        cluster = Cluster(world: world, plan: .calm)
        laws = Laws(cluster)
        cluster.start()
        run(.seconds(3))
    }

    var store: SimulatedStore { cluster.store }
    var log: Comment { Comment(rawValue: "seed 1\n\(world.log.joined(separator: "\n"))") }

    /// Lets so much time pass under all laws.
    func run(_ duration: Duration) { world.run(for: duration) { laws.check() } }

    /// Lets time pass, and does something within the very step in which something has become so.
    func run(_ duration: Duration, when isSo: () -> Bool, then act: () -> Void) {
        var isDone = false
        world.run(for: duration) {
            if !isDone, isSo() {
                isDone = true
                act()
            }
            return laws.check()
        }
        #expect(isDone, log)
    }

    /// From now on every request is decided by this replica, until the network heals.
    func decideOnly(at replica: Replica) {
        for other in cluster.replicas where other !== replica {
            cluster.network.cut(other.host, .gateway, for: .seconds(3_600))
        }
    }

    /// Lets time pass until something is so.
    func run(until isSo: () -> Bool, within limit: Duration = .seconds(10)) throws {
        let end = world.elapsed + limit.wholeNanoseconds
        while !isSo() {
            try #require(world.elapsed < end && world.broken == nil, log)
            run(.milliseconds(1))
        }
    }

    func client(_ name: String) throws -> SimulatedClient {
        try #require(cluster.clients.first { $0.deviceID == DeviceID(name) })
    }

    /// One device calls users; they ring for half a minute.
    @discardableResult
    func call(_ users: String..., from caller: String = "alice-phone", id: String = "ring") throws -> CallID {
        let id = CallID(id)
        let parameters = CallParameters(ringTime: .seconds(30))
        try client(caller).command(.call(id, participants: users.map { UserID($0) }, .audio, parameters))
        return id
    }

    /// Cuts the gateway off from what signaling tells it.
    func cutGateway(for duration: Duration) {
        for replica in cluster.replicas { cluster.network.cut(replica.host, .gateway, for: duration) }
    }

    func end(of id: CallID) -> EndReason? {
        guard case .ended(let end) = store.call(id)?.state else { return nil }
        return end.reason
    }
}
