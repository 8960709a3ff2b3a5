import CallModel
import Synchronization
import Wire

/// What became of the calls of one shift.
struct LoadBook: Sendable {
    /// A call that was refused when it was placed.
    struct Refusal: Sendable {
        let placed: MonotonicInstant
        let answered: MonotonicInstant
        let hasReason: Bool
    }

    var offered = 0
    /// Arrivals that found no free pair of users: the load's own limit.
    var skipped = 0
    var over: [Conversation.Times] = []
    var refusals: [Refusal] = []
    /// Calls that are under way, or were lost.
    var open: [String: Conversation] = [:]
    /// Orders that were refused with a pause and given again.
    var repeats = 0
    /// By what was said; should be empty.
    var failures: [String: Int] = [:]

    /// Milliseconds between two moments of each call that came to both, sorted.
    func latencies(
        placedIn window: Range<MonotonicInstant>, _ from: KeyPath<Conversation.Times, MonotonicInstant?>,
        _ to: KeyPath<Conversation.Times, MonotonicInstant?>
    ) -> [Double] {
        over.filter { window.contains($0.placed) }.compactMap { times in
            guard let start = times[keyPath: from], let end = times[keyPath: to] else { return nil }
            return (end - start) / .milliseconds(1)
        }.sorted()
    }

    func completed(in window: Range<MonotonicInstant>) -> Int {
        over.count { times in times.over.map(window.contains) ?? false }
    }

    func refused(in window: Range<MonotonicInstant>) -> [Refusal] { refusals.filter { window.contains($0.placed) } }
}

extension Conversation.Times {
    /// As a moment that every call has.
    var start: MonotonicInstant? { placed }
}

extension [Double] {
    /// Of sorted values; 0 of none.
    func percentile(_ share: Double) -> Double {
        isEmpty ? 0 : self[Swift.min(Int(Double(count) * share), count - 1)]
    }
}
