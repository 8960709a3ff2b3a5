import CommandLineKit
import Foundation
import InspectorCore
import Wire

/// `zmqinspect follow`: one call across all services, as a sequence diagram, with what went wrong.
enum FollowVerb: InspectorVerb {
    static let name = "follow"
    static let summary = "one call across all services, as a sequence diagram with what went wrong"
    static let synopsis = "CALLID | TRACE | USER"
    static let explanation = """
        Collects everything that belongs to a call, a trace or a user from all processes, on one clock, and draws it: who sent what to
        whom, where the time went (network, queue, handler), retries, cancels, drops. Below the picture stands what went
        wrong, in words. On a terminal the picture grows while it happens; elsewhere, and with --text, --mermaid or --json, it
        comes as a whole at the end: when nothing happened for --idle, after --for, after --count calls of the story, after the
        first of them that --until matches, or at Ctrl-C. Exit code 1 if nothing was seen.
        """
    static let ownOptions: [Option] = [
        .value("idle", "SPAN", "end when nothing happened for so long (default: wait for Ctrl-C)"),
        .value("as", "KIND", "take the word for a call, a trace or a user (default: any)"),
        .flag("mermaid", "the picture as a Mermaid sequenceDiagram, for tickets and documents"),
        .flag("text", "the picture as a whole at the end, also on a terminal"),
        .value("width", "COLUMNS", "of the picture (default: the terminal's)"), TapWatch.fileOption,
    ]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect follow alice --idle 5s", "zmqinspect follow 9f1c2d3e-... --mermaid > call.mmd",
        "zmqinspect follow bob --from incident.tap",
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let word = arguments.rest.first, arguments.rest.count == 1 else {
            throw ArgumentFailure(message: "it takes one call id, trace or user")
        }
        let kind = try arguments["as"].map { text throws(ArgumentFailure) in
            guard let kind = StoryQuery.Kind(rawValue: text) else {
                throw ArgumentFailure(message: "--as is call, trace, user or anything, not \(text)")
            }
            return kind
        }
        for other in ["json", "text"] { try arguments.refuse("mermaid", with: other) }
        try arguments.refuse("text", with: "json")
        try arguments.refuse("idle", with: "from")
        let idle = try arguments.duration("idle")
        let width = try arguments.integer("width", in: 40...1_000, default: TerminalSize.current.columns)
        let watch = try await TapWatch(arguments, about: .exchanges, level: .contents)
        let isLive =
            watch.file == nil && watch.console.isInteractive && !arguments.has("text") && !arguments.has("mermaid")
        var following = Following(StoryQuery(word, as: kind), watch)
        var live = LiveDiagram(width: width, style: watch.console.style)
        var ended = 0
        // Once there is enough, what belongs to it is still waited for: a call ends at its server first.
        var enoughAt: Moment?
        _ = try await watch.run { item in
            for call in following.take(item) where enoughAt == nil {
                ended += 1
                if ended >= watch.count || watch.until?.matches(call) == true { enoughAt = following.latest }
            }
            if let enoughAt, case .tick(let now) = item {
                return now - enoughAt < .seconds(2) && !following.isQuiet(since: now - .milliseconds(500))
            }
            guard watch.file == nil, case .tick(let now) = item else { return true }
            if isLive, following.hasGrown(by: now) { watch.console.say(live.lines(of: following.story, at: now)) }
            return idle.map { !following.isQuiet(since: now - $0) } ?? true
        }
        let story = following.story
        let console = watch.console
        guard !story.exchanges.isEmpty else {
            console.remark("zmqinspect: nothing was seen of \(word)")
            return watch.exitCode(matched: 0, needsMatch: true, missed: following.pairing.missed)
        }
        if isLive {
            console.say(live.lines(of: story, at: .now + .seconds(3_600)) + live.summary(of: story))
        } else if arguments.has("mermaid") {
            console.say(SequenceDiagram(story).mermaid())
        } else {
            let diagram = SequenceDiagram(story)
            console.show(text: diagram.text(width: width, style: console.style), json: diagram.jsonLines())
        }
        return watch.exitCode(matched: 1, needsMatch: true, missed: following.pairing.missed)
    }
}
