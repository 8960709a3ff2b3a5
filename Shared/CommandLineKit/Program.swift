import CallModel

/// A program made of verbs: what it says when it is asked for help or called wrongly, and how a verb is run.
public struct Program: Sendable {
    public let name: String
    /// `zmqinspect 1.2`
    public let title: String
    /// One sentence behind the title.
    public let purpose: String
    /// Those whose name begins with two underscores are for scripts; help does not list them.
    public let verbs: [any Verb.Type]
    /// Lines below the list of verbs.
    public let firstSteps: String
    /// What a command line that cannot be taken ends with.
    public let usageCode: ExitCode

    public init(
        name: String, version: String, purpose: String, verbs: [any Verb.Type], firstSteps: String,
        usageCode: ExitCode
    ) {
        self.name = name
        title = "\(name) \(version)"
        self.purpose = purpose
        self.verbs = verbs
        self.firstSteps = firstSteps
        self.usageCode = usageCode
    }

    /// Runs the verb that `words` begin with; help and version are verbs of every program.
    public func run(_ words: [String]) async -> ExitCode {
        guard let first = words.first else {
            print(overview)
            return usageCode
        }
        switch first {
        case "--version":
            print(title)
            return .success
        case "help", "--help", "-h":
            guard words.count > 1 else {
                print(overview)
                return .success
            }
            return await run([words[1], "--help"])
        default:
            guard let verb = verbs.first(where: { $0.name == first }) else {
                let meant = Spelling.nearest(
                    to: first, among: verbs.lazy.map { $0.name }.filter { !$0.hasPrefix("__") })
                let guess = meant.map { " (did you mean \($0)?)" } ?? ""
                complain("no such command: \(first)\(guess). `\(name) help` lists what there is.")
                return usageCode
            }
            return await run(verb, Array(words.dropFirst()))
        }
    }

    /// One line on standard error, with the program's name before it.
    public func complain(_ sentence: String) { Terminal.writeError("\(name): \(sentence)") }

    /// Parses, runs, and turns failures into one sentence and an exit code.
    private func run(_ verb: any Verb.Type, _ words: [String]) async -> ExitCode {
        do {
            let arguments = try Arguments(words, options: verb.options)
            if arguments.wantsHelp {
                print(verb.help)
                return .success
            }
            return try await verb.run(arguments)
        } catch let failure as ArgumentFailure {
            // A mistake that is shown at its place ends its line.
            let end = failure.message.contains("\n") ? "\n" : ". "
            complain("\(verb.name): \(failure.message)\(end)`\(name) \(verb.name) --help` lists the options.")
            return usageCode
        } catch let failure as VerbFailure {
            complain("\(verb.name): \(failure.message)")
            return failure.code
        } catch {
            complain("\(verb.name): \(error)")
            return .failure
        }
    }

    private var overview: String {
        let shown = verbs.filter { !$0.name.hasPrefix("__") }
        let width = (shown.map { $0.name.count }.max() ?? 0) + 2
        let lines = shown.map { "  \($0.name.padded(to: width))\($0.summary)" }.joined(separator: "\n")
        return """
            \(title): \(purpose)

            Commands:
            \(lines)

            \(firstSteps)
            """
    }
}
