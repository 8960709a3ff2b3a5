import CallModel
package import Wire

// What statistics look like on a terminal and as lines of JSON.

extension MethodStatistics {
    /// A table for a terminal, then the slowest exchanges and what is missing from the numbers.
    package func text(
        by order: Order = .rate, at now: Moment, width: Int, style: Style, missed: MissedEvents = MissedEvents()
    ) -> [String] {
        var table = Table(MethodStatistics.columns)
        for row in rows(by: order, at: now) { table.add(row.cells(at: now)) }
        var lines = table.lines(width: width, style: style)
        if !slowest.isEmpty {
            lines += ["", style(.heading, "slowest")] + slowestTable.lines(width: width, style: style)
        }
        return lines + missed.sentences.map { style(.warning, "note: \($0)") }
    }

    package var slowestTable: Table {
        var table = Table([
            .right("total"), .right("net"), .right("queue"), .right("handler"), .left("method"), .left("instance"),
            .left("status"), .left("trace"),
        ])
        for exchange in slowest {
            let shown: (Duration?) -> Table.Cell = { Table.Cell($0.map(Quantity.short) ?? "-") }
            table.add([
                Table.Cell(Quantity.short(exchange.duration), .warning), shown(exchange.network), shown(exchange.queue),
                shown(exchange.handler), Table.Cell(exchange.shortMethod), Table.Cell(exchange.server.name),
                Table.Cell(StatusWords.of(exchange), exchange.isFailure ? .bad : .good),
                Table.Cell(Hexadecimal.encode(exchange.traceID), .quiet),
            ])
        }
        return table
    }

    package static let columns: [Table.Column] = [
        .left("method"), .left("instance"), .right("rate/s"), .right("count"), .right("open"), .right("errors"),
        .right("p50"), .right("p90"), .right("p99"), .right("p99.9"), .right("max"), .right("net p50"),
        .right("queue p99"), .right("handler p50"), .right("retries"), .right("slack min"),
    ]

    /// One object per row.
    package func jsonLines(at now: Moment) -> [String] { rows(at: now).map { $0.json(at: now).text } }
}

extension MethodRow {
    package func cells(at now: Moment) -> [Table.Cell] {
        let failed = failureCount + orphanRequests
        let time: (LatencyHistogram, Duration) -> Table.Cell = { Table.Cell($0.isEmpty ? "-" : Quantity.short($1)) }
        return [
            Table.Cell(shortened(method: key.method), .name), Table.Cell(key.instance),
            Table.Cell(Quantity.rate(rate(at: now)), .number),
            Table.Cell(String(count)), Table.Cell(String(inFlight)),
            Table.Cell(failed == 0 ? "0" : failureWords, failed == 0 ? .quiet : .bad), time(total, total.median),
            time(total, total.p90), time(total, total.p99), time(total, total.p999), time(total, total.maximum),
            time(network, network.median), time(queue, queue.p99), time(handler, handler.median),
            Table.Cell(String(retries), retries == 0 ? .quiet : .warning),
            late > 0 ? Table.Cell("\(late) late", .bad) : time(slack, slack.minimum),
        ]
    }

    /// `3 UNAVAILABLE, 1 unanswered`
    private var failureWords: String {
        var words = failures.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.value) \(JSONWord.of($0.key).uppercased())" }
        if orphanRequests > 0 { words.append("\(orphanRequests) unanswered") }
        return words.joined(separator: ", ")
    }

    package func json(at now: Moment) -> JSONValue {
        var members = MemberList()
        members.add("method", key.method)
        members.add("service", key.service)
        members.add("instance", key.instance)
        members.append("rate_per_s", .double((rate(at: now) * 1_000).rounded() / 1_000))
        members.addAlways("count", Int64(clamping: count))
        members.addAlways("in_flight", Int64(inFlight))
        members.append(
            "failures",
            .object(
                failures.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { .init(JSONWord.of($0.key), .integer(Int64(clamping: $0.value))) }))
        for (name, value) in [
            ("cancelled", cancelled), ("orphan_requests", orphanRequests), ("orphan_replies", orphanReplies),
            ("evicted", evicted), ("retries", retries), ("drops", drops), ("late", late), ("items", items),
            ("request_bytes", requestBytes), ("response_bytes", responseBytes),
        ] { members.add(name, value) }
        for (name, histogram) in [
            ("total", total), ("network", network), ("queue", queue), ("handler", handler), ("slack", slack),
        ] where !histogram.isEmpty { members.append(name, histogram.json()) }
        return JSONLine.object(type: .method, members.members)
    }
}

extension LatencyHistogram {
    /// Percentiles in microseconds.
    package func json() -> JSONValue {
        var members = MemberList()
        members.addAlways("count", Int64(clamping: count))
        for (name, value) in [
            ("min_us", minimum), ("mean_us", mean), ("p50_us", median), ("p90_us", p90), ("p99_us", p99),
            ("p999_us", p999), ("max_us", maximum),
        ] { members.addAlways(name, value.wholeMicroseconds) }
        return .object(members.members)
    }
}
