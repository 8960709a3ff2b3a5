import Wire

/// When a call may be sent again without the caller asking: at most once is the rule, and a retry keeps it only if the
/// request was not executed or may be executed twice.
enum RetryRule {
    /// Attempts in all.
    static let mostAttempts = 5

    /// After the connection was lost while the request was under way.
    static func mayRepeatAfterLoss(_ method: MethodDescriptor, attempts: Int, isStream: Bool) -> Bool {
        method.isIdempotent && !isStream && attempts < mostAttempts
    }

    /// After the peer answered with a refusal that says it did not begin.
    static func mayRepeat(after error: RPCError, attempts: Int) -> Bool {
        error.code == .unavailable && refusals.contains(error.reason) && attempts < mostAttempts
    }

    private static let refusals: Set<Proto.Reason> = [.draining, .staleEpoch]

    /// Reasons that speak of one hop. A handler that passes on its own callee's failure must not make its caller
    /// believe that this hop refused.
    private static let hopReasons: Set<Proto.Reason> = [.draining, .staleEpoch, .neverSent, .peerLost, .queueFull]

    /// A handler's failure as its caller may see it.
    static func passedOn(_ error: RPCError) -> RPCError {
        guard hopReasons.contains(error.reason) else { return error }
        return RPCError(
            error.code, reason: .none, "nested call: \(error.reason.name) \(error.message)",
            retryAfter: error.retryAfter)
    }
}
