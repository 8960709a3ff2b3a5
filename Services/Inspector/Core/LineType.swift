/// The forms that a line of JSON may have; docs/inspector-json.md describes each.
package enum LineType: String, Sendable, Hashable, CaseIterable {
    // What taps and recordings say.
    case event, exchange, lifeline, step, note, finding, method, latency, recorded
    case methodDiff = "method_diff"
    // What processes say of themselves.
    case process, link, silent, drop, change, check, totals
    case dropCount = "drop_count"
    // Contracts.
    case declaration, contract
    case servedMethod = "served_method"
    case contractChange = "contract_change"
    // What this program sent or answered.
    case response, call, hop, rtt, bench, planned, replayed, served
    case leftOut = "left_out"
}
