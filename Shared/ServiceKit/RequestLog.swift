import Bus
import CallModel
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
            log.debug(
                "request begun",
                [
                    "method": call.method.path, "peer": call.context.peer,
                    "trace_id": Hexadecimal.encode(call.context.traceID),
                ])
            return try await next(call)
        }
    }
}
