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
        case .success, .failure:
            state.statistics.count(.namesUnresolved)
            book.failed(host, now: state.now)
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

    /// The connection to an endpoint is gone: whatever name led there is looked up again.
    func lookAgain(for endpoint: String) {
        guard !book.isEmpty else { return }
        book.lost(endpoint, now: state.now)
        scheduleResolving()
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
