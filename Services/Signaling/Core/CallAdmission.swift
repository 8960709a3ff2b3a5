package import CallModel

/// Whether there is time for a new call. A call costs four requests and a dozen orders after its first, so too many new ones
/// take the time from those that ring or are being answered, until none of them comes to anything. What is under way is
/// therefore never refused here, and a new call is while a queue stands.
///
/// A queue that passes is no overload (CoDel, RFC 8289): refusing begins when every one of many requests has waited too long
/// for some time, and ends when none has for a while. Meanwhile only those that waited too long are refused, so that as many
/// are let in as there is time for.
package struct CallAdmission: Sendable, Equatable {
    /// What a request, or the store's work, may have waited for its turn.
    package static let target = Duration.milliseconds(60)
    /// How long and how many requests in a row must have waited longer before any is refused.
    package static let standing = Duration.milliseconds(200)
    package static let leastRequests = 32
    /// How long after the last one that waited longer the overload is over.
    package static let relief = Duration.milliseconds(500)

    private enum Phase: Equatable {
        case calm
        /// Every request since then has waited too long.
        case suspicious(since: MonotonicInstant, requests: Int)
        case overloaded(lastLate: MonotonicInstant)
    }

    private var phase = Phase.calm

    package init() {}

    /// A request came to its turn at `now` after it had `waited`; the store is as far behind.
    package mutating func admits(waited: Duration, at now: MonotonicInstant) -> Bool {
        let isLate = waited > Self.target
        switch phase {
        case .calm:
            if isLate { phase = .suspicious(since: now, requests: 1) }
            return true
        case .suspicious(let since, let requests):
            guard isLate else {
                phase = .calm
                return true
            }
            let isOverload = now - since >= Self.standing && requests >= Self.leastRequests
            phase = isOverload ? .overloaded(lastLate: now) : .suspicious(since: since, requests: requests + 1)
            return !isOverload
        case .overloaded(let lastLate):
            if isLate {
                phase = .overloaded(lastLate: now)
            } else if now - lastLate >= Self.relief {
                phase = .calm
            }
            return !isLate
        }
    }
}
