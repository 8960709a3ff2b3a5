import CallModel

/// Whether a connected instance does its work, and when it is left out (gRFC A50, simplified). PING only proves that its
/// I/O thread lives, so while calls are open and none is answered, Health is asked through the same queue as they. Pure:
/// the caller sends the probes and says what became of calls.
struct InstanceHealth: Equatable {
    typealias Instant = MonotonicInstant

    /// What is due.
    enum Action: Equatable {
        case nothing
        /// Ask Health now.
        case probe
        /// Leave it out, if the others allow it; `eject` or nothing follows.
        case eject(EjectionCause)
        /// It may have calls again.
        case readmit
    }

    private let timing: BusTiming
    /// Failed calls since the last one that was answered.
    private(set) var failures = 0
    /// Unanswered probes since the last answer.
    private(set) var missedProbes = 0
    /// Answered anything since the last tick.
    private var hasProgressed = false
    private var probeDeadline: Instant?
    private var nextProbe: Instant
    private var ejectedUntil: Instant?
    /// While left out: its last probe was answered well.
    private var hasRecovered = false
    /// Multiplies the time it is left out; forgiven one by one.
    private(set) var ejections = 0
    private var nextForgiveness: Instant

    init(timing: BusTiming, now: Instant) {
        self.timing = timing
        nextProbe = now
        nextForgiveness = now
    }

    var isEjected: Bool { ejectedUntil != nil }

    /// Asked and not answered yet.
    var isProbing: Bool { probeDeadline != nil }

    /// When `tick` should be called next.
    var nextWake: Instant {
        let next = probeDeadline ?? nextProbe
        guard let ejectedUntil, hasRecovered, probeDeadline == nil else { return next }
        return min(next, ejectedUntil)
    }

    // MARK: What happened

    /// It was connected and has calls again: the clock starts anew.
    mutating func becameBusy(now: Instant) {
        nextProbe = now + timing.healthInterval
        hasProgressed = false
    }

    /// A new connection: what was known about the old one's silence says nothing about it. How often it was left out is
    /// remembered.
    mutating func connected(now: Instant) {
        failures = 0
        missedProbes = 0
        probeDeadline = nil
        ejectedUntil = nil
        nextProbe = now + timing.healthInterval
    }

    /// A call was answered, well or with a failure of its own making.
    mutating func answered() {
        failures = 0
        missedProbes = 0
        hasProgressed = true
    }

    /// A call ran out of time or its answer speaks of an instance in trouble.
    mutating func failed() -> Action {
        failures += 1
        return failures >= timing.ejectionFailures && !isEjected ? .eject(.failures) : .nothing
    }

    mutating func probed(now: Instant) { probeDeadline = now + timing.healthTimeout }

    /// The probe's answer.
    mutating func probeAnswered(isServing: Bool, now: Instant) -> Action {
        guard probeDeadline.take() != nil else { return .nothing }
        missedProbes = 0
        nextProbe = now + timing.healthInterval
        hasRecovered = isServing
        return isServing || isEjected ? .nothing : .eject(.notServing)
    }

    /// How long it is left out this time.
    private var pause: Duration { min(timing.longestEjection, timing.shortestEjection * ejections) }

    /// The others allow it. Each time longer than the last.
    mutating func eject(now: Instant) {
        ejections += 1
        ejectedUntil = now + pause
        hasRecovered = false
        failures = 0
        if probeDeadline == nil { nextProbe = now }
    }

    /// The clock. `isBusy`: calls are open.
    mutating func tick(_ now: Instant, isBusy: Bool) -> Action {
        if ejections > 0, !isEjected, now >= nextForgiveness {
            ejections -= 1
            nextForgiveness = now + timing.shortestEjection
        }
        if let deadline = probeDeadline {
            guard now >= deadline else { return .nothing }
            probeDeadline = nil
            missedProbes += 1
            hasRecovered = false
            nextProbe = isEjected ? now + timing.healthInterval : now
            if missedProbes >= timing.missedProbes, !isEjected { return .eject(.silent) }
        }
        if let until = ejectedUntil, hasRecovered, now >= until {
            ejectedUntil = nil
            nextForgiveness = now + pause * 2
            return .readmit
        }
        guard now >= nextProbe else { return .nothing }
        nextProbe = now + timing.healthInterval
        // Whoever answers calls needs no question.
        guard isEjected || isBusy && !hasProgressed || missedProbes > 0 else {
            hasProgressed = false
            return .nothing
        }
        return .probe
    }
}

/// Why an instance gets no calls although it is connected.
public enum EjectionCause: String, Sendable, Hashable {
    case failures = "failures in a row"
    case silent = "health unanswered"
    case notServing = "not serving"
}

extension InstanceHealth {
    /// Whether one more of a channel's instances may be left out: never the last, never more than the share allows, and one
    /// of two may always go.
    static func mayEject(connected: Int, ejected: Int, largestShare: Double) -> Bool {
        guard ejected + 1 < connected else { return false }
        return ejected + 1 <= max(1, Int(Double(connected) * largestShare))
    }
}
