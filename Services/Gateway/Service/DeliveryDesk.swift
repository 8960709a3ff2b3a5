import CallModel
import GatewayCore
import Wire

/// What services ask of the gateway over the bus: hand events to sessions, end sessions.
struct DeliveryDesk: Sendable {
    let table: SessionTable

    /// The methods of `partyline.v1.Gateway` that are for services. The others are for clients and not on the bus.
    var handlers: [RPCHandler] {
        [
            .unary(Proto.GatewayMethods.deliver, deliver),
            .unary(Proto.GatewayMethods.disconnect, disconnect),
        ]
    }

    private func deliver(
        _ request: Proto.DeliverRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.DeliverResponse {
        var unknown: [String] = []
        for delivery in request.deliveries {
            guard let event = delivery.event else { continue }
            guard let connection = table[SessionID(delivery.sessionId)] else {
                unknown.append(delivery.sessionId)
                continue
            }
            connection.handle(.eventDelivered(try encodeMessage(event), isReplaceable: event.isReplaceable))
        }
        return Proto.DeliverResponse(unknownSessionIds: unknown)
    }

    private func disconnect(
        _ request: Proto.DisconnectRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        // Gone already is what was wanted.
        guard let connection = table[SessionID(request.sessionId)] else { return Proto.Empty() }
        guard request.cause != .unspecified else {
            // The device itself logged in anew or came back on another gateway: its user is not to be told of an end.
            connection.handle(.sessionGone)
            return Proto.Empty()
        }
        guard let end = request.cause.end else { throw RPCError(.invalidArgument, reason: .badParameter) }
        let notice = Proto.ClientEvent(event: .sessionEnded(Proto.SessionEnded(cause: request.cause)))
        connection.handle(.sessionEnded(end, notice: try encodeMessage(notice)))
        return Proto.Empty()
    }
}

extension Proto.ClientEvent {
    /// The next one says all that this one does.
    fileprivate var isReplaceable: Bool {
        if case .activity? = event { return true }
        return false
    }
}
