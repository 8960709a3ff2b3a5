// Thread: the loop's. Phase: I/O. Rules: R1-R6.

internal import CallModel

/// Which share of its time a loop spent working in the last whole second.
struct BusyShare {
    private var since = MonotonicInstant.zero
    private var work = Duration.zero
    private(set) var permille: UInt32 = 0

    mutating func add(work more: Duration, at now: MonotonicInstant) {
        work += more
        let span = now - since
        guard span >= .seconds(1) else { return }
        permille = UInt32(clamping: work.wholeNanoseconds * 1_000 / max(1, span.wholeNanoseconds))
        work = .zero
        since = now
    }
}
