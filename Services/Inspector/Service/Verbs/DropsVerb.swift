import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect drops`: messages that were refused, expired or lost.
enum DropsVerb: InspectorVerb {
    static let name = "drops"
    static let summary = "messages that were refused, expired or lost, and why"
    static let synopsis = ""
    static let explanation = """
        Every process counts what it refuses, what expires in its queues and what it loses, by cause, and keeps the last ones. This
        asks all of them and explains each cause. --live goes on and shows each drop as it happens; the options below "What", "How
        long" and "Schema" are its own.
        """
    static let ownOptions: [Option] = [
        .flag("live", "go on with what is dropped from now on"),
        .value("last", "N", "messages per process (default all kept)"),
        Console.fullIDsOption,
    ]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = ["zmqinspect drops", "zmqinspect drops --live --json"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        if !arguments.has("live") {
            let ofLive = [OptionGroup.tap, .limits, .schema].flatMap(\.options) + [Console.fullIDsOption]
            try arguments.refuse(ofLive, "goes with --live")
        }
        let watch = arguments.has("live") ? try await TapWatch(arguments, about: .events, level: .metadata) : nil
        let last = try arguments.integer("last", in: 1...100_000, default: 100_000)
        let code = try await Inspection.with(arguments) { inspection in
            var view = DropsView()
            for attachment in try await inspection.attachAll() {
                let request = Proto.DropsRequest(limit: UInt32(last == 100_000 ? 0 : last))
                do throws(RPCError) {
                    let answer = try await Proto.IntrospectClient(attachment.channel)
                        .drops(request, CallOptions(timeout: inspection.patience * 2))
                    view.add(answer, askedAt: .now)
                } catch {
                    inspection.console.remark("zmqinspect: \(attachment.name): \(error.code): \(error.message)")
                }
            }
            let console = inspection.console
            console.show(
                text: view.text(at: .now, width: console.width, style: console.style), json: view.jsonLines())
            return .success
        }
        return if let watch { try await live(watch) } else { code }
    }

    private static func live(_ watch: TapWatch) async throws -> ExitCode {
        var missed = MissedEvents()
        var shown = 0
        _ = try await watch.run { item in
            if case .aside(let record) = item { missed.take(record) }
            guard case .record(let record) = item else { return true }
            missed.take(record)
            guard record.event.point == .drop else { return true }
            shown += 1
            if watch.console.isJSON {
                watch.console.say(record.json().text)
            } else {
                let line = [
                    Moment(microseconds: Int64(clamping: record.event.wallUs)).timeOfDay,
                    printable(record.process.name),
                    printable(DropCause.words(record.event.drop, record.event.detail)),
                    printable(record.shortMethod), record.peer.name == "?" ? "" : "peer \(printable(record.peer.name))",
                    watch.console.short(printable(record.event.shardKey)), DropCause.meaning(of: record.event.drop),
                ]
                watch.console.say(line.filter { !$0.isEmpty }.joined(separator: "  "))
            }
            return shown < watch.count && watch.until?.matches(record) != true
        }
        return watch.exitCode(matched: shown, needsMatch: false, missed: missed)
    }
}
