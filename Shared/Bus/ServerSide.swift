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
    /// By routing id.
    var peers: [[UInt8]: ServerPeer] = [:]
    var backlogged: Set<[UInt8]> = []
    var probesLeft = 0
    var scratch = Message()
    private var handlers = HandlerTable()
    private(set) var calls: [UInt64: IncomingCall] = [:]
    private var queue: WorkQueue
    private(set) var isDraining = false
    private var drainNotBefore = ContinuousClock.now
    private var drainWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ state: LoopState) {
        self.state = state
        queue = WorkQueue(limits: state.core.configuration.limits)
    }

    /// How much there is to do.
    var load: Load {
        Load(running: queue.running + queue.streams, waiting: queue.waitingCount, bytes: queue.bytes)
    }

    /// Binds, if there is an endpoint, and begins to answer.
    func serve(_ table: HandlerTable, _ reply: BindReply) {
        handlers = table
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
        guard let entry = handlers[header.method] else {
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
            return refuse(header, RPCError(.unavailable, reason: .draining, "draining"), to: peer)
        }
        let id = state.core.nextID()
        let call = incoming(id, envelope, entry, peer)
        switch queue.admit(call.work) {
        case .refused:
            state.drop(.queueFull, subject(header, peer), load.description)
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

    private func incoming(
        _ id: UInt64, _ envelope: Envelope, _ entry: HandlerTable.Entry, _ peer: ServerPeer
    ) -> IncomingCall {
        let header = envelope.header
        let outbox = state.core.outbox
        let context = RPCContext(
            identity: header.identity,
            deadline: header.remainingMs == 0 ? nil : state.now + .milliseconds(Int64(header.remainingMs)),
            traceID: header.traceId, spanID: header.spanId, peer: peer.hello.instance,
            metadata: RPCMetadata(header.metadata), received: state.now)
        var outlet: StreamOutlet?
        if entry.handler.method.isServerStreaming {
            outlet = StreamOutlet(credit: header.credit) { item, sequence in
                outbox.post(.item(call: id, item, sequence: sequence))
            }
        }
        return IncomingCall(
            id: id, envelope: envelope, entry: entry, peer: peer, context: context, arrived: state.now, outlet: outlet)
    }

    private func admitted(_ call: IncomingCall) {
        calls[call.id] = call
        call.peer.calls[call.requestID] = call.id
        if let deadline = call.context.deadline { state.timers.schedule(.handlerDeadline(call.id), at: deadline) }
    }

    /// An answer without a call.
    private func refuse(_ request: Proto.Header, _ error: RPCError, to peer: ServerPeer) {
        let answer = Envelope(Proto.Header(kind: .response, requestId: request.requestId, status: error.status))
        send(answer, to: peer)
        if state.isTapArmed { tapSent(answer, refusing: request, to: peer) }
    }

    // MARK: Running

    /// Its turn has come. What is too late by now is answered without running.
    private func start(_ call: IncomingCall) {
        state.statistics.methods[call.method.path, default: .init()].started += 1
        state.statistics.methods[call.method.path, default: .init()].inFlight += 1
        state.statistics.methods[call.method.path, default: .init()].queueTime += state.now - call.arrived
        if state.isTapArmed { tapStarted(call) }
        call.task = Self.launch(call.id, call.entry.handler, call.context, call.request, call.outlet, state.core)
    }

    private static func launch(
        _ id: UInt64, _ handler: RPCHandler, _ context: RPCContext, _ request: [UInt8], _ outlet: StreamOutlet?,
        _ core: BusCore
    ) -> Task<Void, Never> {
        Task {
            let outcome = await run(handler, context, request, outlet, core.configuration.serverInterceptors)
            core.outbox.post(.handlerEnded(call: id, outcome))
        }
    }

    /// On the concurrency pool. The deadline is looked at last, because the pool is a queue too.
    private static func run(
        _ handler: RPCHandler, _ context: RPCContext, _ request: [UInt8], _ outlet: StreamOutlet?,
        _ interceptors: [ServerInterceptor]
    ) async -> Result<[UInt8], RPCError> {
        if let deadline = context.deadline, ContinuousClock.now >= deadline { return .failure(tooLate) }
        if Task.isCancelled { return .failure(RPCError(.cancelled, "cancelled before it began")) }
        return await RPCContext.$current.withValue(context) {
            do throws(RPCError) {
                if interceptors.isEmpty { return .success(try await answer(handler, context, request, outlet)) }
                let call = ServerCall(method: handler.method, request: request, context: context)
                return .success(
                    try await intercepted(call, by: interceptors[...]) { (call) async throws(RPCError) in
                        try await self.answer(handler, call.context, call.request, outlet)
                    })
            } catch {
                return .failure(RetryRule.passedOn(error))
            }
        }
    }

    private static func answer(
        _ handler: RPCHandler, _ context: RPCContext, _ request: [UInt8], _ outlet: StreamOutlet?
    ) async throws(RPCError) -> [UInt8] {
        switch handler.body {
        case .unary(let answer): return try await answer(context, request)
        case .serverStream(let answer):
            guard let outlet else { throw RPCError(.internal, "a stream without an outlet") }
            try await answer(context, request, outlet)
            return []
        }
    }

    private static let tooLate = RPCError(.deadlineExceeded, "its time was over before it began")

    /// A handler returned or threw.
    func handlerEnded(_ id: UInt64, _ outcome: Result<[UInt8], RPCError>) {
        guard let call = calls[id] else { return }
        var outcome = outcome
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
            guard let deadline = call.context.deadline, state.now >= deadline else {
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
        var numbers = state.statistics.methods[call.method.path] ?? .init()
        if call.task != nil { numbers.inFlight -= 1 }
        if failure == nil { numbers.succeeded += 1 } else { numbers.failed += 1 }
        numbers.handlerTime += duration
        state.statistics.methods[call.method.path] = numbers
        state.observe(
            .handlerEnded(
                BusCallRecord(
                    method: call.method.path, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
                    duration: duration, attempts: 1)))
    }

    private func answer(_ call: IncomingCall, _ outcome: Result<[UInt8], RPCError>) {
        var header = Proto.Header(kind: call.outlet == nil ? .response : .end, requestId: call.requestID)
        var payload: [UInt8] = []
        switch outcome {
        case .success(let bytes):
            header.status = Proto.Status(code: .ok)
            payload = bytes
        case .failure(let error):
            header.status = error.status
        }
        let envelope = Envelope(header, payload)
        send(envelope, to: call.peer)
        if state.isTapArmed { tapSent(envelope, about: call) }
    }

    private func forget(_ call: IncomingCall) {
        calls[call.id] = nil
        if call.peer.calls[call.requestID] == call.id { call.peer.calls[call.requestID] = nil }
        state.timers.cancel(.handlerDeadline(call.id))
    }

    // MARK: Ending early

    func item(_ id: UInt64, _ bytes: [UInt8], sequence: UInt32) {
        guard let call = calls[id], !call.isAbandoned else { return }
        let item = Envelope(Proto.Header(kind: .item, requestId: call.requestID, sequence: sequence), bytes)
        send(item, to: call.peer)
        if state.isTapArmed { tapSent(item, about: call) }
    }

    func credit(_ requestID: UInt64, _ credit: UInt32, from peer: ServerPeer) {
        guard let id = peer.calls[requestID] else { return }
        calls[id]?.outlet?.add(credit: credit)
    }

    func cancel(_ requestID: UInt64, from peer: ServerPeer) {
        guard let id = peer.calls[requestID] else { return }
        state.statistics.count(.cancelledByCaller)
        abandon(id, RPCError(.cancelled, "cancelled by the caller"))
    }

    func handlerDeadlinePassed(_ id: UInt64) {
        guard let call = calls[id], !call.isAbandoned else { return }
        if call.task == nil { state.drop(.deadlineInQueue, subject(call), waited(call)) }
        answer(call, .failure(call.task == nil ? Self.tooLate : RPCError(.deadlineExceeded, "time is over")))
        abandon(id, RPCError(.deadlineExceeded, "time is over"))
    }

    /// The caller is gone or has its answer: a waiting call is dropped, a running one is told to stop and keeps its
    /// place until it does.
    func abandon(_ id: UInt64, _ error: RPCError) {
        guard let call = calls[id], !call.isAbandoned else { return }
        if let task = call.task {
            call.isAbandoned = true
            call.peer.calls[call.requestID] = nil
            state.timers.cancel(.handlerDeadline(id))
            call.outlet?.close(error)
            task.cancel()
        } else {
            record(call, .failure(error))
            forget(call)
            queue.withdraw(call.work)
            endDrainIfIdle()
        }
    }

    // MARK: Draining

    /// Refuses new calls from now on; the waiter goes on when no call runs or waits any more.
    func drain(until limit: ContinuousClock.Instant, _ waiter: CheckedContinuation<Void, Never>) {
        if !isDraining {
            isDraining = true
            state.core.health.setDraining()
            for peer in peers.values { send(Envelope(Proto.Header(kind: .draining)), to: peer) }
            // Without peers there is nobody to tell.
            drainNotBefore = peers.isEmpty ? state.now : state.now + state.core.configuration.timing.drainGrace
            state.timers.schedule(.drainGrace, at: drainNotBefore)
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

    func endDrainIfIdle() {
        if isDraining, queue.isIdle, state.now >= drainNotBefore { endDrain() }
    }

    /// Ends what still runs and closes the socket once its peers took their answers, or did not for too long.
    func close() {
        for (id, call) in calls where !call.isAbandoned {
            answer(call, .failure(RPCError(.unavailable, reason: call.task == nil ? .draining : .none, "closing")))
            abandon(id, RPCError(.unavailable, "closing"))
        }
        flushBacklogs()
        try? listener?.router.setLinger(state.core.configuration.timing.linger)
        listener = nil
        peers.removeAll()
        endDrain()
    }
}
