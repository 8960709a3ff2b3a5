import CallModel
import Wire

/// Statistics by method and instance, and the slowest exchanges.
package struct MethodStatistics: Sendable {
    /// What rows are sorted by; ties go by name.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        case rate, count, errors, median, p99, max, name
    }

    /// Rows; what comes beyond is counted in one row of the method `(others)`.
    package static let capacity = 1_000

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
    package func combined() -> MethodStatistics {
        var table = MethodStatistics(window: window, slowest: slowestCount)
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
        MethodRow.Key(
            method: method, service: server.service.isEmpty ? serverName : server.service,
            instance: server.instance)
    }

    /// By the caller's clock if it was heard, else by the server's.
    package var duration: Duration { total ?? atServer ?? .zero }
}
