import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect stats`: calls by method and instance, with percentiles.
enum StatsVerb: InspectorVerb {
    static let name = "stats"
    static let summary = "calls by method and instance: rates, errors, percentiles, the slowest"
    static let synopsis = "[EXPR]"
    static let explanation = """
        Listens for --for (default 10s) and shows, by method and instance: calls, rate, errors, in flight, p50, p90, p99, max, retries,
        orphans, deadline slack, and the slowest calls with where their time went. An expression chooses calls. --total shows the
        processes' own counters since they started instead, which needs no tap and takes none of the options below "What" and
        "How long".
        """
    static let ownOptions: [Option] = [
        .flag("total", "the processes' own counters since they started"),
        .value("sort", "ORDER", "rate, count, errors, median, p99, max or name (default rate)"),
        .value("slowest", "N", "how many of the slowest calls (default 10)"), TapWatch.fileOption,
    ]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect stats --for 30s", "zmqinspect stats 'service == signaling' --sort p99", "zmqinspect stats --total",
    ]

    /// What `--total` leaves no room for.
    private static let listening =
        OptionGroup.tap.options + OptionGroup.limits.options + OptionGroup.schema.options
        + ownOptions.filter { $0.name != "total" }

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "it takes one expression; quote it") }
        let expression = try arguments.rest.first.map { try CallExpression.read($0, about: .exchanges) }
        guard let order = MethodStatistics.Order(rawValue: arguments["sort"] ?? "rate") else {
            throw ArgumentFailure(message: "--sort is rate, count, errors, median, p99, max or name")
        }
        let slowest = try arguments.integer("slowest", in: 0...1_000, default: 10)
        if arguments.has("total") {
            try arguments.refuse(StatsVerb.listening, "goes with listening, not with --total")
            guard arguments.rest.isEmpty else { throw ArgumentFailure(message: "--total takes no expression") }
        }
        if arguments.has("total") { return try await Inspection.with(arguments) { try await showTotals($0) } }
        var defaults = arguments
        if arguments["from"] == nil { defaults.setDefault("for", "10s") }
        let watch = try await TapWatch(
            defaults, about: .exchanges, level: expression?.needsContents == true ? .contents : .metadata)
        var pairing = Pairing(watch)
        var table = MethodStatistics(slowest: slowest)
        var now = Moment.now
        func take(_ exchanges: [Exchange]) -> Bool {
            for exchange in exchanges where expression?.matches(exchange) ?? true {
                table.take(exchange, at: now)
                if watch.until?.matches(exchange) == true { return false }
            }
            return table.count < UInt64(watch.count)
        }
        let end = try await watch.run { item in
            if case .tick(let moment) = item { now = moment }
            return take(pairing.take(item))
        }
        if watch.file != nil, end == .over { _ = take(pairing.finish()) }
        // What is under way has not been asked the expression yet.
        if expression == nil { table.setOpen(pairing.openCounts) }
        let console = watch.console
        console.show(
            text: table.text(by: order, at: now, width: console.width, style: console.style, missed: pairing.missed),
            json: table.jsonLines(at: now))
        return watch.exitCode(matched: Int(clamping: table.count), needsMatch: true, missed: pairing.missed)
    }

    private static func showTotals(_ inspection: Inspection) async throws -> ExitCode {
        let console = inspection.console
        var table = Table([
            .left("method"), .left("instance"), .right("started"), .right("ok"), .right("failed"), .right("running"),
            .right("retried"), .right("mean handler"), .right("mean queue"),
        ])
        for attachment in try await inspection.attachAll() {
            for row in attachment.stats.methods {
                let ended = max(1, row.succeededTotal &+ row.failedTotal)
                if console.isJSON {
                    console.emit(.totals, members(row, attachment))
                    continue
                }
                table.add([
                    Table.Cell(shortened(method: row.method), .name), Table.Cell(attachment.stats.instance),
                    Table.Cell("\(row.startedTotal)"), Table.Cell("\(row.succeededTotal)"),
                    Table.Cell("\(row.failedTotal)", row.failedTotal == 0 ? .plain : .bad),
                    Table.Cell("\(row.inFlight)"), Table.Cell("\(row.retriedTotal)"),
                    Table.Cell(Quantity.short(.microseconds(Int64(clamping: row.handlerTimeUsTotal / ended)))),
                    Table.Cell(Quantity.short(.microseconds(Int64(clamping: row.queueTimeUsTotal / ended)))),
                ])
            }
        }
        if !console.isJSON { console.say(table.lines(width: console.width, style: console.style)) }
        return .success
    }

    private static func members(_ row: Proto.MethodStats, _ attachment: Attachment) -> MemberList {
        var members = MemberList()
        members.add("method", row.method)
        members.add("service", attachment.stats.service)
        members.add("instance", attachment.stats.instance)
        members.addAlways("started_total", row.startedTotal)
        members.addAlways("succeeded_total", row.succeededTotal)
        members.addAlways("failed_total", row.failedTotal)
        members.addAlways("in_flight", row.inFlight)
        members.addAlways("retried_total", row.retriedTotal)
        members.addAlways("handler_total_us", row.handlerTimeUsTotal)
        members.addAlways("queue_total_us", row.queueTimeUsTotal)
        return members
    }
}
