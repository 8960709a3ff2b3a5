import Foundation

/// The table and, below it, each agreed figure with its goal.
struct Report {
    let medians: [Contender.Name: Sample]
    let order: [Contender.Name]

    func printAll() {
        printTable()
        print("")
        let (raw, bus, typed, grpc) = (self[.rawDeep], self[.busDeep], self[.busTyped], self[.grpcDeep])
        figure("bus_calls_vs_raw", bus.callsPerSecond / raw.callsPerSecond, "x", .atLeast, 0.5)
        figure("bus_calls_vs_grpc", bus.callsPerSecond / grpc.callsPerSecond, "x", .atLeast, 8)
        figure("bus_typed_calls_vs_grpc", typed.callsPerSecond / grpc.callsPerSecond, "x", .atLeast, 8)
        figure("bus_client_cpu_vs_raw", bus.clientCPU / raw.clientCPU, "x", .atMost, 2)
        figure("bus_lone_p50_vs_raw", self[.busLone].p50 / self[.rawLone].p50, "x", .atMost, 1.5)
        figure("bus_lone_p50_vs_grpc", self[.busLone].p50 / self[.grpcLone].p50, "x", .atMost, 1.3)
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

    private func figure(_ name: String, _ value: Double, _ unit: String, _ goal: Goal, _ bound: Double) {
        let isMet = goal == .atLeast ? value >= bound : value <= bound
        let verdict = isMet ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.2f", value)) \(unit) goal \(goal.rawValue) \(bound) \(verdict)")
    }

    private subscript(name: Contender.Name) -> Sample { medians[name] ?? Sample(medianOf: []) }
}
