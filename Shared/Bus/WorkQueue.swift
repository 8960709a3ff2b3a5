/// Admission of requests: how many handlers run, how many requests wait, how many bytes both hold. Pure bookkeeping.
///
/// A stream takes its turn in the queue like everybody, but once running it does not hold up calls: streams live long
/// and have a bound of their own.
struct WorkQueue {
    enum Admission: Equatable {
        case start
        case wait
        case refused
    }

    struct Entry: Equatable {
        let id: UInt64
        let bytes: Int
        let isStream: Bool
    }

    private let limits: BusLimits
    private var waiting = FIFO<Entry>()
    /// Waiting, but no longer wanted: skipped when their turn comes, so that withdrawing costs little.
    private var withdrawn: Set<UInt64> = []
    private(set) var running = 0
    /// Waiting ones included.
    private(set) var streams = 0
    private(set) var bytes = 0

    init(limits: BusLimits) { self.limits = limits }

    var waitingCount: Int { waiting.count - withdrawn.count }
    /// With those that are no longer wanted.
    var keptCount: Int { waiting.count }
    /// No call runs or waits; streams do not count.
    var isIdle: Bool { running == 0 && waitingCount == 0 }

    mutating func admit(_ entry: Entry) -> Admission {
        guard bytes + entry.bytes <= limits.requestBytes else { return .refused }
        guard !entry.isStream || streams < limits.streams else { return .refused }
        let mustWait = waitingCount > 0 || running >= limits.runningHandlers
        guard !mustWait || waitingCount < limits.queuedRequests else { return .refused }
        bytes += entry.bytes
        if entry.isStream { streams += 1 }
        if mustWait {
            waiting.append(entry)
            return .wait
        }
        if !entry.isStream { running += 1 }
        return .start
    }

    /// A handler is over. Follow with `next` until it gives nothing.
    mutating func finished(_ entry: Entry) {
        bytes -= entry.bytes
        if entry.isStream { streams -= 1 } else { running -= 1 }
    }

    /// The next waiting request to start, if it may.
    mutating func next() -> UInt64? {
        while running < limits.runningHandlers, let entry = waiting.popFirst() {
            if withdrawn.remove(entry.id) != nil { continue }
            if !entry.isStream { running += 1 }
            return entry.id
        }
        return nil
    }

    /// A request that waits is no longer wanted.
    mutating func withdraw(_ entry: Entry) {
        withdrawn.insert(entry.id)
        bytes -= entry.bytes
        if entry.isStream { streams -= 1 }
        // Their turn may never come, if no handler ends.
        guard withdrawn.count > 64, withdrawn.count * 2 > waiting.count else { return }
        waiting.removeAll { withdrawn.contains($0.id) }
        withdrawn = []
    }
}
