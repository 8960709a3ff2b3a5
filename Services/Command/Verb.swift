import ServiceKit

/// One verb of the command: `partyline NAME`.
protocol Verb {
    static var name: String { get }
    /// One line for the overview.
    static var summary: String { get }
    /// Usage, options and examples, printed by `partyline NAME --help`.
    static var help: String { get }
    /// The options it takes.
    static var options: [Option] { get }

    static func run(_ arguments: Arguments) async throws -> ExitCode
}

/// What a verb ends with (sysexits numbers where one fits).
enum ExitCode: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case configuration = 78
}

/// Ends a verb with a sentence that says what to do.
struct VerbFailure: Error {
    let message: String
    let code: ExitCode

    init(_ message: String, code: ExitCode = .failure) {
        self.message = message
        self.code = code
    }
}

/// What the command says when it is asked for help or called wrongly.
enum Usage {
    static func printOverview(of verbs: [any Verb.Type]) {
        print("partyline \(Version.current): calls that a team runs itself\n\nCommands:")
        let width = (verbs.map { $0.name.count }.max() ?? 0) + 2
        for verb in verbs {
            print("  \(verb.name.padded(to: width))\(verb.summary)")
        }
        print(
            """

            `partyline COMMAND --help` explains one of them. First steps:
              partyline up --data state                           all services on this host
              partyline phone --user alice --keys state/keys.conf a phone on this terminal
            """)
    }

    static func printVersion() { print("partyline \(Version.current)") }

    static func complain(_ sentence: String) { Terminal.writeError("partyline: \(sentence)") }

    /// Parses, runs, and turns failures into one sentence and an exit code.
    static func run(_ verb: any Verb.Type, _ words: [String]) async -> ExitCode {
        do {
            let arguments = try Arguments(words, options: verb.options)
            if arguments.wantsHelp {
                print(verb.help)
                return .success
            }
            return try await verb.run(arguments)
        } catch let failure as ArgumentFailure {
            complain("\(verb.name): \(failure.message). `partyline \(verb.name) --help` lists the options.")
            return .usage
        } catch let failure as VerbFailure {
            complain("\(verb.name): \(failure.message)")
            return failure.code
        } catch {
            complain("\(verb.name): \(error)")
            return .failure
        }
    }
}
