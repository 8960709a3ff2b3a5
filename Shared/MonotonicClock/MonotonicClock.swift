public import CallModel
private import Glibc

extension MonotonicInstant {
    /// Of the process's first look at its clock, so that what is logged stays short.
    private static let start = hostNanoseconds

    /// Now: the host's CLOCK_BOOTTIME, which goes on while the host is suspended, counted from this process's first look.
    ///
    /// The standard library's `ContinuousClock` reads the same clock, but the layout of its instants is unknown to the
    /// compiler. Whatever holds one is copied, compared and destroyed through tables: on the bus a third of a call's time.
    public static var now: MonotonicInstant {
        // First: who makes the start must not have looked before it.
        let start = start
        return MonotonicInstant(nanoseconds: hostNanoseconds - start)
    }

    private static var hostNanoseconds: Int64 {
        var time = timespec()
        // EFAULT and EINVAL are excluded: the clock is there since Linux 2.6.39.
        unsafe _ = clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
