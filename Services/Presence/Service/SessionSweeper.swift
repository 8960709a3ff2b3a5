import CallModel
import PresenceCore
import ServiceKit
import Synchronization

/// Lets time pass: leases run out, resume windows close, logins expire.
final class SessionSweeper: Part {
    let name = "sweeper"
    private let store: PresenceStore
    private let departures: Departures
    private let interval: Duration
    private let clock: any ServiceClock
    private let log: Log
    private let sessions: Gauge
    private let worker = Mutex<Task<Void, Never>?>(nil)

    init(
        store: PresenceStore, departures: Departures, interval: Duration = .seconds(1), clock: any ServiceClock,
        log: Log,
        metrics: Metrics
    ) {
        self.store = store
        self.departures = departures
        self.interval = interval
        self.clock = clock
        self.log = log
        sessions = metrics.gauge("sessions")
    }

    /// Before anybody is served: gives the sessions of the process before this one their grace.
    func start() async throws {
        try await store.prepareAfterRestart(now: clock.wallTime)
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
        var isMore = true
        while isMore {
            let swept = try await store.sweep(now: clock.wallTime)
            departures.noted(swept.ended)
            isMore = swept.isMore
        }
        sessions.set(Int64(try await store.sessionCount()))
    }
}
