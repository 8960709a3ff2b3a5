import Wire

/// Picks the records that belong together out of everything the taps say.
///
/// A record belongs if it names what is followed, or shares a trace with one that does, or a parent span leads to one. A
/// lookup of the call's people also makes their sessions known, so that a lost session is seen even where nobody names
/// the call. Streams do not spread: an item that names the call comes alone, not with everything else its stream carries.
package struct StorySelector: Sendable {
    package struct Limits: Sendable {
        /// Records of the story; further ones are counted in `leftOut`.
        package var records = 20_000
        /// Latest records that may turn out to belong.
        package var backlog = 20_000
        /// Traces, spans, sessions and call ids that are known to belong, each.
        package var keys = 4_096

        package init() {}
    }

    package let query: StoryQuery
    package private(set) var records: [TapRecord] = []
    /// Records of the story for which there was no room.
    package private(set) var leftOut = 0
    private let limits: Limits
    private var backlog: [TapRecord] = []
    private var backlogHead = 0
    private var traces: Set<[UInt8]> = []
    private var spans: Set<[UInt8]> = []
    private var sessions: Set<String> = []
    private var calls: Set<String> = []

    package init(_ query: StoryQuery, limits: Limits = Limits()) {
        self.query = query
        self.limits = limits
    }

    /// Takes one record. Returns what the story has gained: nothing, the record, or with it earlier ones that it explains.
    @discardableResult
    package mutating func take(_ record: TapRecord) -> [TapRecord] {
        guard belongs(record) else {
            remember(record)
            return []
        }
        var gained = [record]
        if learn(from: record) { gained = recollect() + gained }
        let room = max(0, limits.records - records.count)
        leftOut += max(0, gained.count - room)
        gained = Array(gained.prefix(room))
        records += gained
        return gained
    }

    private func belongs(_ record: TapRecord) -> Bool {
        if query.names(record) || namesKnown(record) { return true }
        let event = record.event
        // An item has the trace and the parent of what caused it, and the span of the stream that carries it.
        if traces.contains(event.traceId) || spans.contains(event.parentSpanId) { return true }
        return record.spreads && spans.contains(event.spanId)
    }

    private func namesKnown(_ record: TapRecord) -> Bool {
        if !calls.isEmpty {
            if calls.contains(record.event.shardKey) { return true }
            if let body = record.body, calls.contains(where: { body.hasMember(["callId"], $0) }) { return true }
        }
        guard !sessions.isEmpty, record.concernsSessions, let body = record.body else { return false }
        return sessions.contains { body.hasMember(["sessionId", "sessionIds"], $0) }
    }

    /// Returns whether something became known that earlier records may have to do with.
    private mutating func learn(from record: TapRecord) -> Bool {
        guard record.spreads else { return false }
        let event = record.event
        var isNew = false
        if event.traceId.count == 16 { isNew = add(event.traceId, to: &traces) || isNew }
        for span in [event.spanId, event.parentSpanId] where span.count == 8 { isNew = add(span, to: &spans) || isNew }
        if record.isCallerSide != nil, event.method.hasSuffix("Presence/LookupUsers"), let body = record.body {
            for session in body.texts(named: "sessionId") { isNew = add(session, to: &sessions) || isNew }
        }
        if query.kind != .trace, event.kind == .request, let body = record.body {
            for call in body.texts(named: "callId") where call != query.text { isNew = add(call, to: &calls) || isNew }
        }
        return isNew
    }

    private func add<Key>(_ key: Key, to keys: inout Set<Key>) -> Bool {
        keys.count < limits.keys && keys.insert(key).inserted
    }

    /// Earlier records that belong by now, until nothing new is learned from them.
    private mutating func recollect() -> [TapRecord] {
        var gained: [TapRecord] = []
        var hasLearned = true
        while hasLearned {
            hasLearned = false
            var rest: [TapRecord] = []
            for record in backlog[backlogHead...] {
                guard belongs(record) else {
                    rest.append(record)
                    continue
                }
                gained.append(record)
                hasLearned = learn(from: record) || hasLearned
            }
            backlog = rest
            backlogHead = 0
        }
        return gained
    }

    private mutating func remember(_ record: TapRecord) {
        guard limits.backlog > 0 else { return }
        backlog.append(record)
        if backlog.count - backlogHead > limits.backlog { backlogHead += 1 }
        if backlogHead > limits.backlog {
            backlog.removeFirst(backlogHead)
            backlogHead = 0
        }
    }
}

extension TapRecord {
    /// Its trace and span tell what else belongs: not those of a stream, which carries many calls.
    fileprivate var spreads: Bool {
        event.kind != .item && event.kind != .credit && !event.method.hasSuffix("Gateway/Events")
            && !event.method.hasSuffix("Media/WatchRooms")
    }

    /// Lookups and ends of single sessions; not the renewal of all leases of a gateway.
    fileprivate var concernsSessions: Bool {
        ["LookupSessions", "SessionsEnded", "DetachSession", "CloseSession", "Disconnect"].contains {
            event.method.hasSuffix($0)
        }
    }
}
