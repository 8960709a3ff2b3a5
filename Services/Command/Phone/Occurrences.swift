import Synchronization

/// Everything a phone has reported, for `wait-for`.
///
/// A wait looks first at what has happened since the last wait that was met, then at what comes. The happening that
/// meets it, and all before, are behind later waits. A state is also met by the value it has at the moment.
final class Occurrences: Sendable {
    private struct State {
        var log: [PhoneReport] = []
        /// Everything before it is behind later waits.
        var mark = 0
        var present: [String: PhoneReport] = [:]
        var waiters: [UInt64: Waiter] = [:]
        var lastID: UInt64 = 0

        /// What has already happened, or is the case, and meets the condition.
        mutating func take(_ condition: PhoneCondition) -> PhoneReport? {
            if let index = log[mark...].firstIndex(where: { $0.meets(condition) }) {
                mark = index + 1
                return log[index]
            }
            guard condition.value != nil, let report = present[condition.name], report.meets(condition) else {
                return nil
            }
            return report
        }
    }

    private struct Waiter {
        let condition: PhoneCondition
        let continuation: CheckedContinuation<PhoneReport?, Never>
        var timer: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Events and states only; answers are nobody's to wait for.
    func note(_ report: PhoneReport) {
        let met = state.withLock { state -> [Waiter] in
            state.log.append(report)
            if report.kind == .state { state.present[report.name] = report }
            let met = state.waiters.filter { report.meets($0.value.condition) }
            for id in met.keys { state.waiters[id] = nil }
            if !met.isEmpty { state.mark = state.log.count }
            return Array(met.values)
        }
        for waiter in met {
            waiter.timer?.cancel()
            waiter.continuation.resume(returning: report)
        }
    }

    /// What meets the condition; `nil` when the time is over.
    func wait(for condition: PhoneCondition, within limit: Duration) async -> PhoneReport? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> PhoneReport? in
                if let known = state.take(condition) { return known }
                state.lastID += 1
                let id = state.lastID
                let timer = Task { [weak self] in
                    guard (try? await Task.sleep(for: limit)) != nil else { return }
                    self?.giveUp(id)
                }
                state.waiters[id] = Waiter(condition: condition, continuation: continuation, timer: timer)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func giveUp(_ id: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
    }
}

extension PhoneReport {
    /// By name, and where the condition says more, by value and members.
    func meets(_ condition: PhoneCondition) -> Bool {
        guard kind == .event || kind == .state, name == condition.name else { return false }
        if let value = condition.value, self["value"]?.conditionText != value { return false }
        return condition.members.allSatisfy { self[$0.key]?.conditionText == $0.value }
    }

    private subscript(member: String) -> PhoneValue? { members.first { $0.0 == member }?.1 }
}

extension PhoneValue {
    /// What a condition is compared with. Of a list, the number of its elements whose status is `accept`.
    fileprivate var conditionText: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): String(values.count(where: \.isAccepted))
        case .object: json
        }
    }

    private var isAccepted: Bool {
        guard case .object(let members) = self else { return true }
        return members.contains { $0.0 == "status" && $0.1 == .text("accept") }
    }
}
