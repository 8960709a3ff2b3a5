import CallModel
import SignalingCore
import SignalingTestSupport
import TestSupport
import Testing

/// Random lives of a call: whatever comes in whatever order, the laws hold after every event.
@Suite("Random walks")
struct CallWalkTests {
    @Test("2,500 walks keep every law", arguments: [1, 2, 3, 4] as [UInt64])
    func walks(_ block: UInt64) {
        for number in 0..<2_500 {
            let seed = block * 1_000_000 + UInt64(number)
            var walk = Walk(seed: seed)
            if let broken = walk.run() {
                Issue.record("seed \(seed): \(broken)\n\(walk.log.map { "\($0)" }.joined(separator: "\n"))")
                return
            }
        }
    }
}

/// One seeded life of a call.
private struct Walk {
    private let kind: UInt64
    private var chance: SeededGenerator
    private var call: Call
    private var now = WallTime(milliseconds: 1_000_000)
    private var laws: CallLaws
    private(set) var log: [Step] = []

    enum Step {
        case handled(CallEvent, CallState, [CallEffect])
        case refused(CallEvent, CallRefusal)
    }

    private static let users = [alice, bob, carol, dave]
    private static let devices = Dictionary(
        uniqueKeysWithValues: users.map { ($0, [device($0), device($0, "tablet")]) })

    init(seed: UInt64) {
        kind = seed % 3
        chance = SeededGenerator(seed: seed)
        let terms = CallTerms(
            inviterID: alice, mediaKind: .audio, roomID: "room", chatGroupID: chance.chance(percent: 20) ? "g" : nil,
            isEphemeral: chance.chance(percent: 10),
            limits: CallLimits(participants: chance.chance(percent: 20) ? 3 : 32))
        call = Call(id: CallID("call-1"), terms: terms)
        laws = CallLaws(checksPublication: seed % 4 == 0)
    }

    /// The first law that was broken, if any.
    mutating func run() -> String? {
        var invitees = Self.users.dropFirst().filter { _ in chance.chance(percent: 60) }.map { invitee($0) }
        if invitees.isEmpty { invitees = [free(bob)] }
        if let broken = apply(.placed(Placement(caller: device(alice), invitees: invitees))) { return broken }
        guard call.state != .created else { return nil }
        var stepsAfterEnd = 0
        for _ in 0..<30 where stepsAfterEnd < 4 {
            now = now + .milliseconds(chance.next(in: 0...8_000))
            if let broken = apply(nextEvent()) { return broken }
            if call.state.isOver { stepsAfterEnd += 1 }
        }
        if !call.state.isOver, let broken = apply(.operatorEnded) { return broken }
        return settleDuties() ?? laws.checkEnd(of: call)
    }

    private mutating func apply(_ event: CallEvent) -> String? {
        let before = call
        do {
            let effects = try call.handle(event, at: now)
            log.append(.handled(event, call.state, effects))
            return laws.check(before, event, effects, call)
        } catch {
            log.append(.refused(event, error))
            if case .bug = error { return "a bug was reported" }
            return call == before ? nil : "a refused event changed the call"
        }
    }

    /// What is owed after the end can be performed, and then nothing is owed.
    private mutating func settleDuties() -> String? {
        for effect in call.owedEffects {
            let answer: CallEvent? =
                switch effect {
                case .pushStop(let user): .push(.stopTaken(user))
                case .closeRoom(_, let era): .media(.roomClosed(era: era))
                default: nil
                }
            guard let answer else { return "an ended call owes \(effect)" }
            if let broken = apply(answer) { return broken }
        }
        return call.owedEffects.isEmpty ? nil : "duties remain: \(call.owedEffects)"
    }

    private mutating func user() -> UserID { Self.users[chance.next(in: 0...3)] }

    private mutating func anyDevice() -> CallDevice { devices(of: user())[chance.chance(percent: 70) ? 0 : 1] }

    private func devices(of user: UserID) -> [CallDevice] { Self.devices[user] ?? [] }

    private mutating func invitee(_ user: UserID) -> Invitee {
        // Every third walk has quiet users in the place of busy ones, another third blocks in that of strangers.
        let standing: Invitee.Standing =
            chance.chance(percent: 70)
            ? .free
            : chance.chance(percent: 40)
                ? .waiting
                : chance.chance(percent: 70) ? (kind == 1 ? .doNotDisturb : .busy) : kind == 2 ? .blocked : .unknown
        let devices = devices(of: user).filter { _ in chance.chance(percent: 70) }
        return Invitee(userID: user, standing: standing, devices: devices)
    }

    private mutating func nextEvent() -> CallEvent {
        switch chance.next(in: 0...22) {
        case 21: return .device(anyDevice(), .removed(user()))
        case 22:
            guard let digits = DialDigits(chance.chance(percent: 50) ? "12" : "#") else { return .operatorEnded }
            return .device(anyDevice(), .sentDigits(digits, start: chance.next(in: 0...3)))
        case 20: return .device(anyDevice(), .held(isOnHold: chance.chance(percent: 60)))
        case 0...2: return .device(anyDevice(), .accepted)
        case 3: return .device(anyDevice(), chance.chance(percent: 50) ? .rejected : .rejectedHere)
        case 4: return .device(anyDevice(), .hungUp)
        case 5: return .device(anyDevice(), .joined(isBusy: chance.chance(percent: 10)))
        case 6, 7: return .device(anyDevice(), .invited([invitee(user())], .standard, userData: nil))
        case 8: return .device(anyDevice(), .acknowledged(AlertReport.allCases[chance.next(in: 0...2)]))
        case 9:
            return .device(
                anyDevice(), .switchedMedia(isMicrophoneOpened: chance.chance(percent: 50), isCameraOpened: false))
        case 10: return .device(anyDevice(), .calledBack(CallID("call-2")))
        case 11:
            let device = anyDevice()
            return .presence(.sessionsFound(device.userID, [device]))
        case 12: return .presence(.sessionGone(anyDevice().sessionID))
        case 13:
            let order = call.owedEffects.lazy.compactMap { effect -> RingTimer? in
                guard case .pushRing(let order, _) = effect else { return nil }
                return order
            }.first
            let targets = devices(of: order?.userID ?? user()).filter { _ in chance.chance(percent: 50) }
            return .push(
                .ringTaken(
                    order ?? timer(), deviceCount: targets.count,
                    devices: chance.chance(percent: 70) ? targets.map(\.deviceID) : nil))
        case 14:
            let device = anyDevice()
            if chance.chance(percent: 40) { return .push(.stopTaken(device.userID)) }
            let report = chance.chance(percent: 80) ? PushReport(deviceID: device.deviceID) : nil
            return .push(.outcome(device.userID, isHandedOver: chance.chance(percent: 60), report))
        case 15: return .media(.roomCreated(anyNode(), era: era()))
        case 16: return .media(.roomLost(anyNode(), era: era()))
        case 17:
            return chance.chance(percent: 30)
                ? .media(.silenced(anyDevice().sessionID, era: era())) : .media(.roomClosed(era: era()))
        case 18:
            let running = call.pendingTimers.map(\.timer)
            return .timer(running.isEmpty ? timer() : running[chance.next(in: 0...(running.count - 1))])
        default: return .timer(timer())
        }
    }

    private mutating func timer() -> RingTimer {
        let kind: RingTimer.Kind? = chance.chance(percent: 30) ? .confirm(chance.next(in: 1...5)) : nil
        return RingTimer(userID: user(), round: chance.next(in: 1...2), kind: kind)
    }

    private mutating func anyNode() -> MediaNode { chance.chance(percent: 70) ? node : otherNode }
    private mutating func era() -> UInt32 {
        chance.chance(percent: 70) ? max(1, call.media.era) : UInt32(chance.next(in: 1...3))
    }
}
