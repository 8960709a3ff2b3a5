import CallModel
import SignalingCore

/// Signaling's rows, shared by its replicas. A transaction reads at one moment and commits at a later one; it is made again
/// if what it read has changed meanwhile, as in the service.
final class SimulatedStore {
    /// Why nothing was decided, as far as the replica knows.
    enum Failure: Error {
        case unavailable
        /// The commit left and was not answered: it may have been stored.
        case outcomeUnknown
        case conflict
    }

    enum Refusal: Error {
        case refused(CallRefusal)
        case failed(Failure)
    }

    /// A row that is shared rather than copied.
    private final class Row {
        let call: Call
        init(_ call: Call) { self.call = call }
    }

    private static let attempts = 5

    private let world: World
    private let network: Network
    private let flaw: Flaw?
    private var rows: [CallID: Row] = [:]
    private var active: [CallID: Row] = [:]
    private var owing: [CallID: Row] = [:]
    private(set) var activeUsers: [UserID: CallID] = [:]
    private(set) var activeGroups: [String: CallID] = [:]
    private var merged: [CallID: CallID] = [:]
    private(set) var records: [CallID: [UserID: CallRecord]] = [:]
    private var calledOff: [CallID: UserID] = [:]
    /// When each call ended, in true time.
    private(set) var endedAt: [CallID: WallTime] = [:]
    /// Answers nobody until then.
    private(set) var downUntil: Int64 = 0
    /// When a replica was last told of a failure though its decision may have been stored.
    private(set) var lastDoubt: Int64 = .min
    /// What becomes of the next commit, whose answer is lost: whether it is stored. `nil`: chance decides whether any is.
    var nextDoubt: Bool?
    /// Hears of every decision that is stored.
    var observer: (Transition) -> String? = { _ in nil }
    /// For flaws: the first version of each call, the last that was not over, and the last that nobody had answered.
    private var first: [CallID: Call] = [:]
    private var lastAlive: [CallID: Call] = [:]
    private var lastRinging: [CallID: Call] = [:]

    init(world: World, network: Network, flaw: Flaw?) {
        self.world = world
        self.network = network
        self.flaw = flaw
    }

    // MARK: reads

    func row(_ id: CallID) -> Call? { rows[id]?.call }
    func call(_ id: CallID) -> Call? { rows[merged[id] ?? id]?.call }
    func version(of id: CallID) -> UInt64 { rows[id]?.call.version ?? 0 }
    func alias(of id: CallID) -> CallID? { merged[id] }
    func isCalledOff(_ id: CallID, by user: UserID) -> Bool { calledOff[id] == user }

    var activeCalls: [Call] { sorted(active) }
    var owingCalls: [Call] { owing.isEmpty ? [] : sorted(owing) }
    var allCalls: [Call] { sorted(rows) }

    private func sorted(_ rows: [CallID: Row]) -> [Call] { rows.values.map(\.call).sorted { $0.id < $1.id } }

    // MARK: outages

    var isUp: Bool { world.elapsed >= downUntil }

    func goDown(for duration: Duration) { downUntil = world.elapsed + duration.wholeNanoseconds }
    func comeBack() { downUntil = 0 }

    private func isReachable(from host: Host) -> Bool { isUp && !network.isCut(host, .store) }

    // MARK: transactions

    /// Runs `body` as one transaction. What `body` throws undoes everything.
    func transact<Value>(
        from host: Host, attempt: Int = 1,
        _ body: @escaping (inout SimulatedTransaction) throws(CallRefusal) -> Value,
        _ then: @escaping (Result<(Value, [Transition]), Refusal>) -> Void
    ) {
        guard isReachable(from: host) else {
            return world.after(world.delay(1...20)) { then(.failure(.failed(.unavailable))) }
        }
        var transaction = SimulatedTransaction(self, flaw: flaw)
        let value: Value
        do throws(CallRefusal) { value = try body(&transaction) } catch {
            return then(.failure(.refused(error)))
        }
        if flaw == .effectsBeforeCommit { then(.success((value, transaction.transitions))) }
        world.after(world.delay(1...12, atBest: 1...3)) {
            guard self.isReachable(from: host) else { return then(.failure(.failed(.unavailable))) }
            guard self.flaw == .conflictsIgnored || transaction.facts.allSatisfy(self.holds) else {
                guard attempt < Self.attempts else { return then(.failure(.failed(.conflict))) }
                return self.transact(from: host, attempt: attempt + 1, body, then)
            }
            let doubt = self.nextDoubt.take() ?? self.drawDoubt()
            if doubt != nil { self.lastDoubt = self.world.elapsed }
            if doubt ?? true { self.commit(transaction) }
            let isInDoubt = doubt != nil
            if self.flaw == .effectsBeforeCommit { return }
            then(isInDoubt ? .failure(.failed(.outcomeUnknown)) : .success((value, transaction.transitions)))
        }
    }

    /// Whether a commit that is not answered was stored; `nil`: it is answered.
    private func drawDoubt() -> Bool? { world.fault(percent: 1) ? world.happens(percent: 50) : nil }

    private func holds(_ fact: SimulatedTransaction.Fact) -> Bool {
        switch fact {
        case .version(let id, let version): self.version(of: id) == version
        case .seat(let user, let call): activeUsers[user] == call
        case .group(let group, let call): activeGroups[group] == call
        case .alias(let id, let call): merged[id] == call
        case .calledOff(let id, let user, let isSo): isCalledOff(id, by: user) == isSo
        }
    }

    private func commit(_ transaction: SimulatedTransaction) {
        for (id, call) in transaction.calls {
            let row = Row(call)
            rows[id] = row
            active[id] = call.state.isOver ? nil : row
            owing[id] = call.owedEffects.isEmpty ? nil : row
            if call.state.isOver, endedAt[id] == nil { endedAt[id] = world.wallTime }
        }
        for (user, call) in transaction.seats { activeUsers[user] = call }
        for (group, call) in transaction.groups { activeGroups[group] = call }
        for (other, call) in transaction.aliases { merged[other] = call }
        for (id, user) in transaction.calledOff where calledOff[id] == nil { calledOff[id] = user }
        for record in transaction.records { records[record.callID, default: [:]][record.userID] = record }
        for transition in transaction.transitions {
            if let law = observer(transition) { world.fail(law) }
        }
    }

    // MARK: the reducer

    /// The real reducer, unless a flaw is asked for.
    func reduce(_ call: Call, _ event: CallEvent, at now: WallTime) throws(CallRefusal) -> (Call, [CallEffect]) {
        var next = call
        if flaw == .progressForgotten, case .push(.outcome) = event { next = first[call.id] ?? call }
        do throws(CallRefusal) {
            let effects = try next.handle(event, at: now)
            if flaw != nil { remember(next) }
            return (next, effects)
        } catch {
            guard var other = substitute(for: call, event, error) else { throw error }
            let effects = try other.handle(event, at: now)
            return (other, effects)
        }
    }

    private func remember(_ call: Call) {
        if first[call.id] == nil { first[call.id] = call }
        switch call.state {
        case .created, .ended: break
        case .ringing: (lastRinging[call.id], lastAlive[call.id]) = (call, call)
        case .answered: lastAlive[call.id] = call
        }
    }

    private func substitute(for call: Call, _ event: CallEvent, _ refusal: CallRefusal) -> Call? {
        guard case .device(_, .accepted, _) = event, case .race(let race) = refusal else { return nil }
        switch (flaw, race) {
        case (.endRevived, .callOver): return lastAlive[call.id]
        case (.lastAnswerWins, .answeredElsewhere): return lastRinging[call.id]
        default: return nil
        }
    }
}
