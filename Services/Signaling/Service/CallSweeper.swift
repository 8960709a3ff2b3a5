import CallModel
import Database
import ServiceKit
import ServiceStore
import SignalingCore
import Wire

/// Does what no request sets off: ends rings at their deadline, brings them again to silent devices, orders again what
/// rows still owe, drops participants whose session is gone, forgets old calls. Reads everything from the store, so it
/// also finishes what a dead process began.
///
/// Replicas divide the work: each sees to the calls that it decided on last, and to its share of those whose replica is
/// gone. Where two see to the same, the version and what the others' services already know make the second try harmless.
final class CallSweeper: Part {
    let name = "sweeper"

    private static let tick = Duration.milliseconds(200)
    /// An order that was not answered by then is given again.
    private static let patience = Duration.milliseconds(500)
    private static let batch = 200
    /// Ends younger than this may not have reached every device before the process that decided them died.
    private static let recoveryWindow = Duration.seconds(120)
    private static let forgetEvery = Duration.seconds(60)
    /// What a replica that is gone may still have been bringing to devices: how long a delivery is tried again.
    private static let deliveryTime = Duration.seconds(30)
    /// A timer that is as late as this is anybody's.
    private static let lateness = Duration.seconds(1)

    private let switchboard: Switchboard
    private let replicas: Replicas
    private let sessionSweep: Duration
    private let deviceGrace: Duration
    private let callRetention: Duration
    private let log: Log
    private let tasks = TaskBag()

    init(switchboard: Switchboard, replicas: Replicas, configuration: SignalingConfiguration, log: Log) {
        self.switchboard = switchboard
        self.replicas = replicas
        sessionSweep = configuration.sessionSweep
        deviceGrace = configuration.deviceGrace
        callRetention = configuration.callRetention
        self.log = log
    }

    func start() async throws {
        // The others, if there are any, see to what a replica before this one left.
        if replicas.isFirst {
            let horizon = switchboard.clock.wallTime - Self.recoveryWindow
            try await tellAgain { store in try store.calls(activeOrChangedSince: horizon) }
        }
        let clock = switchboard.clock
        await tasks.repeat(every: Self.tick, by: clock, log) { try await self.sweepRows() }
        await tasks.repeat(every: sessionSweep, by: clock, log) { try await self.sweepSessions() }
        await tasks.repeat(every: Self.forgetEvery, by: clock, log) { try await self.forget() }
    }

    func drain(within limit: Duration) async { await tasks.cancel() }

    /// Tells what a replica that is gone had decided and may not have said any more.
    func succeed(_ lost: Replicas.Lost) async throws {
        try await tellAgain { store in try store.calls(changedSince: lost.lastBeatAt - Self.deliveryTime) }
    }

    /// What a process that is gone may not have said any more: everybody hears again how their call stands. Who knows already
    /// sees it by the version.
    private func tellAgain(_ find: @escaping @Sendable (borrowing Transaction) throws -> [Call]) async throws {
        let calls = try await switchboard.table.transact(find)
        for call in calls {
            await switchboard.nodes.note(call)
            switchboard.delivery.publish(call, to: call.allDevices)
            for user in call.ringingUsers {
                RPCContext.outliving(about: call.id.rawValue) {
                    await self.switchboard.execute(.findDevices(user), of: call)
                }
            }
        }
        if !calls.isEmpty { log.notice("calls taken over", ["calls": calls.count]) }
    }

    private func sweepRows() async throws {
        let now = switchboard.clock.wallTime
        let (due, owing) = try await switchboard.table.transact { store in
            (
                try store.calls(dueAt: now, othersSince: now - Self.lateness, atMost: Self.batch),
                try store.calls(owingSince: now - Self.patience, atMost: Self.batch)
            )
        }
        for (call, decider) in due {
            let isLate = call.nextDeadline.map { $0 <= now - Self.lateness } ?? false
            guard isLate || replicas.succeeds(decider, for: call.id.rawValue) else { continue }
            for pending in call.pendingTimers where pending.expiresAt <= now {
                await switchboard.report(call.id, .timer(pending.timer))
            }
        }
        for (call, decider) in owing where replicas.succeeds(decider, for: call.id.rawValue) {
            switchboard.orderOwed(of: call)
        }
    }

    private func sweepSessions() async throws {
        let active = try await switchboard.table.transact { store in try store.activeSessions() }
            .filter { replicas.succeeds($0.decidedBy, for: $0.call.rawValue) }
        guard !active.isEmpty else { return }
        // What presence says holds for the moment it was asked, however long the answer takes.
        let now = switchboard.clock.wallTime
        let absences: [SessionID: PresenceDirectory.Absence]
        // Presence does not answer: nobody is dead because of that.
        do { absences = try await switchboard.directory.absences(among: active.map(\.session)) } catch { return }
        for (session, call, _) in active {
            guard let absence = absences[session], try await isLost(session, absence, to: call, at: now) else {
                continue
            }
            await switchboard.report(call, .presence(.sessionGone(session)))
        }
    }

    /// A session lives on for presence's resume window, but a dead device is to be out of its call within 15 s: whoever
    /// takes part has only the grace to come back. How long that takes at most, with the defaults:
    ///
    /// - The connection broke, because the app died or its gateway drained: grace 10 s + sweep 2 s = 12 s.
    /// - The network swallowed it: the gateway gives up after 12 s of silence, which count as absence: 12 s + sweep 2 s =
    ///   14 s.
    /// - Its gateway died with it: the lease of 12 s, counted from the last renewal, + sweep 2 s = 14 s.
    ///
    /// A restart ends no call. Clients of a gateway that restarts resume within seconds, and until its leases run out
    /// presence calls their sessions connected. While presence is away this sweep knows nothing and does nothing; when it
    /// is back every lease begins anew, and absence counts from its start.
    ///
    /// A device that is rung has until the deadline: it may be asleep, and a push about to wake it. It holds up nobody.
    private func isLost(
        _ session: SessionID, _ absence: PresenceDirectory.Absence, to call: CallID, at now: WallTime
    ) async throws -> Bool {
        switch absence {
        case .gone: true
        case .away(let since):
            now >= since + deviceGrace
                ? try await switchboard.table.call(call)?.isAnswered(by: session) ?? false : false
        }
    }

    private func forget() async throws {
        guard replicas.owns("forgetting") else { return }
        let now = switchboard.clock.wallTime
        let horizon = now - callRetention
        try await switchboard.table.transact { store in try store.forget(endedBefore: horizon, at: now) }
    }
}
