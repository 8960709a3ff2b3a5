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
    private let handedOver: Counter
    private let lost: Counter
    private let bugs: Counter
    private var loop: Task<Void, Never>?
    /// Attempts that wait for their provider, by job and number.
    private var attempts: [Attempt: Task<Void, Never>] = [:]
    private var nextPurge: MonotonicInstant
    private let alarm: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    private struct Attempt: Hashable {
        let job: String
        let number: Int
    }

    /// Jobs that are sent side by side.
    private static let width = 64
    /// The longest sleep: an alarm that was missed costs no more.
    private static let longestNap = Duration.seconds(1)
    /// After the store failed: it is not better a millisecond later.
    private static let storePause = Duration.milliseconds(250)
    private static let purgeInterval = Duration.seconds(3_600)

    init(
        store: PushStore, providers: PushProviders, signaling: any RPCChannel, clock: any ServiceClock, log: Log,
        metrics: Metrics
    ) {
        self.store = store
        self.providers = providers
        self.signaling = Proto.SignalingClient(signaling)
        self.clock = clock
        self.log = log
        handedOver = metrics.counter("jobs_handed_over_total")
        lost = metrics.counter("jobs_lost_total")
        bugs = metrics.counter("bugs_total")
        nextPurge = clock.now + PushWorker.purgeInterval
        (alarm, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: life

    func start() async throws {
        loop = Task { await run() }
    }

    /// Lets what is with a provider finish, within the limit; the rest stays in the store for the next process.
    func drain(within limit: Duration) async {
        loop?.cancel()
        ring.finish()
        await loop?.value
        let running = Array(attempts.values)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for attempt in running { await attempt.value } }
            group.addTask { [clock] in
                try? await clock.sleep(for: limit)
                for attempt in running { attempt.cancel() }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Something is due now.
    func wake() { ring.yield() }

    /// The ring is over: what has not left is dropped. Throws if that could not be written down.
    func stop(call: CallID, user: UserID?) async throws(RPCError) {
        let jobs = try await store.transaction { transaction in
            try transaction.query(
                "SELECT \(StoredJob.columns) FROM jobs WHERE call_id = $1 AND wake_at IS NOT NULL", call.rawValue
            ).map { try StoredJob($0) }
        }
        for job in jobs where user == nil || job.userID == user {
            try await apply(.ringStopped, toJob: job.id)
        }
    }

    private func run() async {
        while !Task.isCancelled {
            do throws(RPCError) {
                let due = try await dueJobs()
                try await take(due)
                if due.isEmpty { await nap(for: try await untilNextJob()) }
                try await purge()
            } catch {
                log.error("store failed", ["cause": error.message])
                try? await clock.sleep(for: PushWorker.storePause)
            }
        }
    }

    /// Every job gets its turn, also behind one that fails.
    private func take(_ due: [String]) async throws(RPCError) {
        var failure: RPCError?
        for id in due {
            do throws(RPCError) { try await apply(.due, toJob: id) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func nap(for time: Duration) async {
        let end = Task { [clock, ring] in
            // Cancelled means that the alarm came first: another would wake the next nap for nothing.
            guard (try? await clock.sleep(for: time)) != nil else { return }
            ring.yield()
        }
        for await _ in alarm { break }
        end.cancel()
    }

    private func purge() async throws(RPCError) {
        guard clock.now >= nextPurge else { return }
        nextPurge = clock.now + PushWorker.purgeInterval
        try await store.forgetOldJobs(now: clock.wallTime)
    }

    private func dueJobs() async throws(RPCError) -> [String] {
        let now = clock.wallTime.milliseconds
        return try await store.transaction { transaction in
            try transaction.query(
                "SELECT id FROM jobs WHERE wake_at <= $1 ORDER BY wake_at LIMIT \(PushWorker.width)", now
            ).map { try $0.text(0) }
        }
    }

    private func untilNextJob() async throws(RPCError) -> Duration {
        let next = try await store.transaction { transaction in
            try transaction.queryOne("SELECT MIN(wake_at) FROM jobs")?.optionalInteger(0)
        }
        guard let next else { return PushWorker.longestNap }
        return min(max(WallTime(milliseconds: next) - clock.wallTime, .milliseconds(1)), PushWorker.longestNap)
    }

    // MARK: one job

    /// One event, decided on the stored job, with its effects after the commit.
    private func apply(_ event: PushJob.Event, toJob id: String) async throws(RPCError) {
        let now = clock.wallTime
        let decided = try await store.transaction { transaction -> (job: StoredJob, outcome: PushJob.Outcome)? in
            guard let row = try transaction.queryOne("SELECT \(StoredJob.columns) FROM jobs WHERE id = $1", id) else {
                return nil
            }
            var job = try StoredJob(row)
            let outcome = job.job.handle(event, at: now)
            if case .handled = outcome { try job.save(transaction) }
            return (job, outcome)
        }
        guard let (job, outcome) = decided else { return }
        switch outcome {
        case .handled(let effects): for effect in effects { await perform(effect, for: job) }
        case .race: break
        case .bug:
            bugs.add()
            log.error("bug found", ["call_id": job.callID])
            assertionFailure("\(event) in \(job.job.state)")
        }
    }

    private func perform(_ effect: PushJob.Effect, for job: StoredJob) async {
        switch effect {
        case .send: send(job)
        case .wake: ring.yield()
        case .report(let isHandedOver): report(job, isHandedOver: isHandedOver)
        case .forgetToken: await forget(job)
        }
    }

    /// Not awaited: a provider that hangs must hold up nobody else's ring.
    private func send(_ job: StoredJob) {
        let attempt = Attempt(job: job.id, number: job.job.attempts)
        attempts[attempt] = Task {
            let answer = await answer(to: job)
            await keep(answer, of: job)
            attempts[attempt] = nil
        }
    }

    /// A push whose answer is not kept is sent again when its patience is over, so a store that has too much to do is asked
    /// until then.
    private func keep(_ answer: PushJob.Event, of job: StoredJob) async {
        let end = clock.now + PushJob.patience
        while true {
            do throws(RPCError) {
                return try await apply(answer, toJob: job.id)
            } catch {
                guard error == .storeOverloaded, clock.now < end,
                    (try? await clock.sleep(for: error.retryAfter ?? .milliseconds(200))) != nil
                else { return log.error("store failed", ["call_id": job.callID, "cause": error.message]) }
            }
        }
    }

    /// A hint: signaling asks for the trace if it is lost.
    private func report(_ job: StoredJob, isHandedOver: Bool) {
        (isHandedOver ? handedOver : lost).add()
        log.notice(
            "push ended",
            ["call_id": job.callID, "user_id": job.userID, "device_id": job.deviceID, "handed_over": isHandedOver])
        let trace = job.trace
        let request = Proto.PushOutcomeRequest(
            callId: trace.callId, userId: trace.userId, deviceId: trace.deviceId, handedOver: isHandedOver,
            cause: trace.cause, atMs: trace.finishedAtMs)
        Task { [signaling] in
            _ = try? await signaling.pushOutcome(
                request, CallOptions(timeout: .seconds(2), shardKey: job.callID.rawValue))
        }
    }

    private func answer(to job: StoredJob) async -> PushJob.Event {
        guard let provider = providers[job.provider] else { return .refused(.refused) }
        return await provider.send(
            OutgoingPush(
                id: job.id, token: job.token, topic: job.topic, payload: job.payload, deadline: job.job.deadline))
    }

    private func forget(_ job: StoredJob) async {
        do throws(RPCError) {
            try await store.transaction { transaction in
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
        } catch { log.error("store failed", ["call_id": job.callID, "cause": error.message]) }
    }
}
