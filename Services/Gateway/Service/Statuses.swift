import CallModel
import GatewayCore
import WebSocket
import Wire

extension CallFailure {
    init(_ error: RPCError) {
        self.init(
            code: error.code.rawValue, reason: error.reason.rawValue, message: error.message,
            retryAfter: error.retryAfter)
    }

    /// As a client sees it. The message is for the logs of services and stays here.
    var status: Proto.Status {
        Proto.Status(
            code: Proto.StatusCode(rawValue: code), reason: Proto.Reason(rawValue: reason),
            retryAfterMs: UInt32(clamping: retryAfter?.wholeMilliseconds ?? 0))
    }
}

extension Refusal {
    var status: Proto.Status {
        switch self {
        case .notLoggedIn: Proto.Status(code: .unauthenticated, reason: .notLoggedIn)
        case .alreadyLoggedIn: Proto.Status(code: .failedPrecondition, message: "logged in already")
        case .notPublic: Proto.Status(code: .permissionDenied, reason: .notPublic)
        case .unknownMethod: Proto.Status(code: .unimplemented, reason: .unknownMethod)
        case .tooFrequent(let wait):
            Proto.Status(
                code: .resourceExhausted, reason: .tooFrequent,
                retryAfterMs: UInt32(clamping: max(1, wait.wholeMilliseconds)))
        case .tooManyInFlight: Proto.Status(code: .resourceExhausted, reason: .queueFull)
        case .eventsOpen: Proto.Status(code: .alreadyExists, message: "one Events stream per connection")
        case .draining: Proto.Status(code: .unavailable, reason: .draining)
        case .tooSlowReader: Proto.Status(code: .resourceExhausted, reason: .queueFull)
        case .cancelled: Proto.Status(code: .cancelled)
        }
    }
}

extension EdgeEnd {
    /// docs/gateway.md lists these for clients.
    var closeCode: WebSocketCloseCode {
        switch self {
        case .lost, .loggedOut: .normal
        case .draining: .goingAway
        case .violation: .protocolError
        case .tooManyFrames, .tooManyFailures, .noLogin: .policyViolation
        case .kickedOffline: WebSocketCloseCode(rawValue: 4_001)
        case .loginExpired: WebSocketCloseCode(rawValue: 4_002)
        case .sessionElsewhere: WebSocketCloseCode(rawValue: 4_003)
        case .silent: WebSocketCloseCode(rawValue: 4_004)
        // Not 1013: libwebsockets clients before 4.3 take that for a protocol error.
        case .tooSlowReader: WebSocketCloseCode(rawValue: 4_005)
        }
    }

    /// For the close frame, the log and the metric's name.
    var reason: String {
        switch self {
        case .lost: "connection lost"
        case .loggedOut: "logged out"
        case .kickedOffline: "kicked offline"
        case .loginExpired: "login expired"
        case .sessionElsewhere: "session is not on this connection"
        case .violation(let what): what
        case .tooSlowReader: "reader too slow"
        case .silent: "no heartbeat"
        case .noLogin: "no login in time"
        case .tooManyFailures: "too many failed logins"
        case .tooManyFrames: "too many messages"
        case .draining: "draining"
        }
    }
}

extension Proto.SessionEndCause {
    /// `nil`: not a cause that presence disconnects for.
    var end: EdgeEnd? {
        switch self {
        case .kickedOffline: .kickedOffline
        case .loginExpired: .loginExpired
        case .logout: .loggedOut
        default: nil
        }
    }
}
