import Bus
import CallModel
import Database
import Foundation
import PostgresSupport
import ServiceKit
import ServiceStore
import Synchronization
import Testing
import Wire

@testable import signaling

/// The real service in this process, in one replica or several, on a real bus, between fakes.
final class SignalingRig: Sendable {
    /// The host's clocks, with wall time that can be put forward.
    final class Clock: ServiceClock {
        private let shift = Mutex(Duration.zero)
        private let system = SystemClock()

        var now: MonotonicInstant { system.now }
        var wallTime: WallTime { system.wallTime + shift.withLock { $0 } }
        func sleep(until instant: MonotonicInstant) async throws { try await system.sleep(until: instant) }
        func advance(_ duration: Duration) { shift.withLock { $0 += duration } }
    }

    let world = FakeNeighbours()
    let clock = Clock()
    let folder: String
    let media: [FakeMediaNode]
    private let neighbourNode: BusNode
    private let running = Mutex<[Int: Replica]>([:])

    private struct Replica: Sendable {
        let node: BusNode
        let parts: [any Part]
    }

    /// What the name `media` stands for; `nil`: media is configured by endpoints.
    private let names: FakeResolver?
    /// Instead of one of its own; not for rigs that restart.
    private let store: Database?
    private let place: StoreConfiguration
    private let hasCallWaiting: Bool

    /// With `names`, the media nodes have one port on different addresses of this host, and are looked up by name. More
    /// than one replica needs PostgreSQL.
    init(
        mediaNodes: Int = 1, names: FakeResolver? = nil, store: Database? = nil, dialect: Dialect = .common,
        replicas: Int = 1, callWaiting: Bool = false
    ) async throws {
        self.names = names
        hasCallWaiting = callWaiting
        self.store = store
        folder = FileManager.default.temporaryDirectory.appending(path: "signaling-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        switch dialect {
        case .sqlite: place = StoreConfiguration(folder: folder, file: "signaling.db")
        case .postgreSQL:
            var location = try await PrivatePostgres.shared().freshLocation()
            location.isolation = .readCommitted
            place = StoreConfiguration(server: location)
        }
        neighbourNode = try BusNode(BusConfiguration(service: "neighbours", instance: "n", bind: "tcp://127.0.0.1:0"))
        neighbourNode.serve(Proto.PresenceMethods.handlers(for: world))
        neighbourNode.serve(Proto.PushMethods.handlers(for: world))
        neighbourNode.serve(Proto.GatewayMethods.handlers(for: world))
        try neighbourNode.start()
        media =
            names == nil
            ? try (0..<mediaNodes).map { _ in try FakeMediaNode() } : try FakeMediaNode.onOnePort(mediaNodes)
        for replica in 0..<replicas { try await start(replica) }
    }

    /// The endpoint under which presence, push and gateway answer.
    var gateway: String { neighbourNode.boundEndpoint ?? "" }

    func start(_ replica: Int = 0) async throws {
        var bus = BusConfiguration(service: "signaling", instance: "s\(replica)", bind: "tcp://127.0.0.1:0")
        if let names {
            bus.resolver = names
            bus.timing.resolveInterval = .milliseconds(50)
        }
        let node = try BusNode(bus)
        var configuration = SignalingConfiguration(ConfigurationValues(defaultsOf: SignalingConfiguration.keys))
        configuration.store = place
        configuration.presence = [gateway]
        configuration.push = [gateway]
        configuration.media = names == nil ? media.map(\.endpoint) : ["tcp://media:\(media[0].port)"]
        configuration.ringRules.isWaitingOn = hasCallWaiting
        configuration.sessionSweep = .milliseconds(200)
        configuration.transitionLog = folder + "/transitions.jsonl"
        let assembly = try SignalingAssembly(
            configuration, database: try store ?? place.open(signalingSchema, holder: "s\(replica)"), bus: node,
            clock: clock, log: .discarding, metrics: Metrics(service: "signaling"))
        for part in assembly.parts { try await part.start() }
        try node.start()
        running.withLock { $0[replica] = Replica(node: node, parts: assembly.parts) }
    }

    /// Ends a replica as a kill would: nothing is finished, nobody is told.
    func kill(_ replica: Int = 0) async {
        guard let killed = running.withLock({ $0.removeValue(forKey: replica) }) else { return }
        // The store first: what still runs decides nothing. Then its own timers: a process that is gone does not see its
        // connections go.
        for part in killed.parts { await part.drain(within: .zero) }
        await killed.node.close()
    }

    func restart() async throws {
        await kill()
        try await start()
    }

    func stop() async {
        for replica in running.withLock({ Array($0.keys) }) { await kill(replica) }
        await neighbourNode.close()
        for node in media { await node.node.close() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A user's devices, connected.
    @discardableResult
    func connect(_ user: String, _ devices: String...) -> [Client] {
        world.connect(user, devices: devices.isEmpty ? ["phone"] : devices, gateway: gateway)
            .map { Client(rig: self, identity: $0) }
    }

    fileprivate var client: Proto.SignalingClient { client(of: nil) }

    /// Of one replica, or of whichever the bus takes.
    func client(of replica: Int?) -> Proto.SignalingClient { Proto.SignalingClient(channel(to: replica)) }

    var invitations: Proto.InvitationsClient { Proto.InvitationsClient(channel(to: nil)) }

    private func channel(to replica: Int?) -> BusChannel {
        let endpoints = running.withLock { running in
            running.sorted { $0.key < $1.key }.filter { replica == nil || $0.key == replica }
                .compactMap(\.value.node.boundEndpoint)
        }
        return neighbourNode.channel(to: endpoints)
    }

    /// Another service's view.
    var asService: Proto.SignalingClient { client }
}

/// One device of one user, as signaling hears it through a gateway.
struct Client: Sendable {
    let rig: SignalingRig
    let identity: Proto.ClientIdentity
    /// Which replica it talks to; `nil`: any.
    var replica: Int?

    var session: String { identity.sessionId }
    var options: CallOptions { CallOptions(identity: identity) }
    var api: Proto.SignalingClient { rig.client(of: replica) }

    /// The same device, by way of one replica.
    func via(_ replica: Int) -> Client { Client(rig: rig, identity: identity, replica: replica) }

    func call(
        _ id: String, _ users: String..., params: Proto.CallParams? = nil
    ) async throws(RPCError) -> Proto.CallSnapshot {
        let request = Proto.CallRequest(callId: id, participantIds: users, mediaKind: .audio, params: params)
        return try await api.call(request, options).call ?? Proto.CallSnapshot()
    }

    func accept(_ id: String) async throws(RPCError) -> Proto.CallSnapshot {
        try await api.accept(Proto.AcceptRequest(callId: id), options).call ?? Proto.CallSnapshot()
    }

    @discardableResult
    func hold(
        _ id: String, _ isOnHold: Bool, other: Proto.OtherCall = .hold
    ) async throws(RPCError) -> Proto.CallSnapshot {
        let request = Proto.HoldRequest(callId: id, isOnHold: isOnHold, otherCall: other)
        return try await api.hold(request, options).call ?? Proto.CallSnapshot()
    }

    @discardableResult
    func hangup(_ id: String) async throws(RPCError) -> Proto.CallSnapshot {
        try await api.hangup(Proto.HangupRequest(callId: id), options).call ?? Proto.CallSnapshot()
    }

    @discardableResult
    func reject(_ id: String) async throws(RPCError) -> Proto.CallSnapshot {
        try await api.reject(Proto.RejectRequest(callId: id), options).call ?? Proto.CallSnapshot()
    }

    func sync(_ known: Proto.KnownCall...) async throws(RPCError) -> [Proto.CallSnapshot] {
        try await api.sync(Proto.SyncRequest(knownCalls: known), options).calls
    }

    func records() async throws(RPCError) -> [Proto.CallRecord] {
        try await api.queryRecords(Proto.QueryRecordsRequest(), options).records
    }

    /// Waits until the newest snapshot of the call that this session was handed satisfies the condition.
    @discardableResult
    func hears(
        _ id: String, within limit: Duration = .seconds(10), _ condition: @Sendable (Proto.CallSnapshot) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Proto.CallSnapshot {
        try await eventually("a snapshot of \(id) at \(session)", within: limit, sourceLocation) {
            let newest = rig.world.snapshots(session, of: id).max { $0.version < $1.version }
            return newest.flatMap { condition($0) ? $0 : nil }
        }
    }
}

/// Waits for a value, with a deadline.
func eventually<Value>(
    _ what: String, within limit: Duration = .seconds(10), _ location: SourceLocation = #_sourceLocation,
    _ read: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    while true {
        if let value = try await read() { return value }
        guard ContinuousClock.now < deadline else {
            Issue.record("\(what) did not come within \(limit)", sourceLocation: location)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits until something is so, with a deadline.
func become(
    _ what: String, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: @Sendable () async throws -> Bool
) async throws {
    _ = try await eventually(what, within: limit, sourceLocation) { try await isSo() ? true : nil }
}

/// Runs the body on a fresh rig and takes it down afterwards.
func withRig(
    mediaNodes: Int = 1, names: FakeResolver? = nil, store: Database? = nil, dialect: Dialect = .common,
    replicas: Int = 1, callWaiting: Bool = false, _ body: (SignalingRig) async throws -> Void
) async throws {
    let rig = try await SignalingRig(
        mediaNodes: mediaNodes, names: names, store: store, dialect: dialect, replicas: replicas,
        callWaiting: callWaiting)
    do { try await body(rig) } catch {
        await rig.stop()
        throw error
    }
    await rig.stop()
}

/// The public error number of what the body throws; 0 if it throws nothing.
func reason(of body: () async throws(RPCError) -> Void) async -> Proto.Reason {
    do {
        try await body()
        return .none
    } catch {
        return error.reason
    }
}
