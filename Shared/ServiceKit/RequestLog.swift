import Bus
import Wire

/// Logs who asked for what, under which trace: the thread through the logs of several services. An interceptor, because
/// the bus's observers see a request only when it is over. At debug level only, so that nobody else pays for it.
struct RequestLog {
    private let log: Log

    /// `nil` unless the log is at debug level.
    init?(_ log: Log) {
        guard log.level >= .debug else { return nil }
        self.log = log
    }

    var interceptor: ServerInterceptor {
        { [log] (call, next) async throws(RPCError) in
            let trace = call.context.traceID.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            log.debug(
                "request begun",
                ["method": call.method.path, "peer": call.context.peer, "trace_id": trace.joined()])
            return try await next(call)
        }
    }
}
