import CallModel
import ServiceKit
import ServiceStore
import SignalingCore
import Synchronization
import Wire

/// Watches every media node there is: hears levels and lost devices, notices that a node or a room is gone and has its
/// calls placed anew within about two seconds. Nodes come and go with what the configured names stand for.
///
/// Every replica asks every node, because each places calls; the second to report a loss is refused by the row's era. One
/// replica listens to a node's levels: they would come twice.
final class RoomWatch: Part {
    let name = "room watch"

    /// The first time the connection has yet to be made, and a spurious move is audible.
    private static let firstProbeTime = Duration.seconds(3)
    private static let reconcileEvery = Duration.seconds(2)
    /// Of a node with rooms: how long it has been cut off before the first probe that fails is part of the silence.
    private static let probeEvery = Duration.milliseconds(250)

    private let switchboard: Switchboard
    private let relay: ActivityRelay
    private let replicas: Replicas
    private let watcher: String
    private let log: Log
    private let tasks = TaskBag()
    private let watched = WatchedNodes()
    private let trust = Mutex<[MediaNode: NodeTrust]>([:])

    init(switchboard: Switchboard, relay: ActivityRelay, replicas: Replicas, watcher: String, log: Log) {
        self.switchboard = switchboard
        self.relay = relay
        self.replicas = replicas
        self.watcher = watcher
        self.log = log
    }

    /// Nodes of calls that run are watched before any name is looked up: a node may have gone while nobody watched.
    func start() async throws {
        let placed = try await switchboard.table.transact { store in try store.roomCounts() }
        for endpoint in placed.keys { await watch(MediaNode(endpoint: endpoint)) }
        let instances = switchboard.neighbours.mediaInstances(clock: switchboard.clock)
        await tasks.add {
            for await named in instances { await self.follow(named) }
        }
    }

    func drain(within limit: Duration) async { await tasks.cancel() }

    private func follow(_ named: Set<String>) async {
        // A name service in trouble is no reason to think that there are no nodes.
        guard !named.isEmpty else { return }
        log.notice("media nodes named", ["endpoints": named.sorted().joined(separator: " ")])
        await switchboard.nodes.name(named)
        for endpoint in named { await watch(MediaNode(endpoint: endpoint)) }
    }

    /// Watches a node until it is gone: neither named nor answering, and without calls.
    private func watch(_ node: MediaNode) async {
        guard await watched.begin(node) else { return }
        await tasks.add {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.listen(to: node) }
                group.addTask { await self.reconcileRegularly(node) }
                group.addTask { await self.probeRegularly(node) }
            }
            self.trust.withLock { $0[node] = nil }
            await self.watched.end(node)
            // It may have been named again just now.
            if await self.switchboard.nodes.isNamed(node.endpoint) { await self.watch(node) }
        }
    }

    private func listen(to node: MediaNode) async {
        let client = switchboard.neighbours.media(node.endpoint)
        await reconcile(node, within: Self.firstProbeTime)
        while !Task.isCancelled, await !switchboard.nodes.isGone(node.endpoint) {
            guard replicas.owns(node.endpoint) else {
                try? await switchboard.clock.sleep(for: Self.probeEvery)
                continue
            }
            let reports = client.watchRooms(
                Proto.WatchRoomsRequest(watcher: watcher), CallOptions(timeout: NodeTrust.probeTime))
            do {
                for try await report in reports {
                    await hear(report, from: node)
                    // A replica that has come may have taken it over.
                    guard replicas.owns(node.endpoint) else { break }
                }
            } catch {
                log.debug("watch ended", ["endpoint": node.endpoint, "code": error.code.name])
            }
            if Task.isCancelled { return }
            await reconcile(node)
            try? await switchboard.clock.sleep(for: .milliseconds(100))
        }
    }

    private func reconcileRegularly(_ node: MediaNode) async {
        while !Task.isCancelled, await !switchboard.nodes.isGone(node.endpoint) {
            try? await switchboard.clock.sleep(for: Self.reconcileEvery)
            if !Task.isCancelled { await reconcile(node) }
        }
    }

    /// Notices in time a node that is cut off with rooms on it: nothing closes the connection, and nobody there hears
    /// anything. Who has no rooms is asked by `reconcileRegularly` alone.
    private func probeRegularly(_ node: MediaNode) async {
        while !Task.isCancelled, await !switchboard.nodes.isGone(node.endpoint) {
            try? await switchboard.clock.sleep(for: Self.probeEvery)
            guard await switchboard.nodes.hasRooms(node.endpoint) else { continue }
            let load = await ask(node) { client, options throws(RPCError) in
                try await client.nodeLoad(Proto.NodeLoadRequest(), options)
            }
            guard load == nil, !Task.isCancelled else { continue }
            let placed = try? await switchboard.table.transact { store in try store.calls(placedOn: node) }
            if let placed { await lose(placed, on: node) }
        }
    }

    /// Compares what the store has placed on a node with what the node has. The store is read first: a room placed by then
    /// must be on the node.
    private func reconcile(_ node: MediaNode, within firstLimit: Duration? = nil) async {
        let held = await switchboard.nodes.calls(on: node)
        guard let placed = try? await switchboard.table.transact({ store in try store.calls(placedOn: node) }) else {
            return
        }
        // Another process may have ended some of them, or news of this one came out of order: the store is right.
        await switchboard.nodes.forget(held.subtracting(placed.map(\.id)), on: node)
        for call in placed { await switchboard.nodes.note(call) }
        let rooms = await ask(node, within: firstLimit) { client, options throws(RPCError) in
            try await client.listRooms(Proto.ListRoomsRequest(), options).rooms
        }
        guard let rooms else {
            if !Task.isCancelled { await lose(placed, on: node) }
            return
        }
        await switchboard.nodes.markUp(node.endpoint)
        let eras = Dictionary(rooms.map { (CallID($0.callId), $0.era) }, uniquingKeysWith: max)
        for call in placed where (eras[call.id] ?? 0) < call.media.era {
            log.notice("room lost", ["call_id": call.id, "endpoint": node.endpoint, "era": call.media.era])
            await switchboard.report(call.id, .media(.roomLost(node, era: call.media.era)))
        }
        let known = Dictionary(placed.map { ($0.id, $0.media.era) }, uniquingKeysWith: max)
        for (id, era) in eras where known[id] != era { await closeIfAbandoned(id, era: era, on: node) }
    }

    /// The node's answer; `nil` if it is given up. `firstLimit` is for the first try alone.
    private func ask<Answer: Sendable>(
        _ node: MediaNode, within firstLimit: Duration? = nil,
        _ question: (Proto.MediaClient, CallOptions) async throws(RPCError) -> Answer
    ) async -> Answer? {
        var firstLimit = firstLimit
        while !Task.isCancelled {
            let sent = switchboard.clock.now
            let limit = firstLimit.take() ?? trust.withLock { $0[node, default: NodeTrust()].probeTime }
            do throws(RPCError) {
                let client = switchboard.neighbours.media(node.endpoint)
                let answer = try await question(client, CallOptions(timeout: limit))
                trust.withLock { $0[node, default: NodeTrust()].answered() }
                return answer
            } catch {
                let kind: NodeTrust.Failure = error.reason == .neverSent ? .unreachable : .late
                let now = switchboard.clock.now
                let isGivenUp = trust.withLock { $0[node, default: NodeTrust()].failed(kind, sent: sent, now: now) }
                if isGivenUp { return nil }
                log.debug("probe failed", ["endpoint": node.endpoint, "code": error.code.name])
                if now - sent < NodeTrust.spacing { try? await switchboard.clock.sleep(for: NodeTrust.spacing) }
            }
        }
        return nil
    }

    /// The node does not answer: whatever it held has to live elsewhere.
    private func lose(_ calls: [Call], on node: MediaNode) async {
        await switchboard.nodes.markDown(node.endpoint)
        guard !calls.isEmpty else { return }
        log.error("media node lost", ["endpoint": node.endpoint, "calls": calls.count])
        await withTaskGroup(of: Void.self) { group in
            for call in calls {
                group.addTask { await self.switchboard.report(call.id, .media(.roomLost(node, era: call.media.era))) }
            }
        }
    }

    /// A room that no row counts on: left over from a crash or a partition.
    private func closeIfAbandoned(_ id: CallID, era: UInt32, on node: MediaNode) async {
        let call: Call?
        do { call = try await switchboard.table.call(id) } catch { return }
        if let call {
            let isWanted =
                switch call.media {
                case .owed(let owed, _): owed <= era
                case .placed(let current, let placed): current == node && placed == era
                case .closeOwed, .none: true  // being closed, or not known yet
                case .closed: false
                }
            if isWanted { return }
        }
        _ = await switchboard.closeRoom(of: id, on: node, era: era)
    }

    private func hear(_ report: Proto.RoomReport, from node: MediaNode) async {
        let id = CallID(report.callId)
        for session in report.timedOutSessionIds {
            await switchboard.report(id, .media(.silenced(SessionID(session), era: report.era)))
        }
        if report.isClosed {
            // A node that ends a room of its own accord drains, as a rule; the next answer to a probe says otherwise.
            let isHeld = await switchboard.nodes.members(of: id)?.era == report.era
            if isHeld { await switchboard.nodes.markDown(node.endpoint) }
            await switchboard.report(id, .media(.roomLost(node, era: report.era)))
        } else {
            await relay.relay(report)
        }
    }
}

/// The nodes that are watched now.
private actor WatchedNodes {
    private var nodes: Set<MediaNode> = []

    /// False if it is watched already.
    func begin(_ node: MediaNode) -> Bool { nodes.insert(node).inserted }

    func end(_ node: MediaNode) { nodes.remove(node) }
}
