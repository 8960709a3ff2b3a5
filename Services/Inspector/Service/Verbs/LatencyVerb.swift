import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect latency`: how the times of calls are distributed, and what they are made of.
enum LatencyVerb: InspectorVerb {
    static let name = "latency"
    static let summary = "distribution of call times, split into network, queue and handler"
    static let synopsis = "[EXPR]"
    static let explanation = """
        Listens for --for (default 10s) to calls that an expression chooses and shows a histogram of their time, and the percentiles
        of each part: on the network both ways, in the server's queue, in its handler.
        """
    static let ownOptions: [Option] = [TapWatch.fileOption]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect latency 'method ~ Signaling/Call' --for 1m", "zmqinspect latency --from night.tap",
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "it takes one expression; quote it") }
        let expression = try arguments.rest.first.map { try CallExpression.read($0, about: .exchanges) }
        var defaults = arguments
        if arguments["from"] == nil { defaults.setDefault("for", "10s") }
        let watch = try await TapWatch(
            defaults, about: .exchanges, level: expression?.needsContents == true ? .contents : .metadata)
        var pairing = Pairing(watch)
        var parts = Parts()
        func take(_ exchanges: [Exchange]) -> Bool {
            for exchange in exchanges where !exchange.isStream && expression?.matches(exchange) ?? true {
                parts.take(exchange)
                if watch.until?.matches(exchange) == true { return false }
            }
            return parts.total.count < UInt64(watch.count)
        }
        if try await watch.run({ take(pairing.take($0)) }) != .satisfied { _ = take(pairing.finish()) }
        parts.show(watch.console)
        return watch.exitCode(matched: Int(clamping: parts.total.count), needsMatch: true, missed: pairing.missed)
    }
}

private struct Parts {
    var total = LatencyHistogram()
    private var network = LatencyHistogram()
    private var queue = LatencyHistogram()
    private var handler = LatencyHistogram()

    mutating func take(_ exchange: Exchange) {
        if let span = exchange.total ?? exchange.atServer { total.record(span) }
        if let span = exchange.network { network.record(span) }
        if let span = exchange.queue { queue.record(span) }
        if let span = exchange.handler { handler.record(span) }
    }

    func show(_ console: Console) {
        let named = [("total", total), ("network", network), ("queue", queue), ("handler", handler)]
        if console.isJSON {
            var members = MemberList()
            for (name, histogram) in named { members.append(name, histogram.json()) }
            return console.emit(.latency, members)
        }
        var table = Table([
            .left(""), .right("count"), .right("min"), .right("p50"), .right("p90"), .right("p99"), .right("p99.9"),
            .right("max"),
        ])
        for (name, histogram) in named where !histogram.isEmpty {
            let spans = [
                histogram.minimum, histogram.median, histogram.p90, histogram.p99, histogram.p999, histogram.maximum,
            ]
            table.add(
                [Table.Cell(name, .name), Table.Cell("\(histogram.count)")]
                    + spans.map { Table.Cell(Quantity.short($0)) })
        }
        console.say(table.lines(width: console.width, style: console.style))
        console.say(bars(console))
    }

    /// Powers of two of a microsecond, from the first to the last that has anything.
    private func bars(_ console: Console) -> [String] {
        var counts: [Int: UInt64] = [:]
        for bucket in total.buckets where bucket.count > 0 {
            counts[power(bucket.upTo), default: 0] += bucket.count
        }
        guard let first = counts.keys.min(), let last = counts.keys.max(), let most = counts.values.max() else {
            return []
        }
        return [""]
            + (first...last).map { step in
                let count = counts[step] ?? 0
                let bar = String(repeating: "#", count: Int((Double(count) / Double(most) * 50).rounded(.up)))
                let limit = Quantity.short(.microseconds(Int64(1) << Int64(step)))
                return "  under \(limit.aligned(to: 8))  \("\(count)".aligned(to: 8))  \(console.paint(bar, .cyan))"
            }
    }

    private func power(_ span: Duration) -> Int {
        let microseconds = max(1, Int64(span / .microseconds(1)))
        return Int64.bitWidth - (microseconds - 1).leadingZeroBitCount
    }
}
