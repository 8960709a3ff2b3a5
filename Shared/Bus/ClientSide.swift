import CallModel
import Wire

/// The calls this process makes: which connection takes each, what waits, what is under way. Confined to the I/O
/// thread. Where channels lead is in `ClientSide+Targets`, connections are in `ClientSide+Connections`, what becomes of
/// failed calls and failing instances in `ClientSide+Retries` and `ClientSide+Health`.
final class ClientSide {
    let state: LoopState
    var connections: [Int: ClientConnection] = [:]
    var numbers: [ClientConnection.Peer: Int] = [:]
    var nextNumber = 0
    private(set) var calls = SlotTable<OutgoingCall>()
    private var arrivals: UInt64 = 0
    /// Of unary calls.
    private var deadlines = DeadlineQueue<MonotonicInstant>()
    var channels: [UInt64: ClientChannel] = [:] { didSet { lastChannel = nil } }
    /// Whose the last call was; the next one often goes there too.
    private var lastChannel: ClientChannel?
    var book: AddressBook
    /// By service.
    var budgets: [String: RetryBudget] = [:]
    /// Requests that were cancelled under way, oldest first: what their servers said before they heard of it is nobody's
    /// fault.
    private var cancelled = FIFO<UInt64>()
    private static let mostCancelled = 64
    /// Payloads that have not left.
    var outgoingBytes = 0

    init(_ state: LoopState) {
        self.state = state
        book = AddressBook(timing: state.core.configuration.timing)
    }

    // MARK: Calls

    func start(_ call: OutgoingCall) {
        call.id = calls.insert(call)
        arrivals += 1
        call.arrival = arrivals
        outgoingBytes += call.request.count
        guard channel(of: call) != nil else {
            return finish(call, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        guard outgoingBytes <= state.core.configuration.limits.outgoingBytes else {
            state.drop(.outgoingFull, subject(unsent: call), "\(outgoingBytes) bytes\(obstacles(to: call))")
            return finish(
                call, .failure(RPCError(.resourceExhausted, reason: .queueFull, "too much waits to be sent")))
        }
        if call.isStream {
            state.timers.schedule(.callDeadline(call.id), at: call.deadline)
            if let limit = call.streamLimits?.firstItem { state.timers.schedule(.firstItem(call.id), at: limit) }
        } else {
            deadlines.add(call.id, at: call.deadline, live: calls.count) { calls[$0] != nil }
        }
        place(call)
    }

    /// The caller gave up.
    func cancel(_ call: OutgoingCall) {
        if call.id != 0, call.sender != nil {
            if cancelled.count == Self.mostCancelled { _ = cancelled.popFirst() }
            cancelled.append(call.id)
        }
        abandon(call, .failure(RPCError(.cancelled, "cancelled by the caller")))
    }

    /// Whether an answer only crossed its call's cancellation.
    func wasCancelled(_ id: UInt64) -> Bool { cancelled.contains(id) }

    /// When `endOverdue` should be called next, at the latest.
    var nextDeadline: MonotonicInstant? { deadlines.next }

    func endOverdue() {
        while let id = deadlines.popDue(state.now, isLive: { calls[$0] != nil }) { deadlinePassed(id) }
    }

    func deadlinePassed(_ id: UInt64) {
        guard let call = calls[id] else { return }
        if let sender = call.sender {
            state.drop(.callsUnanswered, subject(call, sender))
            ranOutOfTime(call, on: sender)
        }
        let hasLeft = call.sender != nil || call.attempts > 0
        abandon(
            call,
            .failure(
                RPCError(
                    .deadlineExceeded, reason: hasLeft ? .none : .neverSent,
                    hasLeft ? "no answer in time" : "no connection in time")))
    }

    /// It waited for a connection long enough.
    func patienceEnded(_ id: UInt64) {
        guard let call = calls[id], call.isWaiting else { return }
        finish(call, .failure(RPCError(.unavailable, reason: .neverSent, "no connection")))
    }

    /// The reader of a stream took items: the sender may go on.
    func giveCredit(_ call: OutgoingCall, bytes: Int) {
        guard call.id != 0, let connection = call.sender else { return }
        post(
            .control(
                Envelope(EnvelopeHeader(kind: .credit, requestId: call.id, credit: UInt32(clamping: bytes))), call),
            on: connection)
    }

    /// Ends a call and tells its server, if it has it.
    func abandon(_ call: OutgoingCall, _ outcome: Result<[UInt8], RPCError>) {
        let (id, sender) = (call.id, call.sender)
        guard id != 0 else { return }
        finish(call, outcome)
        if let sender { post(.control(Envelope(EnvelopeHeader(kind: .cancel, requestId: id)), call), on: sender) }
    }

    /// Ends a call: the one place where a call leaves the table.
    func finish(_ call: OutgoingCall, _ outcome: Result<[UInt8], RPCError>) {
        guard calls.remove(call.id) != nil else { return }
        if call.isStream { state.timers.cancel(.callDeadline(call.id)) }
        if call.streamLimits != nil { state.timers.cancel(.firstItem(call.id)) }
        endPatience(of: call)
        call.id = 0
        switch call.place {
        case .sent(let connection):
            ended(on: connection)
        case .queued(let connection):
            outgoingBytes -= call.request.count
            connection.withdrew()
        case .waiting, .pausing:
            channels[call.channel]?.waiting[call.arrival] = nil
            outgoingBytes -= call.request.count
        }
        if case .failure(let error) = outcome, error.reason == .neverSent {
            state.drop(.callsNeverSent, subject(unsent: call), error.message + obstacles(to: call))
        }
        if state.isObserved { report(call, outcome) }
        state.end(call, outcome)
    }

    private func report(_ call: OutgoingCall, _ outcome: Result<[UInt8], RPCError>) {
        var failure: RPCError?
        if case .failure(let error) = outcome { failure = error }
        state.observe(
            .callEnded(
                BusCallRecord(
                    method: call.method.path, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
                    duration: state.now - call.started, attempts: max(1, call.attempts))))
    }

    private func endPatience(of call: OutgoingCall) {
        guard call.isPatienceTimed else { return }
        call.isPatienceTimed = false
        state.timers.cancel(.callPatience(call.id))
    }

    /// Gives a call that is in no connection's hands to a connection, or lets it wait for one.
    func place(_ call: OutgoingCall) {
        guard let connection = pick(for: call) else { return wait(call) }
        endPatience(of: call)
        call.place = .queued(connection)
        post(.request(call), on: connection)
    }

    private func pick(for call: OutgoingCall) -> ClientConnection? {
        guard let channel = channel(of: call) else { return nil }
        let candidates = channel.candidates()
        if candidates.count < 2 { return candidates.first }
        var isAvoided: ((ClientConnection) -> Bool)?
        if let avoided = call.avoided { isAvoided = { $0.number == avoided } }
        return Balancer.pick(
            candidates, key: call.shardKey, name: \.endpoint, load: \.load, avoiding: isAvoided,
            using: &state.generator)
    }

    private func channel(of call: OutgoingCall) -> ClientChannel? {
        if let lastChannel, lastChannel.id == call.channel { return lastChannel }
        lastChannel = channels[call.channel]
        return lastChannel
    }

    private func wait(_ call: OutgoingCall) {
        guard let channel = channels[call.channel] else {
            return finish(call, .failure(RPCError(.unavailable, reason: .neverSent, "channel closed")))
        }
        call.place = .waiting
        channel.waiting[call.arrival] = call
        for connection in channel.connections { awaited(connection) }
        guard !call.waitForReady else { return }
        let end = channel.patienceEnd(state.core.configuration.timing, now: state.now)
        if end <= state.now { return patienceEnded(call.id) }
        call.isPatienceTimed = true
        state.timers.schedule(.callPatience(call.id), at: end)
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
            let waiting = channel.inOrder
            channel.waiting = [:]
            for call in waiting { place(call) }
        }
    }

    /// Whether a connection may have calls changed.
    func standingChanged(_ connection: ClientConnection) {
        for id in connection.channels { channels[id]?.standingChanged() }
    }

    // MARK: What connections tell

    /// A call as it leaves now.
    func envelope(of call: OutgoingCall) -> Envelope {
        var header = EnvelopeHeader(kind: .request, requestId: call.id)
        header.descriptor = call.method
        header.attempt = UInt32(call.attempts + 1)
        let trace = call.trace ?? TraceID(state.generator.next(), state.generator.next())
        let span = SpanID(state.generator.next())
        (call.trace, call.span) = (trace, span)
        (header.trace, header.span) = (trace, span)
        header.shardKey = call.shardKey
        header.attach(identity: call.identity, metadata: call.metadata.entries)
        var end: MonotonicInstant? = call.deadline
        if let stream = call.stream {
            header.credit = UInt32(clamping: stream.window)
            end = call.streamLimits?.end
        }
        if let end { header.remainingMs = max(1, (end - state.now).clampedMilliseconds) }
        return Envelope(header, call.request)
    }

    /// The socket took it.
    func left(_ call: OutgoingCall, on connection: ClientConnection) {
        call.place = .sent(connection)
        call.attempts += 1
        outgoingBytes -= call.request.count
        began(on: connection)
        guard call.isStream else { return }
        // A stream lives on; its first deadline was for getting here.
        if let end = call.streamLimits?.end {
            state.timers.schedule(.callDeadline(call.id), at: end)
        } else {
            state.timers.cancel(.callDeadline(call.id))
        }
    }

    /// Calls that left on a connection and are not over, in order of arrival.
    func sent(on connection: ClientConnection) -> [OutgoingCall] {
        guard connection.inFlight > 0 else { return [] }
        return calls.elements.filter { $0.sender === connection }.sorted { $0.arrival < $1.arrival }
    }

    /// Ends everything, for a node that closes.
    func close() {
        for call in calls.elements { finish(call, .failure(RPCError(.unavailable, "node closed"))) }
        for connection in connections.values { connection.link = nil }
        connections.removeAll()
        channels.removeAll()
    }
}
