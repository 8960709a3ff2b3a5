// The bus, measured. `serve` answers and `call` calls, in processes of their own; `compare` runs both and the peers in
// turn, several times over, and prints medians and the figures that were agreed.
import Foundation

switch CommandLine.arguments.dropFirst().first {
case "serve":
    try await BenchServer.run()
case "call":
    guard let load = BenchLoad(arguments: Array(CommandLine.arguments.dropFirst(2))) else { exit(64) }
    try await load.run()
case "compare":
    guard let comparison = Comparison(arguments: Array(CommandLine.arguments.dropFirst(2))) else { exit(64) }
    try comparison.run()
default:
    print("usage: bus-bench serve | call ENDPOINT IN-FLIGHT SECONDS SERVER-PID | compare PEERS-FOLDER [ROUNDS SECONDS]")
    exit(64)
}
