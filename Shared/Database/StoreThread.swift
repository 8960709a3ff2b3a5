private import Dispatch
private import Synchronization

/// The thread that owns a store's connection, and those that wait for it.
final class StoreThread: Sendable {
    private let queue: DispatchQueue
    private let identity = DispatchSpecificKey<Bool>()
    private let waiting: Mutex<WaitingWorks>
    private let writer: String
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Used on the thread only; `nil` once closed.
    private let connection: Mutex<(any Connection)?>

    init(
        _ connection: sending any Connection, name: String, writer: String, admission: Admission,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.connection = Mutex(connection)
        waiting = Mutex(WaitingWorks(admission))
        self.now = now
        self.writer = writer
        queue = DispatchQueue(label: "store." + name, qos: .userInitiated)
        queue.setSpecific(key: identity, value: true)
    }

    var waitingCount: Int { waiting.withLock { $0.count } }

    var delay: Duration { waiting.withLock { $0.delay(at: now()) } }

    func submit(_ work: any Work) {
        do throws(DatabaseError) {
            let mustStart = try waiting.withLock { waiting throws(DatabaseError) in
                // Under the lock, so that arrivals are in the order of the queue.
                try waiting.add(work, at: now())
            }
            if mustStart { queue.async { [self] in workOff() } }
        } catch {
            work.fail(error)
            work.tellCaller()
        }
    }

    /// Refuses everything new, does what waits, lets go of the connection and says so.
    func close(_ whenDone: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.isClosed = true }
        queue.async { [self] in
            letGo()
            whenDone()
        }
    }

    /// The same, done when it returns; unless a transaction is what drops the last reference to the store.
    func closeNow() {
        if DispatchQueue.getSpecific(key: identity) == true {
            close {}
        } else {
            waiting.withLock { $0.isClosed = true }
            queue.sync { letGo() }
        }
    }

    private func letGo() { connection.withLock { $0 = nil } }

    /// Until nothing waits.
    private func workOff() {
        while let group = waiting.withLock({ $0.takeGroup() }) {
            connection.withLock { connection in
                if let connection {
                    GroupCommit(connection: connection, writer: writer).run(group)
                } else {
                    for work in group { work.fail(.closed) }
                    for work in group { work.tellCaller() }
                }
            }
        }
    }
}
