// zmqinspect: looks at what moves on the bus. Binds nothing but `reply`'s endpoint, connects to the processes it is told of
// and to their taps. One verb per file in Verbs; what they conclude is in Services/Inspector/Core.
import CommandLineKit
import Foundation

exit(await Program.inspector.run(Array(CommandLine.arguments.dropFirst())).rawValue)
