import Foundation

/// The table and, below it, each agreed figure with its goal. Medians of the rounds.
struct Report {
    let samples: [Row: [Sample]]
    let herd: HerdBench.Result?

    func printAll() {
        printTable()
        print("")
        if !samples.isEmpty { printFigures() }
        guard let herd else { return }
        print(
            String(
                format: "after the loss of a gateway: %.2f attempts a phone, at most %.0f in a second",
                herd.attemptsPerPhone, herd.busiestSecond))
        figure("gateway_loss_all_back", herd.allBack, "s", .atMost, 15)
        figure("gateway_loss_attempts_per_session", herd.attemptsPerPhone, "x", .atMost, 1.5)
        figure("idle_session_memory", herd.bytesPerSession / 1_024, "KiB", .atMost, 32)
    }

    private func printFigures() {
        let peak = median(.peak, \.completedPerSecond)
        figure("signaling_sqlite_calls", peak, "calls/s", .atLeast, 2_000)
        figure("signaling_sqlite_alerting_p99", median(.steady, \.alertingP99), "ms", .atMost, 50)
        figure("signaling_sqlite_cpu", median(.peak, \.cpuPerCall), "us", .atMost, 400)
        figure("signaling_cancel_to_silence_p99", median(.cancel, \.silenceP99), "ms", .atMost, 50)
        figure("signaling_elsewhere_p99", median(.elsewhere, \.silenceP99), "ms", .atMost, 50)
        figure("signaling_overload_completed", median(.overload, \.completedPerSecond) / peak, "x", .atLeast, 0.8)
        figure("signaling_overload_refusal_p99", median(.overload, \.refusalP99), "ms", .atMost, 100)
        figure("signaling_overload_recovery", median(.overload, \.recovery) / 1_000, "s", .atMost, 2)
        figure("signaling_postgresql_calls", median(.serverPeak, \.completedPerSecond), "calls/s", .atLeast, 1_500)
        figure("signaling_postgresql_cpu", median(.serverPeak, \.cpuPerCall), "us", .atMost, 850)
        let lost = Row.allCases.map { median($0, \.lost) }.reduce(0, +)
        figure("signaling_calls_lost", lost, "calls", .atMost, 0)
    }

    private func printTable() {
        let columns: [(String, KeyPath<Sample, Double>, digits: Int)] = [
            ("calls/s", \.completedPerSecond, 0), ("CPU us/call", \.cpuPerCall, 0),
            ("load's CPU us/call", \.loadCPUPerCall, 0), ("alerting p50 ms", \.alertingP50, 1),
            ("p99 ms", \.alertingP99, 1), ("silent p99 ms", \.silenceP99, 1), ("refused/s", \.refusedPerSecond, 0),
            ("refusal p99 ms", \.refusalP99, 1), ("recovery ms", \.recovery, 0), ("lost", \.lost, 0),
        ]
        print("| what | \(columns.map(\.0).joined(separator: " | ")) |")
        print("| --- |" + String(repeating: " ---: |", count: columns.count))
        for row in Row.allCases where samples[row] != nil {
            let cells = columns.map { String(format: "%.\($0.digits)f", median(row, $0.1)) }
            print("| \(row.rawValue) | \(cells.joined(separator: " | ")) |")
        }
    }

    private enum Goal: String { case atLeast = ">=", atMost = "<=" }

    private func figure(_ name: String, _ value: Double, _ unit: String, _ goal: Goal, _ bound: Double) {
        let isMet = goal == .atLeast ? value >= bound : value <= bound
        let verdict = isMet ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.2f", value)) \(unit) goal \(goal.rawValue) \(bound) \(verdict)")
    }

    private func median(_ row: Row, _ value: KeyPath<Sample, Double>) -> Double {
        let sorted = (samples[row] ?? []).map { $0[keyPath: value] }.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
