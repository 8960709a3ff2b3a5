internal import CallModel
internal import Synchronization
internal import Wire

/// One connection to a gateway: sends requests, finds whose answer has come, and hands stream items on. It makes no
/// decision about the session; the core does.
final class GatewayConnection: RPCChannel, Sendable {
    /// What arrives beside answers.
    enum News: Sendable {
        case helloReceived
        case draining
        case bytesReceived
        /// In order with everything else: what a gateway says before it closes is heard before the end.
        case event(Proto.ClientEvent.Event)
    }

    private enum Waiter: Sendable {
        case unary(Pending)
        /// The session's events, which come as news.
        case events
        case stream(AsyncThrowingStream<[UInt8], any Error>.Continuation)
    }

    private struct State: Sendable {
        var waiters: [UInt64: (waiter: Waiter, method: String)] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let link: any MessageLink
    private let codec: any FrameCodec
    private let state = Mutex(State())
    /// How many bytes of events the gateway may send ahead of us.
    private static let eventCredit: UInt32 = 256 << 10

    init(link: any MessageLink, codec: any FrameCodec) {
        self.link = link
        self.codec = codec
    }

    // MARK: Sending

    func sendHello(instance: String, epoch: UInt64) {
        var header = Proto.Header(version: 1, kind: .hello)
        header.hello = Proto.Hello(
            service: "client", instance: instance, epoch: epoch, protocol: 1, schemaHash: Proto.schemaHash)
        sendControl(header)
    }

    func sendPing() { sendControl(Proto.Header(version: 1, kind: .ping)) }

    private func sendControl(_ header: Proto.Header) {
        // A closed link is told by `receive`, where the session learns of every loss.
        guard let message = try? codec.encode(header, [], method: "") else { return }
        try? link.send(message)
    }

    /// Puts a request on the wire at once, so that requests leave in the order in which they are made.
    /// `shardKey`: the call it is about.
    func begin(
        _ method: MethodDescriptor, _ request: [UInt8], timeout: Duration, shardKey: String = ""
    ) -> Pending {
        let pending = Pending()
        let id = register(.unary(pending), method)
        guard let id else {
            pending.resolve(.failure(RPCError(.unavailable, reason: .neverSent, "connection closed")))
            return pending
        }
        send(id, method, request, timeout: timeout, credit: 0, shardKey: shardKey)
        pending.expire(after: timeout) { [weak self] in self?.cancel(id) }
        return pending
    }

    /// Asks for the session's events. Without them the connection is of no use: it is closed when they end.
    func openEvents() {
        guard let request = try? Proto.EventsRequest().encoded(),
            let id = register(.events, Proto.GatewayMethods.events)
        else { return close() }
        send(id, Proto.GatewayMethods.events, request, timeout: nil, credit: Self.eventCredit)
    }

    private func register(_ waiter: Waiter, _ method: MethodDescriptor) -> UInt64? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            state.waiters[state.lastID] = (waiter, method.path)
            return state.lastID
        }
    }

    private func send(
        _ id: UInt64, _ method: MethodDescriptor, _ request: [UInt8], timeout: Duration?, credit: UInt32,
        shardKey: String = ""
    ) {
        var header = Proto.Header(version: 1, kind: .request, requestId: id, method: method.path)
        if let timeout { header.remainingMs = UInt32(clamping: max(1, timeout.wholeMilliseconds)) }
        header.credit = credit
        header.shardKey = shardKey
        do {
            try link.send(try codec.encode(header, request, method: method.path))
        } catch let error as WireError {
            finish(id, .failure(RPCError(.invalidArgument, reason: .malformed, "\(error)")))
        } catch {
            finish(id, .failure(RPCError(.unavailable, reason: .neverSent, "\(error)")))
        }
    }

    /// Nobody waits for the answer any more.
    private func cancel(_ id: UInt64) {
        guard state.withLock({ $0.waiters.removeValue(forKey: id) }) != nil else { return }
        sendControl(Proto.Header(version: 1, kind: .cancel, requestId: id))
    }

    // MARK: RPCChannel

    func unary(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) async throws(RPCError) -> [UInt8] {
        try await begin(method, request, timeout: options.timeout).value()
    }

    func serverStream(_ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions) -> RPCByteStream {
        RPCByteStream { [weak self] in
            let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            let items = StreamItems(stream)
            guard let self, let id = self.register(.stream(continuation), method) else {
                continuation.finish(throwing: RPCError(.unavailable, reason: .neverSent, "connection closed"))
                return RPCByteStream.Iterator { () async throws(RPCError) in try await items.next() }
            }
            continuation.onTermination = { [weak self] reason in
                if case .cancelled = reason { self?.cancel(id) }
            }
            self.send(id, method, request, timeout: nil, credit: Self.eventCredit)
            return RPCByteStream.Iterator { [weak self] () async throws(RPCError) in
                let item = try await items.next()
                // What was read makes room for as much again.
                if let item { self?.giveCredit(id, item.count) }
                return item
            }
        }
    }

    private func giveCredit(_ id: UInt64, _ count: Int) {
        guard count > 0 else { return }
        var header = Proto.Header(version: 1, kind: .credit, requestId: id)
        header.credit = UInt32(clamping: count)
        sendControl(header)
    }

    // MARK: Receiving

    /// Reads until the connection is closed; then everything in flight fails.
    func run(_ report: @Sendable (News) -> Void) async {
        while let message = await link.receive() {
            report(.bytesReceived)
            guard let frame = try? codec.decode(message, methodOf: { id in self.method(of: id) }) else {
                // The gateway does not speak our protocol: nothing after this can be trusted.
                link.close()
                break
            }
            if let news = take(frame.header, frame.payload) { report(news) }
        }
        close()
    }

    private func method(of id: UInt64) -> String? { state.withLock { $0.waiters[id]?.method } }

    private func take(_ header: Proto.Header, _ payload: [UInt8]) -> News? {
        switch header.kind {
        case .hello: return .helloReceived
        case .draining: return .draining
        case .ping:
            sendControl(Proto.Header(version: 1, kind: .pong))
        case .response, .end:
            finish(header.requestId, result(header, payload))
        case .item: return takeItem(header.requestId, payload)
        default: break
        }
        return nil
    }

    private func takeItem(_ id: UInt64, _ payload: [UInt8]) -> News? {
        switch state.withLock({ $0.waiters[id]?.waiter }) {
        case .stream(let continuation): continuation.yield(payload)
        case .events:
            giveCredit(id, payload.count)
            // An event that this build cannot read is repaired by the next Sync, like a lost one.
            return (try? Proto.ClientEvent(decoding: payload))?.event.map { .event($0) }
        case .unary, nil: break
        }
        return nil
    }

    private func result(_ header: Proto.Header, _ payload: [UInt8]) -> Result<[UInt8], RPCError> {
        guard let status = header.status, status.code != .ok else { return .success(payload) }
        let retryAfter: Duration? = status.retryAfterMs > 0 ? .milliseconds(Int64(status.retryAfterMs)) : nil
        return .failure(RPCError(status.code, reason: status.reason, status.message, retryAfter: retryAfter))
    }

    private func finish(_ id: UInt64, _ result: Result<[UInt8], RPCError>) {
        guard let entry = state.withLock({ $0.waiters.removeValue(forKey: id) }) else { return }
        switch entry.waiter {
        case .unary(let pending): pending.resolve(result)
        case .events: link.close()
        case .stream(let continuation):
            switch result {
            case .success: continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
    }

    /// Closes the link and fails what is in flight. Idempotent.
    func close() {
        link.close()
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        let lost = RPCError(.unavailable, reason: .peerLost, "connection lost")
        for (waiter, _) in waiters.values {
            switch waiter {
            case .unary(let pending): pending.resolve(.failure(lost))
            case .events: break
            case .stream(let continuation): continuation.finish(throwing: lost)
            }
        }
    }
}

/// A request that is on the wire: resolved once, awaited by one task.
final class Pending: Sendable {
    private enum State {
        case waiting(CheckedContinuation<Result<[UInt8], RPCError>, Never>?)
        case resolved(Result<[UInt8], RPCError>)
    }

    private let state = Mutex(State.waiting(nil))
    private let timer = Mutex<Task<Void, Never>?>(nil)

    func resolve(_ result: Result<[UInt8], RPCError>) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<[UInt8], RPCError>, Never>? in
            guard case .waiting(let waiter) = state else { return nil }
            state = .resolved(result)
            return waiter
        }
        waiter?.resume(returning: result)
        timer.withLock { $0 }?.cancel()
    }

    /// A gateway that forgets a request must not hang its caller: a little after the deadline it fails here.
    func expire(after timeout: Duration, _ onExpiry: @escaping @Sendable () -> Void) {
        let task = Task { [weak self] in
            guard (try? await Task.sleep(for: timeout + .milliseconds(500))) != nil else { return }
            onExpiry()
            self?.resolve(.failure(RPCError(.deadlineExceeded, "no answer in time")))
        }
        timer.withLock { $0 = task }
        if case .resolved = state.withLock({ $0 }) { task.cancel() }
    }

    func value() async throws(RPCError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<[UInt8], RPCError>? in
                if case .resolved(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
        return try result.get()
    }
}

/// The items of one stream, with its typed error.
private final class StreamItems {
    private var iterator: AsyncThrowingStream<[UInt8], any Error>.Iterator

    init(_ stream: AsyncThrowingStream<[UInt8], any Error>) { iterator = stream.makeAsyncIterator() }

    func next() async throws(RPCError) -> [UInt8]? {
        do {
            return try await iterator.next(isolation: #isolation)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(error)")
        }
    }
}
