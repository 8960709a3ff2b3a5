import CallClientCore
import CallModel
import SignalingCore

/// One signaling process: the real reducer over the shared store, effects after the commit. A crash loses every effect that
/// is under way; a restart reads the store and sweeps, as the service does. Several decide at once and own nothing.
final class Replica {
    typealias Answer = (Result<Reply, RequestFailure>) -> Void

    static let limits = CallLimits(participants: 8, acceptGrace: WallSpan(milliseconds: 2_000))
    /// Of the sweeps, which the replicas make independently.
    private static let tick = Duration.milliseconds(500)

    let host: Host
    let world: World
    let network: Network
    let store: SimulatedStore
    let flaw: Flaw?
    unowned let cluster: Cluster
    private let index: Int
    /// Counts starts; work of an earlier life is not done.
    private(set) var life = 0
    private(set) var isUp = false
    /// Never comes back.
    private(set) var isGone = false
    private(set) var startedAt: Int64 = 0
    /// How far its clock is off.
    var clockOffset: Duration
    /// Orders that have not been answered, so that the sweep does not double them.
    private var underWay: Set<Order> = []
    /// The newest state of each call that this life has published.
    var newest: [CallID: Call] = [:]

    private struct Order: Hashable {
        let call: CallID
        let effect: CallEffect
    }

    init(_ index: Int, clockOffset: Duration, in cluster: Cluster) {
        self.index = index
        host = .signaling(index)
        self.clockOffset = clockOffset
        self.cluster = cluster
        world = cluster.world
        network = cluster.network
        store = cluster.store
        flaw = cluster.flaw
    }

    var wallTime: WallTime { world.wallTime + clockOffset }

    func note(_ line: @autoclosure () -> String) { world.note("signaling-\(index) \(line())") }

    // MARK: life

    func start() {
        guard !isUp, !isGone else { return }
        life += 1
        isUp = true
        startedAt = world.elapsed
        (underWay, newest) = ([], [:])
        note("starts")
        let horizon = world.wallTime - .seconds(120)
        for call in store.allCalls where (store.endedAt[call.id] ?? world.wallTime) >= horizon {
            publish(call, to: call.allDevices)
            for user in call.ringingUsers { order(.findDevices(user), of: call) }
        }
        sweepRows()
        sweepSessions()
        watchRooms()
    }

    func crash(forEver: Bool = false) {
        guard isUp else { return }
        isUp = false
        isGone = forEver
        cluster.noteCrash()
        note(forEver ? "is gone" : "crashes")
    }

    /// Runs in this life or not at all.
    func later(_ delay: Duration, _ body: @escaping () -> Void) {
        let life = life
        world.after(delay) { if self.isUp, self.life == life { body() } }
    }

    /// What happens elsewhere and is answered in this life or not at all.
    func inThisLife<Value>(_ body: @escaping (Value) -> Void) -> (Value) -> Void {
        let life = life
        return { value in if self.isUp, self.life == life { body(value) } }
    }

    // MARK: sweeps

    private func sweepRows() {
        if store.isUp, !network.isCut(host, .store) {
            let now = wallTime
            for call in store.activeCalls where call.nextDeadline.map({ $0 <= now }) ?? false {
                for pending in call.pendingTimers where pending.expiresAt <= now && !isOverlooked(pending.timer) {
                    report(call.id, .timer(pending.timer))
                }
            }
            if flaw != .dutiesForgotten {
                for call in store.owingCalls { for effect in call.owedEffects { order(effect, of: call) } }
            }
        }
        later(Self.tick) { self.sweepRows() }
    }

    private func isOverlooked(_ timer: RingTimer) -> Bool {
        timer.kind == nil ? flaw == .deadlineLost : flaw == .ringBroughtOnce
    }

    private func sweepSessions() {
        if store.isUp, flaw != .deadSessionKept {
            let sessions = store.activeCalls.flatMap { call in call.liveDevices.map { (call.id, $0.sessionID) } }
            ask(.presence, { self.cluster.presence.gone(among: sessions.map(\.1)) }, {}) { gone in
                for (call, session) in sessions where gone.contains(session) {
                    self.report(call, .presence(.sessionGone(session)))
                }
            }
        }
        later(.seconds(5)) { self.sweepSessions() }
    }

    // MARK: decisions

    /// Runs a transaction and sees to what it decided.
    func transact(
        _ body: @escaping (inout SimulatedTransaction) throws(CallRefusal) -> Call?,
        _ then: @escaping (Result<Call?, SimulatedStore.Refusal>) -> Void
    ) {
        store.transact(
            from: host, body,
            inThisLife { (result: Result<(Call?, [Transition]), SimulatedStore.Refusal>) in
                switch result {
                case .success((let call, let transitions)):
                    self.carryOut(transitions)
                    then(.success(call))
                case .failure(let refusal):
                    if case .refused(.bug(let bug)) = refusal { self.world.fail("a bug was reported: \(bug)") }
                    then(.failure(refusal))
                }
            })
    }

    func decide(
        _ id: CallID, _ event: @escaping (Call, inout SimulatedTransaction) -> CallEvent,
        _ then: @escaping (Result<Call?, SimulatedStore.Refusal>) -> Void
    ) {
        let now = wallTime
        transact(
            { (transaction) throws(CallRefusal) in
                guard let call = transaction.load(id) else { return nil }
                return try transaction.decide(call, event(call, &transaction), at: now)
            }, then)
    }

    /// An event whose refusal needs no answer.
    func report(_ id: CallID, _ event: CallEvent) { decide(id, { _, _ in event }, { _ in }) }

    private func carryOut(_ transitions: [Transition]) {
        var latest: [CallID: Call] = [:]
        for transition in transitions { latest[transition.new.id] = transition.new }
        for transition in transitions where transition.new.version != transition.old.version {
            let call = transition.new
            note("\(call.id.rawValue) v\(call.version) \(label(transition.event)) -> \(label(call.state))")
            for effect in transition.effects where !effect.isStored {
                later(world.delay(0...20, atBest: 0...2)) { self.carryOut(effect, of: latest[call.id] ?? call) }
            }
        }
    }

    private func carryOut(_ effect: CallEffect, of call: Call) {
        guard case .publish(let devices) = effect else { return order(effect, of: call) }
        publish(call, to: devices.filter { !isForgotten($0, call) })
    }

    private func isForgotten(_ device: CallDevice, _ call: Call) -> Bool {
        guard let end = call.snapshot(for: device).ownEnd else { return false }
        return (flaw == .cancelLost && end.reason == .canceled)
            || (flaw == .answeredElsewhereLost && end.reason == .otherDeviceAccepted)
    }

    // MARK: orders to others

    /// Gives an order unless it is under way.
    private func order(_ effect: CallEffect, of call: Call) {
        let order = Order(call: call.id, effect: effect)
        guard underWay.insert(order).inserted else { return }
        execute(effect, of: call) { self.underWay.remove(order) }
    }

    private func execute(_ effect: CallEffect, of call: Call, _ done: @escaping () -> Void) {
        switch effect {
        case .findDevices(let user):
            ask(.presence, { self.cluster.presence.devices(of: user) }, done) {
                self.report(call.id, .presence(.sessionsFound(user, $0)))
            }
        case .pushRing(let timer, let deadline): pushRing(timer, deadline, effect, call.id, done)
        case .pushStop(let user):
            ask(.push, { self.cluster.push.stop(call.id, user) }, done) {
                self.report(call.id, .push(.stopTaken(user)))
            }
        case .createRoom(let era, let avoided):
            let nodes = cluster.media.nodes.sorted {
                ($0 == avoided ? 1 : 0, $0.endpoint) < ($1 == avoided ? 1 : 0, $1.endpoint)
            }
            createRoom(call.id, era, nodes, done)
        case .closeRoom(let node, let era):
            closeRoom(call.id, era, node, done) { self.report(call.id, .media(.roomClosed(era: era))) }
        case .publish, .removeFromRoom, .muteInRoom, .startTimer, .cancelTimer, .occupy, .occupySecond, .activate,
            .deactivate, .release, .occupyGroup,
            .releaseGroup, .alias, .writeRecord:
            done()
        }
    }

    /// A call to another service whose answer is heard in this life; one that fails is owed still.
    private func ask<Value>(
        _ host: Host, timeout: Duration = .seconds(3), _ body: @escaping () -> Value?, _ done: @escaping () -> Void,
        failed: @escaping (() -> Void) = {}, _ then: @escaping (Value) -> Void
    ) {
        network.call(
            from: self.host, to: host, timeout: timeout, body,
            inThisLife { (result: Result<Value, Network.Failure>) in
                done()
                switch result {
                case .success(let value): then(value)
                case .failure: failed()
                }
            })
    }

    private func pushRing(
        _ timer: RingTimer, _ deadline: WallTime, _ effect: CallEffect, _ id: CallID, _ done: @escaping () -> Void
    ) {
        ask(.presence, { self.cluster.presence.connectedDevices(of: timer.userID) }, {}, failed: done) { connected in
            guard let call = self.store.call(id), call.owedEffects.contains(effect) else { return done() }
            let silent = call.silentDeviceIDs(of: timer.userID)
            let except = connected.filter { !silent.contains($0) }
            self.ask(.push, { self.cluster.push.ring(id, timer.userID, deadline, except: except) }, done) { count in
                self.report(id, .push(.ringTaken(timer, deviceCount: count)))
                // The order to stop may have been taken before this one.
                if let now = self.store.call(id), !now.ringingUsers.contains(timer.userID) {
                    self.order(.pushStop(timer.userID), of: now)
                }
            }
        }
    }

    private func createRoom(_ id: CallID, _ era: UInt32, _ nodes: [MediaNode], _ done: @escaping () -> Void) {
        guard let node = nodes.first else { return done() }
        ask(
            cluster.media.host(of: node), timeout: .milliseconds(1_500),
            { self.cluster.media.createRoom(id, era: era, on: node) }, {},
            failed: { self.createRoom(id, era, Array(nodes.dropFirst()), done) }
        ) {
            done()
            self.decide(id, { _, _ in .media(.roomCreated(node, era: era)) }) { result in
                if case .failure(.refused) = result { self.closeRoom(id, era, node, {}) {} }
            }
        }
    }

    private func closeRoom(
        _ id: CallID, _ era: UInt32, _ node: MediaNode, _ done: @escaping () -> Void, _ then: @escaping () -> Void
    ) {
        ask(
            cluster.media.host(of: node),
            { self.flaw == .roomLeaked ? () : self.cluster.media.closeRoom(id, era: era, on: node) }, done, then)
    }

    // MARK: rooms

    private func watchRooms() {
        for node in cluster.media.nodes {
            let placed = store.activeCalls.compactMap { call -> (CallID, UInt32)? in
                guard case .placed(node, let era) = call.media else { return nil }
                return (call.id, era)
            }
            ask(
                cluster.media.host(of: node), timeout: .milliseconds(500), { self.cluster.media.rooms(on: node) }, {},
                failed: { for (id, era) in placed { self.report(id, .media(.roomLost(node, era: era))) } }
            ) { rooms in
                let eras = Dictionary(rooms, uniquingKeysWith: max)
                for (id, era) in placed where (eras[id] ?? 0) < era {
                    self.report(id, .media(.roomLost(node, era: era)))
                }
                // A CreateRoom that came late, a CloseRoom that got lost: rooms that no row counts on.
                for (id, era) in rooms where !self.isWanted(id, era, node) { self.closeRoom(id, era, node, {}) {} }
            }
        }
        later(.seconds(2)) { self.watchRooms() }
    }

    private func isWanted(_ id: CallID, _ era: UInt32, _ node: MediaNode) -> Bool {
        switch store.call(id)?.media {
        case .owed(let owed, _): owed <= era
        case .placed(let current, let placed): current == node && placed == era
        case .closeOwed: true  // being closed
        case .closed, .some(.none), nil: false
        }
    }
}
