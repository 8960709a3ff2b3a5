import Bus
import CallModel
import GatewayCore
import Wire

// Clients are at the other end of a WebSocket, but what they say and hear are envelopes like any other: the gateway's tap
// shows them with `client` as peer service and the device as instance.
extension ClientConnection {
    /// `request`: what the frame is, or what it cancels.
    func tapReceived(_ frame: IncomingFrame, about request: RequestOrigin?, _ session: EdgeSession?) {
        let header = frame.header
        guard let request else { return }
        gateway.node.record(
            {
                var sighting = sighting(.serverReceive, header.kind, header.requestId, request, session)
                sighting.payload = header.kind == .request ? (try? frame.request()) ?? [] : []
                sighting.remainingMilliseconds = header.remainingMs
                sighting.attempt = 1
                sighting.credit = header.credit
                return sighting
            }())
    }

    /// `request`: what it answers. An event that another service hands over belongs to that service's trace; the stream
    /// that carries it is the span.
    func tapSent(
        _ header: Proto.Header, _ payload: [UInt8], about request: RequestOrigin?, _ session: EdgeSession?
    ) {
        guard let request else { return }
        gateway.node.record(
            {
                var sighting = sighting(.serverSend, header.kind, header.requestId, request, session)
                if header.kind == .item, let cause = RPCContext.current, cause.peer != RequestOrigin.peer {
                    sighting.traceID = cause.traceID
                    sighting.parentSpanID = cause.spanID
                    sighting.shardKey = cause.shardKey
                }
                sighting.payload = payload
                sighting.status = header.status
                sighting.itemSequence = header.sequence
                return sighting
            }())
    }

    private func sighting(
        _ point: Proto.TapPoint, _ kind: Proto.Kind, _ id: UInt64, _ request: RequestOrigin, _ session: EdgeSession?
    ) -> TapSighting {
        let identity = session.map(Proto.ClientIdentity.init)
        return TapSighting(
            point, kind, requestID: id, method: request.method, traceID: request.traceID, spanID: request.spanID,
            shardKey: request.shardKey, identity: identity, peerService: RequestOrigin.peer,
            peerInstance: identity?.deviceId ?? "connection \(self.id)")
    }
}
