import CallModel
import Wire

/// A request being answered, from the I/O thread to its handler and back: one object for all tables and queues.
///
/// Not checked by the compiler: what is `let` never changes; `outcome` is written by the handler's task before the outbox
/// hands the call back; the rest is the I/O thread's alone.
final class IncomingCall: @unchecked Sendable {
    let peer: ServerPeer
    let requestID: UInt64
    let entry: HandlerTable.Entry
    let work: WorkQueue.Entry
    let request: [UInt8]
    let shardKey: String
    let identity: Proto.ClientIdentity?
    let metadata: [Proto.Metadata]
    let trace: TraceID?
    let span: SpanID?
    let peerInstance: String
    let arrived: MonotonicInstant
    let deadline: MonotonicInstant?
    /// Of a streaming method.
    let outlet: StreamOutlet?

    /// Set by the handler's task.
    var outcome: Result<[UInt8], RPCError>?

    /// In the table of calls; 0 once it has left it.
    var id: UInt64 = 0
    /// Its handler runs, or is about to.
    var isStarted = false
    /// Of a stream that has started.
    var task: Task<Void, Never>?
    /// Nobody waits for the answer any more.
    var isAbandoned = false

    init(
        _ envelope: Envelope, _ entry: HandlerTable.Entry, from peer: ServerPeer, id: UInt64,
        arrived: MonotonicInstant, outlet: StreamOutlet?
    ) {
        self.peer = peer
        self.entry = entry
        self.id = id
        self.arrived = arrived
        self.outlet = outlet
        let header = envelope.header
        requestID = header.requestId
        work = WorkQueue.Entry(id: id, bytes: envelope.payload.count, isStream: outlet != nil)
        request = envelope.payload
        shardKey = header.shardKey
        identity = header.identity
        metadata = header.metadata
        trace = header.trace
        span = header.span
        peerInstance = peer.hello.instance
        deadline = header.remainingMs == 0 ? nil : arrived + .milliseconds(Int64(header.remainingMs))
    }

    var method: MethodDescriptor { entry.handler.method }

    /// What its handler is told.
    var context: RPCContext {
        RPCContext(
            identity: identity, deadline: deadline, trace: trace, span: span, shardKey: shardKey,
            peer: peerInstance, metadata: RPCMetadata(metadata), received: arrived)
    }
}
