import CallModel
import SignalingCore
import TestSupport
import Testing

/// Several calls among the same users, with call waiting: what the store's two seats per user promise.
@Suite("Two calls per user")
struct TwoCallsTests {
    @Test("1,000 walks: no user is active in two calls, or in more than two", arguments: [1, 2] as [UInt64])
    func walks(_ block: UInt64) {
        for number in 0..<500 {
            let seed = block * 1_000 + UInt64(number)
            var desk = Desk(seed: seed)
            for _ in 0..<40 {
                desk.step()
                if let broken = desk.broken {
                    Issue.record("seed \(seed): \(broken)\n\(desk.log.joined(separator: "\n"))")
                    return
                }
            }
        }
    }

    @Test("the walks meet holds, swaps and rings beside another call")
    func coverage() {
        var log: [String] = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var desk = Desk(seed: seed)
            for _ in 0..<40 { desk.step() }
            log += desk.log
        }
        for word in ["waiting", "made way: hold", "made way: end", "held", "resumed", "answered"] {
            #expect(log.contains { $0.contains(word) }, "\(word) never happened")
        }
    }
}

/// The calls of a few users and their seats, decided as the service decides them: both calls of a user in one step.
private struct Desk {
    private struct Seat {
        let call: CallID
        var isActive: Bool
    }

    private static let users = [alice, bob, carol, dave]

    private var chance: SeededGenerator
    private var now = WallTime(milliseconds: 1_000_000)
    private var calls: [Call] = []
    private var seats: [UserID: [Seat]] = [:]
    private(set) var log: [String] = []
    private(set) var broken: String?

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    mutating func step() {
        now = now + .milliseconds(chance.next(in: 0...6_000))
        let user = Self.users[chance.next(in: 0...3)]
        switch chance.next(in: 0...9) {
        case 0...3: place(by: user)
        case 4...6: takeUp(by: user)
        case 7: hold(by: user)
        case 8: if let call = randomCall(of: user) { decide(call, .device(device(user), .hungUp)) }
        default:
            for call in calls {
                for timer in call.pendingTimers where timer.expiresAt <= now {
                    decide(call.id, .timer(timer.timer))
                }
            }
        }
        if broken == nil { broken = brokenLaw() }
    }

    private mutating func randomCall(of user: UserID) -> CallID? {
        let own = seats[user] ?? []
        return own.isEmpty ? nil : own[chance.next(in: 0...(own.count - 1))].call
    }

    private func call(_ id: CallID) -> Call? { calls.first { $0.id == id } }

    private func standing(of user: UserID) -> Invitee.Standing {
        let own = seats[user] ?? []
        guard let other = own.first else { return .free }
        return own.count == 1 && call(other.call)?.bearsAnother(for: user) == true ? .waiting : .busy
    }

    private mutating func place(by user: UserID) {
        let own = seats[user] ?? []
        let isBusy =
            own.contains { $0.isActive } || own.count > 1
            || own.first.map { other in
                call(other.call)?.bearsAnother(for: user) != true
            } ?? false
        let callee = Self.users[chance.next(in: 0...3)]
        guard callee != user else { return }
        let id = CallID("call-\(calls.count + 1)")
        let invitee = Invitee(userID: callee, standing: standing(of: callee), devices: [device(callee)])
        calls.append(Call(id: id, terms: CallTerms(inviterID: user, mediaKind: .audio, roomID: "room")))
        log.append("\(user) places \(id) to \(callee), \(invitee.standing)")
        decide(id, .placed(Placement(caller: device(user), invitees: [invitee], isCallerBusy: isBusy)))
    }

    /// An answer or a resume; the call in which the user is active makes way in the same transaction.
    private mutating func takeUp(by user: UserID) {
        let inactive = (seats[user] ?? []).filter { !$0.isActive }.map(\.call)
        let ringing = (seats[user] ?? []).map(\.call).filter { call($0)?.ringingUsers.contains(user) ?? false }
        guard let id = (ringing + inactive).first, let taken = call(id) else { return }
        let before = (calls, seats)
        let isRinging = taken.ringingUsers.contains(user)
        let act: DeviceAct = isRinging ? .accepted : .held(isOnHold: false)
        if taken.asksForWay(of: user, by: act), let other = seats[user]?.first(where: { $0.isActive })?.call {
            let choice: OtherCall = chance.chance(percent: 60) ? .hold : .end
            guard let event = call(other)?.givingWay(of: user, by: choice) else { return }
            guard decide(other, event) else { return }
            log.append("\(other) made way: \(choice)")
        }
        guard decide(id, .device(device(user), act)) else {
            (calls, seats) = before
            return
        }
        log.append(isRinging ? "\(user) answered \(id)" : "\(user) resumed \(id)")
    }

    private mutating func hold(by user: UserID) {
        guard let active = seats[user]?.first(where: { $0.isActive })?.call else { return }
        if decide(active, .device(device(user), .held(isOnHold: true))) { log.append("\(user) held \(active)") }
    }

    /// False: refused, and nothing has changed.
    @discardableResult
    private mutating func decide(_ id: CallID, _ event: CallEvent) -> Bool {
        guard let index = calls.firstIndex(where: { $0.id == id }),
            let effects = try? calls[index].handle(event, at: now)
        else { return false }
        for effect in effects { perform(effect, id) }
        return true
    }

    /// What the store's keys allow.
    private mutating func perform(_ effect: CallEffect, _ id: CallID) {
        switch effect {
        case .occupy(let user): seat(user, Seat(call: id, isActive: true))
        case .occupySecond(let user): seat(user, Seat(call: id, isActive: false))
        case .activate(let user): mark(user, id, isActive: true)
        case .deactivate(let user): mark(user, id, isActive: false)
        case .release(let user): seats[user]?.removeAll { $0.call == id }
        default: break
        }
    }

    private mutating func seat(_ user: UserID, _ seat: Seat) {
        if seats[user]?.count == 2 { broken = "\(user) would sit in three calls" }
        seats[user, default: []].append(seat)
        checkActive(user)
    }

    private mutating func mark(_ user: UserID, _ id: CallID, isActive: Bool) {
        guard let index = seats[user]?.firstIndex(where: { $0.call == id }) else {
            return broken = "\(user) has no seat in \(id)"
        }
        seats[user]?[index].isActive = isActive
        checkActive(user)
    }

    /// The unique key: it must hold after every statement, not only at the commit.
    private mutating func checkActive(_ user: UserID) {
        if (seats[user] ?? []).count(where: \.isActive) > 1 { broken = "\(user) would be active twice" }
    }

    private func brokenLaw() -> String? {
        for user in Self.users {
            let own = calls.flatMap { call in call.participants.filter { $0.userID == user && !$0.stage.isGone } }
            if own.count > 2 { return "\(user) is in \(own.count) calls" }
            if own.count(where: \.isActive) > 1 { return "\(user) is active in two calls" }
            if own.count(where: \.isActive) != (seats[user] ?? []).count(where: \.isActive) {
                return "the seats of \(user) are not what his calls say"
            }
        }
        return nil
    }
}
