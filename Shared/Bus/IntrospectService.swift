import Wire

/// Answers `partyline.v1.Introspect`: the contract this process speaks, and its numbers.
struct IntrospectService: Proto.IntrospectService {
    let core: BusCore
    let services: [String]
    let started = ContinuousClock.now

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
            epoch: configuration.epoch, uptimeMs: (ContinuousClock.now - started).wholeMicroseconds / 1_000,
            methods: snapshot.statistics.methods.sorted { $0.key < $1.key }.map { Proto.MethodStats($0.key, $0.value) },
            peers: snapshot.peers.map { Proto.PeerStats($0) },
            counters: (snapshot.statistics.named + configuration.counters()).map {
                Proto.Counter(name: $0.name, value: $0.value)
            },
            busEndpoint: core.boundEndpoint ?? "", isEncrypted: core.isEncrypted)
    }

    func echo(_ request: Proto.EchoMessage, _ context: RPCContext) async throws(RPCError) -> Proto.EchoMessage {
        request
    }
}

extension Proto.MethodStats {
    init(_ method: String, _ numbers: BusStatistics.Method) {
        self.init(
            method: method, startedTotal: numbers.started, succeededTotal: numbers.succeeded,
            failedTotal: numbers.failed, inFlight: numbers.inFlight,
            handlerTimeUsTotal: numbers.handlerTime.wholeMicroseconds)
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
            reconnectsTotal: peer.reconnects, role: peer.role)
    }
}
