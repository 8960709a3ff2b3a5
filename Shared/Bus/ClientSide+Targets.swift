import CallModel
import NameResolution
import Wire

/// Where channels lead: targets become endpoints, endpoints connections.
extension ClientSide {
    func openChannel(_ id: UInt64, targets: [String], service: String) {
        // What is no target is kept as it is: dialling it fails, and says so.
        let parsed = targets.map { BusTarget($0) ?? .endpoint($0) }
        let channel = ClientChannel(
            id, service: service, targets: parsed, opened: state.now,
            budgetKey: service.isEmpty ? targets.joined(separator: ",") : service)
        channels[id] = channel
        for target in channel.names { book.open(target, now: state.now) }
        refresh(channel)
        resolveDue()
    }

    func closeChannel(_ id: UInt64) {
        guard let channel = channels.removeValue(forKey: id) else { return }
        for call in channel.inOrder {
            finish(call, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        for connection in channel.connections { leave(connection, channel) }
        for target in channel.names { book.close(target) }
        if !channels.values.contains(where: { $0.budgetKey == channel.budgetKey }) { budgets[channel.budgetKey] = nil }
    }

    /// Where a channel leads now.
    func instances(of id: UInt64) -> [String] { channels[id]?.connections.map(\.endpoint) ?? [] }

    /// Makes a channel's connections those that its targets stand for now.
    private func refresh(_ channel: ClientChannel) {
        var endpoints: [String] = []
        for target in channel.targets {
            let now =
                switch target {
                case .endpoint(let endpoint): [endpoint]
                case .name(let host, let port): book.endpoints(of: AddressBook.Target(host: host, port: port))
                }
            endpoints += now.filter { !endpoints.contains($0) }
        }
        let before = channel.connections
        let after = endpoints.map { connection(to: $0, as: channel.service) }
        for connection in after {
            connection.channels.insert(channel.id)
            connection.unusedSince = nil
        }
        channel.setConnections(after)
        for connection in before where !after.contains(where: { $0 === connection }) { leave(connection, channel) }
        // Calls may have waited for just this.
        guard !channel.waiting.isEmpty else { return }
        for connection in after where connection.isUsable { release(connection) }
        for connection in after { awaited(connection) }
    }

    /// What is under way there finishes; nothing new goes there through this channel.
    private func leave(_ connection: ClientConnection, _ channel: ClientChannel) {
        connection.channels.remove(channel.id)
        if connection.channels.isEmpty { retire(connection) }
    }

    // MARK: Names

    /// Asks for the names whose time has come.
    func resolveDue() {
        let (resolver, outbox) = (state.core.configuration.resolver, state.core.outbox)
        for host in book.takeDue(state.now) {
            state.statistics.count(.namesLookedUp)
            resolver.resolve(host) { outbox.post(.resolved(host, $0)) }
        }
        scheduleResolving()
    }

    private func scheduleResolving() {
        if let next = book.nextDue { state.timers.schedule(.resolve, at: next) } else { state.timers.cancel(.resolve) }
    }

    /// A resolver's answer.
    func resolved(_ host: String, _ answer: Result<[String], NameFailure>) {
        switch answer {
        case .success(let addresses) where !addresses.isEmpty:
            _ = book.answered(host, addresses, now: state.now)
        case .success: failed(host, .notFound)
        case .failure(let cause): failed(host, cause)
        }
        let hasPruned = book.prune(now: state.now) { endpoint in
            connections.values.contains { $0.endpoint == endpoint && $0.life.isGreeted }
        }
        // What was given up may be another name's.
        for channel in channels.values where channel.names.contains(where: { hasPruned || $0.host == host }) {
            refresh(channel)
        }
        scheduleResolving()
    }

    /// Counted each time, and told once until the name is found again.
    private func failed(_ host: String, _ cause: NameFailure) {
        guard book.failed(host, cause.words, now: state.now) else { return state.statistics.count(.namesUnresolved) }
        let users = Set(channels.values.filter { $0.names.contains { $0.host == host } }.map(\.service))
        var subject = TapSighting(.drop, .unspecified, requestID: 0, method: "", peerInstance: host)
        subject.peerService = users.sorted().joined(separator: ",")
        state.drop(.namesUnresolved, subject, "\(host): \(cause.words)")
    }

    /// Why a call finds nobody, for people: `: slow.test:7103: not resolved for 4 s`.
    func obstacles(to call: OutgoingCall) -> String {
        guard let channel = channels[call.channel] else { return "" }
        let names = channel.names.compactMap { target in
            book.want(of: target).map { "\(target.host):\(target.port): \($0.words(at: state.now))" }
        }
        let ends = channel.connections.filter { !$0.isUsable }.map { connection in
            "\(connection.endpoint): \(connection.life.hasFailed ? connection.lastEvent : "connecting")"
        }
        let all = names + ends
        let more = all.count > Self.mostObstacles ? " and \(all.count - Self.mostObstacles) more" : ""
        return all.isEmpty ? "" : ": " + all.prefix(Self.mostObstacles).joined(separator: ", ") + more
    }

    private static let mostObstacles = 3

    /// Names that lead nowhere now, as connections that cannot be made.
    var nameSnapshots: [PeerSnapshot] {
        struct Use: Hashable {
            let service: String
            let target: AddressBook.Target
        }
        let uses = Set(
            channels.values.flatMap { channel in channel.names.map { Use(service: channel.service, target: $0) } })
        return uses.compactMap { use in
            guard let want = book.want(of: use.target) else { return nil }
            var snapshot = PeerSnapshot(service: use.service, endpoint: "tcp://\(use.target.host):\(use.target.port)")
            snapshot.state = want.cause.isEmpty ? "resolving" : "unresolved"
            snapshot.lastEvent = want.cause.isEmpty ? "asked" : want.cause
            snapshot.lastEventAgo = state.now - want.since
            snapshot.retryIn = want.nextLookup.map { max(.zero, $0 - state.now) } ?? .zero
            return snapshot
        }
    }

    /// The connection to an endpoint is gone: whatever name led there is looked up again.
    func lookAgain(for endpoint: String) {
        guard !book.isEmpty else { return }
        book.lost(endpoint, now: state.now)
        scheduleResolving()
    }
}

extension NameFailure {
    /// For people.
    fileprivate var words: String {
        switch self {
        case .notFound: "no such name"
        case .temporary: "the name server does not answer"
        case .system(let words): words
        }
    }
}

extension ClientChannel {
    var names: [AddressBook.Target] {
        targets.compactMap { target in
            guard case .name(let host, let port) = target else { return nil }
            return AddressBook.Target(host: host, port: port)
        }
    }
}
