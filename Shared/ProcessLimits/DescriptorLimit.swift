private import Glibc

/// How many file descriptors the process may have open at once. Many systems begin with a soft limit of 1,024, made for
/// programs that use `select`; ours do not, and a service needs one descriptor per client and two per bus connection.
public struct DescriptorLimit: Sendable, Hashable {
    /// What holds now: the descriptor of this number is refused.
    public let soft: Int
    /// As far as `soft` may be raised without privileges.
    public let hard: Int

    /// As far as it is raised: libwebsockets and others make tables with a place for every possible descriptor, and a hard
    /// limit may be a thousand million.
    public static let mostWanted = 65_536
    /// With less than this a service that is loaded as it was measured runs out.
    public static let leastAdvised = 4_096

    /// There is no way to ask for, or to set, the limit: only a sandbox does that.
    public struct Failure: Error, Hashable, Sendable {
        /// What the system gave as the reason.
        public let errno: Int32
    }

    /// Of this process, now.
    public static func current() throws(Failure) -> DescriptorLimit {
        var limit = rlimit()
        // EFAULT and EINVAL are excluded by the call; a seccomp filter may answer EPERM.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw Failure(errno: errno)
        }
        // RLIM_INFINITY is the largest number there is.
        return DescriptorLimit(soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// Raises the soft limit to the hard one, `mostWanted` at most; never lowers it. Gives what holds then.
    public static func raise() throws(Failure) -> DescriptorLimit {
        let before = try current()
        let wanted = min(before.hard, mostWanted)
        guard before.soft < wanted else { return before }
        // All bits set: no limit.
        let hard = before.hard == .max ? rlim_t.max : rlim_t(before.hard)
        var limit = rlimit(rlim_cur: rlim_t(wanted), rlim_max: hard)
        // EINVAL: excluded, it stays below the hard limit. EPERM: the hard limit is above what the system allows by now
        // (fs.nr_open), or a seccomp filter; thrown.
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw Failure(errno: errno)
        }
        return DescriptorLimit(soft: wanted, hard: before.hard)
    }

    /// Enough for a loaded service.
    public var isAdvisable: Bool { soft >= Self.leastAdvised }
}
