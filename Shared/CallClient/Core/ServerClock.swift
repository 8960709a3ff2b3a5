package import CallModel

/// What the server's UTC clock shows, told from the times in its messages. A message is never early, so the largest
/// difference seen is the best estimate; one that sat in a queue cannot spoil it. The device's own wall clock, which
/// may be wrong by hours, is never asked.
package struct ServerClock: Sendable, Hashable {
    private var offsetInMilliseconds: Int64?

    package init() {}

    /// The server wrote `time` some moment before `now`.
    package mutating func observe(_ time: WallTime, at now: MonotonicInstant) {
        guard time.milliseconds > 0 else { return }
        let offset = time.milliseconds - now.nanoseconds / 1_000_000
        offsetInMilliseconds = max(offsetInMilliseconds ?? offset, offset)
    }

    /// Another server may be behind the next connection: believe it afresh.
    package mutating func forget() { offsetInMilliseconds = nil }

    /// `nil` before the first observation.
    package func time(at now: MonotonicInstant) -> WallTime? {
        offsetInMilliseconds.map { WallTime(milliseconds: now.nanoseconds / 1_000_000 + $0) }
    }

    /// When the local clock will show what the server calls `time`.
    package func instant(of time: WallTime, at now: MonotonicInstant) -> MonotonicInstant? {
        self.time(at: now).map { now + (time - $0) }
    }
}
