import CommandLineKit
import InspectorCore

/// `zmqinspect diff`: what two recordings differ in.
enum DiffVerb: InspectorVerb {
    static let name = "diff"
    static let summary = "what two recordings differ in: calls, statuses, payloads, times"
    static let synopsis = "BEFORE AFTER"
    static let explanation = """
        Compares two recordings method by method: how many calls, which statuses, which members of payloads, how long. Ids, times and
        endpoints, which differ always, are left out. Exit code 1 if they differ in more than time, 5 if events are missing, so
        that it cannot be known.
        """
    static let groups: [OptionGroup] = [.schema, .output]
    static let examples = ["zmqinspect diff before.tap after.tap"]
    static let words = CompletedWords.files

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count == 2 else { throw ArgumentFailure(message: "it takes two recordings") }
        let console = try Console(arguments)
        let before = try await RecordedExchanges(arguments.rest[0], arguments)
        let after = try await RecordedExchanges(arguments.rest[1], arguments)
        let diff = RecordingDiff(
            before: before.exchanges, after: after.exchanges, missedBefore: before.missed, missedAfter: after.missed)
        console.show(text: diff.text(width: console.width, style: console.style), json: diff.jsonLines())
        guard diff.isComplete else { return .incomplete }
        return diff.isEqual ? .success : .failure
    }
}
