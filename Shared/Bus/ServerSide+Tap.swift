import CallModel
import Wire
import ZeroMQ

// What a tap sees of the calls this process answers. Called only while it is armed.
extension ServerSide {
    /// A tap that the operator placed must be there; one that was placed for him is a convenience.
    func bindTap(besides bus: String) throws(ZeroMQError) {
        let placement = state.core.configuration.tapBind
        guard let endpoint = placement.endpoint(besides: bus) else { return }
        do {
            try state.tap.bind(endpoint)
        } catch {
            guard placement == .automatic else { throw error }
            state.observe(.tapUnavailable(endpoint: endpoint, cause: "\(error)"))
        }
    }

    /// Something came from a peer.
    func tapReceived(_ envelope: Envelope, from peer: ServerPeer) {
        let header = envelope.header
        guard state.tap.wants(header.kind) else { return }
        let call = header.kind == .request ? nil : peer.calls[header.requestId]
        var sighting = TapSighting(
            .serverReceive, header.kind, requestID: header.requestId, method: call?.method.path ?? header.method,
            traceID: call?.trace?.bytes ?? header.traceId, spanID: call?.span?.bytes ?? header.spanId,
            shardKey: call?.shardKey ?? header.shardKey, identity: call?.identity ?? header.identity,
            peerService: peer.hello.service, peerInstance: peer.hello.instance)
        sighting.payload = envelope.payload
        sighting.remainingMilliseconds = header.remainingMs
        sighting.attempt = header.attempt
        sighting.credit = header.credit
        sighting.metadata = header.metadata
        state.tap.publish(sighting)
    }

    /// A request left the queue.
    func tapStarted(_ call: IncomingCall) {
        guard state.tap.wants(.request) else { return }
        state.tap.publish(sighting(.handlerStart, .request, of: call))
    }

    /// Something was sent about a call: its answer, an item, its end.
    func tapSent(_ envelope: Envelope, about call: IncomingCall) {
        guard state.tap.wants(envelope.header.kind) else { return }
        var sighting = sighting(.serverSend, envelope.header.kind, of: call)
        sighting.payload = envelope.payload
        sighting.status = envelope.header.status
        sighting.itemSequence = envelope.header.sequence
        state.tap.publish(sighting)
    }

    /// Something was sent that is about no call, or about one that was never admitted: `request` is its header then.
    func tapSent(_ envelope: Envelope, refusing request: EnvelopeHeader? = nil, to peer: ServerPeer) {
        var sighting = TapSighting(
            .serverSend, envelope.header.kind, requestID: envelope.header.requestId, method: request?.method ?? "",
            traceID: request?.traceId ?? [], spanID: request?.spanId ?? [], shardKey: request?.shardKey ?? "",
            identity: request?.identity, peerService: peer.hello.service, peerInstance: peer.hello.instance)
        sighting.status = envelope.header.status
        state.tap.publish(sighting)
    }

    // MARK: What is dropped

    /// How much work there is, for whoever asks why there was no room.
    struct Load: CustomStringConvertible {
        let running: Int
        let waiting: Int
        let bytes: Int

        var description: String { "\(running) running, \(waiting) waiting, \(bytes) bytes" }
    }

    /// What is known of a request that never became a call.
    func subject(_ header: EnvelopeHeader, _ peer: ServerPeer) -> TapSighting {
        var subject = TapSighting(
            .drop, header.kind, requestID: header.requestId, method: header.method, traceID: header.traceId,
            spanID: header.spanId, shardKey: header.shardKey, identity: header.identity,
            peerService: peer.hello.service, peerInstance: peer.hello.instance)
        subject.number = header.entry?.handler.method.number ?? 0
        return subject
    }

    func subject(_ call: IncomingCall) -> TapSighting {
        var subject = sighting(.drop, .request, of: call)
        subject.number = call.method.number
        return subject
    }

    /// What is known of a connection that is over.
    func subject(_ peer: ServerPeer) -> TapSighting {
        TapSighting(
            .drop, .unspecified, requestID: 0, method: "", peerService: peer.hello.service,
            peerInstance: peer.hello.instance)
    }

    func waited(_ call: IncomingCall) -> String {
        "waited \((state.now - call.arrived).wholeMicroseconds / 1_000) ms"
    }

    private func sighting(_ point: Proto.TapPoint, _ kind: Proto.Kind, of call: IncomingCall) -> TapSighting {
        TapSighting(
            point, kind, requestID: call.requestID, method: call.method.path, traceID: call.trace?.bytes ?? [],
            spanID: call.span?.bytes ?? [], shardKey: call.shardKey, identity: call.identity,
            peerService: call.peer.hello.service, peerInstance: call.peer.hello.instance)
    }
}
