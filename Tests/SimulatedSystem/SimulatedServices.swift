import CallModel
import PresenceCore
import PushCore
import SignalingCore

/// Presence: the real session rules over sessions that outlive its process.
final class SimulatedPresence {
    private let world: World
    unowned var cluster: Cluster!
    private let rules = SessionRules(lease: .seconds(6), resumeWindow: .seconds(8))
    private var sessions: [SessionID: Session] = [:]
    private var accounts: Set<UserID> = []
    private(set) var isUp = true
    var clockOffset = Duration.zero

    init(world: World) {
        self.world = world
        sweep()
    }

    private var now: WallTime { world.wallTime + clockOffset }

    func exists(_ user: UserID) -> Bool { accounts.contains(user) }
    func isOpen(_ session: SessionID) -> Bool { sessions[session] != nil }

    private func sorted(of user: UserID) -> [Session] {
        sessions.values.filter { $0.user == user }.sorted { $0.id < $1.id }
    }

    // MARK: life

    func crash() {
        world.note("presence crashes")
        isUp = false
    }

    func restart() {
        guard !isUp else { return }
        world.note("presence starts")
        isUp = true
        for (id, session) in sessions { sessions[id] = rules.afterRestart(session, now: now) }
    }

    // MARK: questions, answered with `nil` while it is away

    func devices(of user: UserID) -> [CallDevice]? {
        guard isUp else { return nil }
        return sorted(of: user).map { CallDevice(userID: $0.user, deviceID: $0.device, sessionID: $0.id) }
    }

    func connectedDevices(of user: UserID) -> [DeviceID]? {
        isUp ? sorted(of: user).filter(\.isConnected).map(\.device) : nil
    }

    func gone(among candidates: [SessionID]) -> Set<SessionID>? {
        isUp ? Set(candidates.filter { sessions[$0] == nil }) : nil
    }

    // MARK: sessions

    /// False while it is away.
    func logIn(_ id: SessionID, _ user: UserID, _ device: DeviceID, _ platform: Platform) -> Bool {
        guard isUp else { return false }
        accounts.insert(user)
        let session = Session(
            id: id, user: user, device: device, platform: platform, deviceName: "",
            userSigExpiresAt: now + .seconds(86_400), resumeTokenHash: [],
            link: rules.connected(at: "gateway", now: now), lastSeenAt: now)
        for gone in rules.displaced(by: session, among: sorted(of: user)) {
            end(gone.session.id, isKick: gone.ending == .kickedOffline)
        }
        sessions[id] = session
        return true
    }

    /// Whether the session goes on; `nil` while presence is away.
    func resume(_ id: SessionID) -> Bool? {
        guard isUp else { return nil }
        guard
            case .resumed(let session, _) = rules.resume(sessions[id], tokenFits: true, at: "gateway", now: now)
        else { return false }
        sessions[id] = session
        return true
    }

    /// Whether the gateway may keep the connection; `nil` while presence is away.
    func renew(_ id: SessionID) -> Bool? {
        guard isUp else { return nil }
        guard let session = rules.renew(sessions[id], by: "gateway", now: now) else { return false }
        sessions[id] = session
        return true
    }

    func detach(_ id: SessionID) {
        guard isUp, let session = sessions[id] else { return }
        if let detached = rules.detach(session, from: "gateway", now: now) { sessions[id] = detached }
    }

    func logOut(_ id: SessionID) { if isUp { end(id, isKick: false) } }

    private func sweep() {
        if isUp {
            for session in sessions.values.sorted(by: { $0.id < $1.id }) {
                switch rules.passage(of: session, now: now) {
                case .stays: break
                case .detached(let detached): sessions[session.id] = detached
                case .ended: end(session.id, isKick: false)
                }
            }
        }
        world.after(.seconds(1)) { self.sweep() }
    }

    private func end(_ id: SessionID, isKick: Bool) {
        guard sessions.removeValue(forKey: id) != nil else { return }
        world.note("session \(id.rawValue) ends")
        if isKick { cluster.gateway.kick(id) }
        // A hint: it may be lost, the sweep finds out.
        if world.fault(percent: 40) { return }
        cluster.toSomeReplica(from: .presence) { $0.sessionsEnded(id) }
    }
}

/// Push: the real job machine, one job per device with a token, a provider that is slow, forgetful and unordered.
final class SimulatedPush {
    private struct Key: Hashable {
        let call: CallID
        let device: DeviceID
    }

    private let world: World
    unowned var cluster: Cluster!
    private var jobs: [Key: PushJob] = [:]
    private var tokens: [UserID: [DeviceID]] = [:]
    var isUp = true
    var clockOffset = Duration.zero
    private var now: WallTime { world.wallTime + clockOffset }

    init(world: World) { self.world = world }

    func register(_ user: UserID, _ device: DeviceID) {
        if !(tokens[user] ?? []).contains(device) { tokens[user, default: []].append(device) }
    }

    func ring(_ call: CallID, _ user: UserID, _ deadline: WallTime, except: [DeviceID]) -> Int? {
        guard isUp else { return nil }
        let devices = (tokens[user] ?? []).filter { !except.contains($0) }
        for device in devices where jobs[Key(call: call, device: device)]?.deadline != deadline {
            jobs[Key(call: call, device: device)] = PushJob(deadline: deadline, at: now)
            step(Key(call: call, device: device), user, .due)
        }
        return devices.count
    }

    func stop(_ call: CallID, _ user: UserID) -> Void? {
        guard isUp else { return nil }
        for device in tokens[user] ?? [] { step(Key(call: call, device: device), user, .ringStopped) }
        return ()
    }

    private func step(_ key: Key, _ user: UserID, _ event: PushJob.Event) {
        guard var job = jobs[key] else { return }
        let outcome = job.handle(event, at: now)
        jobs[key] = job
        guard case .handled(let effects) = outcome else { return }
        for effect in effects {
            switch effect {
            case .send: send(key, user)
            case .wake(let at): world.after(at - now) { self.step(key, user, .due) }
            case .report(let isHandedOver):
                cluster.toSomeReplica(from: .push) {
                    $0.report(key.call, .push(.outcome(user, isHandedOver: isHandedOver)))
                }
            case .forgetToken: break
            }
        }
    }

    /// The provider's answer and the device's wake-up are two things; either can fail or be late.
    private func send(_ key: Key, _ user: UserID) {
        world.after(world.delay(20...200)) {
            self.step(key, user, self.world.fault(percent: 10) ? .unanswered(after: nil) : .taken)
        }
        guard !world.fault(percent: 15) else { return }
        world.after(world.delay(50...(world.isFaulty ? 20_000 : 500))) { self.cluster.wake(user, key.device) }
    }
}

/// Media nodes: rooms that are gone when a node dies.
final class SimulatedMedia {
    let nodes = [MediaNode(endpoint: "m1"), MediaNode(endpoint: "m2")]
    private var rooms: [MediaNode: [CallID: UInt32]] = [:]
    private var down: Set<MediaNode> = []

    func host(of node: MediaNode) -> Host { .media(nodes.firstIndex(of: node) ?? 0) }
    func hasRoom(_ call: CallID, era: UInt32, on node: MediaNode) -> Bool { rooms[node]?[call] == era }
    /// `nil` while the node is down.
    func rooms(on node: MediaNode) -> [(CallID, UInt32)]? {
        down.contains(node) ? nil : (rooms[node] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    func count(of call: CallID) -> Int { nodes.count { rooms[$0]?[call] != nil } }

    func die(_ node: MediaNode) {
        rooms[node] = [:]
        down.insert(node)
    }

    func revive(_ node: MediaNode) { down.remove(node) }

    func createRoom(_ call: CallID, era: UInt32, on node: MediaNode) -> Void? {
        guard !down.contains(node), (rooms[node]?[call] ?? 0) <= era else { return nil }
        rooms[node, default: [:]][call] = era
        return ()
    }

    func closeRoom(_ call: CallID, era: UInt32, on node: MediaNode) -> Void? {
        guard !down.contains(node) else { return nil }
        if let held = rooms[node]?[call], held <= era { rooms[node]?[call] = nil }
        return ()
    }
}
