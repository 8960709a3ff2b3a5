import CallModel
import Synchronization
import Wire

/// One call of the load as its devices see it: what each does next, and when what happened.
final class Conversation: Sendable {
    /// How the call goes.
    enum Plot: Sendable {
        /// Rung, answered, a room made, hung up.
        case whole
        /// Called off while it rings.
        case cancelled
        /// Rung on two devices and answered on the first.
        case elsewhere
    }

    /// What a device does when it hears something.
    enum Act: Sendable, Equatable {
        case acknowledge(session: Int)
        case accept
        case hangUp
    }

    /// What was measured. `nil`: it has not come to that.
    struct Times: Sendable {
        let placed: MonotonicInstant
        /// The caller is told that a device of the callee rings.
        var alerting: MonotonicInstant?
        /// The accept, or the hang-up that calls off, was sent.
        var turned: MonotonicInstant?
        /// The device that was not to ring any more was told.
        var silent: MonotonicInstant?
        /// Everybody knows that the call is over.
        var over: MonotonicInstant?
    }

    fileprivate struct State {
        var times: Times
        var acknowledged: Set<Int> = []
        var isHungUp = false
        var knowsOfEnd: Set<String> = []
    }

    let id: String
    let plot: Plot
    let pair: Pair
    private let state: Mutex<State>

    init(id: String, plot: Plot, pair: Pair, placed: MonotonicInstant) {
        self.id = id
        self.plot = plot
        self.pair = pair
        state = Mutex(State(times: Times(placed: placed)))
    }

    var times: Times { state.withLock { $0.times } }

    /// A device was told how the call stands. Gives what it does now, and whether the call has just come to its end.
    func heard(_ snapshot: Proto.CallSnapshot, at session: String, now: MonotonicInstant) -> (act: Act?, isOver: Bool) {
        state.withLock { state in
            guard state.times.over == nil else { return (nil, false) }
            if snapshot.phase == .ended || snapshot.ownStatus == .none {
                return (nil, state.end(at: session, of: self, now))
            }
            if session == pair.caller.sessionId { return (state.callerHears(snapshot, of: self, now), false) }
            guard snapshot.ownStatus == .waiting,
                let number = pair.callees.firstIndex(where: { $0.sessionId == session }),
                state.acknowledged.insert(number).inserted
            else { return (nil, false) }
            return (.acknowledge(session: number), false)
        }
    }
}

extension Conversation.State {
    fileprivate mutating func callerHears(
        _ snapshot: Proto.CallSnapshot, of conversation: Conversation, _ now: MonotonicInstant
    ) -> Conversation.Act? {
        if snapshot.phase == .connected {
            // The room too is part of a call that nobody speaks in.
            guard snapshot.mediaEra > 0, !isHungUp else { return nil }
            isHungUp = true
            return .hangUp
        }
        let isAlerting = snapshot.participants.contains { $0.progress == .alerting }
        // Whoever answers in this plot waits until both devices ring.
        guard isAlerting, times.turned == nil, acknowledged.count == conversation.pair.callees.count else { return nil }
        if times.alerting == nil { times.alerting = now }
        times.turned = now
        guard conversation.plot == .cancelled else { return .accept }
        isHungUp = true
        return .hangUp
    }

    /// Whether that was the last one to know.
    fileprivate mutating func end(at session: String, of conversation: Conversation, _ now: MonotonicInstant) -> Bool {
        let pair = conversation.pair
        let waited = conversation.plot == .elsewhere ? pair.callees[1].sessionId : pair.callees[0].sessionId
        if session == waited, times.silent == nil { times.silent = now }
        knowsOfEnd.insert(session)
        guard knowsOfEnd.count == 1 + pair.callees.count else { return false }
        times.over = now
        return true
    }
}

/// A caller and whom he calls. What presence knows of them follows from their names.
struct Pair: Sendable {
    let caller: Proto.ClientIdentity
    /// The callee's devices.
    let callees: [Proto.ClientIdentity]

    init(_ number: Int, devices: Int) {
        caller = Self.identities(of: "caller-\(number)")[0]
        callees = Self.identities(of: "callee\(devices)-\(number)")
    }

    /// The connected devices of a user.
    static func identities(of user: String) -> [Proto.ClientIdentity] {
        let count = user.hasPrefix("callee2") ? 2 : 1
        return (0..<count).map { number in
            Proto.ClientIdentity(
                userId: user, deviceId: "device-\(number)", sessionId: "\(user).\(number)", platform: .desktop)
        }
    }
}
