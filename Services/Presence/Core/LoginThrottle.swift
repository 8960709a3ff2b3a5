package import CallModel

/// Refuses a device that keeps failing to log in to an account, for about a minute. Counted per account *and* device, so
/// that nobody can lock another's devices out by failing in their name; what is slowed down is a client in a loop, for a
/// signature cannot be guessed.
package struct LoginThrottle: Sendable {
    /// Whose failures are counted together.
    package struct Key: Hashable, Sendable {
        package let user: UserID
        package let device: DeviceID

        package init(user: UserID, device: DeviceID) {
            self.user = user
            self.device = device
        }
    }

    private struct Record {
        var failures: Int
        /// When the count starts again, and while it is at the limit, when the next try is allowed.
        var endsAt: MonotonicInstant
    }

    private let limit: Int
    private let window: Duration
    private let capacity: Int
    private var records: [Key: Record] = [:]

    /// `limit` failures within `window` refuse every further try until the window is over. At most `capacity` pairs are
    /// remembered; when a flood fills them, those whose time is over make room, else the newcomer goes uncounted.
    package init(limit: Int = 10, window: Duration = .seconds(60), capacity: Int = 10_000) {
        precondition(limit > 0 && capacity > 0)
        self.limit = limit
        self.window = window
        self.capacity = capacity
    }

    /// How long the pair has to wait; `nil`: it may try.
    package func wait(for key: Key, now: MonotonicInstant) -> Duration? {
        guard let record = records[key], record.failures >= limit, now < record.endsAt else { return nil }
        return record.endsAt - now
    }

    /// Counts a failure. The window runs from the first one.
    package mutating func failed(_ key: Key, now: MonotonicInstant) {
        if let record = records[key], now < record.endsAt {
            records[key] = Record(failures: record.failures + 1, endsAt: record.endsAt)
            return
        }
        if records[key] == nil, records.count >= capacity {
            records = records.filter { now < $0.value.endsAt }
            guard records.count < capacity else { return }
        }
        records[key] = Record(failures: 1, endsAt: now + window)
    }

    /// Forgets the failures.
    package mutating func succeeded(_ key: Key) { records[key] = nil }
}
