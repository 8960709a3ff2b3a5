import CallModel
import MonotonicClock
import Wire
import ZeroMQ

/// The calls this process answers: admission, queue, running handlers, their answers. Confined to the I/O thread. The
/// socket and the peers are in `ServerSide+Peers`.
final class ServerSide {
    /// The bound socket with its monitor.
    final class Listener {
        let router: Socket
        var monitor: Monitor
        /// Of an encrypted socket.
        var keys: ListenerKeys?

        init(
            _ context: Context, on endpoint: String, _ options: SocketOptions, _ security: BusSecurity?
        ) throws(ZeroMQError) {
            var options = options
            let isProtected = BusSecurity.protects(endpoint)
            if let security, isProtected { options.security = security.server(.bus) }
            let socket = try Socket(context, .router, options)
            var watcher = try Monitor(context, of: socket)
            try socket.bind(endpoint)
            if let security, isProtected { keys = try ListenerKeys(.bus, security, &watcher) }
            router = socket
            monitor = watcher
        }
    }

    let state: LoopState
    var listener: Listener?
    var routerIndex = -1
    var monitorIndex = -1
    var peers: [RoutingID: ServerPeer] = [:]
    /// Who sent the last message; the next one is often its too.
    var lastSender: ServerPeer?
    var backlogged: Set<RoutingID> = []
    var probesLeft = 0
    var lastProbe: MonotonicInstant?
    var frames = EnvelopeFrames()
    private(set) var methods = MethodTable<HandlerTable.Entry>([])
    private(set) var calls = SlotTable<IncomingCall>()
    private var deadlines = DeadlineQueue<MonotonicInstant>()
    private var queue: WorkQueue
    private let crew: HandlerCrew
    private(set) var isDraining = false
    private var drainNotBefore = MonotonicInstant.now
    private var drainWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ state: LoopState) {
        self.state = state
        queue = WorkQueue(limits: state.core.configuration.limits)
        let core = state.core
        let executor = core.configuration.runsHandlersOnBusThread ? core.executor : nil
        crew = HandlerCrew(on: executor) { call in
            call.outcome = await Self.run(call, core.configuration.serverInterceptors)
            core.outbox.post(.handlerEnded(call))
        }
    }

    /// How much there is to do.
    var load: Load {
        Load(running: queue.running + queue.streams, waiting: queue.waitingCount, bytes: queue.bytes)
    }

    /// Binds, if there is an endpoint, and begins to answer.
    func serve(_ table: HandlerTable, _ reply: BindReply) {
        methods = MethodTable(table.entries.map { ($0.handler.method, $0) })
        state.statistics.methods = table.entries.map { BusStatistics.Method($0.handler.method.path) }
        guard let endpoint = state.core.configuration.bind else { return reply.answer(.success(())) }
        do {
            let listener = try Listener(
                state.core.context, on: endpoint, .busServer(on: endpoint),
                state.security)
            let bound = try listener.router.lastEndpoint()
            try bindTap(besides: endpoint)
            self.listener = listener
            state.arePollsStale = true
            state.schedule(.sweep, after: state.core.configuration.timing.pingInterval)
            state.core.boundEndpoint = bound
            reply.answer(.success(()))
        } catch {
            reply.answer(.failure(error))
        }
    }

    // MARK: Requests

    func request(_ envelope: Envelope, from peer: ServerPeer) {
        let header = envelope.header
        guard header.requestId != 0, peer.calls[header.requestId] == nil else {
            return state.drop(.duplicateRequest, subject(header, peer), "request \(header.requestId)")
        }
        guard let entry = header.entry else {
            state.drop(.unknownMethod, subject(header, peer))
            let error = RPCError(.unimplemented, reason: .unknownMethod, "no method \(header.method.prefix(128))")
            return refuse(header, error, to: peer)
        }
        guard !peer.access.mayOnlyRead || entry.isReadable else {
            state.drop(.methodsDenied, subject(header, peer), peer.access.role?.rawValue ?? "")
            let error = RPCError(.permissionDenied, "\(peer.access.role?.rawValue ?? "") may only read")
            return refuse(header, error, to: peer)
        }
        guard !isDraining || entry.isBuiltIn else {
            state.drop(.refusedDraining, subject(header, peer))
            prolongDrain()
            return refuse(header, RPCError(.unavailable, reason: .draining, "draining"), to: peer)
        }
        state.passed(.serverReceive, .request, entry.handler.method, header.requestId)
        let call = incoming(envelope, entry, peer)
        switch queue.admit(call.work) {
        case .refused:
            state.drop(.queueFull, subject(header, peer), load.description)
            calls.remove(call.id)
            let error = RPCError(
                .resourceExhausted, reason: .queueFull, "too many requests", retryAfter: .milliseconds(100))
            return refuse(header, error, to: peer)
        case .wait:
            admitted(call)
        case .start:
            admitted(call)
            start(call)
        }
    }

    private func incoming(_ envelope: Envelope, _ entry: HandlerTable.Entry, _ peer: ServerPeer) -> IncomingCall {
        let outbox = state.core.outbox
        return calls.insert { id in
            var outlet: StreamOutlet?
            if entry.handler.method.isServerStreaming {
                outlet = StreamOutlet(credit: envelope.header.credit) { item, sequence in
                    outbox.post(.item(call: id, item, sequence: sequence))
                }
            }
            return IncomingCall(envelope, entry, from: peer, id: id, arrived: state.now, outlet: outlet)
        }
    }

    private func admitted(_ call: IncomingCall) {
        _ = call.peer.calls.insert(call, for: call.requestID)
        guard let deadline = call.deadline else { return }
        deadlines.add(call.id, at: deadline, live: calls.count) { calls[$0] != nil }
    }

    /// An answer without a call.
    private func refuse(_ request: EnvelopeHeader, _ error: RPCError, to peer: ServerPeer) {
        let answer = Envelope(EnvelopeHeader(kind: .response, requestId: request.requestId, status: error.status))
        send(answer, to: peer)
        if state.isTapArmed { tapSent(answer, refusing: request, to: peer) }
    }

    // MARK: Running

    /// Its turn has come. What is too late by now is answered without running.
    private func start(_ call: IncomingCall) {
        call.isStarted = true
        state.statistics.methods[call.entry.number].began(after: state.now - call.arrived)
        state.passed(.handlerStart, .request, call.method, call.requestID)
        if state.isTapArmed { tapStarted(call) }
        // A stream lives long: it has a task of its own.
        if call.outlet == nil { crew.add(call) } else { call.task = Self.launch(call, state.core) }
    }

    private static func launch(_ call: IncomingCall, _ core: BusCore) -> Task<Void, Never> {
        Task {
            call.outcome = await run(call, core.configuration.serverInterceptors)
            core.outbox.post(.handlerEnded(call))
        }
    }

    /// On the concurrency pool. The deadline is looked at last, because the pool is a queue too.
    private static func run(
        _ call: IncomingCall, _ interceptors: [ServerInterceptor]
    ) async -> Result<[UInt8], RPCError> {
        if let deadline = call.deadline, MonotonicInstant.now >= deadline { return .failure(tooLate) }
        if Task.isCancelled { return .failure(cancelledEarly) }
        let context = call.context
        return await RPCContext.$current.withValue(context) {
            do throws(RPCError) {
                if interceptors.isEmpty { return .success(try await answer(call, context, call.request)) }
                let outer = ServerCall(method: call.method, request: call.request, context: context)
                return .success(
                    try await intercepted(outer, by: interceptors[...]) { (inner) async throws(RPCError) in
                        try await answer(call, inner.context, inner.request)
                    })
            } catch {
                return .failure(RetryRule.passedOn(error))
            }
        }
    }

    private static func answer(
        _ call: IncomingCall, _ context: RPCContext, _ request: [UInt8]
    ) async throws(RPCError) -> [UInt8] {
        switch call.entry.handler.body {
        case .unary(let answer): return try await answer(context, request)
        case .serverStream(let answer):
            guard let outlet = call.outlet else { throw RPCError(.internal, "a stream without an outlet") }
            try await answer(context, request, outlet)
            return []
        }
    }

    private static let cancelledEarly = RPCError(.cancelled, "cancelled before it began")
    private static let tooLate = RPCError(.deadlineExceeded, "its time was over before it began")

    /// A handler returned or threw.
    func handlerEnded(_ call: IncomingCall) {
        // The node has closed the call meanwhile.
        guard call.id != 0 else { return }
        var outcome = call.outcome ?? .failure(RPCError(.internal, "ended without an outcome"))
        if case .success(let answer) = outcome, answer.count > Envelope.longestPayload {
            outcome = .failure(RPCError(.resourceExhausted, reason: .tooLarge, "answer of \(answer.count) bytes"))
        }
        if case .failure(Self.tooLate) = outcome { state.drop(.deadlineInQueue, subject(call), waited(call)) }
        record(call, outcome)
        if !call.isAbandoned { answer(call, outcome) }
        forget(call)
        queue.finished(call.work)
        startWaiting()
    }

    private func startWaiting() {
        while let id = queue.next() {
            guard let call = calls[id] else { continue }
            guard let deadline = call.deadline, state.now >= deadline else {
                start(call)
                continue
            }
            state.drop(.deadlineInQueue, subject(call), waited(call))
            record(call, .failure(Self.tooLate))
            answer(call, .failure(Self.tooLate))
            forget(call)
            queue.finished(call.work)
        }
        endDrainIfIdle()
    }

    private func record(_ call: IncomingCall, _ outcome: Result<[UInt8], RPCError>) {
        let duration = state.now - call.arrived
        var failure: RPCError?
        if case .failure(let error) = outcome { failure = error }
        state.statistics.methods[call.entry.number].ended(
            isFailure: failure != nil, wasStarted: call.isStarted, after: duration)
        guard state.isObserved else { return }
        state.observe(
            .handlerEnded(
                BusCallRecord(
                    method: call.method.path, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
                    duration: duration, attempts: 1)))
    }

    func answer(_ call: IncomingCall, _ outcome: Result<[UInt8], RPCError>) {
        let kind: Proto.Kind = call.outlet == nil ? .response : .end
        let envelope: Envelope
        let code: Proto.StatusCode
        switch outcome {
        case .success(let bytes):
            envelope = Envelope(EnvelopeHeader(kind: kind, requestId: call.requestID, status: nil), bytes)
            code = .ok
        case .failure(let error):
            envelope = Envelope(EnvelopeHeader(kind: kind, requestId: call.requestID, status: error.status))
            code = error.code
        }
        // First: what a peer may have seen is in the ring, whenever the process ends.
        state.passed(.serverSend, kind, call.method, call.requestID, code)
        send(envelope, to: call.peer)
        if state.isTapArmed { tapSent(envelope, about: call) }
    }

    private func forget(_ call: IncomingCall) {
        calls.remove(call.id)
        call.id = 0
        if !call.isAbandoned { call.peer.calls.remove(call.requestID) }
    }

    // MARK: Ending early

    func item(_ id: UInt64, _ bytes: [UInt8], sequence: UInt32) {
        guard let call = calls[id], !call.isAbandoned else { return }
        let header = EnvelopeHeader(kind: .item, requestId: call.requestID, sequence: sequence)
        let item = Envelope(header, bytes)
        send(item, to: call.peer)
        state.passed(.serverSend, .item, call.method, call.requestID)
        if state.isTapArmed { tapSent(item, about: call) }
    }

    func credit(_ requestID: UInt64, _ credit: UInt32, from peer: ServerPeer) {
        peer.calls[requestID]?.outlet?.add(credit: credit)
    }

    func cancel(_ requestID: UInt64, from peer: ServerPeer) {
        guard let call = peer.calls[requestID] else { return }
        state.statistics.count(.cancelledByCaller)
        state.passed(.serverReceive, .cancel, call.method, requestID)
        abandon(call, RPCError(.cancelled, "cancelled by the caller"))
    }

    /// When `endOverdue` should be called next, at the latest.
    var nextDeadline: MonotonicInstant? { deadlines.next }

    func endOverdue() {
        while let id = deadlines.popDue(state.now, isLive: { calls[$0] != nil }) { handlerDeadlinePassed(id) }
    }

    private func handlerDeadlinePassed(_ id: UInt64) {
        guard let call = calls[id], !call.isAbandoned else { return }
        if !call.isStarted {
            state.drop(.deadlineInQueue, subject(call), waited(call))
        } else if call.outlet == nil {
            state.drop(
                .handlerOverdue, subject(call),
                "\((state.now - call.arrived).wholeMicroseconds / 1_000) ms after it came")
        }
        answer(call, .failure(call.isStarted ? RPCError(.deadlineExceeded, "time is over") : Self.tooLate))
        abandon(call, RPCError(.deadlineExceeded, "time is over"))
    }

    /// The caller is gone or has its answer: a waiting call is dropped, a running one is told to stop and keeps its
    /// place until it does.
    func abandon(_ call: IncomingCall, _ error: RPCError) {
        guard call.id != 0, !call.isAbandoned else { return }
        guard call.isStarted else {
            record(call, .failure(error))
            forget(call)
            queue.withdraw(call.work)
            return endDrainIfIdle()
        }
        call.peer.calls.remove(call.requestID)
        call.isAbandoned = true
        call.outlet?.close(error)
        call.task?.cancel()
        if call.outlet == nil, crew.cancel(call) {
            call.outcome = .failure(Self.cancelledEarly)
            handlerEnded(call)
        }
    }

    // MARK: Draining

    /// Refuses new calls from now on; the waiter goes on when no call runs or waits any more.
    func drain(until limit: MonotonicInstant, _ waiter: CheckedContinuation<Void, Never>) {
        if !isDraining {
            isDraining = true
            state.core.health.setDraining()
            for peer in peers.values { send(Envelope(EnvelopeHeader(kind: .draining)), to: peer) }
            drainNotBefore = state.now
            // Without peers there is nobody to tell.
            if !peers.isEmpty { prolongDrain() }
        }
        drainWaiters.append(waiter)
        state.timers.schedule(.drainLimit, at: limit)
        endDrainIfIdle()
    }

    func endDrain() {
        let waiters = drainWaiters
        drainWaiters = []
        state.timers.cancel(.drainLimit)
        for waiter in waiters { waiter.resume() }
    }

    /// Somebody had not heard of it yet: whoever closes now loses what others like him have sent.
    private func prolongDrain() {
        drainNotBefore = state.now + state.core.configuration.timing.drainGrace
        state.timers.schedule(.drainGrace, at: drainNotBefore)
    }

    func endDrainIfIdle() {
        if isDraining, queue.isIdle, state.now >= drainNotBefore { endDrain() }
    }

    /// Ends what still runs and closes the socket once its peers took their answers, or did not for too long.
    func close() {
        for call in calls.elements where call.id != 0 && !call.isAbandoned {
            answer(call, .failure(RPCError(.unavailable, reason: call.isStarted ? .none : .draining, "closing")))
            abandon(call, RPCError(.unavailable, "closing"))
        }
        crew.close()
        flushBacklogs()
        try? listener?.router.setLinger(state.core.configuration.timing.linger)
        listener = nil
        peers.removeAll()
        lastSender = nil
        endDrain()
    }
}
