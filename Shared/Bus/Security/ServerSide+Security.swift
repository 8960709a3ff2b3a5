import Wire
import ZeroMQ

/// Who may do what at the bound socket.
extension ServerSide {
    /// What the sender of the message just received may do under that name; `nil`: nothing, not even be here.
    func access(as service: String) -> PeerAccess? {
        guard let security = state.security, listener?.keys != nil else { return .open }
        return security.access(frames.property("User-Id"), as: service)
    }

    /// A peer says HELLO again. Its key is the connection's, so only the name can be another.
    func mayCallItself(_ service: String, _ peer: ServerPeer) -> Bool {
        guard let role = peer.access.role, !role.fits(service: service) else { return true }
        state.drop(.rolesRefused, subject(peer), "its key is not for \(service)")
        return false
    }

    /// It is told why, so that the one who has to mend it reads it in his own log.
    func turnAway(_ routingID: RoutingID, _ hello: Proto.Hello) {
        let sender = TapSighting(
            .drop, .hello, requestID: 0, method: "", peerService: hello.service, peerInstance: hello.instance)
        state.drop(.rolesRefused, sender, "its key is not for \(hello.service)")
        let status = RPCError(.permissionDenied, "this key may not connect here as \(hello.service)").status
        _ = try? outcome(of: Envelope(EnvelopeHeader(kind: .response, status: status)), to: routingID)
    }

    /// Other keys: connections of revoked ones end, new connections meet the latest.
    func keysChanged() {
        guard let security = state.security, let listener, listener.keys != nil else { return }
        for peer in Array(peers.values) where !security.stillAdmits(peer.access) {
            state.drop(.peersRevoked, subject(peer))
            lose(peer, .keyRevoked)
        }
        changeListenerKey()
    }

    /// Does nothing if it is the latest. What failed, because the port or a descriptor was missing, is tried again with
    /// each sweep.
    func changeListenerKey() {
        guard let security = state.security, let listener else { return }
        do {
            let options = SocketOptions.busServer(on: state.core.configuration.bind ?? "")
            try listener.keys?.change(on: listener.router, to: security, options)
        } catch {
            state.observe(.keyChangeFailed(endpoint: state.core.boundEndpoint ?? "", detail: "\(error)"))
        }
    }
}
