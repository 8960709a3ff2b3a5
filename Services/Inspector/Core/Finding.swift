/// One thing that a story shows to have gone wrong, or how it ended, as a sentence for a person.
package struct Finding: Sendable, Hashable {
    package enum Weight: Int, Sendable, Hashable, Comparable {
        /// Explains why somebody heard or saw nothing.
        case cause
        /// Went wrong, and may be a part of it.
        case trouble
        /// How it ended, where nothing went wrong.
        case outcome

        package static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    package let rule: Rule
    package let weight: Weight
    package let sentence: String
    package let at: Moment
    /// The exchange that shows it.
    package let exchange: UInt64?

    package init(_ rule: Rule, _ weight: Weight, _ sentence: String, at moment: Moment, exchange: UInt64? = nil) {
        self.rule = rule
        self.weight = weight
        self.sentence = sentence
        at = moment
        self.exchange = exchange
    }

    /// What was recognised. The raw values are stable: scripts compare them.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        case neverLoggedIn = "never_logged_in"
        case blocked
        case doNotDisturb = "do_not_disturb"
        case notConnected = "not_connected"
        case noSession = "no_session"
        case noPushToken = "no_push_token"
        case pushGivenUp = "push_given_up"
        case pushUnreported = "push_unreported"
        case busy
        case deviceBusy = "device_busy"
        case rateLimited = "rate_limited"
        case sessionLost = "session_lost"
        case kicked
        case deadlineInQueue = "deadline_in_queue"
        case deadlineExceeded = "deadline_exceeded"
        case serviceDown = "service_down"
        case unanswered
        case notAcknowledged = "not_acknowledged"
        case notAlerting = "not_alerting"
        case mediaUnplaced = "media_unplaced"
        case refused
        case dropped
        case retried
        case rang
        case ended
    }
}
