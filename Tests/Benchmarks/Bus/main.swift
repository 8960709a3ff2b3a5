// The bus, measured. `serve` answers and `call` calls, in processes of their own; `compare` runs both and the peers in
// turn, several times over, and prints medians and the figures that were agreed.
import Foundation

switch CommandLine.arguments.dropFirst().first {
case "serve":
    try await BenchServer.run(Array(CommandLine.arguments.dropFirst(2)))
case "call":
    guard let load = BenchLoad(arguments: Array(CommandLine.arguments.dropFirst(2))) else { exit(64) }
    try await load.run()
case "stuck-inspector":
    try await StuckInspector.run(CommandLine.arguments[2])
case "compare":
    guard let comparison = Comparison(arguments: Array(CommandLine.arguments.dropFirst(2))) else { exit(64) }
    try comparison.run()
default:
    print(
        """
        usage: bus-bench compare PEERS-FOLDER [ROUNDS SECONDS]
               bus-bench serve [inline] [curve] [tap]
               bus-bench call ENDPOINT IN-FLIGHT SECONDS SERVER-PID KEY [inline] [typed]
               bus-bench stuck-inspector TAP-ENDPOINT
        """)
    exit(64)
}
