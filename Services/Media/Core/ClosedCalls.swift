internal import CallModel

/// The eras of the calls closed last, so that a command that was delayed on its way does not open a room for a call that
/// is over. Bounded: the oldest are forgotten first.
struct ClosedCalls: Sendable {
    static let capacity = 4_096

    private var eras: [CallID: Era] = [:]
    private var order: [CallID] = []
    private var oldest = 0

    func era(of call: CallID) -> Era? { eras[call] }

    mutating func remember(_ call: CallID, _ era: Era) {
        if let known = eras[call] {
            eras[call] = max(known, era)
            return
        }
        eras[call] = era
        guard order.count == ClosedCalls.capacity else { return order.append(call) }
        eras[order[oldest]] = nil
        order[oldest] = call
        oldest = (oldest + 1) % ClosedCalls.capacity
    }
}
