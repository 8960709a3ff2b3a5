import Wire

/// Somebody who connected to us and said HELLO. Confined to the I/O thread.
final class ServerPeer {
    /// What libzmq calls the connection.
    let routingID: [UInt8]
    var hello: Proto.Hello
    let access: PeerAccess
    /// Sweeps since anything came from it.
    var silentSweeps = 0
    /// Its calls that are not over, by its own request id.
    var calls: [UInt64: UInt64] = [:]
    /// Answers its connection did not take, in order.
    var backlog = FIFO<[[UInt8]]>()
    var backlogBytes = 0
    var sent: UInt64 = 0
    var received: UInt64 = 0
    let greeted: ContinuousClock.Instant

    init(routingID: [UInt8], hello: Proto.Hello, access: PeerAccess, now: ContinuousClock.Instant) {
        self.routingID = routingID
        self.hello = hello
        self.access = access
        greeted = now
    }

    var snapshot: PeerSnapshot {
        PeerSnapshot(
            service: hello.service, instance: hello.instance, endpoint: "", isConnected: true, epoch: hello.epoch,
            roundTrip: nil, sent: sent, received: received, state: "ready", lastEvent: "connected",
            lastEventAgo: ContinuousClock.now - greeted, inFlight: calls.count, queuedBytes: backlogBytes,
            clockOffset: nil, reconnects: 0, role: access.role?.rawValue ?? "")
    }
}

/// A request being answered. Confined to the I/O thread.
final class IncomingCall {
    let id: UInt64
    let peer: ServerPeer
    let requestID: UInt64
    let entry: HandlerTable.Entry
    let work: WorkQueue.Entry
    let context: RPCContext
    let request: [UInt8]
    let shardKey: String
    let arrived: ContinuousClock.Instant
    /// Of a streaming method.
    let outlet: StreamOutlet?
    /// `nil` while it waits.
    var task: Task<Void, Never>?
    /// Nobody waits for the answer any more.
    var isAbandoned = false

    /// `outlet`: only of a streaming method.
    init(
        id: UInt64, envelope: Envelope, entry: HandlerTable.Entry, peer: ServerPeer, context: RPCContext,
        arrived: ContinuousClock.Instant, outlet: StreamOutlet?
    ) {
        self.id = id
        self.peer = peer
        requestID = envelope.header.requestId
        self.entry = entry
        work = WorkQueue.Entry(id: id, bytes: envelope.payload.count, isStream: outlet != nil)
        self.context = context
        request = envelope.payload
        shardKey = envelope.header.shardKey
        self.arrived = arrived
        self.outlet = outlet
    }

    var method: MethodDescriptor { entry.handler.method }
}
