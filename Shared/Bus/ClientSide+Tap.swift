import Wire

// What a tap sees of the calls this process makes. Called only while it is armed.
extension ClientSide {
    /// Something left on a connection. `call`: what it is about.
    func tapSent(
        _ envelope: Envelope, _ call: OutgoingCall?, on connection: ClientConnection
    ) {
        let header = envelope.header
        guard state.tap.wants(header.kind) else { return }
        var sighting = sighting(.clientSend, header, envelope.payload, call, connection)
        sighting.remainingMilliseconds = header.remainingMs
        sighting.attempt = header.attempt
        sighting.metadata = header.metadata
        if header.kind == .request { sighting.parentSpanID = call?.parentSpan?.bytes ?? [] }
        state.tap.publish(sighting)
    }

    /// Something came over a connection.
    func tapReceived(_ envelope: Envelope, on connection: ClientConnection) {
        guard state.tap.wants(envelope.header.kind) else { return }
        let call = calls[envelope.header.requestId]
        state.tap.publish(sighting(.clientReceive, envelope.header, envelope.payload, call, connection))
    }

    // MARK: What is dropped

    /// What is known of a call that got no answer, or of the answer that no call waits for.
    func subject(_ call: OutgoingCall?, _ connection: ClientConnection?, _ kind: Proto.Kind = .request) -> TapSighting {
        var subject = TapSighting(
            .drop, kind, requestID: call?.id ?? 0, method: call?.method.path ?? "",
            traceID: call?.trace?.bytes ?? [], spanID: call?.span?.bytes ?? [], shardKey: call?.shardKey ?? "",
            identity: call?.identity, peerService: connection?.peer.service ?? "",
            peerInstance: connection?.peer.instance ?? "")
        subject.number = call?.method.number ?? 0
        return subject
    }

    /// What is known of a connection: who answered there, or who should.
    func subject(of connection: ClientConnection) -> TapSighting {
        connection.hasBeenGreeted
            ? subject(nil, connection, .unspecified) : stranger(connection.service, connection)
    }

    /// What is known of a call that no connection took.
    func subject(unsent call: OutgoingCall) -> TapSighting {
        var subject = subject(call, nil)
        subject.peerService = channels[call.channel]?.service ?? ""
        return subject
    }

    private func sighting(
        _ point: Proto.TapPoint, _ header: EnvelopeHeader, _ payload: [UInt8], _ call: OutgoingCall?,
        _ connection: ClientConnection
    ) -> TapSighting {
        var sighting = TapSighting(
            point, header.kind, requestID: header.requestId, method: call?.method.path ?? header.method,
            traceID: call?.trace?.bytes ?? header.traceId, spanID: call?.span?.bytes ?? header.spanId,
            shardKey: call?.shardKey ?? "",
            identity: call?.identity, peerService: connection.peer.service,
            peerInstance: connection.peer.instance)
        if call == nil, connection.probe == header.requestId { sighting.method = Proto.HealthMethods.check.path }
        sighting.payload = payload
        sighting.status = header.status
        sighting.itemSequence = header.sequence
        sighting.credit = header.credit
        return sighting
    }
}
