import Foundation

/// What processes have used of the processors.
enum ProcessorTime {
    /// Of whole processes, all threads, user and system, in microseconds. 0 is this one; one that is gone counts nothing.
    static func microseconds(of processes: [Int32]) -> Double { processes.map(microseconds).reduce(0, +) }

    private static func microseconds(of process: Int32) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// A process and its children.
    static func family(of process: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let children = names.compactMap { Int32($0) }.filter { parent(of: $0) == process }
        return [process] + children
    }

    private static func parent(of process: Int32) -> Int32? {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            // The name between parentheses may hold blanks.
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
    }
}
