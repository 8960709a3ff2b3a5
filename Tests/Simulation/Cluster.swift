import CallClientCore
import CallModel
import SignalingCore

/// Services and clients, wired; and what chance does to them.
final class Cluster {
    let world: World
    let signaling: SimulatedSignaling
    let presence: SimulatedPresence
    let push: SimulatedPush
    let media = SimulatedMedia()
    let gateway: SimulatedGateway
    private(set) var clients: [SimulatedClient] = []
    private var callCount = 0

    init(world: World) {
        self.world = world
        signaling = SimulatedSignaling(world: world)
        presence = SimulatedPresence(world: world)
        push = SimulatedPush(world: world)
        gateway = SimulatedGateway(world: world)
        signaling.cluster = self
        presence.cluster = self
        push.cluster = self
        gateway.cluster = self
        let installations: [(String, String, Platform)] = [
            ("alice", "phone", .iOS), ("alice", "web", .web), ("bob", "phone", .iOS), ("bob", "desk", .desktop),
            ("carol", "phone", .android), ("dave", "phone", .iOS),
        ]
        clients = installations.map { SimulatedClient(UserID($0.0), $0.1, $0.2, world: world, cluster: self) }
    }

    func start() {
        signaling.start()
        for client in clients {
            client.logIn()
            world.after(world.delay(2_000...4_000)) { self.live(client) }
        }
        world.after(.seconds(5)) { self.breakThings() }
    }

    /// No more faults; whatever is down comes back, whoever was killed is started again.
    func heal() {
        world.note("the network heals")
        world.isFaulty = false
        push.isUp = true
        gateway.restart()
        for node in media.nodes { media.revive(node) }
        if !signaling.isUp { signaling.start() }
        logEverybodyIn(times: 5)
    }

    /// More than once: who is just logging out does not hear of it.
    private func logEverybodyIn(times: Int) {
        for client in clients where !client.wantsLogin { client.logIn() }
        if times > 1 { world.after(.seconds(2)) { self.logEverybodyIn(times: times - 1) } }
    }

    /// A push reached a device: its app is started if it does not run.
    func wake(_ user: UserID, _ device: DeviceID) {
        guard let client = clients.first(where: { $0.user == user && $0.deviceID == device }), !client.wantsLogin else {
            return
        }
        client.note("is woken by push")
        client.logIn()
    }

    // MARK: people

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
        switch world.number(0...99) {
        case 0: return client.logOut()
        case 1: return client.kill()
        case 2, 3: return client.cut(isNoticed: true)
        case 4: return client.cut(isNoticed: false)
        case 5: return client.changeNetwork()
        default: break
        }
        switch client.overview.ownStatus {
        case .none: actIdle(client)
        case .waiting: client.ring == nil ? actCalling(client) : actRinging(client)
        case .accept: actConnected(client)
        }
    }

    private func others(_ client: SimulatedClient) -> [UserID] {
        ["alice", "bob", "carol", "dave"].map { UserID($0) }.filter { $0 != client.user }
    }

    private func actIdle(_ client: SimulatedClient) {
        guard world.happens(percent: 25) else { return }
        let running = signaling.store.activeCalls.filter(\.isGroup)
        if !running.isEmpty, world.happens(percent: 30) { return client.command(.join(world.pick(running).id)) }
        callCount += 1
        var callees = [world.pick(others(client))]
        if world.happens(percent: 35) { callees.append(world.pick(others(client))) }
        let parameters = CallParameters(ringTime: .seconds(world.number(10...14)))
        client.command(.call(CallID("call-\(callCount)"), participants: callees, .audio, parameters))
        // Sometimes the callee has the same idea at the same moment.
        guard world.happens(percent: 15),
            let peer = clients.first(where: { $0.user == callees[0] && $0.overview.ownStatus == .none })
        else { return }
        callCount += 1
        peer.command(.call(CallID("call-\(callCount)"), participants: [client.user], .audio, parameters))
    }

    private func actCalling(_ client: SimulatedClient) { if world.happens(percent: 12) { client.command(.hangup) } }

    private func actRinging(_ client: SimulatedClient) {
        switch world.number(0...9) {
        case 0...3:
            client.command(.accept)
            // Another device of the same user at the same instant.
            if world.happens(percent: 40) {
                for other in clients where other.user == client.user && other !== client && other.ring != nil {
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

    // MARK: machines

    private func breakThings() {
        guard world.isFaulty else { return }
        switch world.number(0...9) {
        case 0...3:
            if signaling.isUp {
                signaling.crash()
                world.after(world.delay(100...3_000)) { if !self.signaling.isUp { self.signaling.start() } }
            }
        case 4, 5:
            let node = world.pick(media.nodes)
            world.note("media \(node.endpoint) dies")
            media.die(node)
            world.after(world.delay(100...4_000)) { self.media.revive(node) }
        case 6:
            gateway.crash()
            world.after(world.delay(100...2_000)) { self.gateway.restart() }
        case 7:
            push.isUp = false
            world.after(world.delay(100...5_000)) { self.push.isUp = true }
        case 8: gateway.cut(for: world.delay(4_400...5_500))
        default: break
        }
        world.after(world.delay(1_000...9_000)) { self.breakThings() }
    }
}
