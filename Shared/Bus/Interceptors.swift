public import Wire

/// A unary call as a client interceptor sees it; what it changes goes on.
public struct ClientCall: Sendable {
    /// What is called.
    public let method: MethodDescriptor
    /// The encoded request.
    public var request: [UInt8]
    public var options: CallOptions
}

/// Code around the unary calls of a process. It passes the call on with `next`, or answers
/// itself.
public typealias ClientInterceptor =
    @Sendable (_ call: ClientCall, _ next: ClientNext) async throws(RPCError) -> [UInt8]

/// The rest of the chain and the call itself.
public typealias ClientNext = @Sendable (ClientCall) async throws(RPCError) -> [UInt8]

/// A request as a server interceptor sees it, before its handler.
public struct ServerCall: Sendable {
    /// What was called.
    public let method: MethodDescriptor
    /// The encoded request.
    public var request: [UInt8]
    /// What the handler will know about the caller.
    public var context: RPCContext
}

/// Code around the handlers of a process, unary and streaming; a stream's answer is empty. It passes the request on with
/// `next` or refuses it by throwing.
public typealias ServerInterceptor =
    @Sendable (_ call: ServerCall, _ next: ServerNext) async throws(RPCError) -> [UInt8]

/// The rest of the chain and the handler itself.
public typealias ServerNext = @Sendable (ServerCall) async throws(RPCError) -> [UInt8]

/// Runs `body` inside the interceptors, the first one outermost.
func intercepted(
    _ call: ClientCall, by interceptors: ArraySlice<ClientInterceptor>, _ body: @escaping ClientNext
) async throws(RPCError) -> [UInt8] {
    guard let first = interceptors.first else { return try await body(call) }
    let rest = interceptors.dropFirst()
    return try await first(call) { (call) async throws(RPCError) in try await intercepted(call, by: rest, body) }
}

/// Runs `body` inside the interceptors, the first one outermost.
func intercepted(
    _ call: ServerCall, by interceptors: ArraySlice<ServerInterceptor>, _ body: @escaping ServerNext
) async throws(RPCError) -> [UInt8] {
    guard let first = interceptors.first else { return try await body(call) }
    let rest = interceptors.dropFirst()
    return try await first(call) { (call) async throws(RPCError) in try await intercepted(call, by: rest, body) }
}
