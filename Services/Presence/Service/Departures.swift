import CallModel
import PresenceCore
import ServiceKit
import ServiceStore
import Synchronization
import Wire

/// Tells others about sessions that ended: gateways close connections and say why to the client, signaling takes the
/// session out of its calls. What gateways are owed is in the store and is tried until it is done; the word to signaling is a
/// hint that may be lost.
final class Departures: Part {
    /// After this the gateway has learned it by its own renewals, or is gone.
    static let patience = Duration.seconds(60)

    let name = "departures"
    private let store: PresenceStore
    private let replicas: Replicas
    private let channel: @Sendable (_ targets: [String], _ service: String) -> any RPCChannel
    private let signaling: [String]
    private let clock: any ServiceClock
    private let log: Log
    private let pulse = Pulse()
    private let pending = Mutex<[SessionID]>([])
    private let worker = Mutex<Task<Void, Never>?>(nil)

    /// `channel` reaches the instances of a service at the targets given.
    init(
        store: PresenceStore, replicas: Replicas, signaling: [String], clock: any ServiceClock, log: Log,
        channel: @escaping @Sendable (_ targets: [String], _ service: String) -> any RPCChannel
    ) {
        self.store = store
        self.replicas = replicas
        self.signaling = signaling
        self.clock = clock
        self.log = log
        self.channel = channel
    }

    // MARK: what happened

    func noted(_ ended: [SessionRules.Ended]) {
        guard !ended.isEmpty else { return }
        for each in ended {
            log.notice(
                "session ended",
                ["session_id": each.session.id, "user_id": each.session.user, "cause": "\(each.ending)"])
        }
        self.ended(ended.map(\.session.id))
    }

    func ended(_ ids: [SessionID]) {
        guard !ids.isEmpty else { return }
        pending.withLock { $0 += ids }
        pulse.beat()
    }

    /// A farewell was written that no ended session tells of.
    func owed() { pulse.beat() }

    // MARK: life

    func start() {
        worker.withLock { $0 = Task { await run() } }
        pulse.beat()
    }

    func drain(within limit: Duration) async {
        let running = worker.withLock { $0 }
        running?.cancel()
        await running?.value
    }

    private func run() async {
        while !Task.isCancelled {
            await pulse.wait(atMost: .seconds(2), clock)
            await hint()
            await sayFarewells()
        }
    }

    private func hint() async {
        let ids = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        guard !ids.isEmpty, !signaling.isEmpty else { return }
        let request = Proto.SessionsEndedRequest(sessionIds: ids.map(\.rawValue))
        do {
            _ = try await Proto.SignalingClient(channel(signaling, "signaling")).sessionsEnded(
                request, CallOptions(timeout: .seconds(2)))
        } catch { log.debug("hint lost", ["cause": "\(error.code.name)"]) }
    }

    private func sayFarewells() async {
        let owed: [PresenceStore.Farewell]
        do {
            // Once: by the replica that noted it, or by one of the others if that is gone.
            owed = try await store.farewells().filter { replicas.succeeds($0.owedBy, for: $0.session.rawValue) }
        } catch { return log.error("store failed", ["cause": "\(error)"]) }
        // One gateway after the other within a gateway's list, gateways side by side: a dead one holds up none.
        await withTaskGroup(of: Void.self) { group in
            for (gateway, farewells) in Dictionary(grouping: owed, by: \.gateway) {
                group.addTask { await self.say(farewells, to: gateway) }
            }
        }
    }

    private func say(_ farewells: [PresenceStore.Farewell], to gateway: String) async {
        let client = Proto.GatewayClient(channel([gateway], "gateway"))
        for farewell in farewells {
            let request = Proto.DisconnectRequest(sessionId: farewell.session.rawValue, cause: farewell.ending.cause)
            do {
                _ = try await client.disconnect(request, CallOptions(timeout: .seconds(2)))
            } catch {
                let isOver = error.isAnAnswer || clock.wallTime > farewell.owedSince + Self.patience
                // Not reached: neither would the next be. Again later, for as long as it makes sense.
                guard isOver else { return }
                log.notice("farewell refused", ["session_id": farewell.session, "cause": error.code.name])
            }
            do { try await store.settle(farewell) } catch { log.error("store failed", ["cause": "\(error)"]) }
        }
    }
}

extension RPCError {
    /// The gateway itself said no, and will say it again. It learns the rest by its own renewals.
    fileprivate var isAnAnswer: Bool {
        switch code {
        case .unavailable, .deadlineExceeded, .resourceExhausted, .cancelled: false
        default: true
        }
    }
}
