package import Wire

/// What one method of one instance has done.
package struct MethodRow: Sendable {
    /// A method as one instance serves it.
    package struct Key: Sendable, Hashable, Comparable {
        package let method: String
        package let service: String
        package let instance: String

        package init(method: String, service: String, instance: String) {
            self.method = method
            self.service = service
            self.instance = instance
        }

        package static func < (left: Key, right: Key) -> Bool {
            (left.method, left.service, left.instance) < (right.method, right.service, right.instance)
        }
    }

    package let key: Key
    /// Exchanges that ended, whatever their end.
    package internal(set) var count: UInt64 = 0
    /// Ended with another status than OK, by status.
    package internal(set) var failures: [Proto.StatusCode: UInt64] = [:]
    package internal(set) var cancelled: UInt64 = 0
    package internal(set) var orphanRequests: UInt64 = 0
    package internal(set) var orphanReplies: UInt64 = 0
    package internal(set) var evicted: UInt64 = 0
    /// Attempts after the first.
    package internal(set) var retries: UInt64 = 0
    package internal(set) var drops: UInt64 = 0
    package internal(set) var requestBytes: UInt64 = 0
    package internal(set) var responseBytes: UInt64 = 0
    package internal(set) var items: UInt64 = 0
    package internal(set) var total = LatencyHistogram()
    package internal(set) var network = LatencyHistogram()
    package internal(set) var queue = LatencyHistogram()
    package internal(set) var handler = LatencyHistogram()
    /// What was left of the deadline when the answer came.
    package internal(set) var slack = LatencyHistogram()
    /// Answers that came after the deadline, or not before it.
    package internal(set) var late: UInt64 = 0
    /// Under way now, as far as the taps tell.
    package internal(set) var inFlight = 0
    var rate: SlidingRate

    init(_ key: Key, window: Duration) {
        self.key = key
        rate = SlidingRate(window: window)
    }

    package var failureCount: UInt64 { failures.values.reduce(0, +) }

    /// Exchanges that ended, per second.
    package func rate(at now: Moment) -> Double { rate.rate(at: now) }

    mutating func take(_ exchange: Exchange, at now: Moment) {
        count += 1
        rate.record(at: now)
        switch exchange.state {
        case .orphanRequest: orphanRequests += 1
        case .orphanReply: orphanReplies += 1
        case .evicted: evicted += 1
        case .open, .ended: break
        }
        if let code = exchange.status?.code, code != .ok { failures[code, default: 0] += 1 }
        if exchange.cancelled != nil { cancelled += 1 }
        if exchange.attempt > 1 { retries += 1 }
        drops += UInt64(exchange.drops.count)
        requestBytes += UInt64(exchange.requestBytes)
        responseBytes += UInt64(exchange.responseBytes + exchange.itemBytes)
        items += UInt64(exchange.itemCount)
        takeTimes(exchange)
    }

    /// A stream's times say how long it was read, not how fast it was answered.
    private mutating func takeTimes(_ exchange: Exchange) {
        if let span = exchange.queue { queue.record(span) }
        if exchange.isStream { return }
        if let span = exchange.total ?? exchange.atServer { total.record(span) }
        if let span = exchange.network { network.record(span) }
        if let span = exchange.handler { handler.record(span) }
        if exchange.hasRunOutOfTime {
            late += 1
        } else if let left = exchange.slack {
            if left < .zero { late += 1 } else { slack.record(left) }
        }
    }

    mutating func merge(_ other: MethodRow) {
        count += other.count
        for (code, value) in other.failures { failures[code, default: 0] += value }
        cancelled += other.cancelled
        orphanRequests += other.orphanRequests
        orphanReplies += other.orphanReplies
        evicted += other.evicted
        retries += other.retries
        drops += other.drops
        requestBytes += other.requestBytes
        responseBytes += other.responseBytes
        items += other.items
        late += other.late
        total.merge(other.total)
        network.merge(other.network)
        queue.merge(other.queue)
        handler.merge(other.handler)
        slack.merge(other.slack)
    }
}

extension MethodRow: ExpressionSubject {
    /// Times are the 99th percentiles; a status is one that occurred.
    package func values(of place: ExpressionPlace) -> [ExpressionValue] {
        switch place.field {
        case .method: [.text(key.method)]
        case .service: [.text(key.service)]
        case .instance: [.text(key.instance)]
        case .status: (count > failureCount ? [.word(0)] : []) + failures.keys.map { .word($0.rawValue) }
        case .bytes: [.number(Double(requestBytes + responseBytes))]
        case .latency: total.isEmpty ? [] : [.duration(total.p99)]
        case .network: network.isEmpty ? [] : [.duration(network.p99)]
        case .queue: queue.isEmpty ? [] : [.duration(queue.p99)]
        case .handler: handler.isEmpty ? [] : [.duration(handler.p99)]
        case .attempt: retries > 0 ? [.number(2)] : [.number(1)]
        case .drop: drops > 0 ? [.text("\(drops)")] : []
        case .peer, .user, .device, .key, .trace, .reason, .message, .kind, .point, .payload: []
        }
    }
}
