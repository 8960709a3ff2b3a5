import CallModel
import CrashRing
import MonotonicClock
import Wire

/// What the I/O thread wants to be woken for.
enum BusTimer: Hashable {
    /// A stream did not leave in time.
    case callDeadline(UInt64)
    /// A call has waited for a connection long enough.
    case callPatience(UInt64)
    /// A failed call's pause is over.
    case callRetry(UInt64)
    /// A stream has not brought its first item in time.
    case firstItem(UInt64)
    /// Names to look up.
    case resolve
    /// Whether a connection's instance does its work.
    case health(Int)
    /// The next thing that a connection does by itself: dial, ping, give up.
    case connection(Int)
    /// Answers that a peer's connection did not take.
    case backlog
    /// Are all peers still there? Asked shortly after libzmq told of a disconnect.
    case probe
    /// Silent peers.
    case sweep
    case drainLimit
    /// Peers have had time to hear of it.
    case drainGrace
    /// The tap's socket was closed because of a flood.
    case tapRebind
    /// A tap that this process reads: dial, give up.
    case tapReader(UInt64)
}

/// What the parts of the I/O thread share. Confined to it.
final class LoopState {
    let core: BusCore
    /// Read once per turn.
    var now = MonotonicInstant.now
    var timers = TimerHeap<BusTimer, MonotonicInstant>()
    var statistics = BusStatistics()
    var drops = DropRing()
    /// The last attempt to make a socket, or the last look, found no descriptors left.
    private var isOutOfDescriptors = false
    let ring: EventRing
    var generator = SeededGenerator(seed: .random(in: 0...UInt64.max))
    /// Calls that ended in this turn; their tasks are resumed together at its end.
    private var ended: [OutgoingCall] = []
    /// Sockets came or went: the poll set must be made anew.
    var arePollsStale = true
    /// Of an encrypted bus; replaced as a whole.
    var security: BusSecurity?
    /// Of an encrypted bus. Missing if it could not be made (no descriptors left): then nothing binds.
    let gate: Gatekeeper?

    /// Somebody wants to know what passes. Whoever makes a sighting asks this first.
    var isTapArmed = false
    private(set) lazy var tap = TapPublisher(self)
    /// Somebody wants to be told of calls.
    let isObserved: Bool

    init(_ core: BusCore) {
        self.core = core
        isObserved = !core.configuration.observers.isEmpty
        ring = EventRing(label: "\(core.configuration.service) \(core.configuration.instance)")
        security = core.configuration.security
        gate = security == nil ? nil : try? Gatekeeper(core.context)
    }

    /// Whether there are descriptors to connect or to accept with. Counted each time there are none, and told once until
    /// there are some again.
    func descriptors(areLeft: Bool, _ subject: @autoclosure () -> TapSighting, _ detail: String) {
        defer { isOutOfDescriptors = !areLeft }
        if areLeft { return }
        if isOutOfDescriptors {
            statistics.count(.outOfDescriptors)
        } else {
            drop(.outOfDescriptors, subject(), detail)
        }
    }

    func schedule(_ timer: BusTimer, after delay: Duration) { timers.schedule(timer, at: now + delay) }

    func end(_ call: OutgoingCall, _ outcome: Result<[UInt8], RPCError>) {
        call.end(outcome)
        ended.append(call)
    }

    func resumeEnded() {
        guard !ended.isEmpty else { return }
        for call in ended { call.resume() }
        ended.removeAll(keepingCapacity: true)
    }

    func observe(_ event: BusEvent) {
        for observer in core.configuration.observers { observer.observe(event) }
    }
}
