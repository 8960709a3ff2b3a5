import CallModel
import Wire

/// One subscriber as its publisher sees it: what it wants, how far its sequence is, what its budget has left. Pure.
struct TapSubscription {
    let id: TapID
    let filter: TapFilter
    /// Who it is, for the log.
    let who: String
    let topic: [UInt8]
    private(set) var sequence: UInt64 = 0
    private(set) var dropped: UInt64 = 0
    /// Bytes that may still be spent; may go below zero by one event, which the next second pays for.
    private var tokens: Int
    private var refilled: MonotonicInstant

    init(_ id: TapID, _ filter: TapFilter, who: String, now: MonotonicInstant) {
        self.id = id
        self.filter = filter
        self.who = who
        topic = TapTopic.events(id).bytes
        tokens = filter.bytesPerSecond
        refilled = now
    }

    /// An event matched: it gets a number. False: there is no budget for it, and it counts as dropped.
    mutating func admit(now: MonotonicInstant) -> Bool {
        sequence += 1
        refill(now)
        if tokens > 0 { return true }
        dropped += 1
        return false
    }

    /// Whether it would have no budget for an event that matched, whatever the event is.
    mutating func isSpent(now: MonotonicInstant) -> Bool {
        guard filter.takesEveryCall else { return false }
        refill(now)
        return tokens <= 0
    }

    /// What describing the admitted event came to, whether or not it was taken.
    mutating func spent(_ bytes: Int) { tokens -= bytes }

    /// The admitted event was not taken.
    mutating func lost() { dropped += 1 }

    private mutating func refill(_ now: MonotonicInstant) {
        let elapsed = (now - refilled).wholeMicroseconds
        // Small steps are saved up, or rounding would eat them.
        guard elapsed >= 1_000 else { return }
        refilled = now
        let earned = filter.bytesPerSecond * Int(min(elapsed, 10_000_000)) / 1_000_000
        tokens = min(filter.bytesPerSecond, tokens + earned)
    }
}
