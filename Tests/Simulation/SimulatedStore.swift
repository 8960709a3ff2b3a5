import CallModel
import SignalingCore

/// Signaling's rows: what outlives its process. Each decision is load, reduce, compare-and-set, as in the service.
final class SimulatedStore {
    private(set) var calls: [CallID: Call] = [:]
    private(set) var activeUsers: [UserID: CallID] = [:]
    private(set) var activeGroups: [String: CallID] = [:]
    private(set) var merged: [CallID: CallID] = [:]
    private(set) var records: [CallID: [UserID: CallRecord]] = [:]
    private var calledOff: [CallID: UserID] = [:]
    /// When each call ended.
    private(set) var endedAt: [CallID: WallTime] = [:]

    func call(_ id: CallID) -> Call? { calls[merged[id] ?? id] }

    var activeCalls: [Call] { calls.values.filter { !$0.state.isOver }.sorted { $0.id < $1.id } }

    var allCalls: [Call] { calls.values.sorted { $0.id < $1.id } }

    /// Reduces and stores; what is returned is to be done after the commit.
    func decide(_ call: Call, _ event: CallEvent, at now: WallTime) throws(CallRefusal) -> (Call, [CallEffect]) {
        var next = call
        let effects = try next.handle(event, at: now)
        precondition((calls[call.id]?.version ?? 0) == call.version, "the compare-and-set failed in one thread")
        calls[call.id] = next
        if next.state.isOver, !call.state.isOver { endedAt[call.id] = now }
        for effect in effects where effect.isStored { perform(effect, next) }
        return (next, effects.filter { !$0.isStored })
    }

    private func perform(_ effect: CallEffect, _ call: Call) {
        switch effect {
        case .occupy(let user):
            precondition(activeUsers[user] == nil, "a user in two calls")
            activeUsers[user] = call.id
        case .release(let user): if activeUsers[user] == call.id { activeUsers[user] = nil }
        case .occupyGroup(let group): activeGroups[group] = call.id
        case .releaseGroup(let group): activeGroups[group] = nil
        case .alias(let other): merged[other] = call.id
        case .writeRecord(let record): records[call.id, default: [:]][record.userID] = record
        case .publish, .findDevices, .pushRing, .pushStop, .createRoom, .closeRoom, .removeFromRoom, .muteInRoom,
            .startTimer, .cancelTimer:
            break
        }
    }

    func noteCalledOff(_ id: CallID, by user: UserID) { if calledOff[id] == nil { calledOff[id] = user } }
    func isCalledOff(_ id: CallID, by user: UserID) -> Bool { calledOff[id] == user }
}
