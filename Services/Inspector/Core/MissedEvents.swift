import Wire

/// What a tap's subscriber did not get, told by the gaps in the sequence and the publisher's own count. Whatever is shown
/// from taps carries it, so that a number that is too small says so.
package struct MissedEvents: Sendable, Hashable {
    /// One process's tap.
    package struct Source: Sendable, Hashable {
        package let process: ProcessKey
        package let target: String
        /// Events that came.
        package var received: UInt64 = 0
        /// Events that did not: gaps in the sequence.
        package var missed: UInt64 = 0
        /// Of those, what the publisher says it dropped itself; the rest got lost on the way.
        package var droppedAtSource: UInt64 = 0
        var lastSequence: UInt64 = 0
    }

    /// A gap that a record has just shown.
    package struct Gap: Sendable, Hashable {
        package let process: ProcessKey
        package let count: UInt64
        package let noticedAt: Moment
    }

    /// Processes that are remembered; beyond, gaps of further ones go uncounted in `sources` but are returned by `take`.
    package static let capacity = 4_096

    private var byTap: [Tap: Source] = [:]
    /// 1 in this many events was asked for; 1: all.
    package var sampling: UInt32 = 1

    private struct Tap: Hashable {
        let target: String
        let process: ProcessKey
    }

    package init(sampling: UInt32 = 1) { self.sampling = max(1, sampling) }

    /// Looks at a record's sequence number. Returns the gap before it, if there is one.
    @discardableResult
    package mutating func take(_ record: TapRecord) -> Gap? {
        let tap = Tap(target: record.target, process: record.process)
        let sequence = record.event.sequence
        guard sequence > 0, byTap[tap] != nil || byTap.count < Self.capacity else { return nil }
        var source = byTap[tap] ?? Source(process: record.process, target: record.target)
        source.received += 1
        // A lower number is a new subscription: what it counts begins anew.
        let expected = sequence <= source.lastSequence ? 1 : source.lastSequence + 1
        let gap = sequence - expected
        source.missed += gap
        let dropped = record.event.droppedTotal
        source.droppedAtSource =
            sequence <= source.lastSequence ? source.droppedAtSource + dropped : max(source.droppedAtSource, dropped)
        source.lastSequence = sequence
        byTap[tap] = source
        return gap > 0 ? Gap(process: record.process, count: gap, noticedAt: record.arrivedAt) : nil
    }

    /// Counts what another watch missed as missed here too.
    package mutating func merge(_ other: MissedEvents) {
        for (tap, source) in other.byTap {
            var mine = byTap[tap] ?? Source(process: source.process, target: source.target)
            mine.received += source.received
            mine.missed += source.missed
            mine.droppedAtSource += source.droppedAtSource
            mine.lastSequence = max(mine.lastSequence, source.lastSequence)
            byTap[tap] = mine
        }
        sampling = max(sampling, other.sampling)
    }

    /// By process.
    package var sources: [Source] { byTap.values.sorted { ($0.process, $0.target) < ($1.process, $1.target) } }

    package var total: UInt64 { byTap.values.reduce(0) { $0 + $1.missed } }

    /// Nothing was left out.
    package var isComplete: Bool { total == 0 && sampling == 1 }

    /// `37 events missed at signaling-1`, one sentence for each process that lost some, and one for sampling.
    package var sentences: [String] {
        var sentences = sources.filter { $0.missed > 0 }.map { source in
            "\(source.missed) event\(source.missed == 1 ? "" : "s") missed at \(printable(source.process.name))"
        }
        if sampling > 1 { sentences.append("only 1 call in \(sampling) was sampled: counts are not totals") }
        return sentences
    }
}
