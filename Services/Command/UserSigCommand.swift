import CommandLineKit
import CallModel
import Foundation
import UserSig

/// `partyline usersig`: a login token.
enum UserSigCommand: Verb {
    static let name = "usersig"
    static let summary = "print a UserSig, the token a user logs in with"
    static let options: [Option] = [.value("user"), .value("expire"), .value("keys")]
    static let help = """
        Usage: partyline usersig --user NAME [--expire SECONDS] [--keys FILE]

        Prints a UserSig (TLSSigAPIv2) on standard output. A backend makes them with any TLSSigAPIv2 library and the
        same secret key; this is for development and tests.

          --user NAME       1 to 32 letters, digits, - or _
          --expire SECONDS  life of the token (default 15552000, 180 days)
          --keys FILE       made by `partyline keys` (default: state/keys.conf)

        Examples:
          partyline usersig --user alice
          partyline phone --user alice --usersig "$(partyline usersig --user alice --expire 3600)"
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let name = try arguments.required("user")
        guard let user = UserID(validating: name) else {
            throw ArgumentFailure(message: "--user takes 1 to 32 letters, digits, - or _, not \(name)")
        }
        let life = try arguments.integer("expire", in: 1...Int(Int32.max), default: 15_552_000)
        let keys = try KeyFile(reading: URL(fileURLWithPath: arguments["keys"] ?? "state/keys.conf"))
        Terminal.write(keys.userSig(for: user, expire: life, at: Date()))
        return .success
    }
}
