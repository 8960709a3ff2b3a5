import CallModel
import MonotonicClock
import Wire

/// Answers `partyline.v1.Introspect`: the contract this process speaks, and its numbers.
struct IntrospectService: Proto.IntrospectService {
    let core: BusCore
    let services: [String]
    let started = MonotonicInstant.now

    func describe(
        _ request: Proto.DescribeRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.DescribeResponse {
        Proto.DescribeResponse(
            fileDescriptorSet: Proto.fileDescriptorSet, schemaHash: Proto.schemaHash, services: services)
    }

    func stats(_ request: Proto.StatsRequest, _ context: RPCContext) async throws(RPCError) -> Proto.StatsResponse {
        guard let snapshot = await core.snapshot() else { throw RPCError(.unavailable, "closing") }
        let configuration = core.configuration
        return Proto.StatsResponse(
            service: configuration.service, instance: configuration.instance, version: configuration.version,
            epoch: configuration.epoch, uptimeMs: (MonotonicInstant.now - started).wholeMicroseconds / 1_000,
            methods: snapshot.statistics.methodsByPath.map { Proto.MethodStats($0) },
            peers: snapshot.peers.map { Proto.PeerStats($0) },
            counters: (snapshot.statistics.named + configuration.counters()).map {
                Proto.Counter(name: $0.name, value: $0.value)
            }, tapEndpoint: core.tapEndpoint, tapSubscribers: UInt32(clamping: snapshot.tapSubscribers),
            busEndpoint: core.boundEndpoint ?? "", isEncrypted: core.isEncrypted, wallUs: WallClock.microseconds,
            runningHandlers: UInt32(clamping: snapshot.runningHandlers),
            queuedRequests: UInt32(clamping: snapshot.queuedRequests),
            queuedRequestBytes: UInt64(snapshot.queuedRequestBytes))
    }

    func drops(_ request: Proto.DropsRequest, _ context: RPCContext) async throws(RPCError) -> Proto.DropsResponse {
        guard let snapshot = await core.snapshot(withRecent: request.withRecent) else {
            throw RPCError(.unavailable, "closing")
        }
        let now = MonotonicInstant.now
        let wall = WallClock.microseconds
        let limit = request.limit == 0 ? DropRing.capacity : Int(request.limit)
        return Proto.DropsResponse(
            service: core.configuration.service, instance: core.configuration.instance,
            causes: snapshot.statistics.dropped.map { Proto.Counter(name: $0.name, value: $0.value) },
            messages: snapshot.drops.prefix(limit).map { message in
                let ago = (now - message.instant).wholeMicroseconds
                return Proto.DroppedMessage(
                    cause: message.cause, agoMs: ago / 1_000, method: message.method, traceId: message.traceID,
                    shardKey: message.shardKey, peerService: message.peerService,
                    peerInstance: message.peerInstance, detail: message.detail, wallUs: wall - min(wall, ago))
            }, recent: snapshot.recent)
    }

    func probe(_ request: Proto.ProbeRequest, _ context: RPCContext) async throws(RPCError) -> Proto.ProbeResponse {
        try await ProbePath(core: core).follow(request, context)
    }

    func echo(_ request: Proto.EchoMessage, _ context: RPCContext) async throws(RPCError) -> Proto.EchoMessage {
        request
    }
}

extension Proto.MethodStats {
    init(_ numbers: BusStatistics.Method) {
        self.init(
            method: numbers.path, startedTotal: numbers.started, succeededTotal: numbers.succeeded,
            failedTotal: numbers.failed, inFlight: numbers.inFlight,
            handlerTimeUsTotal: numbers.handlerTime.wholeMicroseconds,
            queueTimeUsTotal: numbers.queueTime.wholeMicroseconds, retriedTotal: numbers.retried)
    }
}

extension Proto.PeerStats {
    init(_ peer: PeerSnapshot) {
        self.init(
            service: peer.service, instance: peer.instance, endpoint: peer.endpoint, isConnected: peer.isConnected,
            epoch: peer.epoch, rttUs: UInt32(clamping: peer.roundTrip?.wholeMicroseconds ?? 0), sentTotal: peer.sent,
            receivedTotal: peer.received, state: peer.state, lastEvent: peer.lastEvent,
            lastEventAgoMs: peer.lastEventAgo.wholeMicroseconds / 1_000, inFlight: UInt32(clamping: peer.inFlight),
            queuedBytes: UInt64(clamping: peer.queuedBytes), clockOffsetUs: peer.clockOffset ?? 0,
            reconnectsTotal: peer.reconnects, role: peer.role, streams: UInt32(clamping: peer.streams),
            creditBytes: Int64(peer.credit), retryInMs: UInt32(clamping: peer.retryIn.wholeMicroseconds / 1_000))
    }
}
