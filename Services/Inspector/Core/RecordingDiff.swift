import Wire

/// What two recordings of the same thing differ in. Ids, times, traces and endpoints differ always and are left out.
package struct RecordingDiff: Sendable {
    /// One method, before and after.
    package struct Method: Sendable {
        package let method: String
        package let countBefore: Int
        package let countAfter: Int
        /// How often each status came; only those that differ.
        package let statuses: [(status: String, before: Int, after: Int)]
        /// What payloads have at a place; only what differs.
        package let payloads: [Payload]
        package let before: LatencyHistogram
        package let after: LatencyHistogram

        /// Median after, as a multiple of the median before. `nil` unless both have one.
        package var latencyRatio: Double? {
            guard !before.isEmpty, !after.isEmpty, before.median > .zero else { return nil }
            return Double(after.median.wholeMicroseconds) / Double(max(1, before.median.wholeMicroseconds))
        }

        /// It did the same as often; how fast is not considered.
        package var isEqual: Bool { countBefore == countAfter && statuses.isEmpty && payloads.isEmpty }
    }

    /// A place in a payload whose values differ.
    package struct Payload: Sendable, Hashable {
        /// `response.call.phase`
        package let place: String
        package let before: String
        package let after: String
        /// In how many pairs of calls.
        package let count: Int
    }

    /// Differences of payloads that are listed for one method.
    package static let longestList = 50

    package let methods: [Method]
    package let missedBefore: [String]
    package let missedAfter: [String]

    /// Compares exchanges, each side's in order of time.
    package init(
        before: [Exchange], after: [Exchange], missedBefore: MissedEvents = MissedEvents(),
        missedAfter: MissedEvents = MissedEvents()
    ) {
        let (old, new) = (
            Dictionary(grouping: before, by: \.method), Dictionary(grouping: after, by: \.method)
        )
        methods = Set(old.keys).union(new.keys).sorted().map { name in
            Self.compare(name, old[name] ?? [], new[name] ?? [])
        }
        self.missedBefore = missedBefore.sentences
        self.missedAfter = missedAfter.sentences
    }

    /// Both did the same. With events missing on a side that cannot be known, and is not claimed.
    package var isEqual: Bool { methods.allSatisfy(\.isEqual) && isComplete }

    /// Neither side lacks events.
    package var isComplete: Bool { missedBefore.isEmpty && missedAfter.isEmpty }

    private static func compare(_ name: String, _ before: [Exchange], _ after: [Exchange]) -> Method {
        let (old, new) = (tally(before), tally(after))
        let statuses = Set(old.keys).union(new.keys).sorted()
            .map { (status: $0, before: old[$0] ?? 0, after: new[$0] ?? 0) }.filter { $0.before != $0.after }
        return Method(
            method: name, countBefore: before.count, countAfter: after.count, statuses: statuses,
            payloads: payloads(before, after), before: histogram(before), after: histogram(after))
    }

    private static func tally(_ exchanges: [Exchange]) -> [String: Int] {
        exchanges.reduce(into: [:]) { counts, exchange in
            let words = exchange.status.map { status in
                JSONWord.of(status.code).uppercased()
                    + (status.reason == .none ? "" : ", " + JSONWord.of(status.reason).uppercased())
            }
            counts[words ?? exchange.state.rawValue, default: 0] += 1
        }
    }

    private static func histogram(_ exchanges: [Exchange]) -> LatencyHistogram {
        exchanges.reduce(into: LatencyHistogram()) { histogram, exchange in
            if !exchange.isStream, let time = exchange.total ?? exchange.atServer { histogram.record(time) }
        }
    }

    /// The first call of a method with the first, the second with the second, and so on.
    private static func payloads(_ before: [Exchange], _ after: [Exchange]) -> [Payload] {
        var counts: [Payload: Int] = [:]
        var order: [Payload] = []
        for (old, new) in zip(before, after) {
            for (side, left, right) in [
                ("request", old.request, new.request), ("response", old.response, new.response),
            ] {
                for found in JSONDifference.between(left ?? .null, right ?? .null, at: side) {
                    let payload = Payload(place: found.place, before: found.before, after: found.after, count: 0)
                    if counts[payload] == nil { order.append(payload) }
                    counts[payload, default: 0] += 1
                }
            }
        }
        return order.prefix(longestList).map {
            Payload(place: $0.place, before: $0.before, after: $0.after, count: counts[$0] ?? 0)
        }
    }
}

/// Where two JSON values differ, without what differs always.
enum JSONDifference {
    struct Found {
        let place: String
        let before: String
        let after: String
    }

    static func between(_ left: JSONValue, _ right: JSONValue, at place: String) -> [Found] {
        switch (left, right) {
        case (.object, .object):
            let names = Set((left.objectValue ?? []).map(\.name)).union((right.objectValue ?? []).map(\.name))
            return names.filter { !isVolatile($0) }.sorted().flatMap { name in
                between(left[name] ?? .null, right[name] ?? .null, at: place + "." + name)
            }
        case (.array(let old), .array(let new)) where old.count == new.count:
            return zip(old, new).flatMap { between($0, $1, at: place + "[]") }
        case (.array(let old), .array(let new)):
            return [Found(place: place, before: "\(old.count) elements", after: "\(new.count) elements")]
        case (.string(let old), .string(let new)) where isMasked(old) && isMasked(new): return []
        default: return left == right ? [] : [Found(place: place, before: shown(left), after: shown(right))]
        }
    }

    /// Ids, times, endpoints: other in every run.
    static func isVolatile(_ name: String) -> Bool {
        let ids = [
            "callId", "callIds", "roomId", "sessionId", "sessionIds", "traceId", "spanId", "resumeToken", "epoch",
            "sendSsrc", "receiveSsrc", "port", "watcher", "nextCursor", "cursor",
        ]
        return ids.contains(name) || name.hasSuffix("Ms") || name.hasSuffix("Endpoint") || name.hasSuffix("Us")
            || name.hasSuffix("SessionIds")
    }

    /// `#` and eight digits: a secret, hashed where it was sent.
    static func isMasked(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.count == 9 && digits.first == UInt8(ascii: "#")
            && digits.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static func shown(_ value: JSONValue) -> String {
        if case .null = value { return "absent" }
        return TextLayout.cut(printable(value.text), to: 80)
    }
}

extension RecordingDiff {
    /// Differences for a person, one method after the other; what is equal is only counted.
    package func text(width: Int, style: Style) -> [String] {
        var lines: [String] = []
        for (side, sentences) in [("before", missedBefore), ("after", missedAfter)] {
            lines += sentences.map { style(.warning, "note: \(side): \($0)") }
        }
        for method in methods where !method.isEqual { lines += text(method, style) }
        let equal = methods.filter(\.isEqual).count
        lines.append("\(equal) of \(Narration.counted(methods.count, "method")) did the same")
        var table = Table([
            .left("method"), .right("calls"), .right("p50 before"), .right("after"), .right("p99 before"),
            .right("after"), .right("p50 ratio"),
        ])
        for method in methods where method.latencyRatio != nil {
            let ratio = method.latencyRatio ?? 1
            table.add([
                Table.Cell(shortened(method: method.method), .name),
                Table.Cell("\(method.countBefore)/\(method.countAfter)"),
                Table.Cell(Quantity.short(method.before.median)), Table.Cell(Quantity.short(method.after.median)),
                Table.Cell(Quantity.short(method.before.p99)), Table.Cell(Quantity.short(method.after.p99)),
                Table.Cell("× \((ratio * 100).rounded() / 100)", ratio > 1.25 ? .bad : ratio < 0.8 ? .good : .plain),
            ])
        }
        return lines + (table.isEmpty ? [] : [""] + table.lines(width: width, style: style))
    }

    private func text(_ method: Method, _ style: Style) -> [String] {
        var lines = [style(.name, printable(shortened(method: method.method)))]
        if method.countBefore != method.countAfter {
            lines.append("  calls: \(method.countBefore) before, \(method.countAfter) after")
        }
        for (status, before, after) in method.statuses {
            lines.append("  \(status): \(before) before, \(after) after")
        }
        for payload in method.payloads {
            lines.append(
                "  \(printable(payload.place)): " + style(.bad, payload.before) + " → " + style(.good, payload.after)
                    + (payload.count > 1 ? " (\(payload.count) times)" : ""))
        }
        return lines
    }

    /// One object per method, and one for what is missing.
    package func jsonLines() -> [String] {
        var lines = methods.map { json($0).text }
        for (side, sentences) in [("before", missedBefore), ("after", missedAfter)] {
            lines += sentences.map {
                JSONLine.object(type: .note, [.init("side", .string(side)), .init("text", .string($0))]).text
            }
        }
        return lines
    }

    private func json(_ method: Method) -> JSONValue {
        var members = MemberList()
        members.add("method", method.method)
        members.append("is_equal", .bool(method.isEqual))
        members.addAlways("count_before", Int64(method.countBefore))
        members.addAlways("count_after", Int64(method.countAfter))
        members.append(
            "statuses",
            .array(
                method.statuses.map {
                    [
                        "status": .string($0.status), "before": .integer(Int64($0.before)),
                        "after": .integer(Int64($0.after)),
                    ]
                }))
        members.append(
            "payloads",
            .array(
                method.payloads.map {
                    [
                        "place": .string($0.place), "before": .string($0.before), "after": .string($0.after),
                        "count": .integer(Int64($0.count)),
                    ]
                }))
        if !method.before.isEmpty { members.append("latency_before", method.before.json()) }
        if !method.after.isEmpty { members.append("latency_after", method.after.json()) }
        return JSONLine.object(type: .methodDiff, members.members)
    }
}
