package import CallModel

/// Failed logins per address. Guessing must be slow; a client whose token has merely expired, or whose session is gone,
/// must not be locked out with it, so the caller reports only failures that look like guessing.
package struct LoginThrottle: Sendable {
    /// Failures within `window` after which an address has to wait for `pause`.
    package var failures = 10
    package var window: Duration = .seconds(60)
    package var pause: Duration = .seconds(60)
    /// Addresses remembered; beyond it the one with the oldest failure is forgotten.
    package var addresses = 10_000

    private struct Record {
        var count: Int
        var firstFailure: MonotonicInstant
        var blockedUntil: MonotonicInstant?
    }

    private var records: [String: Record] = [:]

    package init() {}

    /// How long the address still has to wait; `nil`: it may try.
    package func wait(for address: String, at now: MonotonicInstant) -> Duration? {
        guard let until = records[address]?.blockedUntil, until > now else { return nil }
        return until - now
    }

    /// A failure that looks like guessing.
    package mutating func failed(_ address: String, at now: MonotonicInstant) {
        var record = records[address] ?? Record(count: 0, firstFailure: now, blockedUntil: nil)
        if now - record.firstFailure >= window {
            record = Record(count: 0, firstFailure: now, blockedUntil: nil)
        }
        record.count += 1
        if record.count >= failures { record.blockedUntil = now + pause }
        records[address] = record
        if records.count > addresses { forgetOldest(at: now) }
    }

    /// Proof that the address is not only guessing.
    package mutating func succeeded(_ address: String) { records[address] = nil }

    private mutating func forgetOldest(at now: MonotonicInstant) {
        let window = window
        records = records.filter { now - $0.value.firstFailure < window || ($0.value.blockedUntil ?? now) > now }
        guard records.count > addresses else { return }
        let oldest = records.min { left, right in
            (left.value.firstFailure, left.key) < (right.value.firstFailure, right.key)
        }
        if let oldest { records[oldest.key] = nil }
    }
}
