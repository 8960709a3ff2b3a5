import CallModel
import PresenceCore
import ServiceKit
import Synchronization
import Wire

/// Tells watchers of changed statuses. Handlers say whose status may be another one; the board derives it, and hands what is
/// new to the gateways of those who watch.
///
/// A telling may be lost; a watcher that connects is told everything again, and so is everybody once after a start.
final class StatusBoard: Part {
    /// What changes by the mere passing of time is looked for so often.
    private static let lookInterval = Duration.seconds(2)
    /// Of users whose status is derived in one transaction.
    private static let batch = 100
    /// What goes to a gateway in one message: 200 statuses have at most 60 KiB.
    private static let deliveriesPerMessage = 10

    let name = "status board"
    private let store: PresenceStore
    private let clock: any ServiceClock
    private let log: Log
    private let channel: @Sendable (_ targets: [String], _ service: String) -> any RPCChannel
    private let pulse = Pulse()
    private let state: Mutex<State>
    private let worker = Mutex<Task<Void, Never>?>(nil)
    private let tellings: Counter
    private let failures: Counter

    private struct State {
        /// Whose status may be another one.
        var noted: Set<UserID> = []
        var fanOut: StatusFanOut
    }

    /// `channel` reaches the instances of a service at the targets given.
    init(
        store: PresenceStore, limits: StatusFanOut.Limits = StatusFanOut.Limits(), clock: any ServiceClock, log: Log,
        metrics: Metrics, channel: @escaping @Sendable (_ targets: [String], _ service: String) -> any RPCChannel
    ) {
        self.store = store
        self.clock = clock
        self.log = log
        self.channel = channel
        state = Mutex(State(fanOut: StatusFanOut(limits: limits)))
        tellings = metrics.counter("status_tellings_total")
        failures = metrics.counter("status_tellings_failed_total")
    }

    // MARK: what happened

    /// Their status may be another one.
    func noted(_ users: some Sequence<UserID>) {
        state.withLock { $0.noted.formUnion(users) }
        pulse.beat()
    }

    /// Their status is another one.
    func changed(_ users: [UserID]) {
        guard !users.isEmpty else { return }
        state.withLock { state in for user in users { state.fanOut.changed(user) } }
        pulse.beat()
    }

    /// A device of the user has connected: a login or a resume.
    func connected(_ user: UserID) {
        let now = clock.now
        state.withLock { state in
            state.noted.insert(user)
            state.fanOut.returned(user, at: now)
        }
        pulse.beat()
    }

    // MARK: life

    func start() {
        state.withLock { $0.fanOut.started() }
        worker.withLock { $0 = Task { await run() } }
        pulse.beat()
    }

    func drain(within limit: Duration) async {
        let running = worker.withLock { $0 }
        running?.cancel()
        await running?.value
    }

    private func run() async {
        var nextLook = clock.now
        while !Task.isCancelled {
            do {
                if clock.now >= nextLook {
                    nextLook = clock.now + Self.lookInterval
                    let outdated = try await store.outdatedStatuses()
                    state.withLock { $0.noted.formUnion(outdated) }
                }
                try await derive()
                try await readPages()
                try await tell()
            } catch {
                log.error("statuses not told", ["cause": "\(error)"])
                try? await clock.sleep(for: .seconds(1))
            }
            let now = clock.now
            let due = state.withLock { $0.noted.isEmpty ? $0.fanOut.nextDue(at: now) : now }
            let wait = min(nextLook, due ?? nextLook) - now
            if wait > .zero { await pulse.wait(atMost: wait, clock) }
        }
    }

    private func derive() async throws {
        while true {
            let users = state.withLock { state in
                let users = Array(state.noted.prefix(Self.batch))
                state.noted.subtract(users)
                return users
            }
            guard !users.isEmpty else { return }
            do {
                let changed = try await store.statuses(of: users, now: clock.wallTime).changed
                state.withLock { state in for user in changed { state.fanOut.changed(user) } }
            } catch {
                state.withLock { $0.noted.formUnion(users) }
                throw error
            }
        }
    }

    private func readPages() async throws {
        while let page = state.withLock({ $0.fanOut.nextPage() }) {
            let watchers = try await store.watchers(page, limit: state.withLock { $0.fanOut.limits.perPage })
            let now = clock.now
            state.withLock { $0.fanOut.read(page, watchers, at: now) }
        }
    }

    // MARK: telling

    /// A message part for one session, and what it came from.
    fileprivate struct Parcel: Sendable {
        let telling: StatusFanOut.Telling
        let delivery: PresenceStore.StatusDelivery
    }

    private func tell() async throws {
        let now = clock.now
        let due = state.withLock { $0.fanOut.take(at: now) }
        var parcels: [String: [Parcel]] = [:]
        var unread: (any Error)?
        for telling in due {
            do {
                for delivery in try await store.deliveries(telling, now: clock.wallTime) {
                    parcels[delivery.gateway, default: []].append(Parcel(telling: telling, delivery: delivery))
                }
            } catch {
                unread = error
                state.withLock { $0.fanOut.failed(telling, at: now) }
            }
        }
        // Gateways side by side: a dead one holds up none.
        await withTaskGroup(of: [StatusFanOut.Telling].self) { group in
            for (gateway, parcels) in parcels { group.addTask { await self.hand(parcels, to: gateway) } }
            for await failed in group {
                failures.add(UInt64(failed.count))
                let now = clock.now
                state.withLock { state in for telling in failed { state.fanOut.failed(telling, at: now) } }
            }
        }
        if let unread { throw unread }
    }

    /// Those that did not reach their session.
    private func hand(_ parcels: [Parcel], to gateway: String) async -> [StatusFanOut.Telling] {
        let client = Proto.GatewayClient(channel([gateway], "gateway"))
        var failed: [StatusFanOut.Telling] = []
        var rest = parcels[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.deliveriesPerMessage)
            rest = rest.dropFirst(part.count)
            do {
                let answer = try await client.deliver(
                    Proto.DeliverRequest(deliveries: part.map(\.message)), CallOptions(timeout: .seconds(2)))
                let unknown = Set(answer.unknownSessionIds)
                failed += part.filter { unknown.contains($0.delivery.session.rawValue) }.map(\.telling)
                tellings.add(UInt64(part.count - unknown.count))
            } catch {
                // Not reached: neither would the next be.
                return failed + part.map(\.telling) + rest.map(\.telling)
            }
        }
        return failed
    }
}

extension StatusBoard.Parcel {
    fileprivate var message: Proto.Delivery {
        let changes = Proto.UserStatusChanges(
            statuses: delivery.statuses.map { Proto.UserStatus($0) }, isAll: telling.users == nil)
        return Proto.Delivery(
            sessionId: delivery.session.rawValue, event: Proto.ClientEvent(event: .statuses(changes)))
    }
}
