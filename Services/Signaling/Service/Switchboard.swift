import CallModel
import Database
import ServiceKit
import SignalingCore
import Wire

/// Decides events on stored calls and sees to what they order. Everything that changes a call goes through here.
///
/// Orders to other services run after the commit, each in a task of its own and at most once at a time; one that fails is
/// still owed by its row, and the sweeper orders it again.
final class Switchboard: Sendable {
    let table: CallTable
    let delivery: SnapshotDelivery<Call>
    let directory: PresenceDirectory
    let clock: any ServiceClock
    let neighbours: Neighbours
    let nodes: MediaNodes
    private let journal: TransitionJournal
    private let underWay = OrdersUnderWay()
    private let aligning = Alignments()
    let log: Log
    private let decisions: Counter
    private let refusals: Counter
    private let bugs: Counter
    let ordersFailed: Counter

    init(
        table: CallTable, neighbours: Neighbours, directory: PresenceDirectory, delivery: SnapshotDelivery<Call>,
        nodes: MediaNodes, journal: TransitionJournal, clock: any ServiceClock, log: Log, metrics: Metrics
    ) {
        self.table = table
        self.neighbours = neighbours
        self.directory = directory
        self.delivery = delivery
        self.nodes = nodes
        self.journal = journal
        self.clock = clock
        self.log = log
        decisions = metrics.counter("decisions_total")
        refusals = metrics.counter("refusals_total")
        bugs = metrics.counter("bugs_total")
        ordersFailed = metrics.counter("orders_failed_total")
    }

    /// One event on one call. `nil` if there is no such call; throws `CallRefusal` if it was refused.
    @discardableResult
    func decide(_ id: CallID, _ event: CallEvent) async throws -> Transition? {
        try await decide(id) { _, _ in event }
    }

    /// One event, made from the call and from what the store knows in the same transaction.
    @discardableResult
    func decide(
        _ id: CallID, _ event: @escaping @Sendable (Call, borrowing Transaction) throws -> CallEvent
    ) async throws -> Transition? {
        let now = clock.wallTime
        let transition: Transition?
        do {
            transition = try await table.transact { store in try store.decide(id, at: now, event) }
        } catch let refusal as CallRefusal {
            note(refusal, id)
            throw refusal
        }
        if let transition { await carryOut([transition]) }
        return transition
    }

    /// Several decisions in one transaction: all of them, or none.
    func decideTogether(
        about id: CallID, _ body: @escaping @Sendable (borrowing Transaction, WallTime) throws -> [Transition]
    ) async throws -> [Transition] {
        let now = clock.wallTime
        let transitions: [Transition]
        do {
            transitions = try await table.transact { store in try body(store, now) }
        } catch let refusal as CallRefusal {
            note(refusal, id)
            throw refusal
        }
        await carryOut(transitions)
        return transitions
    }

    /// Of a store that has too much to do.
    private static let overloadPause = Duration.milliseconds(200)
    private static let mostOverloads = 20

    /// An event whose refusal needs no answer: it came too late. Nobody tells it again, so a store that has too much to do
    /// is asked for some seconds. Gives the call after it, unless it was refused or lost.
    @discardableResult
    func report(_ id: CallID, _ event: CallEvent) async -> Call? {
        var overloads = 0
        while true {
            do {
                return try await decide(id, event)?.new
            } catch is CallRefusal {
                return nil
            } catch DatabaseError.overloaded where overloads < Self.mostOverloads {
                overloads += 1
                guard (try? await clock.sleep(for: Self.overloadPause)) != nil else { return nil }
            } catch {
                log.error("event lost", ["call_id": id, "event": event.label, "cause": loggedCause(of: error)])
                return nil
            }
        }
    }

    /// Sees to decisions that were committed together. Nobody hears of a state that another of them has already replaced:
    /// a call that ended as it was placed rings nowhere.
    func carryOut(_ transitions: [Transition]) async {
        var newest: [CallID: Call] = [:]
        for transition in transitions { newest[transition.new.id] = transition.new }
        for transition in transitions where transition.old.version != transition.new.version {
            decisions.add()
            log.debug(
                "call changed",
                [
                    "call_id": transition.new.id, "version": transition.new.version,
                    "event": transition.event.label, "state": transition.new.state.label,
                ])
            if journal.isKept { await journal.append(transition) }
            if transition.old.media != .none || transition.new.media != .none { await nodes.note(transition.new) }
            for effect in transition.effects { carryOut(effect, of: newest[transition.new.id] ?? transition.new) }
        }
    }

    /// Orders again what a row owes.
    func orderOwed(of call: Call) {
        for effect in call.owedEffects { carryOut(effect, of: call) }
    }

    func note(_ refusal: CallRefusal, _ id: CallID) {
        refusals.add()
        guard case .bug(let bug) = refusal else { return }
        bugs.add()
        log.error("bug found", ["call_id": id, "bug": "\(bug)"])
        assertionFailure("\(bug)")
    }

    private func carryOut(_ effect: CallEffect, of call: Call) {
        switch effect {
        case .occupy, .occupySecond, .activate, .deactivate, .release, .occupyGroup, .releaseGroup, .alias,
            .writeRecord:
            break  // in the transaction
        case .startTimer, .cancelTimer: break  // the row's next deadline is the timer
        case .publish(let devices): delivery.publish(call, to: devices)
        case .muteInRoom(let session, _, _, _):
            guard aligning.begin(session, in: call.id) else { return }
            RPCContext.outliving(about: call.id.rawValue) {
                repeat { await self.execute(effect, of: call) } while self.aligning.goesOn(session, in: call.id)
            }
        case .findDevices, .pushRing, .pushStop, .createRoom, .closeRoom, .removeFromRoom:
            guard underWay.begin(effect, of: call.id) else { return }
            RPCContext.outliving(about: call.id.rawValue) {
                await self.execute(effect, of: call)
                self.underWay.end(effect, of: call.id)
            }
        }
    }
}

extension CallState {
    /// For the log.
    var label: String {
        switch self {
        case .created: "created"
        case .ringing: "ringing"
        case .answered: "answered"
        case .ended(let end): "ended:\(end.reason)"
        }
    }
}

extension DeviceAct {
    fileprivate var label: String {
        switch self {
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .rejectedHere: "rejectedHere"
        case .hungUp: "hungUp"
        case .joined: "joined"
        case .invited: "invited"
        case .acknowledged(let report): "acknowledged:\(report.rawValue)"
        case .switchedMedia: "switchedMedia"
        case .held(let isOnHold): isOnHold ? "held" : "resumed"
        case .sentDigits: "sentDigits"
        case .removed: "removed"
        case .calledBack: "calledBack"
        }
    }
}

extension CallEvent {
    /// For the log: what happened, not by whom.
    var label: String {
        switch self {
        case .placed: "placed"
        case .device(_, let act, _): act.label
        case .presence(.sessionsFound): "sessionsFound"
        case .presence(.sessionGone): "sessionGone"
        case .push(.ringTaken): "ringTaken"
        case .push(.outcome): "pushOutcome"
        case .push(.stopTaken): "stopTaken"
        case .media(.roomCreated): "roomCreated"
        case .media(.roomLost): "roomLost"
        case .media(.roomClosed): "roomClosed"
        case .media(.silenced): "silenced"
        case .timer: "timer"
        case .operatorEnded: "operatorEnded"
        }
    }
}
