/// A connection that its server finds too old: another one is made first, and only then is the old one left, so that no
/// call notices.
extension ClientSide {
    /// The server asks for a new connection and goes on serving this one for a while.
    func relieve(_ connection: ClientConnection) {
        guard connection.life.isReady, connection.successor == nil, !connection.channels.isEmpty else { return }
        nextNumber += 1
        let peer = ClientConnection.Peer(endpoint: connection.endpoint, service: connection.service)
        let successor = ClientConnection(
            number: nextNumber, to: peer, timing: state.core.configuration.timing, now: state.now)
        connections[successor.number] = successor
        connection.successor = successor.number
        successor.predecessor = connection.number
        connection.note("is being replaced", at: state.now)
        schedule(successor)
    }

    /// The new connection is ready, or the old one is gone: channels go over.
    func takeOver(from old: ClientConnection, _ successor: ClientConnection) {
        old.successor = nil
        successor.predecessor = nil
        numbers[ClientConnection.Peer(endpoint: old.endpoint, service: old.service)] = successor.number
        successor.channels = old.channels
        // Its last channel may have closed meanwhile.
        if successor.channels.isEmpty { retire(successor) }
        for id in old.channels {
            guard let channel = channels[id] else { continue }
            channel.setConnections(channel.connections.map { $0 === old ? successor : $0 })
        }
        old.channels = []
        old.life.peerDrains(now: state.now)
        retire(old)
        // It goes with its last call, at once if there is none: nothing is to be open under a key that is retired.
        old.isRelieved = true
        if old.link != nil { tick(old.number) } else { schedule(old) }
    }

    /// A connection became ready: if it was made to replace another, it does so now.
    func relievePredecessor(of connection: ClientConnection) {
        guard let number = connection.predecessor else { return }
        guard let old = connections[number] else {
            connection.predecessor = nil
            if connection.channels.isEmpty { retire(connection) }
            return
        }
        takeOver(from: old, connection)
    }
}
