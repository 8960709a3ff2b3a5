import Bus
import CallModel
import Crypto
import Database
import Foundation
import PostgresSupport
import PresenceCore
import ServiceKit
import ServiceStore
import Synchronization
import TestSupport
import Testing
import UserSig
import Wire

@testable import presence

let secret = SecretKey("0123456789abcdef0123456789abcdef")
let appID: UInt32 = 1_400_000_000

/// The host's clock, moved: hours pass in no time, and what sleeps still wakes.
final class MovableClock: ServiceClock {
    private let system = SystemClock()
    private let moved = Mutex(Duration.zero)

    var now: MonotonicInstant { system.now + moved.withLock { $0 } }
    var wallTime: WallTime { system.wallTime + moved.withLock { $0 } }

    func move(_ duration: Duration) { moved.withLock { $0 += duration } }

    func sleep(until instant: MonotonicInstant) async throws {
        // Looks often, so that a move is noticed.
        while now < instant { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// A process on the bus that records what presence tells it.
final class Listener: Sendable {
    let node: BusNode
    let endpoint: String
    private let disconnects = Mutex<[Proto.DisconnectRequest]>([])
    private let changes = Mutex<[String: [Proto.UserStatusChanges]]>([:])
    private let hints = Mutex<[String]>([])

    /// `refused`: answers that cause with an error.
    init(bind: String = "tcp://127.0.0.1:0", refusing refused: Proto.SessionEndCause? = nil) throws {
        let box = WeakListener()
        node = try BusNode(BusConfiguration(service: "listener", instance: SecureRandom.uuid(), bind: bind))
        node.serve([
            RPCHandler(
                Proto.GatewayMethods.disconnect,
                .unary { _, bytes throws(RPCError) in
                    let request = try decodeMessage(Proto.DisconnectRequest.self, from: bytes)
                    box.listener.withLock { $0 }?.disconnects.withLock { $0.append(request) }
                    if request.cause == refused { throw RPCError(.invalidArgument) }
                    return try encodeMessage(Proto.Empty())
                }),
            RPCHandler(
                Proto.GatewayMethods.deliver,
                .unary { _, bytes throws(RPCError) in
                    let request = try decodeMessage(Proto.DeliverRequest.self, from: bytes)
                    for delivery in request.deliveries {
                        guard case .statuses(let told)? = delivery.event?.event else { continue }
                        box.listener.withLock { $0 }?.changes.withLock {
                            $0[delivery.sessionId, default: []].append(told)
                        }
                    }
                    return try encodeMessage(Proto.DeliverResponse())
                }),
            RPCHandler(
                Proto.SignalingMethods.sessionsEnded,
                .unary { _, bytes throws(RPCError) in
                    let request = try decodeMessage(Proto.SessionsEndedRequest.self, from: bytes)
                    box.listener.withLock { $0 }?.hints.withLock { $0 += request.sessionIds }
                    return try encodeMessage(Proto.Empty())
                }),
        ])
        try node.start()
        endpoint = try #require(node.boundEndpoint)
        box.listener.withLock { $0 = self }
    }

    func causes(of session: String) -> [Proto.SessionEndCause] {
        disconnects.withLock { $0.filter { $0.sessionId == session }.map(\.cause) }
    }

    /// The statuses that the session heard, in order.
    func statuses(of session: String) -> [Proto.UserStatus] {
        changes.withLock { ($0[session] ?? []).flatMap(\.statuses) }
    }

    func hasToldAll(_ session: String) -> Bool { changes.withLock { ($0[session] ?? []).contains(where: \.isAll) } }

    func wasTold(_ session: String) -> Bool { hints.withLock { $0.contains(session) } }
}

private final class WeakListener: Sendable {
    let listener = Mutex<Listener?>(nil)
}

/// Presence on a bus of its own, with its parts, in this process.
final class PresenceHarness: Sendable {
    let place: TestPlace
    let clock: MovableClock
    let node: BusNode
    let client: Proto.PresenceClient
    let contacts: Proto.ContactsClient
    let status: Proto.StatusesClient
    let groups: Proto.GroupsClient
    private let caller: BusNode
    private let parts: [any Part]

    init(
        place: TestPlace? = nil, clock: MovableClock = MovableClock(), signaling: Listener? = nil,
        loginFailures: Int = 10, loginFailuresOfUser: Int = 30, kicksSamePlatform: Bool = true,
        isShared: Bool = false
    ) async throws {
        let place = if let place { place } else { try await TestPlace() }
        let node = try BusNode(
            BusConfiguration(service: "presence", instance: SecureRandom.uuid(), bind: "tcp://127.0.0.1:0"))
        var location = place.location
        location.isolation = .readCommitted
        location.writer = node.configuration.instance
        let database = try Database(location, schema: PresenceStore.schema)
        let store = PresenceStore(
            database: database,
            rules: SessionRules(
                lease: .seconds(12), resumeWindow: .seconds(60), kicksSamePlatform: kicksSamePlatform))
        let metrics = Metrics(service: "presence")
        let replicas = Replicas(
            database, instance: node.configuration.instance, isShared: isShared, clock: clock, log: .discarding)
        let departures = Departures(
            store: store, replicas: replicas, signaling: signaling.map { [$0.endpoint] } ?? [], clock: clock,
            log: .discarding
        ) { node.channel(to: $0, service: $1) }
        let sweeper = SessionSweeper(
            store: store, departures: departures, replicas: replicas, interval: .milliseconds(10), clock: clock,
            log: .discarding,
            metrics: metrics)
        var limits = StatusFanOut.Limits()
        (limits.interval, limits.settlingTime) = (.milliseconds(100), .milliseconds(100))
        let statuses = StatusBoard(
            store: store, limits: limits, clock: clock, log: .discarding, metrics: metrics
        ) { node.channel(to: $0, service: $1) }
        let server = PresenceServer(
            store: store,
            keys: SigningKeys(
                KeyFile(sdkAppID: appID, secretKey: secret), path: "keys.conf", log: .discarding),
            throttles: LoginThrottles(deviceLimit: loginFailures, userLimit: loginFailuresOfUser),
            departures: departures, statuses: statuses, clock: clock, log: .discarding, metrics: metrics)
        node.serve(Proto.PresenceMethods.handlers(for: server))
        node.serve(Proto.ContactsMethods.handlers(for: server))
        node.serve(Proto.StatusesMethods.handlers(for: server))
        node.serve(Proto.GroupsMethods.handlers(for: server))
        node.health.add("store") { await database.health() }
        parts = [StorePart(database, clock: clock, log: .discarding), replicas, departures, sweeper, statuses]
        for part in parts { try await part.start() }
        try node.start()
        caller = try BusNode(BusConfiguration(service: "gateway", instance: SecureRandom.uuid()))
        try caller.start()
        let channel = caller.channel(to: [try #require(node.boundEndpoint)])
        client = Proto.PresenceClient(channel)
        contacts = Proto.ContactsClient(channel)
        status = Proto.StatusesClient(channel)
        groups = Proto.GroupsClient(channel)
        self.place = place
        self.clock = clock
        self.node = node
    }

    func stop() async {
        await caller.drain(within: .zero)
        for part in parts.reversed() { await part.drain(within: .seconds(5)) }
        await node.drain(within: .zero)
    }

    func token(_ user: String, lifetime: Duration = .seconds(86_400)) -> String {
        UserSig(userID: UserID(user), sdkAppID: appID, issuedAt: clock.wallTime, lifetime: lifetime).token(key: secret)
    }

    func request(
        _ user: String = "alice", device: String = "phone", platform: Proto.Platform = .ios,
        gateway: String = "tcp://g1",
        sig: String? = nil
    ) -> Proto.OpenSessionRequest {
        Proto.OpenSessionRequest(
            sdkAppId: appID, userId: user, userSig: sig ?? token(user), deviceId: device, platform: platform,
            deviceName: "A phone", gatewayEndpoint: gateway)
    }

    /// What the gateway says of a user's calls.
    func identity(_ user: String) -> CallOptions {
        CallOptions(
            identity: Proto.ClientIdentity(userId: user, deviceId: "phone", sessionId: "s-\(user)", platform: .ios))
    }

    /// `nil`: the user never logged in.
    func presence(of user: String) async throws -> Proto.UserPresence? {
        let found = try await client.lookupUsers(Proto.LookupUsersRequest(userIds: [user])).users.first
        return found?.exists == true ? found : nil
    }
}

/// The public number and code with which a call fails; `nil` if it does not.
func refusal<Result>(_ call: () async throws(RPCError) -> Result) async -> RPCError? {
    do {
        _ = try await call()
        return nil
    } catch { return error }
}
