import CommandLineKit
import Foundation
import Synchronization

/// `partyline load`: many calls against a server, and how many of them were lost.
enum LoadCommand: Verb {
    static let name = "load"
    static let summary = "many calls against a running server, counted and listened to"
    static let options: [Option] = [
        .value("server"), .value("keys"), .value("rate"), .value("for"), .value("hold"), .value("long"),
        .value("silence"), .value("phones"),
    ]
    static let help = """
        Usage: partyline load --keys DIR [--server URL[,URL...]] [--rate N] [--for TIME] [--hold TIME] [--long N] [--phones N]

        Logs in pairs of phones, whole clients in this process, and lets them call each other: short calls one after the
        other and a few that last as long as the load. Each phone hums and listens. Then it prints what was placed,
        answered, heard and lost, how long anybody on a call heard nothing, and whether the histories of both sides say what
        the phones went through.

          --keys DIR     folder that `partyline keys` filled for the server: keys.conf and tls/cert.pem (default: state)
          --server URL   wss://localhost:8443; of several gateways each connection takes the next
          --rate N       short calls a second, 0 to 50 (default 2)
          --for TIME     how long (default 30s); SIGTERM or SIGINT ends it earlier, with the report
          --hold TIME    from placing a short call until it is hung up, once both have heard each other (default 2s)
          --long N       calls that last, 0 to 32 (default 3)
          --phones N     phones in all, 2 to 400, two to a call (default: as many as the rate needs, at most 192)
          --silence TIME a call that heard nothing for longer counts as lost (default 3s)

        Ends with 0 if every call was answered, heard by both, lasted until it was hung up and is told alike by both; with
        1 if one was not.

        Examples:
          partyline load --rate 5 --for 1m
          partyline load --phones 200 --rate 12 --hold 3s --server wss://a.example:8443,wss://b.example:8443
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let access = ServerAccess(
            servers: try PhoneOptions.servers(arguments).joined(separator: ","),
            keysFolder: URL(fileURLWithPath: arguments["keys"] ?? "state"))
        let plan = LoadRun.Plan(
            callsPerSecond: try arguments.integer("rate", in: 0...50, default: 2),
            length: try arguments.duration("for") ?? .seconds(30),
            hold: try arguments.duration("hold") ?? .seconds(2),
            longCalls: try arguments.integer("long", in: 0...32, default: 3),
            silenceLimit: try arguments.duration("silence") ?? .seconds(3), phones: try phones(arguments))
        guard plan.phones.map({ $0 / 2 > plan.longCalls }) ?? true else {
            throw ArgumentFailure(message: "--phones must leave a pair beside the long calls")
        }
        let stopped = StopFlag()
        Task {
            await StopSignals().wait()
            stopped.raise()
        }
        let load = LoadRun(plan: plan, access: access, isStopped: { stopped.isRaised }) { line in
            if let line { Terminal.write(line) }
        }
        let report = try await load.run()
        for line in [""] + report.lines() + [""] + report.figures() { Terminal.write(line) }
        return report.isGood ? .success : .failure
    }

    private static func phones(_ arguments: Arguments) throws -> Int? {
        arguments["phones"] == nil ? nil : try arguments.integer("phones", in: 2...400, default: 2)
    }
}

/// A request to come to an end.
private final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isRaised: Bool { flag.withLock { $0 } }
    func raise() { flag.withLock { $0 = true } }
}
