import Bus
import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect trace`: a probe along the services, each asking the next over its own connections.
enum TraceVerb: InspectorVerb {
    static let name = "trace"
    static let summary = "a probe along services, over the connections that real calls take"
    static let synopsis = "SERVICE..."
    static let explanation = """
        Sends a probe to the first service, which passes it on to the second over its own connection, and so on. It waits in the queues
        that real calls wait in and runs no handler of theirs. Shows for each hop who answered, time in its queue, and time for
        the rest of the path. --shard-key chooses the instances as a call with that key would. Exit code 1 if the path breaks.
        """
    static let ownOptions: [Option] = [.value("shard-key", "KEY", "chooses the instance at each hop")]
    static let groups: [OptionGroup] = [.targets, .output]
    static let examples = [
        "zmqinspect trace gateway signaling presence", "zmqinspect trace signaling media --shard-key CALLID",
    ]
    static let words = CompletedWords.services

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let first = arguments.rest.first else { throw ArgumentFailure(message: "it takes one service or more") }
        return try await Inspection.with(arguments) { inspection in
            let attachments = try await inspection.attachAll()
            let starts = attachments.filter { $0.isCalled(first) }
            guard !starts.isEmpty else {
                throw VerbFailure("nobody is \(first); there is \(attachments.map(\.name).joined(separator: ", "))")
            }
            let key = arguments["shard-key"] ?? ""
            let channel = inspection.channel(to: starts)
            let request = Proto.ProbeRequest(path: Array(arguments.rest.dropFirst()), shardKey: key)
            let started = ContinuousClock.now
            let answer = try await Proto.IntrospectClient(channel)
                .probe(request, CallOptions(timeout: inspection.patience * 5, shardKey: key))
            show(answer.hops, ContinuousClock.now - started, inspection.console)
            let isWhole = answer.hops.count == arguments.rest.count && answer.hops.allSatisfy(\.failure.isEmpty)
            return isWhole ? .success : .failure
        }
    }

    private static func show(_ hops: [Proto.ProbeHop], _ total: Duration, _ console: Console) {
        var table = Table([.right("hop"), .left("process"), .right("queue"), .right("onward"), .left("")])
        for (index, hop) in hops.enumerated() {
            if console.isJSON {
                var members = MemberList()
                members.addAlways("hop", index + 1)
                members.add("service", hop.service)
                members.add("instance", hop.instance)
                members.addAlways("queue_us", hop.queueUs)
                members.add("onward_us", hop.onwardUs)
                members.add("failure", hop.failure)
                console.emit(.hop, members)
                continue
            }
            table.add([
                Table.Cell("\(index + 1)"), Table.Cell(hop.service + "/" + hop.instance, .name),
                Table.Cell(Quantity.short(.microseconds(Int64(clamping: hop.queueUs)))),
                Table.Cell(hop.onwardUs == 0 ? "-" : Quantity.short(.microseconds(Int64(clamping: hop.onwardUs)))),
                Table.Cell(hop.failure, .bad),
            ])
        }
        guard !console.isJSON else { return }
        console.say(table.lines(width: console.width, style: console.style))
        console.remark("there and back in \(Quantity.short(total))")
    }
}
