/// How many may wait for a store, and how long. Beyond that a work is refused at once: it would be done too late for
/// whoever waits, and keep those behind it waiting for nothing.
struct Admission: Sendable, Equatable {
    /// Works that wait, those that run not included.
    var queueLimit = 4_096
    /// When the oldest has waited longer, the store does not keep up, however few wait.
    var patience = Duration.milliseconds(250)
}

/// The transactions that wait for a store's thread, in the order they came.
struct WaitingWorks: Sendable {
    /// Works that share a commit at most: enough to make the disk's part of each small, and few enough that the first of
    /// them does not wait long for the last.
    static let largestGroup = 128

    private struct Entry {
        let work: any Work
        let arrival: ContinuousClock.Instant
    }

    /// Refuses everything from now on.
    var isClosed = false
    private let admission: Admission
    private var entries: [Entry] = []
    /// Somebody takes groups until there is none.
    private var isBeingWorkedOff = false

    init(_ admission: Admission = Admission()) { self.admission = admission }

    var count: Int { entries.count }

    /// How long the oldest has waited.
    func delay(at now: ContinuousClock.Instant) -> Duration { entries.first?.arrival.duration(to: now) ?? .zero }

    /// Whether somebody must begin to take groups. Throws `overloaded` or `closed`; the work is not taken then.
    mutating func add(_ work: any Work, at now: ContinuousClock.Instant) throws(DatabaseError) -> Bool {
        if isClosed { throw .closed }
        guard entries.count < admission.queueLimit else { throw .overloaded }
        if let oldest = entries.first, oldest.arrival.duration(to: now) > admission.patience { throw .overloaded }
        entries.append(Entry(work: work, arrival: now))
        defer { isBeingWorkedOff = true }
        return !isBeingWorkedOff
    }

    /// What is there, without waiting for more. `nil`: nothing; whoever adds the next begins anew.
    mutating func takeGroup() -> [any Work]? {
        guard !entries.isEmpty else {
            isBeingWorkedOff = false
            return nil
        }
        let group = entries.prefix(Self.largestGroup).map(\.work)
        entries.removeFirst(group.count)
        return group
    }
}
