import CallClient

/// What the server wrote down of the load's calls, held against what the phones went through: whether any call's outcome is
/// missing, was told twice, or differs between the two who were on it.
struct LoadAudit: Sendable {
    enum Fault: String, CaseIterable, Sendable {
        /// A phone has no record of a call that it was in.
        case missing
        /// A phone was told of a call's ring or end twice, or has two records of it.
        case doubled
        /// Both sides, or a side and its record, do not tell the same.
        case contradictory
    }

    struct Finding: Sendable, Equatable {
        let fault: Fault
        let call: String
        let detail: String
    }

    /// One phone's view of one call.
    struct View: Sendable {
        let user: String
        let isCaller: Bool
        let rings: Int
        let ends: [CallEndReason]
        /// Whether it was in the call with the other.
        let wasConnected: Bool
        let records: [CallInfo]
    }

    private(set) var findings: [Finding] = []
    private(set) var checked = 0

    func count(of fault: Fault) -> Int { findings.count { $0.fault == fault } }

    /// Looks at one call, which the server has taken, from both ends.
    mutating func check(_ call: String, _ caller: View, _ callee: View) {
        checked += 1
        for view in [caller, callee] {
            checkCounts(call, view)
            if view.records.isEmpty { note(.missing, call, "\(view.user) has no record") }
            if let record = view.records.first { checkRecord(call, record, view) }
        }
        guard let one = caller.ends.last, let other = callee.ends.last else { return }
        if one != other, caller.wasConnected || callee.wasConnected {
            note(.contradictory, call, "\(caller.user) ended \(one), \(callee.user) ended \(other)")
        }
    }

    private mutating func checkCounts(_ call: String, _ view: View) {
        if view.rings > 1 { note(.doubled, call, "\(view.user) rang \(view.rings) times") }
        if view.ends.count > 1 { note(.doubled, call, "\(view.user) heard of \(view.ends.count) ends") }
        if view.records.count > 1 { note(.doubled, call, "\(view.user) has \(view.records.count) records") }
    }

    private mutating func checkRecord(_ call: String, _ record: CallInfo, _ view: View) {
        let expected: CallDirection = view.isCaller ? .outgoing : view.wasConnected ? .incoming : .missed
        // Whoever answered and was cut off before it knew may have been connected all the same.
        let isSo = record.result == expected || !view.isCaller && !view.wasConnected && record.result == .incoming
        if !isSo { note(.contradictory, call, "\(view.user) has it as \(record.result), and went through \(expected)") }
    }

    private mutating func note(_ fault: Fault, _ call: String, _ detail: String) {
        findings.append(Finding(fault: fault, call: call, detail: detail))
    }
}

extension LoadAudit {
    /// A row per fault, and a line per finding.
    func lines() -> [String] {
        let row = Fault.allCases.map { "\(count(of: $0)) \($0.rawValue)" }.joined(separator: ", ")
        return ["outcomes of \(checked) calls held against their records: \(row)"]
            + findings.map { "  \($0.fault.rawValue): call \($0.call): \($0.detail)" }
    }

    func figures() -> [String] {
        Fault.allCases.map { fault in
            let count = count(of: fault)
            return "FIGURE load_outcomes_\(fault.rawValue) \(count) calls goal <= 0 \(count == 0 ? "met" : "missed")"
        }
    }
}
