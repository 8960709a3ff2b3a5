// partyline: the umbrella command. One verb per file; each verb knows its own help.
import CommandLineKit
import Foundation

exit(await Program.partyline.run(Array(CommandLine.arguments.dropFirst())).rawValue)
