public import CallModel
public import Database
public import ServiceKit
import Synchronization

/// The processes of one service that share its store: who is there, who has gone, and which of them sees to what.
///
/// Each beats every second: it counts its row of the table `replicas` up. One whose count has not changed for four seconds by
/// the clock of the one who looks is gone, so clocks need not agree. What is taken over may still be done by a process that
/// only stood still: everything divided here must bear being done twice.
///
/// The table, which each service's schema has: `replicas (writer TEXT PRIMARY KEY, instance TEXT, beats BIGINT, beat_ms
/// BIGINT)`. On SQLite there is one process, and every other row is of one before it.
public final class Replicas: Part {
    /// A process that is gone, and whose work falls to this one.
    public struct Lost: Sendable {
        /// As in `Transaction.writer`.
        public let writer: String
        /// By its own clock.
        public let lastBeatAt: WallTime
    }

    private struct Sight {
        let instance: String
        var beats: Int64
        var beatAt: WallTime
        /// By this process's clock; `nil`: it is known to be gone.
        var changedAt: MonotonicInstant?
    }

    private struct Row: Sendable {
        let writer: String
        let instance: String
        let beats: Int64
        let beatAt: WallTime
    }

    /// How soon a process that stops is missed.
    public static let lease = Duration.seconds(4)
    private static let beatEvery = Duration.seconds(1)
    /// The count of one that has said goodbye.
    private static let gone: Int64 = -1

    public let name = "replicas"
    private let database: Database
    private let instance: String
    private let isShared: Bool
    private let clock: any ServiceClock
    private let log: Log
    private let others = Mutex<[String: Sight]>([:])
    private let duties = Mutex<[@Sendable (Lost) async throws -> Void]>([])
    private let beating = Mutex<Task<Void, Never>?>(nil)

    /// `isShared`: whether other processes may use the store at the same time.
    public init(_ database: Database, instance: String, isShared: Bool, clock: any ServiceClock, log: Log) {
        self.database = database
        self.instance = instance
        self.isShared = isShared
        self.clock = clock
        self.log = log
    }

    /// Adds to what is done for one that is gone, before it is forgotten. If something of it throws, all is done again.
    /// Before the start.
    public func whenLost(_ duty: @escaping @Sendable (Lost) async throws -> Void) {
        duties.withLock { $0.append(duty) }
    }

    // MARK: who sees to what

    /// Whether this process sees to `key`: one of those that are there does, the same by everybody's reckoning once all see
    /// the same.
    public func owns(_ key: String) -> Bool {
        let now = clock.now
        let live = others.withLock { others in others.filter { Self.isLive($0.value, now) }.map(\.key) }
        return ([database.writer] + live).max { weight($0, key) < weight($1, key) } == database.writer
    }

    /// Whether this process sees to what `writer` did last: its own, and a share of what those left that are gone.
    public func succeeds(_ writer: String?, for key: String) -> Bool {
        guard let writer, writer != database.writer else { return writer != nil || owns(key) }
        return others.withLock { $0[writer] == nil } && owns(key)
    }

    private static func isLive(_ sight: Sight, _ now: MonotonicInstant) -> Bool {
        sight.changedAt.map { now - $0 < lease } ?? false
    }

    /// Highest random weight: FNV-1a, the same in every process, and a step that spreads its last byte.
    private func weight(_ writer: String, _ key: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in [Array(writer.utf8), [0], Array(key.utf8)].joined() {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return hash ^ (hash >> 27)
    }

    // MARK: life

    /// Says that this process is there. `isFirst` is known when it returns.
    public func start() async throws {
        try await beat()
        guard isShared else {
            for writer in others.withLock({ Array($0.keys) }) { try await forget(writer) }
            return
        }
        beating.withLock { task in
            task = Task {
                while !Task.isCancelled {
                    try? await clock.sleep(for: Self.beatEvery)
                    do { try await beat() } catch { log.debug("beat missed", ["cause": "\(error)"]) }
                    await succeedLost()
                }
            }
        }
    }

    /// Whether no other process seems to be there: its own clock says that it has just beaten. A mistake costs `lease`, after
    /// which it is known. For the start.
    public var isFirst: Bool {
        let now = clock.wallTime
        return others.withLock { others in
            !others.values.contains { $0.changedAt != nil && $0.beatAt > now - Self.lease - Self.beatEvery }
        }
    }

    /// Says goodbye, so that nobody waits for the lease.
    public func drain(within limit: Duration) async {
        let running = beating.withLock { $0 }
        running?.cancel()
        await running?.value
        let writer = database.writer
        _ = try? await database.transaction { store in
            try store.execute("UPDATE replicas SET beats = $2 WHERE writer = $1", writer, Self.gone)
        }
    }

    private func beat() async throws {
        let (writer, instance, now) = (database.writer, instance, clock.wallTime)
        let rows = try await database.decision { store in
            try store.execute(
                """
                INSERT INTO replicas (writer, instance, beats, beat_ms) VALUES ($1, $2, 1, $3)
                ON CONFLICT (writer) DO UPDATE SET beats = replicas.beats + 1, beat_ms = excluded.beat_ms
                """, writer, instance, now.milliseconds)
            return try store.query("SELECT writer, instance, beats, beat_ms FROM replicas WHERE writer <> $1", writer)
                .map { row in
                    Row(
                        writer: try row.text(0), instance: try row.text(1), beats: try row.integer(2),
                        beatAt: WallTime(milliseconds: try row.integer(3)))
                }
        }
        see(rows, at: clock.now)
    }

    private func see(_ rows: [Row], at now: MonotonicInstant) {
        others.withLock { others in
            let before = others
            others = [:]
            for row in rows {
                // A row of this instance's is of the process before this one.
                let isGone = !isShared || row.beats == Self.gone || row.instance == instance
                var sight = Sight(instance: row.instance, beats: row.beats, beatAt: row.beatAt, changedAt: now)
                if let known = before[row.writer], known.beats == row.beats { sight.changedAt = known.changedAt }
                if isGone { sight.changedAt = nil }
                others[row.writer] = sight
            }
        }
    }

    /// Does the work of those that are gone, as far as it falls to this process, and then forgets them: if it ends in between,
    /// the next finds the same row.
    private func succeedLost() async {
        let now = clock.now
        let lost = others.withLock { others in others.filter { !Self.isLive($0.value, now) } }
        for (writer, sight) in lost where owns("replica:" + writer) {
            log.notice("replica lost", ["instance": sight.instance, "writer": writer])
            do {
                for duty in duties.withLock({ $0 }) { try await duty(Lost(writer: writer, lastBeatAt: sight.beatAt)) }
                try await forget(writer)
            } catch { log.error("replica not succeeded", ["writer": writer, "cause": "\(error)"]) }
        }
    }

    /// Unless it has beaten since it was last seen.
    private func forget(_ writer: String) async throws {
        guard let beats = others.withLock({ $0[writer]?.beats }) else { return }
        let count = try await database.transaction { store in
            try store.execute("DELETE FROM replicas WHERE writer = $1 AND beats = $2", writer, beats)
        }
        if count > 0 { _ = others.withLock { $0.removeValue(forKey: writer) } }
    }
}
