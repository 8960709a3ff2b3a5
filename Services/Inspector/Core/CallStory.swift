import Wire

/// Everything that happened around one call, trace or user, in order, on one clock, with a guess at what went wrong.
package struct CallStory: Sendable {
    package let query: StoryQuery
    /// Every attempt of every call, in the order they were seen.
    package let exchanges: [Exchange]
    package let lifelines: [Lifeline]
    package let steps: [StoryStep]
    /// What a reader must know about the picture: events that are missing, clocks that were moved.
    package let notes: [String]
    package let findings: [Finding]
    /// Its first and last moment; equal if it is empty.
    package let start: Moment
    package let end: Moment

    /// - Parameters:
    ///   - records: of this story only, in any order; see `StorySelector`.
    ///   - leftOut: records of the story that were not kept.
    package init(
        _ query: StoryQuery, records: [TapRecord], clocks: ClockMap, missed: MissedEvents = MissedEvents(),
        leftOut: Int = 0
    ) {
        var table = ExchangeTable(limits: .unbounded(records.count))
        for record in records.sorted(by: { $0.arrivedAt < $1.arrivedAt }) { table.take(record) }
        let exchanges = (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
        let timeline = Timeline(exchanges, clocks: clocks)
        var assembly = StoryAssembly(exchanges, timeline: timeline)
        for record in records where record.event.kind == .item { assembly.add(item: record) }
        for drop in table.takeLooseDrops() { assembly.add(drop: drop) }
        assembly.addRestarts(records)
        self.query = query
        self.exchanges = exchanges
        (lifelines, steps) = assembly.arranged()
        start = steps.first?.at ?? .zero
        end = steps.map { $0.until ?? $0.at }.max() ?? .zero
        let diagnosis = Diagnosis(exchanges: exchanges, records: records, timeline: timeline)
        findings = diagnosis.findings
        var notes = CallStory.notes(timeline: timeline, steps: steps, missed: missed, leftOut: leftOut)
        if !exchanges.isEmpty, !diagnosis.facts.hasPayloads {
            notes.append("no payload was seen: without contents nothing is known of people, sessions and pushes")
        }
        self.notes = notes
    }

    private static func notes(
        timeline: Timeline, steps: [StoryStep], missed: MissedEvents, leftOut: Int
    ) -> [String] {
        var notes = missed.sentences
        if leftOut > 0 {
            notes.append(
                "\(leftOut) further event\(leftOut == 1 ? " of this story was" : "s of this story were") not kept")
        }
        for (process, shift) in timeline.shifts.sorted(by: { $0.key < $1.key }) where shift != .zero {
            notes.append(
                "\(printable(process.name)) was moved by \(Quantity.signed(shift)) so that no answer comes before its request"
            )
        }
        let clamped = Set(steps.filter(\.isClamped).compactMap(\.exchange)).count
        if clamped > 0 {
            notes.append("\(Narration.counted(clamped, "exchange")) had to be squeezed: the clocks disagree")
        }
        let unsure = steps.compactMap(\.uncertainty).max()
        if let unsure, unsure >= .milliseconds(1) {
            notes.append(
                "clocks are known to about ±\(Quantity.short(unsure)); network times split by direction are that rough")
        }
        return notes
    }
}

extension ExchangeTable.Limits {
    /// For records that are all there: nothing is let go, nothing waits.
    fileprivate static func unbounded(_ count: Int) -> ExchangeTable.Limits {
        var limits = ExchangeTable.Limits()
        limits.open = max(1, count)
        limits.looseDrops = max(1, count)
        limits.horizon = .seconds(3_600)
        limits.settling = .seconds(3_600)
        return limits
    }
}
