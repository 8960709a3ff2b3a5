public import CallModel

// The seam between generated stubs and whatever carries them: the bus between services, a WebSocket in the SDK, a
// table in a test. Nothing here knows a socket.

/// A call's failure, as it travels in `Header.status`.
public struct RPCError: Error, Sendable, Hashable {
    /// One of gRPC's 17 codes.
    public let code: Proto.StatusCode
    /// From the closed list in common.proto: the public error number, or why the code was given.
    public let reason: Proto.Reason
    /// For logs. Never shown to users, never parsed.
    public let message: String
    /// When trying again makes sense; `nil`: no hint.
    public let retryAfter: Duration?
    /// Trying again makes no sense, here or elsewhere: nothing repeats the call by itself.
    public let isFinal: Bool

    public init(
        _ code: Proto.StatusCode, reason: Proto.Reason = .none, _ message: String = "", retryAfter: Duration? = nil,
        isFinal: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
        self.isFinal = isFinal
    }
}

/// What a caller says about one call.
public struct CallOptions: Sendable {
    /// Longest time to wait. The shorter of this and the deadline inherited from `RPCContext.current` holds.
    public var timeout: Duration
    /// What balancing hashes: a call id or a user id. Empty: any instance.
    public var shardKey: String
    /// The client on whose behalf the call is made. `nil`: the one of `RPCContext.current`, if any.
    public var identity: Proto.ClientIdentity?
    /// Travels beside the message, to this callee; what of it goes further is the callee's choice.
    public var metadata: RPCMetadata
    /// While no instance is there, wait until the deadline instead of failing after a short grace.
    public var waitForReady = false
    /// Of a stream: how long the first item may take, counted from the call's start. `nil`: as long as it lives.
    public var firstItemTimeout: Duration?
    /// Of a stream: its whole life, cut by the deadline inherited from `RPCContext.current`. `nil`: without end.
    public var streamTimeout: Duration?

    public init(
        timeout: Duration = .seconds(5), shardKey: String = "", identity: Proto.ClientIdentity? = nil,
        metadata: RPCMetadata = [:]
    ) {
        self.timeout = timeout
        self.shardKey = shardKey
        self.identity = identity
        self.metadata = metadata
    }
}

/// Carries encoded requests to whoever serves them. Safe to use from any task; cancelling the task cancels the call.
public protocol RPCChannel: Sendable {
    /// One request, one response. Throws the status that ended the call otherwise.
    func unary(_ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions) async throws(RPCError)
        -> [UInt8]

    /// One request, many responses. The call starts at the first `next()` and is cancelled when the iterator goes
    /// away. `options.timeout` bounds the time to the first item only if the transport says so; streams live on.
    func serverStream(_ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions) -> RPCByteStream
}

extension RPCChannel {
    /// Encodes, calls, decodes. Used by generated clients.
    public func call<Response: WireMessage>(
        _ method: MethodDescriptor, _ request: some WireMessage, _ options: CallOptions
    ) async throws(RPCError) -> Response {
        let response = try await unary(method, try encodeMessage(request), options)
        return try decodeMessage(Response.self, from: response, orThrow: .internal)
    }

    /// Encodes and calls; a request that cannot be encoded fails at the first `next()`. Used by generated clients.
    public func stream<Response: WireMessage>(
        _ method: MethodDescriptor, _ request: some WireMessage, _ options: CallOptions
    ) -> RPCStream<Response> {
        do {
            return RPCStream(serverStream(method, try encodeMessage(request), options))
        } catch {
            return RPCStream(RPCByteStream(failing: error))
        }
    }
}

/// The encoded items of a server stream, in order. Ends by `nil` (status OK) or throws `RPCError`.
public struct RPCByteStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = RPCError

    private let open: @Sendable () -> Iterator

    /// `open` starts the call and returns its iterator.
    public init(_ open: @escaping @Sendable () -> Iterator) { self.open = open }

    /// A stream that never starts.
    public init(failing error: RPCError) {
        self.init { Iterator { () throws(RPCError) in throw error } }
    }

    public func makeAsyncIterator() -> Iterator { open() }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = RPCError

        private let advance: () async throws(RPCError) -> [UInt8]?

        public init(_ advance: @escaping () async throws(RPCError) -> [UInt8]?) { self.advance = advance }

        public mutating func next() async throws(RPCError) -> [UInt8]? { try await advance() }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCError) -> [UInt8]? {
            try await advance()
        }
    }
}

/// The decoded items of a server stream.
public struct RPCStream<Message: WireMessage>: AsyncSequence, Sendable {
    public typealias Element = Message
    public typealias Failure = RPCError

    private let bytes: RPCByteStream

    public init(_ bytes: RPCByteStream) { self.bytes = bytes }

    public func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = RPCError

        fileprivate var bytes: RPCByteStream.Iterator

        public mutating func next() async throws(RPCError) -> Message? { try await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCError) -> Message? {
            guard let item = try await bytes.next(isolation: actor) else { return nil }
            return try decodeMessage(Message.self, from: item, orThrow: .internal)
        }
    }
}

/// What a handler knows about the call it answers.
public struct RPCContext: Sendable {
    /// The context of the handler that is running, so that nested calls inherit deadline, trace, shard key and identity.
    @TaskLocal public static var current: RPCContext?

    /// The client behind the call, as the gateway vouches for it. `nil`: a service asks for itself.
    public let identity: Proto.ClientIdentity?
    /// When the caller stops waiting, on the clock of `MonotonicInstant.now`. `nil`: no deadline.
    public let deadline: MonotonicInstant?
    /// What all calls of one request share; `nil` if nobody follows it.
    public let trace: TraceID?
    /// Names this call within the trace.
    public let span: SpanID?
    /// The call id or user id that the call is about; nested calls inherit it. Empty: none.
    public let shardKey: String
    /// Instance name of the process that called.
    public let peer: String
    /// What the caller sent beside the message.
    public let metadata: RPCMetadata
    /// When the request arrived, before it waited for its turn. `nil` outside the bus.
    public let received: MonotonicInstant?

    public init(
        identity: Proto.ClientIdentity? = nil, deadline: MonotonicInstant? = nil, trace: TraceID?,
        span: SpanID?, shardKey: String = "", peer: String = "", metadata: RPCMetadata = [:],
        received: MonotonicInstant? = nil
    ) {
        self.identity = identity
        self.deadline = deadline
        self.trace = trace
        self.span = span
        self.shardKey = shardKey
        self.peer = peer
        self.metadata = metadata
        self.received = received
    }

    /// Ids of the wrong length count as none.
    public init(
        identity: Proto.ClientIdentity? = nil, deadline: MonotonicInstant? = nil, traceID: [UInt8] = [],
        spanID: [UInt8] = [], shardKey: String = "", peer: String = "", metadata: RPCMetadata = [:]
    ) {
        self.init(
            identity: identity, deadline: deadline, trace: TraceID(traceID), span: SpanID(spanID), shardKey: shardKey,
            peer: peer, metadata: metadata)
    }

    /// The trace's 16 bytes; empty if nobody follows it.
    public var traceID: [UInt8] { trace?.bytes ?? [] }
    /// The call's 8 bytes within the trace.
    public var spanID: [UInt8] { span?.bytes ?? [] }

    /// Begins `work` as a task of its own, without the current deadline but with the current trace and identity: for what a
    /// handler starts and what outlives it. A task made in any other way ends with the handler's deadline.
    ///
    /// `subject` is what the work is about, if that is not what the handler's call is about. Work that no call has set
    /// off, but a timer or a start, begins a trace with it.
    public static func outliving(about subject: String? = nil, _ work: @escaping @Sendable () async -> Void) {
        var lasting = current.map {
            RPCContext(
                identity: $0.identity, trace: $0.trace, span: $0.span, shardKey: subject ?? $0.shardKey,
                peer: $0.peer, metadata: $0.metadata)
        }
        if lasting == nil, let subject {
            lasting = RPCContext(traceID: (0..<16).map { _ in .random(in: 0...255) }, shardKey: subject)
        }
        $current.withValue(lasting) { _ = Task(operation: work) }
    }
}

/// Where a streaming handler puts its items.
public protocol RPCResponder: Sendable {
    /// Waits while the reader has given no credit. Throws when the reader cancelled or is gone.
    func send(_ item: [UInt8]) async throws(RPCError)
}

/// One method with the code that answers it, encoded in and encoded out.
public struct RPCHandler: Sendable {
    /// Request bytes in, response bytes out.
    public typealias Unary = @Sendable (RPCContext, [UInt8]) async throws(RPCError) -> [UInt8]
    /// Request bytes in, items to the responder; returning ends the stream with OK.
    public typealias ServerStream = @Sendable (RPCContext, [UInt8], any RPCResponder) async throws(RPCError) -> Void

    /// The code, by the method's kind.
    public enum Body: Sendable {
        case unary(Unary)
        case serverStream(ServerStream)
    }

    /// What it answers.
    public let method: MethodDescriptor
    /// How it answers.
    public let body: Body

    public init(_ method: MethodDescriptor, _ body: Body) {
        self.method = method
        self.body = body
    }

    /// A typed handler of a unary method.
    public static func unary<Request: WireMessage, Response: WireMessage>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, RPCContext) async throws(RPCError) -> Response
    ) -> RPCHandler {
        RPCHandler(
            method,
            .unary { (context, bytes) async throws(RPCError) in
                let request = try decodeMessage(Request.self, from: bytes)
                return try encodeMessage(try await handle(request, context))
            })
    }

    /// A typed handler of a server-streaming method.
    public static func serverStream<Request: WireMessage, Response: WireMessage>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, RPCContext, RPCSender<Response>) async throws(RPCError) -> Void
    ) -> RPCHandler {
        RPCHandler(
            method,
            .serverStream { (context, bytes, responder) async throws(RPCError) in
                let request = try decodeMessage(Request.self, from: bytes)
                try await handle(request, context, RPCSender(responder))
            })
    }
}

/// Typed face of a responder.
public struct RPCSender<Message: WireMessage>: Sendable {
    private let responder: any RPCResponder

    public init(_ responder: any RPCResponder) { self.responder = responder }

    /// Sends one item. Waits for the reader's credit; throws when the reader cancelled or is gone.
    public func send(_ message: Message) async throws(RPCError) {
        try await responder.send(try encodeMessage(message))
    }
}

/// Encodes, turning a failure into the status a caller sees.
public func encodeMessage(_ message: some WireMessage) throws(RPCError) -> [UInt8] {
    do {
        return try message.encoded()
    } catch {
        throw RPCError(.internal, "encode", error)
    }
}

/// Decodes, turning a failure into the status a caller sees. `code` says whose fault it is: of a request its sender's,
/// of a response the server's.
public func decodeMessage<Message: WireMessage>(
    _ type: Message.Type, from bytes: [UInt8], orThrow code: Proto.StatusCode = .invalidArgument
) throws(RPCError) -> Message {
    do {
        return try Message(decoding: bytes)
    } catch {
        throw RPCError(code, "decode", error)
    }
}

extension RPCError {
    /// What is too large is refused as such, whoever made it; everything else is malformed.
    fileprivate init(_ code: Proto.StatusCode, _ step: String, _ error: WireError) {
        switch error {
        case .tooLarge, .outOfMemoryBudget:
            self.init(.resourceExhausted, reason: .tooLarge, "\(step): \(error)")
        default:
            self.init(code, reason: .malformed, "\(step): \(error)")
        }
    }
}
