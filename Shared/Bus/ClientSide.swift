import Wire

/// The calls this process makes: which connection takes each, what waits, what is under way. Confined to the I/O
/// thread. Connections themselves are in `ClientSide+Connections`.
final class ClientSide {
    /// Where a call is.
    enum Place: Equatable {
        /// In its channel: no connection is ready.
        case waiting
        /// Handed to a connection whose socket has not taken it yet.
        case queued(Int)
        /// It left.
        case sent(Int)
    }

    /// A class, because every step of a call looks it up and values this large are dear to copy.
    final class PendingCall {
        let call: OutgoingCall
        var place = Place.waiting
        var attempts = 0

        init(_ call: OutgoingCall) { self.call = call }
    }

    final class Channel {
        let connections: [ClientConnection]
        let service: String
        /// Ids ascend, so sorting them gives the order of arrival.
        var waiting: Set<UInt64> = []
        var cursor = 0

        init(_ connections: [ClientConnection], service: String) {
            self.connections = connections
            self.service = service
        }
    }

    let state: LoopState
    var connections: [Int: ClientConnection] = [:]
    var numbers: [String: Int] = [:]
    var nextNumber = 0
    private(set) var calls: [UInt64: PendingCall] = [:]
    private(set) var channels: [UInt64: Channel] = [:]
    /// Payloads that have not left.
    private var outgoingBytes = 0

    init(_ state: LoopState) { self.state = state }

    // MARK: Channels

    func openChannel(_ id: UInt64, targets: [String], service: String) {
        let used = targets.map { connection(to: $0) }
        for connection in used {
            connection.channels.insert(id)
            connection.unusedSince = nil
        }
        channels[id] = Channel(used, service: service)
    }

    func closeChannel(_ id: UInt64) {
        guard let channel = channels.removeValue(forKey: id) else { return }
        for call in channel.waiting.sorted() {
            finish(call, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        for connection in channel.connections {
            connection.channels.remove(id)
            if connection.channels.isEmpty { retire(connection) }
        }
    }

    /// Calls wait for this connection.
    func isAwaited(_ connection: ClientConnection) -> Bool {
        connection.channels.contains { channels[$0].map { !$0.waiting.isEmpty } ?? false }
    }

    /// A connection became ready: what waited in its channels is placed again.
    func release(_ connection: ClientConnection) {
        for id in connection.channels {
            guard let channel = channels[id] else { continue }
            let waiting = channel.waiting.sorted()
            channel.waiting = []
            for call in waiting { place(call) }
        }
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
        place(call.id)
    }

    /// The caller gave up.
    func cancel(_ id: UInt64) {
        abandon(id, .failure(RPCError(.cancelled, "cancelled by the caller")))
    }

    func deadlinePassed(_ id: UInt64) {
        guard let pending = calls[id] else { return }
        let hasLeft = if case .sent = pending.place { true } else { false }
        abandon(
            id,
            .failure(
                RPCError(
                    .deadlineExceeded, reason: hasLeft ? .none : .neverSent,
                    hasLeft ? "no answer in time" : "no connection in time")))
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
            .control(Envelope(Proto.Header(kind: .credit, requestId: id, credit: UInt32(clamping: bytes)))),
            on: connection)
    }

    /// Ends a call and tells its server, if it has it.
    func abandon(_ id: UInt64, _ outcome: Result<[UInt8], RPCError>) {
        guard let pending = calls[id] else { return }
        finish(id, outcome)
        if case .sent(let number) = pending.place, let connection = connections[number] {
            post(.control(Envelope(Proto.Header(kind: .cancel, requestId: id))), on: connection)
        }
    }

    /// Ends a call: the one place where a call leaves the table.
    func finish(_ id: UInt64, _ outcome: Result<[UInt8], RPCError>) {
        guard let pending = calls.removeValue(forKey: id) else { return }
        state.timers.cancel(.callDeadline(id))
        state.timers.cancel(.callPatience(id))
        switch pending.place {
        case .sent(let number):
            connections[number]?.inFlight.remove(id)
        case .waiting, .queued:
            channels[pending.call.channel]?.waiting.remove(id)
            outgoingBytes -= pending.call.request.count
        }
        var failure: RPCError?
        if case .failure(let error) = outcome { failure = error }
        if failure?.reason == .neverSent { state.statistics.count(.callsNeverSent) }
        state.observe(
            .callEnded(
                BusCallRecord(
                    method: pending.call.method.path, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
                    duration: state.now - pending.call.started, attempts: max(1, pending.attempts))))
        state.end(pending.call, outcome)
    }

    /// Gives a call that is in no connection's hands to a ready connection, or lets it wait for one.
    private func place(_ id: UInt64) {
        guard let pending = calls[id] else { return }
        guard let connection = pick(for: pending.call) else { return wait(pending) }
        state.timers.cancel(.callPatience(id))
        pending.place = .queued(connection.number)
        post(.request(id), on: connection)
    }

    private func pick(for call: OutgoingCall) -> ClientConnection? {
        guard let channel = channels[call.channel] else { return nil }
        let ready = channel.connections.filter { $0.life.isReady }
        guard call.shardKey.isEmpty else { return Rendezvous.pick(ready, key: call.shardKey) { $0.endpoint } }
        guard !ready.isEmpty else { return nil }
        channel.cursor = (channel.cursor + 1) % ready.count
        return ready[channel.cursor]
    }

    private func wait(_ pending: PendingCall) {
        let id = pending.call.id
        guard let channel = channels[pending.call.channel] else {
            return finish(id, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        pending.place = .waiting
        channel.waiting.insert(id)
        state.schedule(.callPatience(id), after: state.core.configuration.timing.readyPatience)
        for connection in channel.connections {
            connection.life.becameAwaited(now: state.now)
            schedule(connection)
        }
    }

    // MARK: What connections tell

    /// The header of a call that leaves now; `nil` if it is no longer wanted here.
    func header(of id: UInt64, on connection: ClientConnection) -> (Proto.Header, payload: [UInt8])? {
        guard let pending = calls[id], pending.place == .queued(connection.number) else { return nil }
        let call = pending.call
        var header = Proto.Header(kind: .request, requestId: id, method: call.method.path)
        header.attempt = UInt32(pending.attempts + 1)
        header.traceId = call.traceID.count == 16 ? call.traceID : state.generator.bytes(16)
        header.spanId = state.generator.bytes(8)
        header.shardKey = call.shardKey
        header.identity = call.identity
        switch call.receiver {
        case .unary: header.remainingMs = max(1, (call.deadline - state.now).clampedMilliseconds)
        case .stream(_, let window): header.credit = UInt32(clamping: window)
        }
        return (header, call.request)
    }

    /// The socket took it.
    func left(_ id: UInt64, on connection: ClientConnection) {
        guard let pending = calls[id] else { return }
        pending.place = .sent(connection.number)
        pending.attempts += 1
        outgoingBytes -= pending.call.request.count
        connection.inFlight.insert(id)
        // A stream lives on; its deadline was for getting here.
        if pending.call.isStream { state.timers.cancel(.callDeadline(id)) }
    }

    /// A call's connection is gone or refuses it: again elsewhere, or over.
    func comeBack(_ id: UInt64, _ error: RPCError, mayRepeat: Bool) {
        guard let pending = calls[id] else { return }
        guard mayRepeat, pending.call.isStream || state.now < pending.call.deadline else {
            return finish(id, .failure(error))
        }
        if case .sent(let number) = pending.place {
            connections[number]?.inFlight.remove(id)
            outgoingBytes += pending.call.request.count
            state.statistics.count(.callsRetried)
        }
        pending.place = .waiting
        place(id)
    }

    /// Ends everything, for a node that closes.
    func close() {
        for id in Array(calls.keys) { finish(id, .failure(RPCError(.unavailable, "node closed"))) }
        for connection in connections.values { connection.link = nil }
        connections.removeAll()
        channels.removeAll()
    }
}
