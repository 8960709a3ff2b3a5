package import CallModel

/// Why an event changed nothing. The three kinds are never mixed: a bug is ours, a violation is the peer's, a race is
/// nobody's.
package enum CallRefusal: Error, Sendable, Hashable, Codable {
    /// The shell broke its own rules. Traps in debug builds, is counted in release builds.
    case bug(Bug)
    /// The peer asked for something that was never allowed. It gets an error.
    case violation(Violation)
    /// A listed, expected loser. It is told how things stand.
    case race(Race)

    /// Our own defect: trapped in debug, counted and logged in release.
    package enum Bug: String, Sendable, Hashable, Codable {
        /// An event other than the placement reached a call that was not placed.
        case notPlaced
    }

    /// The asker's fault: answered with an error.
    package enum Violation: Sendable, Hashable, Codable {
        case nobodyToCall
        case tooManyParticipants(limit: Int)
        case usersUnknown
        /// One of the two has blocked the other, and there is nobody else to call.
        case blocked
        case callerBusy
        case groupBusy
        /// The chat group is known, and the caller is not in it.
        case notGroupMember
        /// The call id is taken by somebody else's call.
        case foreignCallID
        /// The user has no part in the call.
        case notParticipant
        /// The user was not invited, or is in the call already.
        case notRinging
        /// Only a device that is in the call may do this.
        case notInCall
        /// An outgoing call that nobody has answered cannot be put on hold.
        case notAnswered
        case notGroupCall
        /// An invitation that would be over as it begins.
        case deadlinePassed
        /// Only who placed the call, or who invited the user, may do this.
        case notInviter
        /// Whoever is on hold is not heard.
        case onHold
        /// Digits before these have not come.
        case digitsMissing(after: Int)
    }

    /// An expected loser: told how things stand.
    package enum Race: Sendable, Hashable, Codable {
        /// The call ended first.
        case callOver(EndReason)
        /// The invitation, or the user's part in the call, ended first.
        case partOver(EndReason)
        /// Another device of the user is in the call.
        case answeredElsewhere
        /// The call was placed already.
        case repeated
        /// Belongs to an earlier round of the invitation, or came before its time.
        case staleTimer
        case staleEra
        /// The session has no live part in the call.
        case staleSession
        /// The user does not ring any more.
        case staleRing
    }
}
