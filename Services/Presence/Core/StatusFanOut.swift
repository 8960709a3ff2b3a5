package import CallModel

/// Who is to be told of whose status, and when: every watcher soon, none more often than once in an interval, and nothing that
/// a newer status has replaced, because what is told is read when it is told.
///
/// A user with many watchers does not take memory for all of them: their pages are read one after the other, and only while
/// there is room.
package struct StatusFanOut: Sendable {
    /// How much at once, and how often.
    package struct Limits: Sendable {
        /// Between two tellings of one watcher.
        package var interval = Duration.seconds(1)
        /// From the login or resume of a watcher to its first telling: its gateway must know the connection first.
        package var settlingTime = Duration.seconds(1)
        /// Watchers told in one turn.
        package var perTurn = 200
        /// Watchers read at once.
        package var perPage = 500
        /// Watchers that wait; while there are more, no page is read.
        package var mostWaiting = 10_000
        /// How often a telling that failed is tried again.
        package var retries = 2

        package init() {}
    }

    /// Whose watchers are to be read.
    package enum Source: Hashable, Sendable {
        case watchers(of: UserID)
        /// Everybody who watches anybody: after a start, because nobody knows what was told before.
        case everybody
    }

    /// The next watchers to read, in the order of their ids.
    package struct Page: Hashable, Sendable {
        package let source: Source
        /// The last one read. `nil`: from the beginning.
        package let after: UserID?

        package init(source: Source, after: UserID?) {
            self.source = source
            self.after = after
        }
    }

    /// Whom to tell of whom.
    package struct Telling: Hashable, Sendable {
        package let watcher: UserID
        /// `nil`: everybody the watcher watches.
        package let users: Set<UserID>?
        /// How often it has failed.
        package let failures: Int

        package init(watcher: UserID, users: Set<UserID>?, failures: Int) {
            self.watcher = watcher
            self.users = users
            self.failures = failures
        }
    }

    private struct Waiting {
        var users: Set<UserID>
        var isAll = false
        var failures = 0
        var dueAt: MonotonicInstant
    }

    package let limits: Limits
    private var sources: [Source] = []
    private var reading: Page?
    private var waiting: [UserID: Waiting] = [:]
    /// Those that wait, the first come first.
    private var order: [UserID] = []
    private var toldAt: [UserID: MonotonicInstant] = [:]

    package init(limits: Limits = Limits()) { self.limits = limits }

    // MARK: what happened

    /// The user's status is another one.
    package mutating func changed(_ user: UserID) { enqueue(.watchers(of: user)) }

    /// The process begins.
    package mutating func started() { enqueue(.everybody) }

    private mutating func enqueue(_ source: Source) {
        if !sources.contains(source) { sources.append(source) }
    }

    /// A device of the watcher has connected: it may have missed changes.
    package mutating func returned(_ watcher: UserID, at now: MonotonicInstant) {
        wait(watcher, dueAt: now + limits.settlingTime) { $0.isAll = true }
    }

    /// The telling did not reach the watcher.
    package mutating func failed(_ telling: Telling, at now: MonotonicInstant) {
        guard telling.failures < limits.retries else { return }
        wait(telling.watcher, dueAt: now + limits.interval) { waiting in
            waiting.failures = telling.failures + 1
            if let users = telling.users { waiting.users.formUnion(users) } else { waiting.isAll = true }
        }
    }

    private mutating func wait(
        _ watcher: UserID, dueAt: MonotonicInstant, _ change: (inout Waiting) -> Void
    ) {
        let earliest = toldAt[watcher].map { $0 + limits.interval } ?? dueAt
        var entry = waiting[watcher] ?? Waiting(users: [], dueAt: max(dueAt, earliest))
        change(&entry)
        if waiting.updateValue(entry, forKey: watcher) == nil { order.append(watcher) }
    }

    // MARK: pages

    /// What is to be read now; `nil`: nothing, or there is no room. Answered by `read`.
    package mutating func nextPage() -> Page? {
        guard waiting.count < limits.mostWaiting else { return nil }
        if reading == nil, !sources.isEmpty { reading = Page(source: sources.removeFirst(), after: nil) }
        return reading
    }

    /// The watchers of the page, fewer than asked for if they are the last.
    package mutating func read(_ page: Page, _ watchers: [UserID], at now: MonotonicInstant) {
        guard reading == page else { return }
        for watcher in watchers {
            wait(watcher, dueAt: now) { waiting in
                switch page.source {
                case .watchers(let user): waiting.users.insert(user)
                case .everybody: waiting.isAll = true
                }
            }
        }
        reading = watchers.count < limits.perPage ? nil : Page(source: page.source, after: watchers.last)
    }

    // MARK: telling

    /// Whom to tell now: those whose time has come, the first come first, at most `perTurn`.
    package mutating func take(at now: MonotonicInstant) -> [Telling] {
        var tellings: [Telling] = []
        var left: [UserID] = []
        for watcher in order {
            guard tellings.count < limits.perTurn, let entry = waiting[watcher], entry.dueAt <= now else {
                left.append(watcher)
                continue
            }
            waiting[watcher] = nil
            toldAt[watcher] = now
            tellings.append(
                Telling(watcher: watcher, users: entry.isAll ? nil : entry.users, failures: entry.failures))
        }
        order = left
        toldAt = toldAt.filter { $0.value + limits.interval > now }
        return tellings
    }

    /// When there is something to do; `nil`: when something happens.
    package func nextDue(at now: MonotonicInstant) -> MonotonicInstant? {
        if waiting.count < limits.mostWaiting, reading != nil || !sources.isEmpty { return now }
        return waiting.values.map(\.dueAt).min()
    }
}
