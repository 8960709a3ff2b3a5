import Wire

/// The calls this process makes: which connection takes each, what waits, what is under way. Confined to the I/O
/// thread. Where channels lead is in `ClientSide+Targets`, connections are in `ClientSide+Connections`, what becomes of
/// failed calls and failing instances in `ClientSide+Retries` and `ClientSide+Health`.
final class ClientSide {
    let state: LoopState
    var connections: [Int: ClientConnection] = [:]
    var numbers: [ClientConnection.Peer: Int] = [:]
    var nextNumber = 0
    private(set) var calls: [UInt64: PendingCall] = [:]
    var channels: [UInt64: ClientChannel] = [:]
    var book: AddressBook
    /// By service.
    var budgets: [String: RetryBudget] = [:]
    /// Payloads that have not left.
    var outgoingBytes = 0

    init(_ state: LoopState) {
        self.state = state
        book = AddressBook(timing: state.core.configuration.timing)
    }

    // MARK: Calls

    func start(_ call: OutgoingCall) {
        calls[call.id] = PendingCall(call)
        outgoingBytes += call.request.count
        guard channels[call.channel] != nil else {
            return finish(call.id, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        guard outgoingBytes <= state.core.configuration.limits.outgoingBytes else {
            return finish(
                call.id, .failure(RPCError(.resourceExhausted, reason: .queueFull, "too much waits to be sent")))
        }
        state.timers.schedule(.callDeadline(call.id), at: call.deadline)
        if let limit = call.streamLimits?.firstItem { state.timers.schedule(.firstItem(call.id), at: limit) }
        place(call.id)
    }

    /// The caller gave up.
    func cancel(_ id: UInt64) {
        abandon(id, .failure(RPCError(.cancelled, "cancelled by the caller")))
    }

    func deadlinePassed(_ id: UInt64) {
        guard let pending = calls[id] else { return }
        var hasLeft = false
        if case .sent(let number) = pending.place {
            hasLeft = true
            state.drop(.callsUnanswered, subject(pending, connections[number]))
            if let connection = connections[number] { ranOutOfTime(pending, on: connection) }
        }
        abandon(
            id,
            .failure(
                RPCError(
                    .deadlineExceeded, reason: hasLeft || pending.attempts > 0 ? .none : .neverSent,
                    hasLeft || pending.attempts > 0 ? "no answer in time" : "no connection in time")))
    }

    /// It waited for a connection long enough.
    func patienceEnded(_ id: UInt64) {
        guard calls[id]?.place == .waiting else { return }
        finish(id, .failure(RPCError(.unavailable, reason: .neverSent, "no connection")))
    }

    /// The reader of a stream took items: the sender may go on.
    func giveCredit(_ id: UInt64, bytes: Int) {
        guard let pending = calls[id], case .sent(let number) = pending.place, let connection = connections[number]
        else { return }
        post(
            .control(Envelope(Proto.Header(kind: .credit, requestId: id, credit: UInt32(clamping: bytes))), pending),
            on: connection)
    }

    /// Ends a call and tells its server, if it has it.
    func abandon(_ id: UInt64, _ outcome: Result<[UInt8], RPCError>) {
        guard let pending = calls[id] else { return }
        finish(id, outcome)
        if case .sent(let number) = pending.place, let connection = connections[number] {
            post(.control(Envelope(Proto.Header(kind: .cancel, requestId: id)), pending), on: connection)
        }
    }

    /// Ends a call: the one place where a call leaves the table.
    func finish(_ id: UInt64, _ outcome: Result<[UInt8], RPCError>) {
        guard let pending = calls.removeValue(forKey: id) else { return }
        state.timers.cancel(.callDeadline(id))
        if pending.call.streamLimits != nil { state.timers.cancel(.firstItem(id)) }
        switch pending.place {
        case .sent(let number):
            connections[number].map { ended(id, on: $0) }
        case .waiting, .queued, .pausing:
            state.timers.cancel(.callPatience(id))
            channels[pending.call.channel]?.waiting.remove(id)
            outgoingBytes -= pending.call.request.count
        }
        var failure: RPCError?
        if case .failure(let error) = outcome { failure = error }
        if let failure, failure.reason == .neverSent {
            state.drop(.callsNeverSent, subject(pending, nil), failure.message)
        }
        state.observe(
            .callEnded(
                BusCallRecord(
                    method: pending.call.method.path, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
                    duration: state.now - pending.call.started, attempts: max(1, pending.attempts))))
        state.end(pending.call, outcome)
    }

    /// Gives a call that is in no connection's hands to a connection, or lets it wait for one.
    func place(_ id: UInt64) {
        guard let pending = calls[id] else { return }
        guard let connection = pick(for: pending) else { return wait(pending) }
        if pending.place == .waiting { state.timers.cancel(.callPatience(id)) }
        pending.place = .queued(connection.number)
        post(.request(id), on: connection)
    }

    private func pick(for pending: PendingCall) -> ClientConnection? {
        guard let channel = channels[pending.call.channel] else { return nil }
        var isAvoided: ((ClientConnection) -> Bool)?
        if let avoided = pending.avoided { isAvoided = { $0.number == avoided } }
        return Balancer.pick(
            channel.candidates(), key: pending.call.shardKey, name: \.endpoint, load: \.load, avoiding: isAvoided,
            using: &state.generator)
    }

    private func wait(_ pending: PendingCall) {
        let id = pending.call.id
        guard let channel = channels[pending.call.channel] else {
            return finish(id, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        pending.place = .waiting
        channel.waiting.insert(id)
        for connection in channel.connections { awaited(connection) }
        guard !pending.call.waitForReady else { return }
        let end = channel.patienceEnd(state.core.configuration.timing, now: state.now)
        if end <= state.now { return patienceEnded(id) }
        state.timers.schedule(.callPatience(id), at: end)
    }

    /// Calls wait for this connection.
    func isAwaited(_ connection: ClientConnection) -> Bool {
        connection.channels.contains { channels[$0].map { !$0.waiting.isEmpty } ?? false }
    }

    /// A call began to wait for it.
    func awaited(_ connection: ClientConnection) {
        connection.life.becameAwaited(now: state.now)
        schedule(connection)
    }

    /// A connection became ready: what waited in its channels is placed again.
    func release(_ connection: ClientConnection) {
        for id in connection.channels {
            guard let channel = channels[id], !channel.waiting.isEmpty else { continue }
            let waiting = channel.waiting.sorted()
            channel.waiting = []
            for call in waiting { place(call) }
        }
    }

    /// Whether a connection may have calls changed.
    func standingChanged(_ connection: ClientConnection) {
        for id in connection.channels { channels[id]?.standingChanged() }
    }

    // MARK: What connections tell

    /// The header of a call that leaves now; `nil` if it is no longer wanted here.
    func header(of id: UInt64, on connection: ClientConnection) -> (Proto.Header, payload: [UInt8])? {
        guard let pending = calls[id], pending.place == .queued(connection.number) else { return nil }
        let call = pending.call
        var header = Proto.Header(kind: .request, requestId: id, method: call.method.path)
        header.attempt = UInt32(pending.attempts + 1)
        if pending.traceID.count != 16 { pending.traceID = state.generator.bytes(16) }
        pending.spanID = state.generator.bytes(8)
        header.traceId = pending.traceID
        header.spanId = pending.spanID
        header.shardKey = call.shardKey
        header.identity = call.identity
        header.metadata = call.metadata.entries
        switch call.receiver {
        case .unary: header.remainingMs = max(1, (call.deadline - state.now).clampedMilliseconds)
        case .stream(_, let window):
            header.credit = UInt32(clamping: window)
            if let end = call.streamLimits?.end { header.remainingMs = max(1, (end - state.now).clampedMilliseconds) }
        }
        return (header, call.request)
    }

    /// The socket took it.
    func left(_ id: UInt64, on connection: ClientConnection) {
        guard let pending = calls[id] else { return }
        pending.place = .sent(connection.number)
        pending.attempts += 1
        outgoingBytes -= pending.call.request.count
        began(id, on: connection)
        guard pending.call.isStream else { return }
        // A stream lives on; its first deadline was for getting here.
        if let end = pending.call.streamLimits?.end {
            state.timers.schedule(.callDeadline(id), at: end)
        } else {
            state.timers.cancel(.callDeadline(id))
        }
    }

    /// Ends everything, for a node that closes.
    func close() {
        for id in Array(calls.keys) { finish(id, .failure(RPCError(.unavailable, "node closed"))) }
        for connection in connections.values { connection.link = nil }
        connections.removeAll()
        channels.removeAll()
    }
}
