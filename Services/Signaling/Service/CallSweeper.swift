import CallModel
import ServiceKit
import SignalingCore
import Wire

/// Does what no request sets off: ends rings at their deadline, orders again what rows still owe, drops participants whose
/// session is gone, forgets old calls. Reads everything from the store, so it also finishes what a dead process began.
final class CallSweeper: Part {
    let name = "sweeper"

    private static let tick = Duration.milliseconds(200)
    /// An order that was not answered by then is given again.
    private static let patience = Duration.milliseconds(500)
    private static let batch = 200
    /// Ends younger than this may not have reached every device before the process that decided them died.
    private static let recoveryWindow = Duration.seconds(120)
    private static let forgetEvery = Duration.seconds(60)

    private let switchboard: Switchboard
    private let sessionSweep: Duration
    private let callRetention: Duration
    private let log: Log
    private let tasks = TaskBag()

    init(switchboard: Switchboard, configuration: SignalingConfiguration, log: Log) {
        self.switchboard = switchboard
        sessionSweep = configuration.sessionSweep
        callRetention = configuration.callRetention
        self.log = log
    }

    func start() async throws {
        try await recover()
        await tasks.add { await self.repeating(every: Self.tick) { try await self.sweepRows() } }
        await tasks.add { await self.repeating(every: self.sessionSweep) { try await self.sweepSessions() } }
        await tasks.add { await self.repeating(every: Self.forgetEvery) { try await self.forget() } }
    }

    func drain(within limit: Duration) async { await tasks.cancel() }

    /// What the process before this one may not have said any more: everybody hears again how their call stands.
    private func recover() async throws {
        let horizon = switchboard.clock.wallTime + (.zero - Self.recoveryWindow)
        let calls = try await switchboard.table.transact { store in
            try store.calls(activeOrChangedSince: horizon)
        }
        for call in calls {
            await switchboard.nodes.note(call)
            await switchboard.delivery.publish(call, to: call.allDevices)
            for timer in call.pendingTimers {
                Task.detached { await self.switchboard.execute(.findDevices(timer.timer.userID), of: call) }
            }
        }
        if !calls.isEmpty { log.notice("calls taken over", ["calls": calls.count]) }
    }

    private func repeating(every period: Duration, _ work: @Sendable () async throws -> Void) async {
        while !Task.isCancelled {
            do { try await work() } catch { log.error("sweep failed", ["cause": "\(type(of: error))"]) }
            try? await switchboard.clock.sleep(for: period)
        }
    }

    private func sweepRows() async throws {
        let now = switchboard.clock.wallTime
        let (due, owing) = try await switchboard.table.transact { store in
            (
                try store.calls(dueAt: now, atMost: Self.batch),
                try store.calls(owingSince: now + (.zero - Self.patience), atMost: Self.batch)
            )
        }
        for call in due {
            for pending in call.pendingTimers where pending.expiresAt <= now {
                await switchboard.report(call.id, .timer(pending.timer))
            }
        }
        for call in owing { await switchboard.orderOwed(of: call) }
    }

    private func sweepSessions() async throws {
        let active = try await switchboard.table.transact { store in try store.activeSessions() }
        guard !active.isEmpty else { return }
        let open: Set<SessionID>
        // Presence does not answer: nobody is dead because of that.
        do { open = try await switchboard.directory.openSessions(among: active.map(\.session)) } catch { return }
        for (session, call) in active where !open.contains(session) {
            await switchboard.report(call, .presence(.sessionGone(session)))
        }
    }

    private func forget() async throws {
        let now = switchboard.clock.wallTime
        let horizon = now + (.zero - callRetention)
        try await switchboard.table.transact { store in try store.forget(endedBefore: horizon, at: now) }
    }
}
