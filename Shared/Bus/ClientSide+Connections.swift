import CallModel
import Wire
import ZeroMQ

/// The connections of the client side: dialling, greeting, sending, receiving, losing.
extension ClientSide {
    /// Messages taken from one socket before others have their turn.
    private static let mostPerTurn = 256

    /// The connection to a service's instance, dialled soon if it is new.
    func connection(to endpoint: String, as service: String) -> ClientConnection {
        let peer = ClientConnection.Peer(endpoint: endpoint, service: service)
        if let number = numbers[peer], let known = connections[number] { return known }
        nextNumber += 1
        let new = ClientConnection(
            number: nextNumber, to: peer, timing: state.core.configuration.timing, now: state.now)
        connections[nextNumber] = new
        numbers[peer] = nextNumber
        schedule(new)
        return new
    }

    func schedule(_ connection: ClientConnection) {
        state.timers.schedule(.connection(connection.number), at: connection.life.nextWake)
    }

    /// No channel uses it any more.
    func retire(_ connection: ClientConnection) {
        connection.unusedSince = state.now
    }

    /// Its timer fired.
    func tick(_ number: Int) {
        guard let connection = connections[number] else { return }
        if let since = connection.unusedSince, connection.inFlight == 0, connection.outgoing.isEmpty,
            connection.link == nil || connection.isRelieved
                || state.now - since >= state.core.configuration.timing.idleConnection
        {
            return remove(connection)
        }
        switch connection.life.tick(state.now) {
        case .nothing: break
        case .dial: dial(connection)
        case .ping:
            renewLateKey(of: connection)
            connection.pingSent = state.now
            connection.pingSentWall = WallClock.microseconds
            post(.control(Envelope(EnvelopeHeader(kind: .ping, hello: state.core.hello)), nil), on: connection)
        case .giveUp(let cause): lose(connection, cause)
        }
        schedule(connection)
    }

    private func remove(_ connection: ClientConnection) {
        state.timers.cancel(.connection(connection.number))
        state.timers.cancel(.health(connection.number))
        connection.link = nil
        connections[connection.number] = nil
        let peer = ClientConnection.Peer(endpoint: connection.endpoint, service: connection.service)
        if numbers[peer] == connection.number { numbers[peer] = nil }
        state.arePollsStale = true
    }

    private func dial(_ connection: ClientConnection) {
        state.statistics.count(.connectAttempts)
        state.arePollsStale = true
        do {
            var options = SocketOptions.busClient(
                to: connection.endpoint, connectTimeout: state.core.configuration.timing.connectTimeout)
            guard protect(connection, &options) else { return lose(connection, .keyUnknown) }
            connection.link = try ClientConnection.Link(state.core.context, to: connection.endpoint, options)
            state.descriptors(areLeft: true, subject(of: connection), "")
        } catch {
            if error == .tooManySockets {
                state.descriptors(areLeft: false, subject(of: connection), "no connection can be made")
            }
            lose(connection, .refused)
        }
    }

    // MARK: Sending

    func post(_ outgoing: ClientConnection.Outgoing, on connection: ClientConnection) {
        connection.outgoing.append(outgoing)
        flush(connection)
    }

    /// Sends what waits for the socket, until it refuses: it is full, or not connected any more.
    func flush(_ connection: ClientConnection) {
        // Before its handshake the socket would keep it for whoever comes.
        guard connection.link != nil, connection.isShaken else { return }
        do {
            if connection.mustGreet {
                let hello = Envelope(EnvelopeHeader(kind: .hello, hello: state.core.hello))
                guard try connection.send(hello) else { return }
                connection.mustGreet = false
                if state.isTapArmed { tapSent(hello, nil, on: connection) }
            }
            while let next = connection.outgoing.first {
                switch next {
                case .control(let envelope, let call):
                    guard try connection.send(envelope) else { return }
                    if envelope.header.kind == .cancel {
                        state.passed(.clientSend, .cancel, call?.method, envelope.header.requestId)
                    }
                    if state.isTapArmed { tapSent(envelope, call, on: connection) }
                case .request(let call):
                    guard try send(call, on: connection) else { return }
                }
                _ = connection.outgoing.popFirst()
            }
        } catch {
            lose(connection, .disconnected)
        }
    }

    /// False: the socket refuses now.
    private func send(_ call: OutgoingCall, on connection: ClientConnection) throws(EnvelopeFailure) -> Bool {
        // It may have ended, or gone elsewhere, since it was queued.
        guard call.id != 0, call.isQueued(on: connection) else {
            connection.withdrawn = max(0, connection.withdrawn - 1)
            return true
        }
        let envelope = envelope(of: call)
        do {
            guard try connection.send(envelope) else { return false }
        } catch .unencodable(let error) {
            // Still the first of those that wait: `flush` takes it away.
            call.place = .waiting
            finish(call, .failure(RPCError(.invalidArgument, reason: .malformed, "\(error)")))
            return true
        }
        left(call, on: connection)
        state.passed(.clientSend, .request, call.method, call.id)
        if state.isTapArmed { tapSent(envelope, call, on: connection) }
        return true
    }

    // MARK: Receiving

    /// Messages after which something may have happened to the connection while they were read.
    private static let fewMessages = 16

    /// Reads a connection's messages and, if there may be something in it, its monitor.
    func pump(_ connection: ClientConnection, hasEvents: Bool) {
        do {
            let count = try receive(connection, atMost: Self.mostPerTurn)
            // A lost connection takes calls until we know, and those are lost with it.
            while hasEvents || count > Self.fewMessages, let event = try connection.link?.monitor.next() {
                if let cause = try loss(event, of: connection) { return lose(connection, cause) }
            }
        } catch {
            lose(connection, .disconnected)
        }
    }

    private func loss(_ event: SocketEvent, of connection: ClientConnection) throws(ZeroMQError) -> PeerLossCause? {
        switch event.kind {
        case .handshakeSucceeded:
            connection.isShaken = true
            connection.mustGreet = true
            flush(connection)
            return nil
        case .disconnected:
            // Answers that arrived before the end still count.
            _ = try receive(connection, atMost: .max)
            return refusedHandshake(event, connection) ?? .disconnected
        case .closed: return .refused
        case .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication:
            return refusedHandshake(event, connection) ?? .protocolViolation
        default: return nil
        }
    }

    /// How many messages there were.
    private func receive(_ connection: ClientConnection, atMost limit: Int) throws(ZeroMQError) -> Int {
        var count = 0
        while count < limit, let message = try connection.receive() {
            count += 1
            connection.received += 1
            connection.life.heard()
            switch message.content {
            case .success(let envelope):
                if let cause = handle(envelope, from: connection) {
                    lose(connection, cause)
                    return count
                }
            case .failure(let refusal): state.drop(refusal, subject(nil, connection, .unspecified))
            }
        }
        return count
    }

    /// Why the connection must end, if it must.
    private func handle(_ envelope: Envelope, from connection: ClientConnection) -> PeerLossCause? {
        if state.isTapArmed { tapReceived(envelope, on: connection) }
        let header = envelope.header
        switch header.kind {
        case .hello, .pong:
            return greeted(by: header, on: connection)
        case .response where header.requestId == 0 && header.status?.code == .permissionDenied:
            return turnedAway(header.status?.message ?? "", connection)
        case .response, .end:
            ended(header, envelope.payload, on: connection)
        case .item:
            item(header, envelope.payload, on: connection)
        case .draining where header.remainingMs > 0:
            relieve(connection)
        case .draining:
            drains(connection)
        default:
            state.drop(.unexpectedKind, subject(nil, connection, header.kind))
            return .protocolViolation
        }
        return nil
    }

    private func greeted(by header: EnvelopeHeader, on connection: ClientConnection) -> PeerLossCause? {
        // A PONG without a time answers no PING: the server asks whether we are still there.
        if header.kind == .pong, header.wallUs != 0, let sent = connection.pingSent.take() {
            connection.roundTrip = state.now - sent
            connection.clockOffset.record(
                sent: connection.pingSentWall, answered: header.wallUs, received: WallClock.microseconds)
        }
        guard let hello = header.hello else { return nil }
        // A name of all instances has this one among them; and a socket that dials a free port on its own host can reach
        // itself (TCP simultaneous open).
        if isOwn(hello) {
            guard port(of: state.core.boundEndpoint) == port(of: connection.endpoint) else { return .protocolViolation }
            connection.isSelf = true
        }
        guard hello.protocol == Envelope.version else { return .protocolViolation }
        if let cause = misplaced(hello, connection) { return cause }
        let wasReady = connection.life.isReady
        guard connection.life.greeted(epoch: hello.epoch, now: state.now) else { return .otherEpoch }
        connection.peer = hello
        guard !wasReady, connection.life.isReady else { return nil }
        if connection.hasBeenGreeted { connection.reconnects += 1 }
        connection.hasBeenGreeted = true
        connection.health.connected(now: state.now)
        connection.note(connection.isSelf ? "reaches itself" : "connected", at: state.now)
        standingChanged(connection)
        schedule(connection)
        state.observe(
            .peerConnected(service: hello.service, instance: hello.instance, endpoint: connection.endpoint))
        relievePredecessor(of: connection)
        release(connection)
        return nil
    }

    private func isOwn(_ hello: Proto.Hello) -> Bool {
        let own = state.core.configuration
        return hello.epoch == own.epoch && hello.instance == own.instance
    }

    private func ended(_ header: EnvelopeHeader, _ payload: [UInt8], on connection: ClientConnection) {
        guard let call = calls[header.requestId], call.sender === connection else {
            guard !isProbeAnswer(header, payload, on: connection), !wasCancelled(header.requestId) else { return }
            return state.drop(.lateAnswer, subject(nil, connection, header.kind), "request \(header.requestId)")
        }
        let error = header.isPlainOK ? nil : RPCError(header.status)
        state.passed(.clientReceive, header.kind, call.method, call.id, error?.code ?? .ok)
        judge(error, on: connection)
        guard let error else {
            succeeded(call)
            // A stream's END carries nothing.
            return finish(call, .success(payload))
        }
        if error.code == .unavailable {
            if error.reason == .draining { drains(connection) }
            if error.reason == .staleEpoch { connection.mustGreet = true }
        }
        comeBack(call, error, from: connection)
    }

    /// The peer takes nothing new here.
    private func drains(_ connection: ClientConnection) {
        guard connection.life.isReady else { return }
        connection.life.peerDrains(now: state.now)
        connection.note("drains", at: state.now)
        standingChanged(connection)
    }

    private func item(_ header: EnvelopeHeader, _ payload: [UInt8], on connection: ClientConnection) {
        guard let call = calls[header.requestId], call.sender === connection, let stream = call.stream
        else {
            guard !wasCancelled(header.requestId) else { return }
            return state.drop(.lateAnswer, subject(nil, connection, header.kind), "request \(header.requestId)")
        }
        call.isCommitted = true
        if call.streamLimits?.firstItem != nil { state.timers.cancel(.firstItem(call.id)) }
        state.passed(.clientReceive, .item, call.method, call.id)
        guard !stream.inbox.deliver(payload) else { return }
        state.drop(.streamOverrun, subject(call, connection))
        abandon(
            call,
            .failure(RPCError(.resourceExhausted, reason: .queueFull, "the sender overran the window")))
    }

    /// Every connection, oldest first.
    var peerSnapshots: [PeerSnapshot] {
        var queued: [Int: Int] = [:]
        for call in calls.elements {
            if case .queued(let connection) = call.place { queued[connection.number, default: 0] += call.request.count }
        }
        return connections.values.sorted { $0.number < $1.number }.map { connection in
            var snapshot = connection.snapshot
            snapshot.queuedBytes = queued[connection.number] ?? 0
            return snapshot
        }
    }

    // MARK: Losing

    /// Closes the link; calls come back, and the connection rests before it dials again.
    func lose(_ connection: ClientConnection, _ cause: PeerLossCause) {
        let wasGreeted = connection.life.isGreeted
        let isPlanned = connection.life.phase == .draining && cause == .disconnected
        connection.link = nil
        connection.isShaken = false
        connection.mustGreet = false
        connection.pingSent = nil
        connection.probe = nil
        connection.isSelf = false
        connection.clockOffset.reset()
        connection.note(cause.rawValue, at: state.now)
        state.arePollsStale = true
        let unsent = connection.outgoing.takeAll().compactMap { waiting -> OutgoingCall? in
            guard case .request(let call) = waiting, call.id != 0, call.isQueued(on: connection) else { return nil }
            call.place = .waiting
            return call
        }
        connection.withdrawn = 0
        let inFlight = sent(on: connection)
        let isAwaited = isAwaited(connection) || !unsent.isEmpty || !inFlight.isEmpty
        connection.life.lost(now: state.now, isAwaited: isAwaited, chance: state.generator.chance())
        if wasGreeted {
            if isPlanned && inFlight.isEmpty && unsent.isEmpty {
                state.statistics.count(.peersLeft)
            } else {
                state.drop(
                    .connectionsLost, subject(nil, connection, .unspecified),
                    "\(cause.rawValue), \(inFlight.count) calls in flight, \(unsent.count) not sent")
            }
            state.observe(
                .peerLost(
                    service: connection.peer.service, instance: connection.peer.instance,
                    endpoint: connection.endpoint, cause: cause))
        }
        standingChanged(connection)
        if let successor = connection.successor.flatMap({ connections[$0] }) {
            takeOver(from: connection, successor)
        }
        for call in unsent {
            comeBack(call, RPCError(.unavailable, reason: .neverSent, cause.rawValue), from: connection)
        }
        for call in inFlight {
            comeBack(call, RPCError(.unavailable, reason: .peerLost, cause.rawValue), from: connection)
        }
        schedule(connection)
        lookAgain(for: connection.endpoint)
    }
}

/// What follows the last colon.
private func port(of endpoint: String?) -> Substring? { endpoint?.split(separator: ":").last }
