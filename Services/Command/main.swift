// partyline: the umbrella command. One verb per file; each verb knows its own help.
import Foundation

let verbs: [any Verb.Type] = [
    UpCommand.self, PhoneCommand.self, DemoCommand.self, UserSigCommand.self, KeysCommand.self,
]

let words = Array(CommandLine.arguments.dropFirst())
guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
    Usage.printOverview(of: verbs)
    exit(words.isEmpty ? ExitCode.usage.rawValue : ExitCode.success.rawValue)
}
if name == "--version" {
    Usage.printVersion()
    exit(ExitCode.success.rawValue)
}
guard let verb = verbs.first(where: { $0.name == name }) else {
    Usage.complain("no such command: \(name). `partyline help` lists what there is.")
    exit(ExitCode.usage.rawValue)
}
exit(await Usage.run(verb, Array(words.dropFirst())).rawValue)
