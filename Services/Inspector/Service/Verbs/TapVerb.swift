import CallModel
import Bus
import CommandLineKit
import InspectorCore
import Schema
import Wire

/// `zmqinspect tap`: every envelope, as every process sees it.
enum TapVerb: InspectorVerb {
    static let name = "tap"
    static let summary = "every envelope as it passes, at every process"
    static let synopsis = "[EXPR]"
    static let explanation = """
        Prints each event of the taps as it comes: when, where, which way, what. A unary call has up to five: sent by the caller,
        received by the server, taken from its queue, answered, answer received. With --level contents also payloads, their
        secrets replaced by hashes where they were sent: nothing unmasks them. --hex shows the payload's bytes. An expression
        chooses events.
        """
    static let ownOptions: [Option] = [
        .flag("hex", "payloads as bytes"), TapWatch.fileOption, Console.fullIDsOption,
    ]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect tap --method Signaling/ --level contents", "zmqinspect tap 'user == alice' --json --for 10s",
        "zmqinspect tap --from incident.tap 'point == drop'",
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "it takes one expression; quote it") }
        let expression = try arguments.rest.first.map { try CallExpression.read($0, about: .events) }
        let needsContents = expression?.needsContents == true || arguments.has("hex")
        let watch = try await TapWatch(arguments, about: .events, level: needsContents ? .contents : .metadata)
        var missed = MissedEvents(sampling: UInt32(clamping: watch.filter.sampling))
        var shown = 0
        _ = try await watch.run { item in
            if case .aside(let record) = item { missed.take(record) }
            guard case .record(let record) = item else { return true }
            if let gap = missed.take(record), !watch.console.isJSON {
                watch.console.remark(
                    watch.console.paint("  \(gap.count) events missed at \(printable(gap.process.name))", .yellow))
            }
            guard expression?.matches(record) ?? true else { return true }
            show(record, watch.console, isHex: arguments.has("hex"))
            shown += 1
            return shown < watch.count && !(watch.until?.matches(record) ?? false)
        }
        if !watch.console.isJSON { watch.console.remark("\(shown) events") }
        return watch.exitCode(matched: shown, needsMatch: expression != nil, missed: missed)
    }

    private static func show(_ record: TapRecord, _ console: Console, isHex: Bool) {
        if console.isJSON { return console.say(record.json().text) }
        let event = record.event
        var line = LineText(style: console.style).line(record)
        if !event.shardKey.isEmpty {
            line += "  " + console.paint("key \(console.short(printable(event.shardKey)))", .dim)
        }
        if !event.traceId.isEmpty {
            line += "  " + console.paint("trace \(console.short(Hexadecimal.encode(event.traceId)))", .dim)
        }
        console.say(line)
        if isHex, !event.payload.isEmpty {
            console.say("    " + Hexadecimal.encode(event.payload))
        } else if let body = record.body, body != .object([]) {
            console.show(body)
        }
        if event.isPayloadCut { console.say("    payload longer than the cap: left out") }
    }
}
