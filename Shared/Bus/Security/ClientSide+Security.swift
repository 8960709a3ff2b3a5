import CallModel
import Wire
import ZeroMQ

/// Whom this process expects at the other end, and as whom it goes there.
extension ClientSide {
    /// Sets the keys for the next attempt. False: nobody of that service is known, so there is nobody to trust.
    func protect(_ connection: ClientConnection, _ options: inout SocketOptions) -> Bool {
        connection.role = nil
        connection.ownKey = nil
        guard let security = state.security, BusSecurity.protects(connection.endpoint) else { return true }
        let role = BusRole(connection.service)
        guard let keys = security.client(to: role, connection.keyChoice) else {
            state.drop(
                .handshakesRefused, stranger(connection.service, connection),
                "no key of \(connection.service) is known")
            return false
        }
        options.security = keys
        connection.role = role
        connection.ownKey = (security.ownKey(connection.keyChoice).publicKey, state.now)
        return true
    }

    /// The connection ended before it was one. The next attempt uses the next key that may be right; `nil` if keys had no
    /// part in it.
    func refusedHandshake(_ event: SocketEvent, _ connection: ClientConnection) -> PeerLossCause? {
        guard let role = connection.role, !connection.isShaken else { return nil }
        let cause = connection.keyChoice.refused(event.kind)
        state.drop(.handshakesRefused, stranger(role.rawValue, connection), cause.rawValue)
        state.observe(
            .handshakeRefused(
                service: role.rawValue, endpoint: connection.endpoint, detail: cause.rawValue))
        return cause
    }

    /// The server does not want us under our name.
    func turnedAway(_ message: String, _ connection: ClientConnection) -> PeerLossCause {
        state.drop(.handshakesRefused, stranger(connection.role?.rawValue ?? "", connection), message)
        state.observe(
            .handshakeRefused(service: connection.role?.rawValue ?? "", endpoint: connection.endpoint, detail: message))
        return .roleRefused
    }

    /// A server proves its role by its key; its HELLO must not say otherwise.
    func misplaced(_ hello: Proto.Hello, _ connection: ClientConnection) -> PeerLossCause? {
        guard let role = connection.role, !role.fits(service: hello.service) else { return nil }
        state.drop(.rolesRefused, stranger(role.rawValue, connection), "it calls itself \(hello.service)")
        return .roleRefused
    }

    /// Somebody we never got to talk to: known by what he should be and where.
    func stranger(_ service: String, _ connection: ClientConnection) -> TapSighting {
        TapSighting(
            .drop, .hello, requestID: 0, method: "", peerService: service, peerInstance: connection.endpoint)
    }

    /// Other keys: what is not connected yet begins again with the first of them, and what is connected under a former one
    /// is replaced, so that nothing runs on it any more when it is retired.
    func keysChanged() {
        for connection in Array(connections.values) {
            guard connection.link == nil else {
                renewKey(of: connection)
                continue
            }
            connection.keyChoice = KeyChoice()
            connection.life.becameAwaited(now: state.now)
            schedule(connection)
        }
    }

    /// After this long a server that refused the latest key may have heard of it.
    private static let keyPatience = Duration.seconds(30)

    /// Asked with each ping: a connection that was made under a former key, because the server did not know the latest yet.
    func renewLateKey(of connection: ClientConnection) {
        guard let own = connection.ownKey, state.now - own.since >= Self.keyPatience else { return }
        renewKey(of: connection)
    }

    private func renewKey(of connection: ClientConnection) {
        guard let own = connection.ownKey, let security = state.security, own.key != security.keys[0].publicKey
        else { return }
        guard connection.channels.isEmpty else { return relieve(connection) }
        // Kept in case somebody comes back: he gets a new one.
        let peer = ClientConnection.Peer(endpoint: connection.endpoint, service: connection.service)
        if numbers[peer] == connection.number { numbers[peer] = nil }
        connection.isRelieved = true
        tick(connection.number)
    }
}
