import Wire
import ZeroMQ

/// A tap of another process that this one reads. What the I/O thread is asked to keep connected.
struct TapReader: Sendable {
    let number: UInt64
    let endpoint: String
    /// Whose tap it is: with encryption, whose key it must have.
    let service: String
    let id: TapID
    let filter: TapFilter
    let inbox: TapInbox
}

/// The taps this process reads: dialling, losing, dialling again. Confined to the I/O thread.
final class TapReaders {
    /// Messages taken from one tap before others have their turn.
    private static let mostPerTurn = 1_024

    final class Connection {
        let reader: TapReader
        var link: Link?
        var backoff: Backoff
        var isLive = false
        var keyChoice = KeyChoice()
        /// Places in the poll set.
        var socketIndex = -1
        var monitorIndex = -1

        init(_ reader: TapReader, _ backoff: Backoff) {
            self.reader = reader
            self.backoff = backoff
        }
    }

    /// A SUB with its monitor; both close when the last reference goes.
    final class Link {
        let socket: Socket
        var monitor: Monitor

        init(_ context: Context, _ reader: TapReader, _ options: SocketOptions) throws(ZeroMQError) {
            let socket = try Socket(context, .subscriber, options)
            let watcher = try Monitor(context, of: socket)
            try socket.subscribe(toPrefix: TapTopic.arming(reader.id, reader.filter).bytes)
            try socket.subscribe(toPrefix: TapTopic.events(reader.id).bytes)
            try socket.connect(reader.endpoint)
            self.socket = socket
            monitor = watcher
        }
    }

    private let state: LoopState
    private(set) var connections: [UInt64: Connection] = [:]
    private var scratch = Message()

    init(_ state: LoopState) { self.state = state }

    func open(_ reader: TapReader) {
        let timing = state.core.configuration.timing
        let connection = Connection(
            reader, Backoff(shortest: timing.shortestBackoff, longest: timing.longestBackoff))
        connections[reader.number] = connection
        dial(connection)
    }

    func close(_ number: UInt64) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        state.timers.cancel(.tapReader(number))
        connection.link = nil
        connection.reader.inbox.close()
        state.arePollsStale = true
    }

    func closeAll() {
        for number in Array(connections.keys) { close(number) }
    }

    /// Its timer fired: it rested long enough, or waited long enough for the other side.
    func tick(_ number: UInt64) {
        guard let connection = connections[number] else { return }
        if connection.link == nil { dial(connection) } else if !connection.isLive { lose(connection, .connectTimeout) }
    }

    private func dial(_ connection: Connection) {
        let patience = state.core.configuration.timing.connectTimeout
        do {
            connection.socketIndex = -1
            var options = SocketOptions.tapReader(to: connection.reader.endpoint, connectTimeout: patience)
            guard protect(connection, &options) else { return lose(connection, .keyUnknown) }
            connection.link = try Link(state.core.context, connection.reader, options)
            state.arePollsStale = true
            state.schedule(.tapReader(connection.reader.number), after: patience)
        } catch {
            lose(connection, .refused)
        }
    }

    func watch(_ poller: inout Poller) {
        for connection in connections.values {
            guard let link = connection.link else { continue }
            connection.socketIndex = poller.watch(link.socket, for: .readable)
            connection.monitorIndex = poller.watch(link.monitor.socket, for: .readable)
        }
    }

    func pump(_ poller: borrowing Poller) {
        for connection in Array(connections.values) where connection.link != nil {
            // Dialled in this very turn: not in the poll set yet.
            guard connection.socketIndex >= 0 else { continue }
            let isReady = [connection.socketIndex, connection.monitorIndex].contains { index in
                poller.readiness(of: index).contains(.readable)
            }
            if isReady { pump(connection) }
        }
    }

    /// Reads a tap's monitor, then its events.
    private func pump(_ connection: Connection) {
        do {
            while let event = try connection.link?.monitor.next() {
                switch event.kind {
                case .handshakeSucceeded:
                    connection.isLive = true
                    connection.backoff.reset()
                    state.timers.cancel(.tapReader(connection.reader.number))
                    connection.reader.inbox.deliver(.connected)
                case .disconnected where !connection.isLive: return lose(connection, refusal(event, connection))
                case .disconnected:
                    // What arrived before the end still counts.
                    try receive(connection, atMost: .max)
                    return lose(connection, .disconnected)
                case .closed: return lose(connection, .refused)
                case .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication:
                    return lose(connection, refusal(event, connection))
                default: break
                }
            }
            try receive(connection, atMost: Self.mostPerTurn)
        } catch {
            lose(connection, .disconnected)
        }
    }

    /// Sets the keys for the next attempt. False: there is nobody of that service to trust.
    private func protect(_ connection: Connection, _ options: inout SocketOptions) -> Bool {
        guard let security = state.security, BusSecurity.protects(connection.reader.endpoint) else { return true }
        guard let keys = security.client(to: BusRole(connection.reader.service), connection.keyChoice) else {
            return false
        }
        options.security = keys
        return true
    }

    /// It ended before it was a connection. The next attempt uses the next key that may be right.
    private func refusal(_ event: SocketEvent, _ connection: Connection) -> PeerLossCause {
        guard state.security != nil, BusSecurity.protects(connection.reader.endpoint) else {
            return .protocolViolation
        }
        return connection.keyChoice.refused(event.kind)
    }

    private func receive(_ connection: Connection, atMost limit: Int) throws(ZeroMQError) {
        var count = 0
        let prefix = 1 + TapID.length
        while count < limit, let link = connection.link, try link.socket.receive(into: &scratch) {
            count += 1
            connection.reader.inbox.deliver(.frame(Array(scratch.copyBytes().dropFirst(prefix))))
        }
    }

    private func lose(_ connection: Connection, _ cause: PeerLossCause) {
        connection.link = nil
        connection.isLive = false
        state.arePollsStale = true
        connection.reader.inbox.deliver(.lost(cause))
        let pause = connection.backoff.next(chance: state.generator.chance())
        state.schedule(.tapReader(connection.reader.number), after: pause)
    }
}
