import Foundation

/// The table and, below it, each agreed figure with its goal.
struct Report {
    let medians: [Contender.Name: Sample]
    let order: [Contender.Name]

    func printAll() {
        printTable()
        print("")
        let (raw, grpc) = (self[.rawDeep], self[.grpcDeep])
        for (place, deep, lone) in [
            ("pool", self[.busDeep], self[.busLone]), ("inline", self[.busInline], self[.busLoneInline]),
        ] {
            figure("bus_\(place)_calls_vs_raw", deep.callsPerSecond / raw.callsPerSecond, .atLeast, 0.5)
            figure("bus_\(place)_calls_vs_grpc", deep.callsPerSecond / grpc.callsPerSecond, .atLeast, 8)
            figure("bus_\(place)_client_cpu_vs_raw", deep.clientCPU / raw.clientCPU, .atMost, 2)
            figure("bus_\(place)_lone_p50_vs_raw", lone.p50 / self[.rawLone].p50, .atMost, 1.5)
            figure("bus_\(place)_lone_p50_vs_grpc", lone.p50 / self[.grpcLone].p50, .atMost, 1.3)
        }
        figure("bus_typed_calls_vs_grpc", self[.busTyped].callsPerSecond / grpc.callsPerSecond, .atLeast, 8)
        for (place, curve) in [("inline", self[.busCurve]), ("pool", self[.poolCurve])] {
            figure("bus_\(place)_curve_client_cpu_vs_raw", curve.clientCPU / self[.rawCurve].clientCPU, .atMost, 1.3)
            figure(
                "bus_\(place)_curve_time_vs_raw", self[.rawCurve].callsPerSecond / curve.callsPerSecond, .atMost, 1.3)
        }
        for (place, plain, idle, stuck) in [
            ("inline", self[.busInline], self[.busTapIdle], self[.busTapStuck]),
            ("pool", self[.busDeep], self[.poolTapIdle], self[.poolTapStuck]),
        ] {
            figure("bus_\(place)_tap_idle_server_cpu", idle.serverCPU / plain.serverCPU, .atMost, 1.05)
            figure("bus_\(place)_tap_stuck_p99", stuck.p99 / idle.p99, .atMost, 1.05)
            figure("bus_\(place)_tap_stuck_dropped", stuck.tapDropped, .atLeast, 1, unit: "events")
        }
        figure("bus_inline_calls", self[.busInline].callsPerSecond, .atLeast, 300_000, unit: "calls/s")
        figure("bus_inline_client_cpu", self[.busInline].clientCPU, .atMost, 3, unit: "us")
    }

    private func printTable() {
        print("| what | calls/s | p50 us | p99 us | client CPU us/call | server CPU us/call |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for name in order {
            let row = self[name]
            let cells = [
                String(format: "%.0f", row.callsPerSecond), String(format: "%.0f", row.p50),
                String(format: "%.0f", row.p99), String(format: "%.2f", row.clientCPU),
                String(format: "%.2f", row.serverCPU),
            ]
            print("| \(name.rawValue) | \(cells.joined(separator: " | ")) |")
        }
    }

    private enum Goal: String { case atLeast = ">=", atMost = "<=" }

    private func figure(_ name: String, _ value: Double, _ goal: Goal, _ bound: Double, unit: String = "x") {
        let isMet = goal == .atLeast ? value >= bound : value <= bound
        let verdict = isMet ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.2f", value)) \(unit) goal \(goal.rawValue) \(bound) \(verdict)")
    }

    private subscript(name: Contender.Name) -> Sample { medians[name] ?? Sample(medianOf: []) }
}
