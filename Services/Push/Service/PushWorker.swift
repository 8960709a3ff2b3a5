import CallModel
import Database
import PushCore
import ServiceKit
import Wire

/// Runs the jobs that are due: store first, then provider, then store again, so that a crash at any point loses none.
actor PushWorker: Part {
    nonisolated let name = "worker"
    nonisolated let providers: PushProviders
    private let store: PushStore
    private let signaling: Proto.SignalingClient
    private let clock: any ServiceClock
    private let log: Log
    private let finished: Counter
    private let failed: Counter
    private var loop: Task<Void, Never>?
    /// Attempts that wait for their provider, by job.
    private var attempts: [String: Task<Void, Never>] = [:]
    private let alarm: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    /// Jobs that are sent side by side.
    private static let width = 64
    /// The longest sleep: an alarm that was missed costs no more.
    private static let longestNap = Duration.seconds(1)

    init(
        store: PushStore, providers: PushProviders, signaling: any RPCChannel, clock: any ServiceClock, log: Log,
        metrics: Metrics
    ) {
        self.store = store
        self.providers = providers
        self.signaling = Proto.SignalingClient(signaling)
        self.clock = clock
        self.log = log
        finished = metrics.counter("push_job_finished_total")
        failed = metrics.counter("push_job_failed_total")
        (alarm, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func start() async throws {
        loop = Task { await run() }
    }

    /// Lets what is with a provider finish; the rest stays in the store for the next process.
    func drain(within limit: Duration) async {
        loop?.cancel()
        ring.finish()
        await loop?.value
        for attempt in attempts.values { await attempt.value }
    }

    /// Something is due now.
    func wake() { ring.yield() }

    /// The ring is over: what has not left is dropped.
    func stop(call: CallID, user: UserID?) async {
        let ended: [StoredJob]? = try? await store.transaction { transaction in
            try transaction.query(
                "SELECT \(StoredJob.columns) FROM jobs WHERE call_id = $1 AND wake_at IS NOT NULL", call.rawValue
            ).map { try StoredJob($0) }
        }
        for job in ended ?? [] where user == nil || job.userID == user {
            await apply(.ringStopped, toJob: job.id)
        }
    }

    private func run() async {
        var naps = alarm.makeAsyncIterator()
        while !Task.isCancelled {
            let due = await dueJobs()
            await withTaskGroup(of: Void.self) { group in
                for id in due { group.addTask { await self.apply(.due, toJob: id) } }
            }
            if due.isEmpty {
                let nap = Task { [clock, ring] in
                    try? await clock.sleep(for: await self.nextNap())
                    ring.yield()
                }
                _ = await naps.next()
                nap.cancel()
            }
        }
    }

    private func dueJobs() async -> [String] {
        let now = clock.wallTime.milliseconds
        let rows = try? await store.transaction { transaction in
            try transaction.query(
                "SELECT id FROM jobs WHERE wake_at <= $1 ORDER BY wake_at LIMIT \(PushWorker.width)", now
            ).map { try $0.text(0) }
        }
        return rows ?? []
    }

    private func nextNap() async -> Duration {
        let next = try? await store.transaction { transaction -> Int64? in
            try transaction.queryOne("SELECT MIN(wake_at) FROM jobs")?.optionalInteger(0)
        }
        guard let time = next ?? nil else { return PushWorker.longestNap }
        return min(max(WallTime(milliseconds: time) - clock.wallTime, .milliseconds(1)), PushWorker.longestNap)
    }

    /// One event, decided on the stored job, with its effects after the commit.
    private func apply(_ event: PushJob.Event, toJob id: String) async {
        let now = clock.wallTime
        let decided = try? await store.transaction { transaction -> (StoredJob, [PushJob.Effect])? in
            guard let row = try transaction.queryOne("SELECT \(StoredJob.columns) FROM jobs WHERE id = $1", id) else {
                return nil
            }
            var job = try StoredJob(row)
            guard case .handled(let effects) = job.job.handle(event, at: now) else { return nil }
            try job.save(transaction)
            return (job, effects)
        }
        guard let (job, effects) = decided ?? nil else { return }
        for effect in effects { await perform(effect, for: job) }
    }

    private func perform(_ effect: PushJob.Effect, for job: StoredJob) async {
        switch effect {
        case .send:
            // Not awaited here: a provider that hangs must hold up nobody else's ring.
            attempts[job.id] = Task {
                await apply(await answer(to: job), toJob: job.id)
                attempts[job.id] = nil
            }
        case .wake:
            ring.yield()
        case .report(let handedOver):
            (handedOver ? finished : failed).add()
            log.notice(
                "push ended",
                [
                    "call_id": job.callID.logged, "user": job.userID.logged, "device": job.deviceID.logged,
                    "handed_over": handedOver,
                ])
            // A hint: signaling reads the trace if it is lost.
            _ = try? await signaling.pushOutcome(
                Proto.PushOutcomeRequest(
                    callId: job.callID.rawValue, userId: job.userID.rawValue, deviceId: job.deviceID.rawValue,
                    handedOver: handedOver), CallOptions(timeout: .seconds(2), shardKey: job.callID.rawValue))
        case .forgetToken:
            await forget(job)
        }
    }

    private func answer(to job: StoredJob) async -> PushJob.Event {
        guard let provider = providers[job.provider] else { return .refused(.refused) }
        return await provider.send(
            OutgoingPush(
                id: job.id, token: job.token, topic: job.topic, payload: job.payload, deadline: job.job.deadline))
    }

    private func forget(_ job: StoredJob) async {
        _ = try? await store.transaction { transaction in
            let row = try transaction.queryOne(
                "SELECT registered_at FROM tokens WHERE provider = $1 AND kind = $2 AND token = $3",
                Int64(job.provider.rawValue), Int64(job.kind.rawValue), job.token)
            guard let row else { return }
            let token = RegisteredToken(
                user: job.userID, device: job.deviceID, registeredAt: WallTime(milliseconds: try row.integer(0)))
            guard token.isGone(byWordAboutPushQueuedAt: job.queuedAt) else { return }
            try transaction.execute(
                "DELETE FROM tokens WHERE provider = $1 AND kind = $2 AND token = $3", Int64(job.provider.rawValue),
                Int64(job.kind.rawValue), job.token)
        }
    }
}
