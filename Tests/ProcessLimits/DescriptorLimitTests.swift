import Glibc
import ProcessLimits
import Testing

/// What the system is told in the place of a login shell or a container engine.
private func set(soft: Int, hard: Int) {
    var limit = rlimit(rlim_cur: rlim_t(soft), rlim_max: rlim_t(hard))
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(3) }
}

@Suite("Limits of the process") struct DescriptorLimitTests {
    @Test("the soft limit is raised to the hard one, and descriptors beyond the former limit can be had")
    func raised() async {
        await #expect(processExitsWith: .success) {
            set(soft: 256, hard: 1_024)
            guard try DescriptorLimit.raise() == DescriptorLimit.current() else { exit(4) }
            let now = try DescriptorLimit.current()
            guard now.soft == 1_024, now.hard == 1_024, !now.isAdvisable else { exit(5) }
            guard dup2(0, 1_023) == 1_023, dup2(0, 1_024) == -1, errno == EBADF else { exit(6) }
        }
    }

    @Test("a limit that cannot be raised is left as it is")
    func left() async {
        await #expect(processExitsWith: .success) {
            set(soft: 1_024, hard: 1_024)
            let limit = try DescriptorLimit.raise()
            guard limit.soft == 1_024, limit.hard == 1_024 else { exit(4) }
        }
    }

    @Test(
        "4,096 descriptors are enough, one less is not",
        .enabled(if: (try? DescriptorLimit.current().hard) ?? 0 >= 4_096))
    func advice() async throws {
        await #expect(processExitsWith: .success) {
            set(soft: 256, hard: 4_096)
            guard try DescriptorLimit.raise().isAdvisable else { exit(4) }
            set(soft: 256, hard: 4_095)
            guard try !DescriptorLimit.raise().isAdvisable else { exit(5) }
        }
    }
}
