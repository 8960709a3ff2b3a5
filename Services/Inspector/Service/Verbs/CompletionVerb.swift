import Wire
import Schema
import CommandLineKit

/// `zmqinspect completion`: what a shell needs to complete our command lines, made from the table of verbs.
enum CompletionVerb: InspectorVerb {
    static let name = "completion"
    static let summary = "completion for bash or zsh"
    static let synopsis = "bash | zsh"
    static let explanation = """
        Prints a script for the shell. Verbs, options and fixed words come from the script; services, methods and type names are
        asked of the running processes while you type.
        """
    static let groups: [OptionGroup] = []
    static let examples = [
        "source <(zmqinspect completion bash)", "zmqinspect completion zsh > \"${fpath[1]}/_zmqinspect\"",
    ]
    static let words = CompletedWords.fixed(["bash", "zsh"])

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        switch arguments.rest {
        case ["bash"]: Terminal.write(CompletionScript.bash)
        case ["zsh"]: Terminal.write(CompletionScript.zsh)
        default: throw ArgumentFailure(message: "it takes bash or zsh")
        }
        return .success
    }
}

/// `zmqinspect __words KIND`: one word per line, for the completion scripts. Silent when nobody answers: a shell that
/// completes is no place for complaints.
enum WordsVerb: InspectorVerb {
    static let name = "__words"
    static let summary = "words for completion scripts"
    static let synopsis = "services | methods | symbols"
    static let explanation = "Prints one word per line: what the running processes serve."
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let words = CompletedWords.fixed(["services", "methods", "symbols"])

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let kind = arguments.rest.first else { return .usage }
        return try await Inspection.with(arguments) { inspection in
            let present = try await inspection.callRoll().present
            let shelf = try SchemaShelf(arguments, patience: inspection.patience)
            let described = await shelf.descriptions(of: present)
            let index = MethodIndex(described)
            let paths = index.entries.map { short($0.method.path) }
            var words: Set<String> = []
            switch kind {
            case "services": words.formUnion(present.flatMap { [$0.stats.service, $0.stats.instance] })
            case "methods": words.formUnion(paths)
            case "symbols":
                words.formUnion(paths)
                for (_, description) in described {
                    let types = description.schema.messageNames + description.schema.enumNames
                    words.formUnion((description.services + types).map(short))
                }
            default: return .usage
            }
            for word in words.sorted() { Terminal.write(word) }
            return .success
        }
    }

    /// Without the package: what a person types.
    private static func short(_ name: String) -> String {
        let slash = name.firstIndex(of: "/") ?? name.endIndex
        guard let dot = name[..<slash].lastIndex(of: ".") else { return name }
        return String(name[name.index(after: dot)...])
    }
}
