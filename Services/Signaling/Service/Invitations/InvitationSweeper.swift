import CallModel
import ServiceKit
import ServiceStore
import SignalingCore

/// Ends invitations at their deadline and forgets old ones. Reads everything from the store, so it also finishes what a dead
/// process began. Replicas may all end the same one: the version lets one of them.
struct InvitationSweeper: Part {
    let name = "invitation sweeper"

    private static let tick = Duration.milliseconds(200)
    private static let batch = 200
    private static let forgetEvery = Duration.seconds(60)
    /// Changes younger than this may not have reached everybody before the process that made them died.
    private static let recoveryWindow = Duration.seconds(120)
    /// How long a replica that is gone may have been trying to deliver a change.
    private static let deliveryTime = Duration.seconds(30)

    private let table: CallTable
    private let post: InvitationPost
    private let replicas: Replicas
    private let retention: Duration
    private let clock: any ServiceClock
    private let log: Log
    private let tasks = TaskBag()

    /// `retention`: how long what has become of an invitation can be asked for after its last change.
    init(
        table: CallTable, post: InvitationPost, replicas: Replicas, retention: Duration, clock: any ServiceClock,
        log: Log
    ) {
        self.table = table
        self.post = post
        self.replicas = replicas
        self.retention = retention
        self.clock = clock
        self.log = log
    }

    func start() async throws {
        if replicas.isFirst { try await announce(changedSince: clock.wallTime - Self.recoveryWindow) }
        await tasks.repeat(every: Self.tick, by: clock, log) { try await self.expire() }
        await tasks.repeat(every: Self.forgetEvery, by: clock, log) { try await self.forget() }
    }

    func drain(within limit: Duration) async { await tasks.cancel() }

    /// Tells what a replica that is gone had changed and may not have said any more.
    func succeed(_ lost: Replicas.Lost) async throws {
        try await announce(changedSince: lost.lastBeatAt - Self.deliveryTime)
    }

    private func announce(changedSince time: WallTime) async throws {
        for invitation in try await table.transact({ store in try store.invitations(changedSince: time) }) {
            await post.announce(invitation)
        }
    }

    private func expire() async throws {
        let now = clock.wallTime
        let due = try await table.transact { store in try store.invitations(dueAt: now, atMost: Self.batch) }
        for id in due {
            let (old, new) = try await table.transact { store in
                try store.change(id, at: now) { invitation in invitation.expire(at: now) }
            }
            if new.version != old.version { await post.announce(new) }
        }
    }

    private func forget() async throws {
        guard replicas.owns("forgetting invitations") else { return }
        let horizon = clock.wallTime - retention
        try await table.transact { store in try store.forgetInvitations(unchangedSince: horizon) }
    }
}
