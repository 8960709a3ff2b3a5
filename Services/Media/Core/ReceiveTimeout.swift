package import CallModel

/// How long a participant may be silent on the network. Any authentic packet counts as life: one who is muted and sends
/// no audio still reports.
package struct ReceiveTimeout: Sendable, Equatable {
    private let limit: Duration
    private var lastHeard: MonotonicInstant

    /// The clock runs from the join.
    package init(limit: Duration, joined: MonotonicInstant) {
        self.limit = limit
        lastHeard = joined
    }

    /// Something authentic came.
    package mutating func heard(at now: MonotonicInstant) { lastHeard = max(lastHeard, now) }

    /// Nothing authentic came for the whole limit.
    package func isOver(at now: MonotonicInstant) -> Bool { now - lastHeard >= limit }
}
