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
    private var backlog: StoryBacklog
    private var traces: Set<[UInt8]> = []
    private var spans: Set<[UInt8]> = []
    private var sessions: Set<String> = []
    private var calls: Set<String> = []

    package init(_ query: StoryQuery, limits: Limits = Limits()) {
        self.query = query
        self.limits = limits
        backlog = StoryBacklog(capacity: limits.backlog)
    }

    /// Takes one record. Returns what the story has gained: nothing, the record, or with it earlier ones that it explains.
    @discardableResult
    package mutating func take(_ record: TapRecord) -> [TapRecord] {
        guard belongs(record) else {
            backlog.append(record)
            return []
        }
        let gained = recollect(learn(from: record)) + [record]
        let kept = Array(gained.prefix(max(0, limits.records - records.count)))
        leftOut += gained.count - kept.count
        records += kept
        return kept
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
            if let body = record.body, body.hasMember(["callId"], calls) { return true }
        }
        guard !sessions.isEmpty, record.concernsSessions, let body = record.body else { return false }
        return body.hasMember(["sessionId", "sessionIds"], sessions)
    }

    /// What became known with a record, for which earlier ones are looked through.
    private struct Learned {
        var keys: [[UInt8]] = []
        /// A session or another call: any record may name it.
        var hasNames = false
    }

    private mutating func learn(from record: TapRecord) -> Learned {
        var learned = Learned()
        guard record.spreads else { return learned }
        let event = record.event
        if event.traceId.count == 16, add(event.traceId, to: &traces) { learned.keys.append(event.traceId) }
        for span in [event.spanId, event.parentSpanId] where span.count == 8 && add(span, to: &spans) {
            learned.keys.append(span)
        }
        if record.isCallerSide != nil, event.method.hasSuffix("Presence/LookupUsers"), let body = record.body {
            for session in body.texts(named: "sessionId") where add(session, to: &sessions) { learned.hasNames = true }
        }
        if query.kind != .trace, event.kind == .request, let body = record.body {
            for call in body.texts(named: "callId") where call != query.text && add(call, to: &calls) {
                learned.hasNames = true
            }
        }
        return learned
    }

    private func add<Key>(_ key: Key, to keys: inout Set<Key>) -> Bool {
        keys.count < limits.keys && keys.insert(key).inserted
    }

    /// Earlier records that belong by now, until nothing new is learned from them.
    private mutating func recollect(_ first: Learned) -> [TapRecord] {
        var gained: [TapRecord] = []
        var learned = first
        while !learned.keys.isEmpty || learned.hasNames {
            let selector = self
            let found =
                learned.hasNames
                ? backlog.take { selector.belongs($0) } : backlog.take(learned.keys) { selector.belongs($0) }
            learned = Learned()
            for record in found {
                let more = learn(from: record)
                learned.keys += more.keys
                learned.hasNames = learned.hasNames || more.hasNames
            }
            gained += found
        }
        return gained
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
