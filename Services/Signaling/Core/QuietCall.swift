package import CallModel

/// A call to a user who does not want to be disturbed. Who calls again soon has a reason, and gets through.
package struct QuietCall: Sendable, Hashable {
    package let id: CallID
    package let calledAt: WallTime
    /// It rings all the same: the same caller had called in vain, or got through, a moment before.
    package let breaksThrough: Bool

    /// As it is stored.
    package init(id: CallID, calledAt: WallTime, breaksThrough: Bool) {
        self.id = id
        self.calledAt = calledAt
        self.breaksThrough = breaksThrough
    }

    /// A call of the caller whose last one was `last`. The same call again, a repeated request or a second invitation into it,
    /// is no second call. `window`: what counts as soon; zero lets nobody through.
    package init(_ id: CallID, after last: QuietCall?, at now: WallTime, window: Duration) {
        if let last, last.id == id {
            self = last
            return
        }
        let isSoon = last.map { now - $0.calledAt <= window } ?? false
        self.init(id: id, calledAt: now, breaksThrough: isSoon && window > .zero)
    }
}
