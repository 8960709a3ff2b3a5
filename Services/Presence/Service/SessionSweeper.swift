import CallModel
import PresenceCore
import ServiceKit
import ServiceStore
import Synchronization

/// Lets time pass: leases run out, resume windows close, logins expire. One of the replicas does; what others are told of a
/// session is how it is by the time, whether or not the sweep has come to it.
final class SessionSweeper: Part {
    let name = "sweeper"
    private let store: PresenceStore
    private let departures: Departures
    private let replicas: Replicas
    private let interval: Duration
    private let clock: any ServiceClock
    private let log: Log
    private let sessions: Gauge
    private let worker = Mutex<Task<Void, Never>?>(nil)

    init(
        store: PresenceStore, departures: Departures, replicas: Replicas, interval: Duration = .seconds(1),
        clock: any ServiceClock,
        log: Log,
        metrics: Metrics
    ) {
        self.store = store
        self.departures = departures
        self.replicas = replicas
        self.interval = interval
        self.clock = clock
        self.log = log
        sessions = metrics.gauge("sessions")
    }

    /// Before anybody is served: gives the sessions of the process before this one their grace, unless another replica was
    /// there to be told by gateways.
    func start() async throws {
        if replicas.isFirst { try await store.prepareAfterRestart(now: clock.wallTime) }
        worker.withLock { $0 = Task { await run() } }
    }

    func drain(within limit: Duration) async {
        let running = worker.withLock { $0 }
        running?.cancel()
        await running?.value
    }

    private func run() async {
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch { log.error("sweep failed", ["cause": "\(error)"]) }
            try? await clock.sleep(for: interval)
        }
    }

    private func sweep() async throws {
        sessions.set(Int64(try await store.sessionCount()))
        guard replicas.owns("sweep") else { return }
        var isMore = true
        while isMore {
            let swept = try await store.sweep(now: clock.wallTime)
            departures.noted(swept.ended)
            isMore = swept.isMore
        }
    }
}
