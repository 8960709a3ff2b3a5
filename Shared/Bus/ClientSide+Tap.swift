import Wire

// What a tap sees of the calls this process makes. Called only while it is armed.
extension ClientSide {
    /// Something left on a connection. `pending`: the call it is about.
    func tapSent(
        _ header: Proto.Header, _ payload: [UInt8] = [], _ pending: PendingCall?, on connection: ClientConnection
    ) {
        var sighting = sighting(.clientSend, header, payload, pending, connection)
        sighting.remainingMilliseconds = header.remainingMs
        sighting.attempt = header.attempt
        sighting.metadata = header.metadata
        if header.kind == .request { sighting.parentSpanID = pending?.call.parentSpanID ?? [] }
        state.tap.publish(sighting)
    }

    /// Something came over a connection.
    func tapReceived(_ envelope: Envelope, on connection: ClientConnection) {
        let pending = calls[envelope.header.requestId]
        state.tap.publish(sighting(.clientReceive, envelope.header, envelope.payload, pending, connection))
    }

    // MARK: What is dropped

    /// What is known of a call that got no answer, or of the answer that no call waits for.
    func subject(_ pending: PendingCall?, _ connection: ClientConnection?, _ kind: Proto.Kind = .request) -> TapSighting
    {
        TapSighting(
            .drop, kind, requestID: pending?.call.id ?? 0, method: pending?.call.method.path ?? "",
            traceID: pending?.traceID ?? [], spanID: pending?.spanID ?? [], shardKey: pending?.call.shardKey ?? "",
            identity: pending?.call.identity, peerService: connection?.peer.service ?? "",
            peerInstance: connection?.peer.instance ?? "")
    }

    private func sighting(
        _ point: Proto.TapPoint, _ header: Proto.Header, _ payload: [UInt8], _ pending: PendingCall?,
        _ connection: ClientConnection
    ) -> TapSighting {
        var sighting = TapSighting(
            point, header.kind, requestID: header.requestId, method: pending?.call.method.path ?? header.method,
            traceID: pending?.traceID ?? header.traceId, spanID: pending?.spanID ?? header.spanId,
            shardKey: pending?.call.shardKey ?? "",
            identity: pending?.call.identity, peerService: connection.peer.service,
            peerInstance: connection.peer.instance)
        if pending == nil, connection.probe == header.requestId { sighting.method = Proto.HealthMethods.check.path }
        sighting.payload = payload
        sighting.status = header.status
        sighting.itemSequence = header.sequence
        sighting.credit = header.credit
        return sighting
    }
}
