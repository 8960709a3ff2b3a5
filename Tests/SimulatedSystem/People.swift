import CallClientCore
import CallModel
import SignalingCore

/// What people do with their devices, by chance.
final class People {
    private let world: World
    private let cluster: Cluster
    private var callCount = 0

    init(_ cluster: Cluster) {
        self.cluster = cluster
        world = cluster.world
    }

    func start() {
        for client in cluster.clients { world.after(world.delay(2_000...4_000)) { self.live(client) } }
    }

    private func live(_ client: SimulatedClient) {
        guard world.isFaulty else { return }
        actOnce(client)
        world.after(world.delay(300...3_000)) { self.live(client) }
    }

    private func actOnce(_ client: SimulatedClient) {
        guard client.wantsLogin else {
            if world.happens(percent: 15) { client.logIn() }
            return
        }
        if world.happens(percent: 1) { return client.logOut() }
        switch client.overview.ownStatus {
        case .none: actIdle(client)
        case .waiting: client.ringing == nil ? actCalling(client) : actRinging(client)
        case .accept: actConnected(client)
        }
    }

    private func others(_ client: SimulatedClient) -> [UserID] {
        ["alice", "bob", "carol", "dave"].map { UserID($0) }.filter { $0 != client.user }
    }

    private func nextCall() -> CallID {
        callCount += 1
        return CallID("call-\(callCount)")
    }

    private func actIdle(_ client: SimulatedClient) {
        guard world.happens(percent: 25) else { return }
        let running = cluster.store.activeCalls.filter(\.isGroup)
        if !running.isEmpty, world.happens(percent: 30) { return client.command(.join(world.pick(running).id)) }
        var callees = [world.pick(others(client))]
        if world.happens(percent: 35) { callees.append(world.pick(others(client))) }
        let parameters = CallParameters(
            ringTime: .seconds(world.number(10...14)), chatGroupID: world.happens(percent: 12) ? "friends" : "")
        client.command(.call(nextCall(), participants: callees, .audio, parameters))
        // Sometimes the callee has the same idea at the same moment.
        guard world.happens(percent: 15),
            let peer = cluster.clients.first(where: { $0.user == callees[0] && $0.overview.ownStatus == .none })
        else { return }
        peer.command(.call(nextCall(), participants: [client.user], .audio, parameters))
    }

    private func actCalling(_ client: SimulatedClient) {
        guard world.happens(percent: 14) else { return }
        client.command(.hangup)
        if world.happens(percent: 40) { redial(client) }
    }

    /// The same people again, at once.
    private func redial(_ client: SimulatedClient) {
        let last = client.overview.participants.map(\.userID).filter { $0 != client.user }
        guard !last.isEmpty else { return }
        world.after(world.delay(0...400)) {
            let parameters = CallParameters(ringTime: .seconds(10))
            client.command(.call(self.nextCall(), participants: last, .audio, parameters))
        }
    }

    private func actRinging(_ client: SimulatedClient) {
        switch world.number(0...9) {
        case 0...3:
            client.command(.accept)
            // Another device of the same user at the same instant.
            if world.happens(percent: 40) {
                for other in cluster.clients where other.user == client.user && other !== client && other.ringing != nil
                {
                    other.command(.accept)
                }
            }
        case 4: client.command(.reject)
        case 5: client.command(.hangup)
        default: break
        }
    }

    private func actConnected(_ client: SimulatedClient) {
        switch world.number(0...9) {
        case 0, 1: client.command(.hangup)
        case 2: client.command(.invite([world.pick(others(client))], CallParameters(ringTime: .seconds(10))))
        default: break
        }
    }
}
