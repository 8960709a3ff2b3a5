private import CCrashRing
private import Glibc

/// What a crash leaves: the rings of all threads, with names instead of numbers.
public enum CrashRecord {
    /// Why nothing would be left.
    public enum Failure: Error, Hashable, Sendable {
        /// Longer than 4,095 bytes.
        case pathTooLong
        /// The system refuses a handler.
        case refused(errno: Int32)
    }

    /// What the numbers of events stand for.
    public struct Names: Sendable {
        public var methods: [Int: String]
        public var points: [Int: String]
        public var kinds: [Int: String]
        public var statuses: [Int: String]

        public init(
            methods: [Int: String], points: [Int: String], kinds: [Int: String], statuses: [Int: String]
        ) {
            self.methods = methods
            self.points = points
            self.kinds = kinds
            self.statuses = statuses
        }
    }

    /// From now on SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP and SIGFPE append every ring to a file, or write them to
    /// standard error, before they end the process as they did. Once, at its start; a second call changes the path.
    public static func keep(in path: String?, _ names: Names) throws(Failure) {
        for (table, texts) in [
            (CR_METHODS, names.methods), (CR_POINTS, names.points), (CR_KINDS, names.kinds),
            (CR_STATUSES, names.statuses),
        ] {
            for (index, text) in texts where index >= 0 { unsafe cr_name(table, index, text) }
        }
        guard unsafe cr_install(path) != 0 else { return }
        throw errno == ENAMETOOLONG ? .pathTooLong : .refused(errno: errno)
    }
}
