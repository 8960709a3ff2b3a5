// Thread: the loop's. Phase: any. Rules: R1-R5, R8.

/// The absolute 20 ms clock of a loop: tick `n` is due at `start + n * period`, whatever happened to earlier ones.
///
/// Late ticks are made up for at once, but at most `catchUp` in a row; beyond that they are skipped, counted, and the
/// clock moves on, so that a stall costs silence and never a burst. Instants are nanoseconds of the monotonic clock.
public struct TickSchedule: Sendable {
    /// Nanoseconds between ticks.
    public let period: Int64
    /// How many late ticks are made up for in one turn.
    public let catchUp: Int64
    /// When the next tick is due.
    public private(set) var deadline: Int64
    /// Ticks that started after the following one was due, skipped ones included.
    public private(set) var overruns: UInt64 = 0
    /// Ticks that never ran.
    public private(set) var skipped: UInt64 = 0
    /// Time left before the following deadline when a tick's work was done, by tenths of the period; the last bucket
    /// counts ticks that ended late.
    public private(set) var slack = InlineArray<11, UInt64>(repeating: 0)

    public init(start: Int64, period: Int64, catchUp: Int64) {
        precondition(period > 0 && catchUp >= 1, "tick schedule")
        self.period = period
        self.catchUp = catchUp
        deadline = start + period
    }

    /// After a rest in which no tick was wanted: the next one is due a period from now. The counts go on.
    @_noLocks
    public mutating func restart(at now: Int64) { deadline = now &+ period }

    /// How many ticks are to run now; moves the deadline past them.
    @_noLocks
    public mutating func ticksDue(at now: Int64) -> Int64 {
        guard now >= deadline else { return 0 }
        let late = (now &- deadline) / period
        let due = late &+ 1
        deadline = deadline &+ due &* period
        overruns = overruns &+ UInt64(truncatingIfNeeded: late)
        guard due > catchUp else { return due }
        skipped = skipped &+ UInt64(truncatingIfNeeded: due &- catchUp)
        return catchUp
    }

    /// A turn's work ended at `now`.
    @_noLocks
    public mutating func finishTurn(at now: Int64) {
        let left = deadline &- now
        let bucket = left < 0 ? 10 : min(Int(truncatingIfNeeded: left &* 10 / period), 9)
        slack[bucket] = slack[bucket] &+ 1
    }
}
