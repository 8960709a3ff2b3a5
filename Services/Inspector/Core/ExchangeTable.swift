import Wire

/// Joins tap events of many processes into exchanges, whatever order they arrive in.
///
/// Both ends of an attempt carry its span, so that is looked at first; without one, the caller's instance and the request
/// id tell it. Memory is bounded: beyond `Limits.open` the exchange that was quiet longest is let go, as `evicted`.
package struct ExchangeTable {
    package struct Limits: Sendable {
        /// Exchanges under way at a time.
        package var open = 20_000
        /// How long the missing points of an ended exchange are waited for: the taps of two processes differ in delay.
        package var settling = Duration.milliseconds(400)
        /// A request that nothing more is heard of for this long is an orphan. Streams are not.
        package var horizon = Duration.seconds(15)
        /// Drops that belong to no exchange and wait to be taken.
        package var looseDrops = 1_000

        package init() {}
    }

    struct Slot {
        var exchange: Exchange
        var touchedAt: Moment
        var endedAt: Moment?
        var previousAttempt: UInt64?
    }

    let limits: Limits
    private var slots: [UInt64: Slot] = [:]
    private var bySpan: [UInt64: UInt64] = [:]
    private var byRequest: [RequestKey: UInt64] = [:]
    private var failed = FailedCalls()
    private var nextID: UInt64 = 1
    /// In order of the time they are to be looked at: all waits of a queue are equally long.
    private var settling = DueQueue()
    private var quiet = DueQueue()
    private var finished: [Exchange] = []
    private var looseDrops: [TapRecord] = []
    package private(set) var evictedTotal: UInt64 = 0
    package private(set) var looseDropsLost: UInt64 = 0

    /// A caller's instance and its request number.
    fileprivate struct RequestKey: Hashable {
        let instance: String
        let id: UInt64
    }

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Exchanges whose end is not known yet, in the order of discovery.
    package var open: [Exchange] { slots.values.map(\.exchange).sorted { $0.id < $1.id } }

    /// How many are under way, by the row they will count in.
    package var openCounts: [MethodRow.Key: Int] {
        slots.values.reduce(into: [:]) { $0[$1.exchange.key, default: 0] += 1 }
    }

    package var openCount: Int { slots.count }

    /// Takes one event. Events that belong to no call (PING, HELLO) are ignored.
    package mutating func take(_ record: TapRecord) {
        advance(to: record.arrivedAt)
        if record.event.point == .drop {
            takeDrop(record)
        } else if record.event.requestId != 0, let id = find(record) ?? make(record) {
            slots[id]?.touchedAt = record.arrivedAt
            slots[id]?.exchange.note(record)
            if let span = spanNumber(record.event.spanId), bySpan[span] == nil { bySpan[span] = id }
            settle(id, at: record.arrivedAt)
        }
    }

    /// Lets time pass: what was waited for long enough is finished. Time never goes back.
    package mutating func advance(to now: Moment) {
        while let id = settling.popDue(at: now) {
            if let slot = slots[id], slot.endedAt != nil { finish(id, slot.exchange.finalState) }
        }
        while let id = quiet.popDue(at: now) { lookAtQuiet(id, at: now) }
    }

    /// Exchanges that ended since the last call of this, oldest first.
    package mutating func takeFinished() -> [Exchange] {
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// Drops of messages that belong to no known exchange.
    package mutating func takeLooseDrops() -> [TapRecord] {
        defer { looseDrops.removeAll(keepingCapacity: true) }
        return looseDrops
    }

    /// The recording or the watch is over: everything that is known comes out, what has no end as an orphan.
    package mutating func finishAll() -> [Exchange] {
        for id in slots.keys.sorted() {
            guard let exchange = slots[id]?.exchange else { continue }
            finish(id, exchange.isStream && !exchange.hasEnded ? .open : exchange.finalState)
        }
        return takeFinished()
    }

    // MARK: Finding

    private func find(_ record: TapRecord) -> UInt64? {
        let span = spanNumber(record.event.spanId).flatMap { bySpan[$0] }
        return match(record, from: span) ?? match(record, from: byRequest[requestKey(record)])
    }

    /// The newest attempt that the record can be of.
    private func match(_ record: TapRecord, from newest: UInt64?) -> UInt64? {
        var candidate = newest
        while let id = candidate, let slot = slots[id] {
            if record.isRequest ? slot.exchange.takesRequest(record) : slot.exchange.takesOther(record) { return id }
            candidate = slot.previousAttempt
        }
        return nil
    }

    private func requestKey(_ record: TapRecord) -> RequestKey {
        let event = record.event
        guard record.isCallerSide == false else { return RequestKey(instance: event.instance, id: event.requestId) }
        // Every client numbers its requests from 1, and two users may call their devices alike.
        let user = event.peerService == "client" ? event.identity?.userId ?? "" : ""
        return RequestKey(
            instance: user.isEmpty ? event.peerInstance : "\(event.peerInstance)/\(user)", id: event.requestId)
    }

    /// `nil` for an event that can begin no exchange: one without a method says nothing about whose it is.
    private mutating func make(_ record: TapRecord) -> UInt64? {
        let event = record.event
        guard event.kind != .ping, event.kind != .pong, event.kind != .hello, event.kind != .draining else {
            return nil
        }
        if slots.count >= limits.open { evict() }
        let id = nextID
        nextID += 1
        let key = requestKey(record)
        var exchange = Exchange(id: id)
        var previous: UInt64?
        if record.isRequest, let earlier = byRequest[key], let slot = slots[earlier] {
            if slot.exchange.isEarlierAttempt(of: record) {
                exchange.call = slot.exchange.call
                previous = earlier
            }
        } else if record.isRequest, let call = failed.call(key, method: event.method) {
            exchange.call = call
        }
        exchange.requestID = event.requestId
        slots[id] = Slot(exchange: exchange, touchedAt: record.arrivedAt, previousAttempt: previous)
        byRequest[key] = id
        if let span = spanNumber(event.spanId) { bySpan[span] = id }
        quiet.push(id, due: record.arrivedAt + limits.horizon)
        return id
    }

    private func spanNumber(_ span: [UInt8]) -> UInt64? {
        guard span.count == 8 else { return nil }
        return span.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func takeDrop(_ record: TapRecord) {
        let isOutcome = DropCause.outcome(of: record.event.drop) != nil && !record.event.method.isEmpty
        if record.event.requestId != 0, let id = findDropped(record) ?? (isOutcome ? make(record) : nil) {
            slots[id]?.exchange.note(drop: record)
            slots[id]?.touchedAt = record.arrivedAt
            settle(id, at: record.arrivedAt)
        } else if looseDrops.count < limits.looseDrops {
            looseDrops.append(record)
        } else {
            looseDropsLost += 1
        }
    }

    /// Whoever counts a drop may be the caller or the one called.
    private func findDropped(_ record: TapRecord) -> UInt64? {
        let event = record.event
        if let span = spanNumber(event.spanId), let id = bySpan[span], slots[id] != nil { return id }
        let keys = [event.peerInstance, event.instance].map { RequestKey(instance: $0, id: event.requestId) }
        return keys.lazy.compactMap { byRequest[$0] }.first { id in
            guard let exchange = slots[id]?.exchange else { return false }
            return event.method.isEmpty || exchange.method == event.method
        }
    }

    // MARK: Ending

    private mutating func settle(_ id: UInt64, at now: Moment) {
        guard let slot = slots[id], slot.exchange.hasEnded else { return }
        if slot.exchange.isComplete { return finish(id, .ended) }
        guard slot.endedAt == nil else { return }
        slots[id]?.endedAt = now
        settling.push(id, due: now + limits.settling)
    }

    private mutating func lookAtQuiet(_ id: UInt64, at now: Moment) {
        guard let slot = slots[id] else { return }
        let patience = max(limits.horizon, .milliseconds(Int64(slot.exchange.remainingMilliseconds) + 2_000))
        let due = slot.touchedAt + patience
        if due > now {
            quiet.push(id, due: due)
        } else if slot.exchange.isStream {
            quiet.push(id, due: now + limits.horizon)
        } else {
            finish(id, slot.exchange.finalState)
        }
    }

    private mutating func evict() {
        // What was touched since it was queued is not the quietest: it goes back, at most once round.
        for _ in 0..<min(slots.count, 64) {
            guard let (id, due) = quiet.popFirst() else { return }
            guard let slot = slots[id] else { continue }
            if slot.touchedAt + limits.horizon <= due { return letGo(id) }
            quiet.push(id, due: slot.touchedAt + limits.horizon)
        }
        if let (id, _) = quiet.popFirst() { letGo(id) }
    }

    private mutating func letGo(_ id: UInt64) {
        guard slots[id] != nil else { return }
        evictedTotal += 1
        finish(id, .evicted)
    }

    private mutating func finish(_ id: UInt64, _ state: Exchange.State) {
        guard var exchange = slots.removeValue(forKey: id)?.exchange else { return }
        exchange.state = state
        finished.append(exchange)
        if exchange.isFailure {
            failed.note(
                RequestKey(instance: exchange.client.instance, id: exchange.requestID), exchange.call, exchange.method)
        }
        if let span = spanNumber(exchange.spanID), bySpan[span] == id { bySpan[span] = nil }
        let user = exchange.identity?.userId ?? ""
        for instance in [exchange.client.instance, exchange.server.instance, "\(exchange.client.instance)/\(user)"] {
            let key = RequestKey(instance: instance, id: exchange.requestID)
            if byRequest[key] == id { byRequest[key] = nil }
        }
    }
}

/// Calls that failed a short while ago: their next attempt is still the same call.
private struct FailedCalls {
    private static let capacity = 4_096

    private var calls: [ExchangeTable.RequestKey: (call: UInt64, method: String)] = [:]
    private var order: [ExchangeTable.RequestKey] = []
    private var next = 0

    func call(_ key: ExchangeTable.RequestKey, method: String) -> UInt64? {
        calls[key].flatMap { $0.method == method ? $0.call : nil }
    }

    mutating func note(_ key: ExchangeTable.RequestKey, _ call: UInt64, _ method: String) {
        if calls.updateValue((call, method), forKey: key) != nil { return }
        if order.count < Self.capacity {
            order.append(key)
        } else {
            calls[order[next]] = nil
            order[next] = key
            next = (next + 1) % Self.capacity
        }
    }
}

/// Ids with the time they are due. Pushed in about that order, so the front is looked at first.
private struct DueQueue {
    private var entries: [(id: UInt64, due: Moment)] = []
    private var head = 0

    mutating func push(_ id: UInt64, due: Moment) { entries.append((id, due)) }

    mutating func popDue(at now: Moment) -> UInt64? {
        guard head < entries.count, entries[head].due <= now else { return nil }
        return popFirst()?.id
    }

    mutating func popFirst() -> (id: UInt64, due: Moment)? {
        guard head < entries.count else { return nil }
        defer {
            head += 1
            if head >= 1_024, head * 2 >= entries.count {
                entries.removeFirst(head)
                head = 0
            }
        }
        return entries[head]
    }
}
