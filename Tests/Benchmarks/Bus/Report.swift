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
        figure("bus_curve_client_cpu_vs_raw", self[.busCurve].clientCPU / self[.rawCurve].clientCPU, .atMost, 1.3)
        figure("bus_curve_time_vs_raw", self[.rawCurve].callsPerSecond / self[.busCurve].callsPerSecond, .atMost, 1.3)
        figure("bus_tap_idle_server_cpu", self[.busTapIdle].serverCPU / self[.busInline].serverCPU, .atMost, 1.05)
        figure("bus_tap_stuck_p99", self[.busTapStuck].p99 / self[.busTapIdle].p99, .atMost, 1.05)
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

    private func figure(_ name: String, _ value: Double, _ goal: Goal, _ bound: Double) {
        let isMet = goal == .atLeast ? value >= bound : value <= bound
        let verdict = isMet ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.2f", value)) x goal \(goal.rawValue) \(bound) \(verdict)")
    }

    private subscript(name: Contender.Name) -> Sample { medians[name] ?? Sample(medianOf: []) }
}
