import CallModel
import MediaCore
import MediaLoop
import ServiceKit
import Wire

/// Attends to the node and tells watchers how its rooms fare: every room at each interval, at once when somebody timed out
/// or a room is gone.
actor RoomReporter: Part {
    nonisolated let name = "room reporter"

    /// How soon the control side notices what a loop has to say.
    private static let attention = Duration.milliseconds(50)
    /// Reports a watcher may lag behind. One that does not read is let go, and starts anew when it comes back.
    private static let backlog = 4_096
    /// How long the people of a draining node have to move: a placement, a snapshot and a join, with room for a retry.
    private static let leaveTime = Duration.seconds(3)
    /// Several packet times: nobody is here any more.
    private static let quiet = Duration.milliseconds(250)
    /// For the reports on their way.
    private static let lastWords = Duration.milliseconds(300)

    private let node: MediaNode
    private let clock: any ServiceClock
    private var metrics: LoopMetrics
    private var watchers: [Int: AsyncStream<Proto.RoomReport>.Continuation] = [:]
    private var lastWatcher = 0
    private var upkeep: Task<Void, Never>?

    init(node: MediaNode, clock: any ServiceClock, metrics: Metrics) {
        self.node = node
        self.clock = clock
        self.metrics = LoopMetrics(metrics)
    }

    func start() async throws {
        await node.start()
        upkeep = Task { await self.run() }
    }

    /// Moves calls rather than cutting them: watchers hear that every room ends here, and place it elsewhere while its
    /// people still hear each other in this one. Only when nobody sends here any more do the rooms and the loops end.
    func drain(within limit: Duration) async {
        await node.beginDraining()
        await node.announceEnd()
        await report()
        await untilLeft(within: min(limit / 2, Self.leaveTime))
        await node.closeAll()
        await report()
        try? await clock.sleep(for: min(limit, Self.lastWords))
        upkeep?.cancel()
        await node.stop()
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }

    /// Returns when no packet has come for a moment. Without a watcher nobody moves, and waiting would help nobody.
    private func untilLeft(within limit: Duration) async {
        let deadline = clock.now + limit
        var received = await node.packetsReceived
        var quietSince = clock.now
        while !watchers.isEmpty, clock.now < deadline, clock.now - quietSince < Self.quiet {
            try? await clock.sleep(for: Self.attention)
            let now = await node.packetsReceived
            if now != received { quietSince = clock.now }
            received = now
        }
    }

    /// The reports of one watcher, until it goes away.
    func watch() -> AsyncStream<Proto.RoomReport> {
        lastWatcher += 1
        let key = lastWatcher
        let (stream, continuation) = AsyncStream.makeStream(
            of: Proto.RoomReport.self, bufferingPolicy: .bufferingOldest(RoomReporter.backlog))
        continuation.onTermination = { _ in Task { await self.forget(key) } }
        watchers[key] = continuation
        return stream
    }

    /// How many watch now.
    var watcherCount: Int { watchers.count }

    private func forget(_ key: Int) { watchers[key] = nil }

    private func run() async {
        var next = clock.now + node.configuration.reportInterval
        while !Task.isCancelled {
            try? await clock.sleep(for: RoomReporter.attention)
            let isUrgent = await node.attend()
            guard isUrgent || clock.now >= next else { continue }
            if clock.now >= next { next = clock.now + node.configuration.reportInterval }
            let loads = await node.loads
            metrics.update(from: loads)
            await report()
        }
    }

    private func report() async {
        let news = await node.takeNews()
        guard !watchers.isEmpty else { return }
        var reports = await node.states.map { Proto.RoomReport(of: $0.room, $0.participants) }
        for item in news {
            switch item {
            case .timedOut(let sessions, let call, let era):
                let ids = sessions.map(\.rawValue)
                if let index = reports.firstIndex(where: { $0.callId == call.rawValue && $0.era == era.rawValue }) {
                    reports[index].timedOutSessionIds = ids
                } else {
                    reports.append(
                        Proto.RoomReport(callId: call.rawValue, era: era.rawValue, timedOutSessionIds: ids))
                }
            case .closed(let call, let era):
                reports.append(Proto.RoomReport(callId: call.rawValue, era: era.rawValue, isClosed: true))
            }
        }
        for (key, watcher) in watchers {
            for report in reports {
                guard case .dropped = watcher.yield(report) else { continue }
                watcher.finish()
                watchers[key] = nil
                break
            }
        }
    }
}

extension Proto.RoomReport {
    /// The active speaker first, then the others who speak, the loudest first.
    init(of room: Room, _ states: [(Room.Participant, ParticipantSnapshot)]) {
        let speaking = states.filter { $0.1.isSpeaking }.sorted {
            ($0.1.isActiveSpeaker ? 1 : 0, $0.1.volume) > ($1.1.isActiveSpeaker ? 1 : 0, $1.1.volume)
        }
        self.init(
            callId: room.call.rawValue, era: room.era.rawValue,
            speakers: speaking.map { Proto.SpeakerLevel(userId: $0.0.user.rawValue, volume: UInt32($0.1.volume)) },
            participants: states.map { Proto.ParticipantReport(of: $0.0, $0.1) })
    }
}

extension Proto.ParticipantReport {
    init(of participant: Room.Participant, _ state: ParticipantSnapshot) {
        self.init(
            sessionId: participant.session.rawValue, userId: participant.user.rawValue,
            packetsReceived: state.packetsReceived, packetsLost: state.packetsLost, packetsSent: state.packetsSent,
            packetsDiscarded: state.packetsDiscarded, jitterUs: state.jitterMicroseconds,
            playoutDelayMs: state.playoutDelayMilliseconds, concealedMs: state.concealedMilliseconds)
    }
}
