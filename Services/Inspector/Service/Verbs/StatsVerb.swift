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
        processes' own counters since they started instead, which needs no tap.
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

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "it takes one expression; quote it") }
        let expression = try arguments.rest.first.map { try CallExpression.read($0) }
        guard let order = MethodStatistics.Order(rawValue: arguments["sort"] ?? "rate") else {
            throw ArgumentFailure(message: "--sort is rate, count, errors, median, p99, max or name")
        }
        let slowest = try arguments.integer("slowest", in: 0...1_000, default: 10)
        if arguments.has("total") { return try await Inspection.with(arguments) { try await showTotals($0) } }
        var defaults = arguments
        defaults.setDefault("for", "10s")
        let watch = try await TapWatch(defaults, level: expression?.needsContents == true ? .contents : .metadata)
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
                    console.emit(json(row, attachment))
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

    private static func json(_ row: Proto.MethodStats, _ attachment: Attachment) -> JSONValue {
        JSONLine.object(
            type: "totals",
            [
                .init("method", .string(row.method)), .init("service", .string(attachment.stats.service)),
                .init("instance", .string(attachment.stats.instance)), .init("started", .count(row.startedTotal)),
                .init("succeeded", .count(row.succeededTotal)), .init("failed", .count(row.failedTotal)),
                .init("in_flight", .count(row.inFlight)), .init("retried", .count(row.retriedTotal)),
                .init("handler_us", .count(row.handlerTimeUsTotal)), .init("queue_us", .count(row.queueTimeUsTotal)),
            ])
    }
}

extension JSONValue {
    /// A counter; beyond what JSON's integers hold it stays at the highest.
    static func count(_ value: UInt64) -> JSONValue { .integer(Int64(clamping: value)) }
}
