import CallModel
import Suspension
import Wire

/// A call that this process makes, from its caller to the I/O thread and back: one object, so that a call costs one
/// allocation and every table holds a reference.
///
/// Not checked by the compiler: the first part never changes; `waiter` is written by the caller before the outbox hands
/// the call over; the rest is the I/O thread's alone, but for `outcome`, which the caller reads once it is resumed.
final class OutgoingCall: @unchecked Sendable {
    /// Where a call is.
    enum Place {
        /// In its channel: no connection is ready.
        case waiting
        /// Handed to a connection whose socket has not taken it yet.
        case queued(ClientConnection)
        /// It left.
        case sent(ClientConnection)
        /// It failed and is tried again in a moment.
        case pausing
    }

    /// Of a stream that does not live for ever.
    struct StreamLimits {
        let firstItem: MonotonicInstant?
        let end: MonotonicInstant?
    }

    let channel: UInt64
    let method: MethodDescriptor
    let request: [UInt8]
    let shardKey: String
    let identity: Proto.ClientIdentity?
    /// Of the call whose handler makes this one; `nil` outside a handler.
    let parentSpan: SpanID?
    let started: MonotonicInstant
    /// Of a stream: how long it may take to leave, each time.
    let patience: Duration
    let metadata: RPCMetadata
    let waitForReady: Bool
    /// Of a stream: its reader, and the bytes it can take at first.
    let stream: (inbox: StreamInbox, window: Int)?
    let streamLimits: StreamLimits?

    /// Of a unary call: its caller.
    var waiter: Waiter?

    /// In the table of calls and, as request id, on the wire; 0 before and after.
    var id: UInt64 = 0
    /// Tells who came first.
    var arrival: UInt64 = 0
    var place = Place.waiting
    /// For a stream it bounds only the time until it leaves, and begins anew when it comes back.
    private(set) var deadline: MonotonicInstant
    /// Times it left, without the free retry.
    var attempts = 0
    var hadFreeRetry = false
    /// A stream's first item has arrived.
    var isCommitted = false
    /// The connection on which it failed last.
    var avoided: Int?
    /// A timer ends its wait for a connection.
    var isPatienceTimed = false
    /// The same for every attempt; drawn when it leaves, if nobody follows it yet.
    var trace: TraceID?
    /// Of the last attempt.
    var span: SpanID?
    private(set) var outcome: Result<[UInt8], RPCError>?

    init(
        channel: UInt64, method: MethodDescriptor, request: [UInt8], options: CallOptions, context: RPCContext?,
        metadata: RPCMetadata, started: MonotonicInstant, deadline: MonotonicInstant,
        stream: (inbox: StreamInbox, window: Int)? = nil
    ) {
        self.channel = channel
        self.method = method
        self.request = request
        shardKey = options.shardKey.isEmpty ? context?.shardKey ?? "" : options.shardKey
        identity = options.identity ?? context?.identity
        trace = context?.trace
        parentSpan = context?.span
        self.metadata = metadata
        waitForReady = options.waitForReady
        self.started = started
        self.deadline = deadline
        patience = deadline - started
        self.stream = stream
        streamLimits = stream == nil ? nil : StreamLimits(options, context, now: started)
    }

    var isStream: Bool { stream != nil }

    /// A stream that had left must leave again.
    func renewDeadline(now: MonotonicInstant) {
        deadline = now + patience
        if let end = streamLimits?.end { deadline = min(deadline, end) }
    }

    /// The connection that has sent it.
    var sender: ClientConnection? {
        if case .sent(let connection) = place { connection } else { nil }
    }

    func isQueued(on connection: ClientConnection) -> Bool {
        if case .queued(let holder) = place { holder === connection } else { false }
    }

    var isWaiting: Bool {
        if case .waiting = place { true } else { false }
    }

    /// What whoever waits will be told.
    func end(_ outcome: Result<[UInt8], RPCError>) { self.outcome = outcome }

    /// Tells whoever waits. Exactly once per call, after `end`.
    func resume() {
        if let stream {
            if case .failure(let error) = outcome { stream.inbox.finish(error) } else { stream.inbox.finish(nil) }
        }
        waiter?.resume()
    }
}

extension OutgoingCall.StreamLimits {
    /// `nil`: a stream without limits.
    fileprivate init?(_ options: CallOptions, _ context: RPCContext?, now: MonotonicInstant) {
        guard options.firstItemTimeout != nil || options.streamTimeout != nil else { return nil }
        firstItem = options.firstItemTimeout.map { now + $0 }
        end = options.streamTimeout.map { own in context?.deadline.map { min($0, now + own) } ?? now + own }
    }
}
