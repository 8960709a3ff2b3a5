import CallModel
import MonotonicClock
import Suspension
public import Wire

/// Calls one of several instances. With a shard key every caller picks the same healthy instance for the same key;
/// without one, the less busy of two healthy instances drawn at random.
///
/// While no instance is connected, calls wait for one, up to their deadline or `BusTiming.readyPatience`, and not at all
/// once all have been away for `BusTiming.restartGrace`; `CallOptions.waitForReady` makes them wait until the deadline.
/// What never left fails with UNAVAILABLE and reason `neverSent`. Once a request has left it is sent again only if the
/// peer says it did not begin or the method is idempotent (`RetryRule`): losing the peer fails it with UNAVAILABLE and
/// `peerLost`.
///
/// Deadline, trace, identity and the metadata of `BusConfiguration.propagatedMetadata` are inherited from
/// `RPCContext.current`. A long-lived task that a handler starts is therefore made by `RPCContext.outliving`, or its
/// calls end with the handler's deadline.
public final class BusChannel: RPCChannel {
    private let core: BusCore
    private let id: UInt64
    /// Where instances are looked for.
    public let targets: [String]
    /// Who must answer there; empty means anybody.
    public let service: String

    init(_ core: BusCore, targets: [String], service: String) {
        self.core = core
        self.targets = targets
        self.service = service
        id = core.nextID()
        core.outbox.post(.openChannel(id, targets: targets, service: service))
    }

    deinit { core.outbox.post(.closeChannel(id)) }

    /// Endpoints of the instances that the targets stand for now, for whoever must reach each of them. Empty while no name
    /// has been answered, and after the node's end.
    public func instances() async -> [String] {
        await withCheckedContinuation { waiter in
            if !core.outbox.post(.instances(channel: id, waiter)) { waiter.resume(returning: []) }
        }
    }

    // Without a hop to another executor: whoever calls is resumed where it was.
    nonisolated(nonsending) public func unary(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) async throws(RPCError) -> [UInt8] {
        let interceptors = core.configuration.clientInterceptors
        if interceptors.isEmpty { return try await send(method, request, options) }
        return try await intercepted(
            ClientCall(method: method, request: request, options: options), by: interceptors[...]
        ) { (call) async throws(RPCError) in try await self.send(call.method, call.request, call.options) }
    }

    @inline(__always)
    nonisolated(nonsending) private func send(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) async throws(RPCError) -> [UInt8] {
        // A handler that is told to stop goes on to its next call: that must not begin somebody else's work.
        if Task.isCancelled { throw Self.cancelledEarly }
        let call = try prepare(method, request, options)
        await withTaskCancellationHandler {
            await suspend { waiter in
                call.waiter = waiter
                post(call)
                // Cancelled since, before there was a call to cancel.
                if Task.isCancelled { core.outbox.post(.cancelCall(call)) }
            }
        } onCancel: {
            core.outbox.post(.cancelCall(call))
        }
        switch call.outcome {
        case .success(let response): return response
        case .failure(let error): throw error
        case nil: throw RPCError(.internal, "resumed without an outcome")
        }
    }

    fileprivate static let cancelledEarly = RPCError(.cancelled, reason: .neverSent, "its caller was cancelled before")

    private func prepare(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) throws(RPCError) -> OutgoingCall {
        let context = RPCContext.current
        let metadata = try check(request, options, context)
        let now = MonotonicInstant.now
        var deadline = now + options.timeout
        if let inherited = context?.deadline { deadline = min(deadline, inherited) }
        guard now < deadline else {
            throw RPCError(.deadlineExceeded, reason: .neverSent, "its time was over before it began")
        }
        return OutgoingCall(
            channel: id, method: method, request: request, options: options, context: context, metadata: metadata,
            started: now, deadline: deadline)
    }

    /// `options.timeout` bounds the wait for a connection. Once it left, the stream lives on, unless
    /// `options.streamTimeout` or `options.firstItemTimeout` say otherwise.
    public func serverStream(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) -> RPCByteStream {
        let metadata: RPCMetadata
        do throws(RPCError) { metadata = try check(request, options, RPCContext.current) } catch {
            return RPCByteStream(failing: error)
        }
        let window = core.configuration.limits.streamWindow
        return RPCByteStream {
            let inbox = StreamInbox(window: window)
            let reader = StreamReader(self.core, self, inbox) {
                let now = MonotonicInstant.now
                return OutgoingCall(
                    channel: self.id, method: method, request: request, options: options, context: .current,
                    metadata: metadata, started: now, deadline: now + options.timeout, stream: (inbox, window))
            }
            return RPCByteStream.Iterator { () async throws(RPCError) in try await reader.next() }
        }
    }

    fileprivate func post(_ call: OutgoingCall) {
        if core.outbox.post(.startCall(call)) { return }
        call.end(.failure(RPCError(.unavailable, reason: .neverSent, "node closed")))
        call.resume()
    }

    /// Refuses what would not arrive. Returns the metadata to send: what is passed on from the call being answered, and
    /// the caller's own.
    private func check(
        _ request: [UInt8], _ options: CallOptions, _ context: RPCContext?
    ) throws(RPCError) -> RPCMetadata {
        guard request.count <= Envelope.longestPayload else {
            throw RPCError(.resourceExhausted, reason: .tooLarge, "request of \(request.count) bytes")
        }
        var metadata = options.metadata
        if let inherited = context?.metadata, !inherited.isEmpty {
            metadata = inherited.only(core.configuration.propagatedMetadata).overlaid(by: metadata)
        }
        guard metadata.isEmpty || metadata.byteCount <= Envelope.longestMetadata else {
            throw RPCError(.resourceExhausted, reason: .tooLarge, "metadata of \(metadata.byteCount) bytes")
        }
        return metadata
    }
}

/// Behind a stream's iterator: starts the call at the first `next`, cancels it when the iterator goes away.
private final class StreamReader {
    private let core: BusCore
    /// Keeps the channel open while the stream is read.
    private let channel: BusChannel
    private let inbox: StreamInbox
    private let makeCall: () -> OutgoingCall
    /// Once it has started.
    private var call: OutgoingCall?
    private var hasEnded = false

    init(_ core: BusCore, _ channel: BusChannel, _ inbox: StreamInbox, makeCall: @escaping () -> OutgoingCall) {
        self.core = core
        self.channel = channel
        self.inbox = inbox
        self.makeCall = makeCall
    }

    deinit {
        if let call, !hasEnded { core.outbox.post(.cancelCall(call)) }
    }

    func next() async throws(RPCError) -> [UInt8]? {
        if call == nil, Task.isCancelled { throw BusChannel.cancelledEarly }
        let call = call ?? start()
        let (core, inbox) = (core, inbox)
        let step = await inbox.next {
            inbox.abandon(RPCError(.cancelled, "reader cancelled"))
            core.outbox.post(.cancelCall(call))
        }
        switch step {
        case .item(let item):
            let credit = inbox.takeCredit()
            if credit > 0 { core.outbox.post(.giveCredit(call, bytes: credit)) }
            return item
        case .ended(let error):
            hasEnded = true
            if let error { throw error }
            return nil
        }
    }

    private func start() -> OutgoingCall {
        let made = makeCall()
        call = made
        channel.post(made)
        return made
    }
}
