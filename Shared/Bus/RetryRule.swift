import Wire

/// When a call is sent again without the caller asking (gRFC A6). At most once is the rule: a retry keeps it only if the
/// request was not executed or may be executed twice.
enum RetryRule {
    /// Attempts in all; what never left or was refused once on the way does not count.
    static let mostAttempts = 5
    static let firstPause = Duration.milliseconds(50)
    static let longestPause = Duration.seconds(1)

    /// What is known of a call that failed.
    struct Attempt {
        let method: MethodDescriptor
        /// Counted ones, this one included.
        let attempts: Int
        let hadFreeRetry: Bool
        let isStream: Bool
        /// An item of the stream has arrived: a second one would bring it again.
        let isCommitted: Bool
        /// False: the socket never took it.
        let hasLeft: Bool
    }

    enum Decision: Equatable {
        case giveUp
        /// At once and uncounted: nobody looked at the request.
        case free
        case after(Duration)
    }

    /// After a failure that came from a connection. `chance` is in 0..<1.
    static func decide(
        _ error: RPCError, _ attempt: Attempt, _ budget: inout RetryBudget, chance: Double
    ) -> Decision {
        if !attempt.hasLeft { return .free }
        if attempt.isCommitted { return .giveUp }
        let isRefusal = error.code == .unavailable && refusals.contains(error.reason)
        if isRefusal, !attempt.hadFreeRetry, !error.isFinal { return .free }
        let isQueueFull = error.code == .resourceExhausted && error.reason == .queueFull
        // The request may have been executed, or half a stream read. What may not be repeated takes no token from what may.
        let mayRepeat = attempt.method.isIdempotent && !attempt.isStream
        let isLoss = error.code == .unavailable && error.reason == .peerLost && mayRepeat
        guard isRefusal || isQueueFull || isLoss || error.isFinal else { return .giveUp }
        let isAllowed = budget.failed()
        guard !error.isFinal, isAllowed, attempt.attempts < mostAttempts else { return .giveUp }
        return .after(error.retryAfter ?? pause(attempt.attempts, chance))
    }

    /// Doubles from retry to retry, 20 % more or less.
    private static func pause(_ attempts: Int, _ chance: Double) -> Duration {
        let pause = min(longestPause, firstPause * (1 << min(max(0, attempts - 1), 16)))
        return pause * (0.8 + 0.4 * chance)
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

    /// Whether an answer says that the instance is in trouble, rather than the call.
    static func speaksOfInstance(_ error: RPCError) -> Bool {
        switch error.code {
        case .unknown, .internal, .dataLoss, .deadlineExceeded: true
        case .unavailable: !refusals.contains(error.reason)
        default: false
        }
    }
}

/// Bounds how many retries a service gets: while most calls fail, trying again only adds to the load.
struct RetryBudget: Equatable {
    /// In tenths, so that sums are exact.
    static let full = 100

    private(set) var tenths = Self.full

    mutating func succeeded() { tenths = min(Self.full, tenths + 1) }

    /// Takes a token. False: no retries now.
    mutating func failed() -> Bool {
        tenths = max(0, tenths - 10)
        return tenths > Self.full / 2
    }
}
