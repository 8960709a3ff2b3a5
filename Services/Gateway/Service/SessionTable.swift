import CallModel
import GatewayCore
import Synchronization

/// Which connection holds which session, and every connection there is.
final class SessionTable: Sendable {
    private struct State {
        var connections: [UInt64: ClientConnection] = [:]
        var sessions: [SessionID: ClientConnection] = [:]
    }

    private let state = Mutex(State())

    func insert(_ connection: ClientConnection) {
        state.withLock { $0.connections[connection.id] = connection }
    }

    func remove(_ connection: ClientConnection) {
        state.withLock { $0.connections[connection.id] = nil }
    }

    /// Returns the connection that held the session before.
    func bind(_ session: SessionID, to connection: ClientConnection) -> ClientConnection? {
        state.withLock { $0.sessions.updateValue(connection, forKey: session) }
    }

    /// Does nothing if another connection holds the session meanwhile.
    func unbind(_ session: SessionID, from connection: ClientConnection) {
        state.withLock { state in
            if state.sessions[session] === connection { state.sessions[session] = nil }
        }
    }

    subscript(session: SessionID) -> ClientConnection? { state.withLock { $0.sessions[session] } }

    var sessions: [SessionID] { state.withLock { Array($0.sessions.keys) } }
    var connections: [ClientConnection] { state.withLock { Array($0.connections.values) } }
    var counts: (connections: Int, sessions: Int) { state.withLock { ($0.connections.count, $0.sessions.count) } }
}
