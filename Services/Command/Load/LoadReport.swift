import CommandLineKit
import Foundation

/// What the load found out, and how it is shown.
struct LoadReport {
    var calls: [LoadCall] = []
    /// Calls that were due while no pair was free: the load's own limit, not the server's.
    var skipped = 0
    /// A call that is silent for longer is as good as lost.
    let silenceLimit: Duration
    /// `nil`: the histories could not be read.
    var audit: LoadAudit?

    var lost: [LoadCall] { calls.filter { $0.loss != nil || isTooSilent($0) } }

    /// Nothing was lost, there was something to lose, and all tell the same of it.
    var isGood: Bool { lost.isEmpty && !calls.isEmpty && audit?.findings.isEmpty == true }

    func isTooSilent(_ call: LoadCall) -> Bool { call.longestSilence.map { $0 > silenceLimit } ?? false }

    /// The table, line by line.
    func lines() -> [String] {
        let head = ["calls", "placed", "answered", "heard", "dropped", "lost", "answer p50", "p99", "longest silence"]
        var rows = [head]
        for kind in LoadCall.Kind.allCases {
            let own = calls.filter { $0.kind == kind }
            let answers = own.compactMap(\.timeToAnswer).sorted()
            rows.append([
                kind.rawValue, "\(own.count)", "\(answers.count)", "\(own.count(where: \.isHeard))",
                "\(own.count { $0.loss == .dropped })", "\(own.count { $0.loss != nil || isTooSilent($0) })",
                milliseconds(percentile(0.5, of: answers)), milliseconds(percentile(0.99, of: answers)),
                milliseconds(own.compactMap(\.longestSilence).max()),
            ])
        }
        var lines = rows.map { row in
            zip(row, [6, 8, 10, 7, 9, 6, 12, 9, 17]).map { $0.aligned(to: $1) }.joined()
        }
        lines += lost.map(line(about:))
        if let worst = calls.max(by: { ($0.longestSilence ?? .zero) < ($1.longestSilence ?? .zero) }),
            let ended = worst.silenceEndedAt
        {
            lines.append(
                "  the longest silence, \(milliseconds(worst.longestSilence)), ended at \(Self.seconds(ended))")
        }
        lines += audit?.lines() ?? ["  the phones' histories could not be read"]
        if skipped > 0 { lines.append("  \(skipped) calls were not placed: all phones were on a call") }
        return lines
    }

    /// What became of a call, for whoever asks why.
    func line(about call: LoadCall) -> String {
        var end = [call.loss?.rawValue ?? "", call.detail]
        if isTooSilent(call), let ended = call.silenceEndedAt {
            end.append("silent for \(milliseconds(call.longestSilence)) until \(Self.seconds(ended))")
        }
        return "  lost: \(call.kind.rawValue) call of \(call.caller), placed at \(Self.seconds(call.placedAt)): "
            + end.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The figures in the form that all measurements of the project have.
    func figures() -> [String] {
        let silence = (calls.compactMap(\.longestSilence).max() ?? .zero) / .seconds(1)
        let limit = silenceLimit / .seconds(1)
        return [
            "FIGURE load_calls_placed \(calls.count) calls goal >= 1 \(calls.isEmpty ? "missed" : "met")",
            "FIGURE load_calls_lost \(lost.count) calls goal <= 0 \(lost.isEmpty ? "met" : "missed")",
            String(format: "FIGURE load_longest_silence %.2f s goal <= %.0f ", silence, limit)
                + (silence <= limit ? "met" : "missed"),
        ] + (audit?.figures() ?? [])
    }

    private static func seconds(_ duration: Duration) -> String { String(format: "%.1f s", duration / .seconds(1)) }

    private func percentile(_ part: Double, of sorted: [Duration]) -> Duration? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
    }

    private func milliseconds(_ duration: Duration?) -> String {
        duration.map { "\(Int($0 / .milliseconds(1))) ms" } ?? "-"
    }
}
