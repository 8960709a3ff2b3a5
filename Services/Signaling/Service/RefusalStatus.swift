import CallModel
import Database
import ServiceStore
import SignalingCore
import Wire

extension RPCError {
    /// The status and public number of a refusal.
    init(_ refusal: CallRefusal) {
        switch refusal {
        case .bug(let bug): self.init(.internal, reason: .callInternal, "bug: \(bug)")
        case .violation(let violation): self.init(violation)
        case .race(let race): self.init(race)
        }
    }

    private init(_ violation: CallRefusal.Violation) {
        switch violation {
        case .nobodyToCall: self.init(.invalidArgument, reason: .callBadParameter, "nobody to call")
        case .tooManyParticipants(let limit):
            self.init(.invalidArgument, reason: .callTooMany, "more than \(limit) participants")
        case .usersUnknown: self.init(.notFound, reason: .userNeverLoggedIn, "nobody asked for has ever logged in")
        case .blocked: self.init(.permissionDenied, reason: .blocked, "one has blocked the other")
        case .callerBusy: self.init(.failedPrecondition, reason: .callStateRefuses, "already in a call")
        case .groupBusy: self.init(.failedPrecondition, reason: .callGroupBusy, "the group has a running call")
        case .notGroupMember:
            self.init(.permissionDenied, reason: .groupNotAllowed, "not a member of the chat group")
        case .foreignCallID: self.init(.alreadyExists, reason: .callBadParameter, "the call id is taken")
        case .notParticipant: self.init(.notFound, reason: .callNotFound, "no part in this call")
        case .notRinging: self.init(.failedPrecondition, reason: .callStateRefuses, "not ringing")
        case .notInCall: self.init(.failedPrecondition, reason: .callStateRefuses, "not in the call")
        case .notAnswered: self.init(.failedPrecondition, reason: .callStateRefuses, "nobody has answered yet")
        case .deadlinePassed: self.init(.invalidArgument, reason: .callBadParameter, "the deadline has passed")
        case .notInviter: self.init(.permissionDenied, reason: .callStateRefuses, "neither placed the call nor invited")
        case .onHold: self.init(.failedPrecondition, reason: .callStateRefuses, "on hold")
        case .digitsMissing(let end):
            self.init(.outOfRange, reason: .callBadParameter, "\(end) digits have come so far")
        case .notGroupCall: self.init(.failedPrecondition, reason: .callStateRefuses, "not a group call")
        }
    }

    private init(_ race: CallRefusal.Race) {
        switch race {
        case .callOver(let reason): self.init(.notFound, reason: .callNotFound, "the call is over: \(reason)")
        case .partOver(let reason):
            self.init(.failedPrecondition, reason: .invitationInvalid, "the invitation is over: \(reason)")
        case .answeredElsewhere:
            self.init(.failedPrecondition, reason: .invitationInvalid, "another device has the call")
        case .repeated: self.init(.alreadyExists, reason: .callBadParameter, "placed already")
        case .staleTimer, .staleEra, .staleSession, .staleRing: self.init(.aborted, reason: .none, "stale: \(race)")
        }
    }

    static let callNotFound = RPCError(.notFound, reason: .callNotFound, "no such call")
    static let storeOverloaded = RPCError(
        .resourceExhausted, reason: .storeUnavailable, "too much waits for the store", retryAfter: .milliseconds(200))
    static let changedTooOften = RPCError(
        .aborted, reason: .storeUnavailable, "the call changed too often", retryAfter: .milliseconds(100))
    static let tooManyCalls = RPCError(
        .resourceExhausted, reason: .capacity, "too many calls at once", retryAfter: .seconds(1))
    static let notLoggedIn = RPCError(.unauthenticated, reason: .notLoggedIn, "no client identity")

    static func badParameter(_ what: String) -> RPCError {
        RPCError(.invalidArgument, reason: .callBadParameter, what)
    }
}

/// Runs work on the store and turns what it throws into the status a caller sees.
func answering<Result: Sendable>(_ body: () async throws -> Result) async throws(RPCError) -> Result {
    do {
        return try await body()
    } catch let error as RPCError {
        throw error
    } catch let refusal as CallRefusal {
        throw RPCError(refusal)
    } catch DatabaseError.overloaded {
        throw .storeOverloaded
    } catch DatabaseError.conflict {
        throw .changedTooOften
    } catch is WriteConflict {
        throw .changedTooOften
    } catch let error as DatabaseError {
        throw RPCError(
            .unavailable, reason: .storeUnavailable, "store: \(error)", retryAfter: .milliseconds(500))
    } catch is CancellationError {
        throw RPCError(.cancelled, "cancelled")
    } catch {
        throw RPCError(.internal, reason: .callInternal, loggedCause(of: error))
    }
}

/// What a log may say about a failure. A store's error names no stored value; anything else might.
func loggedCause(of error: any Error) -> String {
    if let error = error as? DatabaseError { "\(error)" } else { "\(type(of: error))" }
}
