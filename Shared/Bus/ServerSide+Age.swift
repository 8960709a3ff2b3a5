import CallModel
import Wire

/// Connections that are too old (gRFC A9): clients are asked to make new ones, which spreads them anew after instances
/// came or went behind an address that does not tell them apart.
extension ServerSide {
    /// How old a new connection may become: ten percent more or less, so that those made together do not end together.
    func age() -> Duration? {
        state.core.configuration.timing.connectionAge.map { $0 * (0.9 + 0.2 * state.generator.chance()) }
    }

    /// Tells those whose time has come, and ends what still runs on those that were told long ago.
    func renewOld() {
        guard !isDraining else { return }
        let grace = state.core.configuration.timing.connectionGrace
        for peer in peers.values {
            if let end = peer.servedUntil {
                if state.now >= end { endCalls(of: peer) }
            } else if let ages = peer.agesAt, state.now >= ages {
                peer.servedUntil = state.now + grace
                peer.note("asked for a new connection", at: state.now)
                state.statistics.count(.connectionsAged)
                var header = EnvelopeHeader(kind: .draining)
                header.remainingMs = max(1, grace.clampedMilliseconds)
                send(Envelope(header), to: peer)
            }
        }
    }

    /// Mostly streams, whose readers open them again on the new connection; but also calls that take longer than the
    /// grace.
    private func endCalls(of peer: ServerPeer) {
        // An answer that cannot be sent loses the peer, and that ends its other calls.
        for call in peer.calls.values where call.id != 0 && !call.isAbandoned {
            // What has begun must not look as if it had not.
            let error = RPCError(
                .unavailable, reason: call.isStarted ? .none : .draining, "the connection is too old")
            answer(call, .failure(error))
            abandon(call, error)
        }
    }
}
