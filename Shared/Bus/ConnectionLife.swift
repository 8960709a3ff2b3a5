import CallModel

/// When a client connection dials, greets, pings and gives up. Pure: the caller owns the socket and does what it says.
struct ConnectionLife: Equatable {
    typealias Instant = MonotonicInstant

    enum Phase: Equatable {
        /// No socket. Entered at first and after each loss; left by dialling.
        case resting(until: Instant)
        /// Dialled; the transport's handshake or the peer's HELLO is missing. Left by HELLO, or by giving up.
        case joining(until: Instant)
        /// Greeted: calls may leave.
        case ready
        /// Greeted, but the peer takes no new calls; those under way go on.
        case draining
    }

    /// What is due.
    enum Action: Equatable {
        case nothing
        case dial
        case ping
        case giveUp(PeerLossCause)
    }

    private let timing: BusTiming
    private var backoff: Backoff
    private var nextPing: Instant
    private var unansweredPings = 0
    private(set) var phase: Phase
    /// Of the peer's last HELLO.
    private(set) var epoch: UInt64?
    /// Since when it takes no calls; while it is ready, when it last did not.
    private(set) var downSince: Instant
    /// It was lost, refused or drains, and has not been greeted since.
    private(set) var hasFailed = false

    init(timing: BusTiming, now: Instant) {
        self.timing = timing
        backoff = Backoff(shortest: timing.shortestBackoff, longest: timing.longestBackoff)
        phase = .resting(until: now)
        downSince = now
        nextPing = now
    }

    var isReady: Bool { phase == .ready }

    /// When `tick` should be called next.
    var nextWake: Instant {
        switch phase {
        case .resting(let until), .joining(let until): until
        case .ready, .draining: nextPing
        }
    }

    mutating func tick(_ now: Instant) -> Action {
        switch phase {
        case .resting(let until):
            guard now >= until else { return .nothing }
            phase = .joining(until: now + timing.connectTimeout)
            return .dial
        case .joining(let until):
            return now >= until ? .giveUp(.connectTimeout) : .nothing
        case .ready, .draining:
            guard now >= nextPing else { return .nothing }
            // Counts pings, not time: a process that was stopped itself must not take its peers for dead.
            if unansweredPings >= timing.missedPings { return .giveUp(.silent) }
            unansweredPings += 1
            nextPing = now + timing.pingInterval
            return .ping
        }
    }

    /// Anything at all came from the peer.
    mutating func heard() { unansweredPings = 0 }

    /// The peer's HELLO came. False: it is another start of the peer than the one greeted before.
    mutating func greeted(epoch: UInt64, now: Instant) -> Bool {
        if let known = self.epoch, known != epoch, isGreeted { return false }
        self.epoch = epoch
        if !isGreeted {
            phase = .ready
            nextPing = now + timing.pingInterval
            unansweredPings = 0
            hasFailed = false
            backoff.reset()
        }
        return true
    }

    mutating func peerDrains(now: Instant) {
        guard phase == .ready else { return }
        phase = .draining
        downSince = now
        hasFailed = true
    }

    /// The socket is gone. `isAwaited`: calls wait for this connection. `chance` is in 0..<1.
    mutating func lost(now: Instant, isAwaited: Bool, chance: Double) {
        if phase == .ready { downSince = now }
        hasFailed = true
        let pause = backoff.next(chance: chance)
        phase = .resting(until: now + (isAwaited ? min(pause, timing.impatientBackoff) : pause))
        unansweredPings = 0
    }

    /// A call began to wait: a long pause is cut short.
    mutating func becameAwaited(now: Instant) {
        guard case .resting(let until) = phase else { return }
        phase = .resting(until: min(until, now + timing.impatientBackoff))
    }

    /// The peer has answered our HELLO.
    var isGreeted: Bool { phase == .ready || phase == .draining }
}
