package import CallModel

/// When a media node that does not answer is given up. One lost answer proves little: on a starved host the node may be
/// late, and moving its rooms is audible. So two probes must fail, one after the other; two that overlapped or were sent
/// within `spacing` are one.
package struct NodeTrust: Sendable {
    /// How a probe failed.
    package enum Failure: Sendable, Equatable {
        /// There was no connection to ask on.
        case unreachable
        /// It was asked and did not answer in time.
        case late
    }

    /// Enough for a loopback and a data centre; short, because nobody hears anything meanwhile.
    package static let probeTime = Duration.milliseconds(700)
    /// Somebody who is connected but late gets more the second time.
    package static let patientProbeTime = Duration.milliseconds(1_400)
    /// A refusal comes at once, and several ask: two of them in a row prove no more than one.
    package static let spacing = Duration.milliseconds(300)
    private static let mostFailures = 2

    private var failures = 0
    private var lastFailure: (sent: MonotonicInstant, at: MonotonicInstant, kind: Failure)?

    package init() {}

    /// How long the next probe may take.
    package var probeTime: Duration { lastFailure?.kind == .late ? Self.patientProbeTime : Self.probeTime }

    /// A probe was answered.
    package mutating func answered() {
        failures = 0
        lastFailure = nil
    }

    /// A probe that was sent at `sent` failed at `now`. True: the node is given up.
    package mutating func failed(_ kind: Failure, sent: MonotonicInstant, now: MonotonicInstant) -> Bool {
        if let lastFailure, sent < lastFailure.at || sent < lastFailure.sent + Self.spacing { return isGivenUp }
        failures += 1
        lastFailure = (sent, now, kind)
        return isGivenUp
    }

    /// It did not answer twice in a row, and has not since.
    package var isGivenUp: Bool { failures >= Self.mostFailures }
}
