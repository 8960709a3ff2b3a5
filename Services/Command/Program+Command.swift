import CommandLineKit
import ServiceKit

extension Program {
    static let partyline = Program(
        name: "partyline", version: Version.current, purpose: "calls that a team runs itself",
        verbs: [
            UpCommand.self, PhoneCommand.self, DemoCommand.self, LoadCommand.self, HealthCommand.self,
            UserSigCommand.self, KeysCommand.self,
        ],
        firstSteps: """
            `partyline COMMAND --help` explains one of them. First steps:
              partyline up --data state                           all services on this host
              partyline phone --user alice --keys state/keys.conf a phone on this terminal
            """,
        usageCode: .usage)
}

/// Numbers of sysexits, where one fits.
extension ExitCode {
    static let usage = ExitCode(rawValue: 64)
    static let noInput = ExitCode(rawValue: 66)
    static let unavailable = ExitCode(rawValue: 69)
    static let cannotCreate = ExitCode(rawValue: 73)
    static let configuration = ExitCode(rawValue: 78)
}
