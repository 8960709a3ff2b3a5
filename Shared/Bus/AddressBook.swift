import CallModel

/// Which endpoints the named targets of a node have at the moment. Addresses are added at once and removed late: only
/// when a good answer lacks them and their connection is gone too, or after a while. Answers that are empty or failed
/// change nothing. Pure: the caller asks the resolver and brings the answers.
struct AddressBook {
    typealias Instant = MonotonicInstant

    /// A host name and a port that channels use.
    struct Target: Hashable {
        let host: String
        let port: Int
    }

    /// What an answer changed for one target, as endpoints.
    struct Change: Equatable {
        var added: [String] = []
        var kept: [String] = []
        /// Missing from the answer, but not given up yet.
        var missing: [String] = []
    }

    /// What is known of a name without addresses.
    struct Want: Equatable {
        /// Why the last answer had none; empty: there was no answer yet.
        var cause: String
        /// When the first such answer came, or when the name was first of use.
        var since: Instant
        /// `nil`: it is being looked up.
        var nextLookup: Instant?

        func words(at now: Instant) -> String {
            cause.isEmpty ? "not resolved for \((now - since).wholeMicroseconds / 1_000_000) s" : cause
        }
    }

    private struct Host {
        /// In the order in which they appeared. `missingSince`: `nil` while answers have it.
        var addresses: [(text: String, missingSince: Instant?)] = []
        var nextLookup: Instant
        var isAsked = false
        let opened: Instant
        /// Since the last answer with addresses.
        var failure: (cause: String, since: Instant)?

        init(opened: Instant) {
            self.opened = opened
            nextLookup = opened
        }

        /// Something was lost while a lookup was under way: its answer may be older than the loss.
        var mustAskAgain = false
        /// Channels that use it, by port.
        var ports: [Int: Int] = [:]

        func has(_ endpoint: String) -> Bool {
            ports.keys.contains { port in
                addresses.contains { BusTarget.endpoint(address: $0.text, port: port) == endpoint }
            }
        }

        mutating func finishLookup(next: Instant) {
            isAsked = false
            mustAskAgain = false
            nextLookup = next
        }
    }

    private let interval: Duration
    private let soonest: Duration
    private let retention: Duration
    private var hosts: [String: Host] = [:]

    init(timing: BusTiming) {
        interval = timing.resolveInterval
        soonest = timing.shortestBackoff
        retention = timing.addressRetention
    }

    /// One more channel uses it.
    mutating func open(_ target: Target, now: Instant) {
        hosts[target.host, default: Host(opened: now)].ports[target.port, default: 0] += 1
    }

    /// One channel fewer uses it; a name that nobody uses is forgotten.
    mutating func close(_ target: Target) {
        guard var host = hosts[target.host], let users = host.ports[target.port] else { return }
        host.ports[target.port] = users > 1 ? users - 1 : nil
        hosts[target.host] = host.ports.isEmpty ? nil : host
    }

    /// The endpoints of a target, oldest first.
    func endpoints(of target: Target) -> [String] {
        hosts[target.host]?.addresses.map { BusTarget.endpoint(address: $0.text, port: target.port) } ?? []
    }

    // MARK: Asking

    var isEmpty: Bool { hosts.isEmpty }

    /// When `takeDue` should be called next; `nil` if no name is in use.
    var nextDue: Instant? { hosts.values.filter { !$0.isAsked }.map(\.nextLookup).min() }

    /// Names to look up now, each once until its answer came: a name that hangs is not asked twice.
    mutating func takeDue(_ now: Instant) -> [String] {
        let due = hosts.filter { !$0.value.isAsked && $0.value.nextLookup <= now }.keys.sorted()
        for name in due { hosts[name]?.isAsked = true }
        return due
    }

    /// A connection to one of its addresses was lost: its name is looked up soon.
    mutating func lost(_ endpoint: String, now: Instant) {
        for (name, host) in hosts where host.has(endpoint) {
            if host.isAsked {
                hosts[name]?.mustAskAgain = true
            } else {
                hosts[name]?.nextLookup = min(host.nextLookup, now + soonest)
            }
        }
    }

    // MARK: Answers

    /// A lookup succeeded. Says what it means for each target of the name.
    mutating func answered(_ name: String, _ addresses: [String], now: Instant) -> [Target: Change] {
        guard var host = hosts[name], !addresses.isEmpty else {
            failed(name, now: now)
            return [:]
        }
        host.finishLookup(next: now + (host.mustAskAgain ? soonest : interval))
        host.failure = nil
        let known = Set(host.addresses.map(\.text))
        let wanted = Set(addresses)
        for index in host.addresses.indices {
            let entry = host.addresses[index]
            host.addresses[index].missingSince = wanted.contains(entry.text) ? nil : entry.missingSince ?? now
        }
        let added = addresses.filter { !known.contains($0) }
        host.addresses += added.map { (text: $0, missingSince: nil) }
        hosts[name] = host
        var changes: [Target: Change] = [:]
        for port in host.ports.keys {
            func endpoints(_ texts: some Sequence<String>) -> [String] {
                texts.map { BusTarget.endpoint(address: $0, port: port) }
            }
            changes[Target(host: name, port: port)] = Change(
                added: endpoints(added),
                kept: endpoints(host.addresses.map(\.text).filter { known.contains($0) && wanted.contains($0) }),
                missing: endpoints(host.addresses.filter { $0.missingSince != nil }.map(\.text)))
        }
        return changes
    }

    /// A lookup failed: what is known stays. True if it is the first one that did.
    @discardableResult
    mutating func failed(_ name: String, _ cause: String = "no addresses", now: Instant) -> Bool {
        guard var host = hosts[name] else { return false }
        let isFirst = host.failure == nil
        host.finishLookup(next: now + interval)
        host.failure = (cause, host.failure?.since ?? now)
        hosts[name] = host
        return isFirst
    }

    /// Why a target has no endpoints; `nil`: it has some.
    func want(of target: Target) -> Want? {
        guard let host = hosts[target.host], host.addresses.isEmpty else { return nil }
        return Want(
            cause: host.failure?.cause ?? "", since: host.failure?.since ?? host.opened,
            nextLookup: host.isAsked ? nil : host.nextLookup)
    }

    /// Gives up addresses that answers have lacked and whose connection does not work, or that they have lacked for long.
    /// True if there were any.
    mutating func prune(now: Instant, isWorking: (_ endpoint: String) -> Bool) -> Bool {
        var hasChanged = false
        for (name, host) in hosts {
            let rest = host.addresses.filter { entry in
                guard let since = entry.missingSince else { return true }
                guard now - since < retention else { return false }
                return host.ports.keys.contains { isWorking(BusTarget.endpoint(address: entry.text, port: $0)) }
            }
            guard rest.count != host.addresses.count else { continue }
            hosts[name]?.addresses = rest
            hasChanged = true
        }
        return hasChanged
    }
}
