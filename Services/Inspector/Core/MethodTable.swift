package import Wire

/// Statistics by method and instance, and the slowest exchanges.
package struct MethodTable: Sendable {
    /// What rows are sorted by; ties go by name.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        case rate, count, errors, median, p99, max, name
    }

    /// Rows; what comes beyond is counted in one row of the method `(others)`.
    package static let capacity = 2_000

    private let window: Duration
    private let slowestCount: Int
    private var rows: [MethodRow.Key: MethodRow] = [:]
    /// The slowest exchanges, slowest first: for a look at each.
    package private(set) var slowest: [Exchange] = []
    package private(set) var count: UInt64 = 0

    /// - Parameters:
    ///   - window: what rates are measured over.
    ///   - slowest: how many of the slowest exchanges are kept.
    package init(window: Duration = .seconds(10), slowest: Int = 20) {
        self.window = window
        slowestCount = max(0, slowest)
    }

    /// Counts an exchange that ended.
    package mutating func take(_ exchange: Exchange, at now: Moment) {
        count += 1
        row(for: exchange.key) { $0.take(exchange, at: now) }
        keepIfSlow(exchange)
    }

    /// Says what is under way; replaces what was said before.
    package mutating func setOpen(_ counts: [MethodRow.Key: Int]) {
        for key in rows.keys { rows[key]?.inFlight = 0 }
        for (key, count) in counts { row(for: key) { $0.inFlight += count } }
    }

    private mutating func row(for key: MethodRow.Key, _ change: (inout MethodRow) -> Void) {
        let isFull = rows[key] == nil && rows.count >= Self.capacity
        let key = isFull ? MethodRow.Key(method: "(others)", service: "", instance: "") : key
        change(&rows[key, default: MethodRow(key, window: window)])
    }

    private mutating func keepIfSlow(_ exchange: Exchange) {
        guard !exchange.isStream, let time = exchange.total ?? exchange.atServer else { return }
        if slowest.count >= slowestCount, let last = slowest.last?.duration, last >= time { return }
        let place = slowest.firstIndex { $0.duration < time } ?? slowest.count
        slowest.insert(exchange, at: place)
        if slowest.count > slowestCount { slowest.removeLast() }
    }

    /// All rows.
    package func rows(by order: Order = .name, at now: Moment) -> [MethodRow] {
        let sorted = rows.values.sorted { $0.key < $1.key }
        switch order {
        case .name: return sorted
        case .rate: return descending(sorted) { $0.rate(at: now) }
        case .count: return descending(sorted) { Double($0.count) }
        case .errors: return descending(sorted) { Double($0.failureCount + $0.orphanRequests) }
        case .median: return descending(sorted) { Double($0.total.median.wholeMicroseconds) }
        case .p99: return descending(sorted) { Double($0.total.p99.wholeMicroseconds) }
        case .max: return descending(sorted) { Double($0.total.maximum.wholeMicroseconds) }
        }
    }

    private func descending(_ rows: [MethodRow], _ value: (MethodRow) -> Double) -> [MethodRow] {
        rows.map { ($0, value($0)) }.enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// The same rows with the instances of each service taken together.
    package func combined() -> MethodTable {
        var table = MethodTable(window: window, slowest: slowestCount)
        for row in rows.values {
            let key = MethodRow.Key(method: row.key.method, service: row.key.service, instance: "")
            table.rows[key, default: MethodRow(key, window: window)].merge(row)
            table.rows[key]?.inFlight += row.inFlight
        }
        table.slowest = slowest
        table.count = count
        return table
    }
}

extension Exchange {
    /// The row it counts in.
    package var key: MethodRow.Key {
        MethodRow.Key(method: shortMethod, service: server.service, instance: server.instance)
    }

    /// By the caller's clock if it was heard, else by the server's.
    package var duration: Duration { total ?? atServer ?? .zero }
}

extension MethodTable {
    /// A table for a terminal, then the slowest exchanges and what is missing from the numbers.
    package func text(
        by order: Order = .rate, at now: Moment, width: Int, style: Style, missed: MissedEvents = MissedEvents()
    ) -> [String] {
        var table = Table(MethodTable.columns)
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
            Table.Cell(key.method, .name), Table.Cell(key.instance), Table.Cell(Quantity.rate(rate(at: now)), .number),
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
        return JSONLine.object(type: "method", members.members)
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
