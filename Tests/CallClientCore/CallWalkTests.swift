import CallClientCore
import CallModel
import Testing

/// The truth about calls, as far as one client sees it, and a bad way to hear of it.
private struct World {
    struct Truth {
        var snapshot: CallSnapshot
        var deadline: MonotonicInstant
    }

    var bench = ClientBench.online("me")
    var dice: Dice
    var calls: [CallID: Truth] = [:]
    /// Snapshots on their way; taken in any order, twice, or never.
    var underway: [CallSnapshot] = []
    /// Requests the server has not executed yet.
    var requests: [(Ticket, Request)] = []
    var seenRequests = 0
    var commands: [Ticket] = []
    var names = 0
    let me = UserID("me")

    init(seed: UInt64) { dice = Dice(seed: seed) }

    private mutating func freshID() -> CallID {
        names += 1
        return CallID("call-\(names)")
    }

    private mutating func change(_ callID: CallID, _ edit: (inout CallSnapshot) -> Void) {
        guard var truth = calls[callID] else { return }
        edit(&truth.snapshot)
        truth.snapshot.version += UInt64(dice.number(1...3))
        truth.snapshot.serverTime = bench.serverTime
        calls[callID] = truth
        underway.append(truth.snapshot)
    }

    private mutating func create(_ callID: CallID, inviter: UserID) -> CallSnapshot {
        let snapshot = CallSnapshot(
            callID: callID, version: 1, inviterID: inviter, inviteeIDs: [inviter == me ? UserID("you") : me],
            isGroup: true, phase: .ringing, ownStatus: .waiting, ringDeadline: bench.serverTime + .seconds(30),
            createdAt: bench.serverTime, serverTime: bench.serverTime)
        calls[callID] = Truth(snapshot: snapshot, deadline: bench.now + .seconds(30))
        underway.append(snapshot)
        return snapshot
    }

    var live: [CallID] { calls.filter { $0.value.snapshot.isLive }.map(\.key).sorted() }

    // MARK: What happens

    mutating func step() {
        switch dice.number(0...19) {
        case 0: _ = create(freshID(), inviter: UserID("you"))
        case 1, 2, 3: othersAct()
        case 4, 5: appActs()
        case 6, 7, 8, 9: deliver()
        case 10, 11, 12, 13: execute()
        case 14: bench.loseConnection()
        case 15, 16: if case .waiting = bench.core.session.state { bench.reconnect() }
        case 17: bench.give(.devicesChanged(isMicrophoneOpened: dice.chance(percent: 50), isCameraOpened: false))
        default: pass(.milliseconds(dice.number(1...4_000)))
        }
        collect()
    }

    mutating func collect() {
        requests += bench.sent[seenRequests...]
        seenRequests = bench.sent.count
        if !bench.core.outbox.isOnline { requests = [] }
    }

    mutating func pass(_ duration: Duration) {
        if let connection = bench.core.session.state.connection {
            bench.give(.connection(.bytesReceived(connection)))
        }
        bench.advance(by: duration)
        for (callID, truth) in calls.sorted(by: { $0.key < $1.key })
        where truth.snapshot.ownStatus == .waiting && truth.snapshot.isLive && truth.deadline <= bench.now {
            change(callID) { $0.end(.noResponse, by: "me") }
        }
    }

    private mutating func othersAct() {
        guard let callID = calls.keys.sorted().isEmpty ? nil : dice.pick(calls.keys.sorted()) else { return }
        let snapshot = calls[callID]!.snapshot
        let now = bench.serverTime
        switch dice.number(0...3) {
        case 0 where snapshot.isLive && snapshot.ownStatus == .waiting && snapshot.inviterID == me:
            change(callID) { $0.connect(at: now) }
        case 1 where snapshot.isLive:
            change(callID) { $0.end(.canceled, by: "you") }
        case 2 where snapshot.phase == .connected && snapshot.ownStatus == .none:
            calls[callID]?.deadline = bench.now + .seconds(30)
            change(callID) {
                $0.ownStatus = .waiting
                $0.ringDeadline = now + .seconds(30)
            }
        case 3 where snapshot.ownStatus == .accept && snapshot.isLive:
            change(callID) { $0.mediaEra += 1 }
        default: break
        }
    }

    private mutating func appActs() {
        let command: CallCommand
        switch dice.number(0...5) {
        case 0: command = .call(freshID(), participants: [UserID("you")], .audio, CallParameters())
        case 1: command = .accept
        case 2: command = .reject
        case 3: command = .invite([UserID("third")], CallParameters())
        case 4 where !calls.isEmpty: command = .join(dice.pick(calls.keys.sorted()))
        default: command = .hangup
        }
        commands.append(bench.command(command))
    }

    mutating func deliver() {
        guard !underway.isEmpty else { return }
        let index = dice.number(0...(underway.count - 1))
        let snapshot = underway[index]
        if !dice.chance(percent: 25) { underway.remove(at: index) }
        if bench.core.outbox.isOnline, !dice.chance(percent: 20) { bench.give(.snapshot(snapshot)) }
    }

    mutating func execute() {
        guard !requests.isEmpty else { return }
        let (ticket, request) = requests.remove(at: dice.number(0...(requests.count - 1)))
        if dice.chance(percent: 15) {
            bench.give(.failed(ticket, RequestFailure(status: 14, reason: 0)))
            return
        }
        answer(ticket, request)
    }

    mutating func answer(_ ticket: Ticket, _ request: Request) {
        let isAnswerLost = dice.chance(percent: 10)
        guard let reply = serve(request) else {
            bench.give(.failed(ticket, .invitationOver))
            return
        }
        if isAnswerLost { bench.loseConnection() } else { bench.give(.answered(ticket, reply)) }
    }

    // MARK: The server

    private mutating func serve(_ request: Request) -> Reply? {
        let now = bench.serverTime
        switch request {
        case .call(let callID, _, _, _):
            if let known = calls[callID] { return .call(known.snapshot) }
            return .call(create(callID, inviter: me))
        case .accept(let callID):
            guard let snapshot = calls[callID]?.snapshot, snapshot.isLive else { return nil }
            if snapshot.ownStatus == .waiting { change(callID) { $0.connect(at: now) } }
        case .hangup(let callID), .reject(let callID):
            guard let snapshot = calls[callID]?.snapshot else { return nil }
            if snapshot.isLive {
                change(callID) {
                    $0.ownStatus = .none
                    $0.ownEndReason = .hangup
                    $0.ownEndedBy = UserID("me")
                }
            }
        case .join(let callID):
            guard let snapshot = calls[callID]?.snapshot, snapshot.phase == .connected else { return nil }
            if snapshot.ownStatus != .accept { change(callID) { $0.ownStatus = .accept } }
        case .invite(let callID, _, _):
            guard calls[callID]?.snapshot.isLive == true else { return nil }
        case .sync(let known):
            let told = Set(live + known.map(\.callID).filter { calls[$0] != nil })
            return .calls(told.sorted().map { calls[$0]!.snapshot })
        case .joinMedia(let callID, let era):
            return calls[callID]?.snapshot.mediaEra == era ? .mediaGranted : nil
        case .acknowledge, .setMediaState: return .done
        }
        return request.callID.flatMap { calls[$0] }.map { .call($0.snapshot) }
    }

    /// A good network from here on, until nothing is left to say.
    mutating func settle() {
        var syncs = 0
        for _ in 0..<800 {
            if case .waiting = bench.core.session.state { bench.reconnect() }
            bench.connect()
            collect()
            if let (ticket, request) = requests.first {
                requests.removeFirst()
                if let reply = serve(request) {
                    bench.give(.answered(ticket, reply))
                } else {
                    bench.give(.failed(ticket, .invitationOver))
                }
            } else if !underway.isEmpty {
                bench.give(.snapshot(underway.removeFirst()))
            } else if bench.core.outbox.isEmpty, bench.core.outbox.isOnline, syncs < 2,
                !bench.core.desk.knownCalls.isEmpty
            {
                // Updates that were lost are found by the regular Sync.
                syncs += 1
                pass(.seconds(8))
                pass(.seconds(8))
            } else if bench.core.outbox.isEmpty, bench.core.outbox.isOnline {
                return
            } else {
                pass(.milliseconds(200))
            }
        }
    }
}

extension CallSnapshot {
    fileprivate mutating func connect(at now: WallTime) {
        phase = .connected
        ownStatus = .accept
        ringDeadline = nil
        connectedAt = now
        mediaEra = 1
    }

    fileprivate mutating func end(_ reason: EndReason, by user: String) {
        phase = .ended
        ownStatus = .none
        ownEndReason = reason
        ownEndedBy = UserID(user)
    }
}

@Suite("Calls: walks over a bad network")
struct CallWalkTests {
    @Test(
        "start and end alternate, commands are answered once, media stops, and client and server agree in the end",
        arguments: 0..<60)
    func walk(seed: Int) {
        var world = World(seed: UInt64(seed))
        for _ in 0..<120 { world.step() }
        world.settle()
        checkNotices(world, seed)
        checkCommands(world, seed)
        checkAgreement(world, seed)
    }

    private func checkNotices(_ world: World, _ seed: Int) {
        var isUp: [CallID: Bool] = [:]
        for notice in world.bench.notices {
            switch notice {
            case .started(let callID, _), .received(let callID, _, _):
                #expect(isUp[callID] != true, "seed \(seed): \(callID) began twice")
                #expect(!isUp.values.contains(true), "seed \(seed): \(callID) began during another call")
                isUp[callID] = true
            case .ended(let callID, _, _, _):
                #expect(isUp[callID] == true, "seed \(seed): \(callID) ended without a begin, or twice")
                isUp[callID] = false
            }
        }
        let front = world.bench.overviews.last.flatMap { $0.ownStatus == .none ? nil : $0.call?.callID }
        #expect(front == isUp.first { $0.value }?.key, "seed \(seed): state and events differ")
        let bugs = world.bench.refusals.filter { $0.kind == .bug }
        #expect(bugs.isEmpty, "seed \(seed): \(bugs)")
    }

    private func checkCommands(_ world: World, _ seed: Int) {
        for ticket in world.commands {
            #expect(world.bench.finished[ticket]?.count == 1, "seed \(seed): command \(ticket.number)")
        }
    }

    private func checkAgreement(_ world: World, _ seed: Int) {
        let known = world.bench.core.desk.knownCalls.map(\.callID)
        #expect(known == world.live, "seed \(seed)")
        let started = world.bench.media.last?.0
        if let started, !known.contains(started) {
            #expect(world.bench.stops.contains(started), "seed \(seed): media of \(started) goes on")
        }
    }
}
