import Foundation

/// What `make soak` prints: what was done, what came of it, and the figures with their goals.
struct Report {
    let seed: UInt64
    let totals: Ledger.Totals
    let audit: Audit
    let footprint: Footprint
    let deeds: [String: Int]
    let counters: [String: UInt64]
    let crashed: Int

    private struct Figure {
        let name: String
        let value: Double
        let unit: String
        let goal: Double

        var isMet: Bool { value <= goal }

        var line: String {
            let shown = String(format: "%.6g", value)
            return "FIGURE \(name) \(shown) \(unit) goal <= \(String(format: "%.6g", goal)) \(isMet ? "met" : "missed")"
        }
    }

    private var figures: [Figure] {
        [
            Figure(name: "soak_calls_past_their_deadline", value: Double(totals.overdue), unit: "calls", goal: 0),
            Figure(name: "soak_bookings_done_twice", value: Double(audit.twice), unit: "calls", goal: 0),
            Figure(name: "soak_bookings_answered_and_lost", value: Double(audit.lost), unit: "calls", goal: 0),
            Figure(name: "soak_bookings_denied_and_done", value: Double(audit.denied), unit: "calls", goal: 0),
            Figure(name: "soak_peers_that_ended_by_themselves", value: Double(crashed), unit: "processes", goal: 0),
            // A hundred calls a second are made: one KiB kept of every tenth would be more.
            Figure(name: "soak_memory_growth", value: footprint.growth, unit: "KiB/min", goal: 512),
            // Three nodes, four connections each with a monitor, the proxies' ends and the peers' pipes.
            Figure(
                name: "soak_descriptors_at_most", value: Double(footprint.peakDescriptors), unit: "descriptors",
                goal: 220),
        ]
    }

    /// Every law held.
    var holds: Bool { figures.allSatisfy(\.isMet) }

    func show() {
        func row(_ name: String, _ value: String) {
            print("  " + name.padding(toLength: 52, withPad: " ", startingAt: 0) + value)
        }
        print("faults")
        for (name, count) in deeds.sorted(by: { $0.key < $1.key }) { row(name, "\(count)") }
        print("calls: \(totals.calls), \(totals.answered) answered, \(totals.items) stream items")
        for (status, count) in totals.byStatus.sorted(by: { $0.value > $1.value }) { row(status, "\(count)") }
        print("counted by the callers' nodes")
        for (name, value) in counters.sorted(by: { $0.key < $1.key }) where value > 0 { row(name, "\(value)") }
        print("bookings done: \(audit.bookings); latest end of a call after its deadline: \(totals.latest)")
        print("memory at most: \(Int(footprint.peakKilobytes)) KiB")
        for figure in figures { print(figure.line) }
        if !holds { print("soak: a law was broken; again with SEED=\(seed)") }
    }
}
