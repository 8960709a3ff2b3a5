import CallClientCore
import CallModel
import SignalingCore

/// Services and clients, wired.
final class Cluster {
    let world: World
    let flaw: Flaw?
    let network: Network
    let store: SimulatedStore
    private(set) var replicas: [Replica] = []
    let presence: SimulatedPresence
    let push: SimulatedPush
    let media = SimulatedMedia()
    let gateway: SimulatedGateway
    private(set) var clients: [SimulatedClient] = []
    /// Until when some machine or link is not as it should be.
    private(set) var troubleUntil: Int64 = 0
    /// When a decision may last have been stored without anybody being told.
    private var lastCrash: Int64 = .min

    init(world: World, plan: Plan, flaw: Flaw? = nil) {
        self.world = world
        self.flaw = flaw
        network = Network(world: world)
        store = SimulatedStore(world: world, network: network, flaw: flaw)
        presence = SimulatedPresence(world: world)
        push = SimulatedPush(world: world)
        gateway = SimulatedGateway(world: world)
        presence.cluster = self
        push.cluster = self
        gateway.cluster = self
        let offsets = plan.clockOffsets
        replicas = (0..<Plan.replicaCount).map { Replica($0, clockOffset: offsets[$0], in: self) }
        presence.clockOffset = offsets[Plan.replicaCount]
        push.clockOffset = offsets[Plan.replicaCount + 1]
        let installations: [(String, String, Platform)] = [
            ("alice", "phone", .iOS), ("alice", "web", .web), ("bob", "phone", .iOS), ("bob", "desk", .desktop),
            ("carol", "phone", .android), ("dave", "phone", .iOS),
        ]
        clients = installations.map { SimulatedClient(UserID($0.0), $0.1, $0.2, world: world, cluster: self) }
        for fault in plan.faults { world.after(fault.at) { self.happen(fault.kind) } }
    }

    func start() {
        for replica in replicas { replica.start() }
        for client in clients { client.logIn() }
    }

    /// When the fate of a decision was last lost: a replica died with effects, or was told of a failure that was none.
    var lastEffectLoss: Int64 { max(lastCrash, store.lastDoubt) }

    /// A commit that has left a process is done though the process dies.
    private static let commitTime: Int64 = 100_000_000

    /// A replica dies, maybe between a decision and its effects.
    func noteCrash() { lastCrash = world.elapsed + Self.commitTime }

    /// A message for the session was lost, whatever follows.
    func noteLoss(for session: SessionID) {
        for client in clients where client.session?.sessionID == session { client.lastLoss = world.elapsed }
    }

    /// A request of the session was lost: it is asked again when its time is over.
    func noteRequestLoss(of session: SessionID) {
        for client in clients where client.session?.sessionID == session { client.lastRequestLoss = world.elapsed }
    }

    // MARK: who is asked

    /// One of the replicas the host thinks it can reach; sometimes one that it cannot.
    func someReplica(reachableFrom host: Host) -> Replica? {
        let known = replicas.filter { !$0.isGone }
        if world.fault(percent: 5) { return world.pick(known) }
        let reachable = known.filter { $0.isUp && !network.isCut(host, $0.host) }
        return reachable.isEmpty ? nil : world.pick(reachable)
    }

    /// Tells one of the replicas something that is not told again.
    func toSomeReplica(from host: Host, _ body: @escaping (Replica) -> Void) {
        world.after(world.delay(0...50, atBest: 0...5)) {
            guard let replica = self.someReplica(reachableFrom: host), replica.isUp,
                !self.network.isCut(host, replica.host)
            else { return }
            body(replica)
        }
    }

    /// A push reached a device: its app is started if it does not run.
    func wake(_ user: UserID, _ device: DeviceID) {
        guard let client = clients.first(where: { $0.user == user && $0.deviceID == device }), !client.wantsLogin else {
            return
        }
        client.note("is woken by push")
        client.logIn()
    }

    // MARK: what goes wrong

    private func happen(_ kind: Plan.Kind) {
        guard world.isFaulty else { return }
        switch kind {
        case .appIsKilled(let client): return clients[client].kill()
        case .connectionBreaks(let client): return clients[client].cut(isNoticed: true)
        case .connectionGoesSilent(let client): return clients[client].cut(isNoticed: false)
        case .networkChanges(let client): return clients[client].changeNetwork()
        default: break
        }
        world.note("\(kind)")
        switch kind {
        case .replicaCrashes(let index, let time): crash(replicas[index], for: time)
        case .replicaDies(let index):
            replicas[index].crash(forEver: true)
        case .presenceCrashes(let time):
            presence.crash()
            trouble(for: time) { self.presence.restart() }
        case .gatewayCrashes(let time):
            gateway.crash()
            trouble(for: time) { self.gateway.restart() }
        case .pushCrashes(let time):
            push.isUp = false
            trouble(for: time) { self.push.isUp = true }
        case .mediaCrashes(let index, let time):
            media.die(media.nodes[index])
            world.after(time) { self.media.revive(self.media.nodes[index]) }
        case .storeIsAway(let time):
            store.goDown(for: time)
            trouble(for: time) {}
        case .isCut(let one, let other, let time):
            network.cut(one, other, for: time)
            trouble(for: time) {}
        case .clientsAreCut(let time): gateway.isolate(for: time)
        case .clockSteps(let index, let offset): replicas[index].clockOffset = offset
        case .appIsKilled, .connectionBreaks, .connectionGoesSilent, .networkChanges: break
        }
    }

    private func crash(_ replica: Replica, for time: Duration) {
        replica.crash()
        trouble(for: time) { replica.start() }
    }

    private func trouble(for time: Duration, _ over: @escaping () -> Void) {
        troubleUntil = max(troubleUntil, world.elapsed + time.wholeNanoseconds)
        world.after(time, over)
    }

    /// No more faults; whatever is down comes back, whoever was killed is started again.
    func heal() {
        world.note("the network heals")
        world.isFaulty = false
        network.heal()
        store.comeBack()
        push.isUp = true
        presence.restart()
        gateway.restart()
        gateway.reconnect()
        for node in media.nodes { media.revive(node) }
        for replica in replicas { replica.start() }
        logEverybodyIn(times: 5)
    }

    /// More than once: who is just logging out does not hear of it.
    private func logEverybodyIn(times: Int) {
        for client in clients where !client.wantsLogin { client.logIn() }
        if times > 1 { world.after(.seconds(2)) { self.logEverybodyIn(times: times - 1) } }
    }

    /// Ends what runs, as an operator does.
    func endEverything() {
        for call in store.activeCalls {
            replicas.first(where: \.isUp)?.report(call.id, .operatorEnded)
        }
    }
}
