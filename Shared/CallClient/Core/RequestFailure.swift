/// Why a request, a login or an app's command failed: the gRPC status, the public error number, and a hint.
package struct RequestFailure: Error, Sendable, Hashable {
    /// The numbers of gRPC.
    package var status: Int32
    /// The contract's closed list of reasons; from 6000 up, and below zero, they are public error numbers.
    package var reason: Int32
    package var message: String
    package var retryAfter: Duration?

    package init(status: Int32, reason: Int32, message: String = "", retryAfter: Duration? = nil) {
        self.status = status
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }

    /// What became of a request that failed this way.
    package enum Verdict: Sendable, Hashable {
        /// The same request may succeed later: the service is away, full or slow.
        case transient
        /// Asking again gives the same answer.
        case final
        /// The server no longer knows the session: log in again with the same credentials.
        case sessionUnknown
        /// Another device took this account's place.
        case kickedOffline
        /// The UserSig is not, or no longer, good.
        case credentialRefused
    }

    /// Decided by the reason where it says enough, otherwise by the status.
    package var verdict: Verdict {
        switch reason {
        case 14, 6014: .sessionUnknown
        case 6208: .kickedOffline
        case 6206, 70001, 70002, 70003, 70005, 70009, 70013, 70014, 70016, 70020, 70052: .credentialRefused
        case 5, 6, 7, 8, 11, 9508, 9520, 60019, 70050: .transient
        case _ where reason >= 6000 || reason < 0: .final
        default: Self.verdict(status: status)
        }
    }

    /// The number an app sees. Where the server gave no public one, the nearest of the public list.
    package var publicCode: Int {
        if reason >= 6000 || reason < 0 { return Int(reason) }
        switch status {
        case 3, 9, 11: return -1202
        case 4: return 9520
        case 14: return 9508
        case 16: return 6014
        default: return 101001
        }
    }

    private static func verdict(status: Int32) -> Verdict {
        switch status {
        // DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE; UNKNOWN and CANCELLED say nothing
        // about the request itself.
        case 1, 2, 4, 8, 10, 13, 14: .transient
        default: .final
        }
    }
}

extension RequestFailure {
    /// No connection within the time that was given.
    package static let offline = RequestFailure(status: 14, reason: 9508, message: "no connection to the server")
    /// No answer within the time that was given.
    package static let timedOut = RequestFailure(status: 4, reason: 9520, message: "no answer in time")
    /// Nobody is logged in, or no longer.
    package static let notLoggedIn = RequestFailure(status: 16, reason: -1201, message: "not logged in")
    /// The call or the session is not in a state for this.
    package static func stateRefuses(_ message: String) -> RequestFailure {
        RequestFailure(status: 9, reason: -1203, message: message)
    }
    /// The same was asked before and is not answered yet.
    package static let repeated = RequestFailure(status: 6, reason: -1204, message: "asked before, not answered yet")
    package static func badParameter(_ message: String) -> RequestFailure {
        RequestFailure(status: 3, reason: -1202, message: message)
    }
    /// The invitation was cancelled, answered elsewhere or is too old.
    package static let invitationOver = RequestFailure(
        status: 9, reason: 8010, message: "the invitation is over or was handled")
}

/// An input that the state it met has no use for. Never silent: the shell counts and logs it by kind.
package struct Refusal: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Our own code sent it: a defect.
        case bug
        /// The peer broke the protocol.
        case violation
        /// The expected loser of a race, such as a timer or a snapshot that another input overtook.
        case race
    }

    package var kind: Kind
    /// State and input, for the log.
    package var what: String

    package static func bug(_ what: String) -> Refusal { Refusal(kind: .bug, what: what) }
    package static func violation(_ what: String) -> Refusal { Refusal(kind: .violation, what: what) }
    package static func race(_ what: String) -> Refusal { Refusal(kind: .race, what: what) }
}
