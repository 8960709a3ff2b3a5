// Signaling under load: complete calls per second, what one costs, how soon devices ring and fall silent, and what
// happens when too many come. The service runs in a process of its own; this one is everybody around it.
import Foundation

guard let bench = Bench(arguments: Array(CommandLine.arguments.dropFirst())) else {
    print("usage: signaling-bench FOLDER-OF-PROGRAMS [ROUNDS SECONDS [SESSIONS]]")
    exit(64)
}
await bench.run()
