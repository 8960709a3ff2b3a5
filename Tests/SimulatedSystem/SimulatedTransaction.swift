import CallModel
import SignalingCore

/// One transaction: what it read, and what it will write if that still holds when it commits.
struct SimulatedTransaction {
    /// Something a decision stands on.
    enum Fact {
        case version(CallID, UInt64)
        case seat(UserID, CallID?)
        case group(String, CallID?)
        case alias(CallID, CallID?)
        case calledOff(CallID, UserID, Bool)
    }

    private let store: SimulatedStore
    private let flaw: Flaw?
    private(set) var facts: [Fact] = []
    private(set) var transitions: [Transition] = []
    private(set) var calls: [CallID: Call] = [:]
    private(set) var seats: [UserID: CallID?] = [:]
    private(set) var groups: [String: CallID?] = [:]
    private(set) var aliases: [CallID: CallID] = [:]
    private(set) var calledOff: [CallID: UserID] = [:]
    private(set) var records: [CallRecord] = []

    init(_ store: SimulatedStore, flaw: Flaw?) {
        self.store = store
        self.flaw = flaw
    }

    // MARK: reads

    /// The call of this id, also by the id of one that was merged into it.
    mutating func load(_ id: CallID) -> Call? {
        if let own = calls[id] { return own }
        let call = store.row(id)
        facts.append(.version(id, call?.version ?? 0))
        if let call { return call }
        let alias = aliases[id] ?? store.alias(of: id)
        facts.append(.alias(id, store.alias(of: id)))
        return alias.flatMap { load($0) }
    }

    mutating func activeCall(of user: UserID) -> CallID? {
        if let own = seats[user] { return own }
        facts.append(.seat(user, store.activeUsers[user]))
        return store.activeUsers[user]
    }

    mutating func activeCall(ofGroup group: String) -> CallID? {
        if let own = groups[group] { return own }
        facts.append(.group(group, store.activeGroups[group]))
        return store.activeGroups[group]
    }

    mutating func isCalledOff(_ id: CallID, by user: UserID) -> Bool {
        let isCalledOff = store.isCalledOff(id, by: user)
        facts.append(.calledOff(id, user, isCalledOff))
        return isCalledOff
    }

    // MARK: writes

    mutating func noteCalledOff(_ id: CallID, by user: UserID) { calledOff[id] = user }

    /// Reduces; what is not of the transaction is to be done after the commit.
    @discardableResult
    mutating func decide(_ call: Call, _ event: CallEvent, at now: WallTime) throws(CallRefusal) -> Call {
        let (next, effects) = try store.reduce(call, event, at: now)
        let transition = Transition(event: event, old: call, new: next, effects: effects)
        transitions.append(transition)
        guard next.version != call.version else { return next }
        calls[call.id] = next
        for effect in effects where effect.isStored { perform(effect, next) }
        return next
    }

    private mutating func perform(_ effect: CallEffect, _ call: Call) {
        switch effect {
        case .occupy(let user): seats[user] = .some(call.id)
        case .release(let user): if flaw != .seatLeaked { seats[user] = .some(nil) }
        case .occupySecond, .activate, .deactivate: preconditionFailure("nobody holds a call, or has a second one")
        case .occupyGroup(let group): groups[group] = .some(call.id)
        case .releaseGroup(let group): groups[group] = .some(nil)
        case .alias(let other): aliases[other] = call.id
        case .writeRecord(let record):
            if flaw != .recordLost || record.reason != .noResponse { records.append(record) }
        case .publish, .findDevices, .pushRing, .pushStop, .createRoom, .closeRoom, .removeFromRoom, .muteInRoom,
            .startTimer, .cancelTimer:
            break
        }
    }
}

/// One decision.
struct Transition {
    let event: CallEvent
    let old: Call
    let new: Call
    let effects: [CallEffect]
}
