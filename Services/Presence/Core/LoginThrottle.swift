package import CallModel

/// How failed logins are held against whom, for about a minute.
///
/// A device that keeps failing is refused before its token is looked at: it is a client in a loop. An account in whose name
/// too many logins fail, on whatever devices, is told nothing more about the tokens that fail, but a good one still opens it:
/// a signature cannot be guessed, and nobody can lock another out by failing in his name. Addresses are the gateways' to count.
package struct LoginThrottles: Sendable {
    private var devices: LoginThrottle
    private var users: LoginThrottle

    /// So many failures within a minute of one device of an account, and of an account.
    package init(deviceLimit: Int = 10, userLimit: Int = 30) {
        devices = LoginThrottle(limit: deviceLimit)
        users = LoginThrottle(limit: userLimit)
    }

    /// How long the device has to wait; `nil`: its token may be looked at.
    package func wait(for user: UserID, on device: DeviceID, now: MonotonicInstant) -> Duration? {
        devices.wait(for: .init(user: user, device: device), now: now)
    }

    /// Counts a failure. How long to wait, if so many have failed in the user's name that this is all there is to say.
    package mutating func failed(_ user: UserID, on device: DeviceID, now: MonotonicInstant) -> Duration? {
        let wait = users.wait(for: .init(user: user), now: now)
        devices.failed(.init(user: user, device: device), now: now)
        users.failed(.init(user: user), now: now)
        return wait
    }

    /// Forgets the failures of the device. Those in the user's name may be somebody else's.
    package mutating func succeeded(_ user: UserID, on device: DeviceID) {
        devices.succeeded(.init(user: user, device: device))
    }
}

/// Counts failures by name, each for a window of time.
package struct LoginThrottle: Sendable {
    /// Whose failures are counted together.
    package struct Key: Hashable, Sendable {
        package let user: UserID
        /// `nil`: whatever the device.
        package let device: DeviceID?

        package init(user: UserID, device: DeviceID? = nil) {
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

    /// `limit` failures within `window` refuse every further try until the window is over. At most `capacity` names are
    /// remembered; when a flood fills them, those whose time is over make room, else the newcomer goes uncounted.
    package init(limit: Int = 10, window: Duration = .seconds(60), capacity: Int = 10_000) {
        precondition(limit > 0 && capacity > 0)
        self.limit = limit
        self.window = window
        self.capacity = capacity
    }

    /// How long the name has to wait; `nil`: it may try.
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
