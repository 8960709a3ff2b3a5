import CallModel
import Wire

/// Which connected instances do their work: what calls tell of them, Health asked through their queue, and leaving them
/// out.
extension ClientSide {
    /// A call left on a connection.
    func began(on connection: ClientConnection) {
        connection.inFlight += 1
        guard !connection.isWatched else { return }
        connection.isWatched = true
        connection.health.becameBusy(now: state.now)
        state.timers.schedule(.health(connection.number), at: connection.health.nextWake)
    }

    /// A call is no longer on a connection.
    func ended(on connection: ClientConnection) {
        connection.inFlight -= 1
        // Replaced, and this was its last call.
        if connection.isRelieved, connection.inFlight == 0 {
            state.timers.schedule(.connection(connection.number), at: state.now)
        }
    }

    /// An answer came. `error`: its failure, if it is one.
    func judge(_ error: RPCError?, on connection: ClientConnection) {
        if let error, RetryRule.speaksOfInstance(error) {
            act(connection.health.failed(), on: connection)
        } else {
            connection.health.answered()
        }
    }

    /// No answer came in the time the caller gave. Streams say nothing: they may be silent for long.
    func ranOutOfTime(_ call: OutgoingCall, on connection: ClientConnection) {
        // A caller in a hurry proves nothing about the instance.
        guard !call.isStream, state.now - call.started >= Self.shortestTrial else { return }
        act(connection.health.failed(), on: connection)
    }

    private static let shortestTrial = Duration.milliseconds(250)

    /// Its health timer fired.
    func watchHealth(_ number: Int) {
        guard let connection = connections[number] else { return }
        let isGreeted = connection.life.isGreeted
        guard isGreeted, connection.inFlight > 0 || connection.health.isEjected || connection.health.isProbing
        else {
            connection.isWatched = false
            return
        }
        act(connection.health.tick(state.now, isBusy: connection.inFlight > 0), on: connection)
        state.timers.schedule(.health(number), at: connection.health.nextWake)
    }

    /// An answer to our own question. False: it is a call's.
    func isProbeAnswer(_ header: EnvelopeHeader, _ payload: [UInt8], on connection: ClientConnection) -> Bool {
        guard let probe = connection.probe, probe == header.requestId else { return false }
        let code = header.status?.code ?? .unknown
        // Its I/O thread says that its queue did not get to it: no answer.
        guard code != .deadlineExceeded else { return true }
        connection.probe = nil
        // A peer without Health, or one that does not let us ask, answers and may be called.
        var isServing = code != .unavailable
        if code == .ok, let answer = try? Proto.HealthCheckResponse(decoding: payload) {
            isServing = answer.status != .notServing
        }
        act(connection.health.probeAnswered(isServing: isServing, now: state.now), on: connection)
        if connection.isWatched {
            state.timers.schedule(.health(connection.number), at: connection.health.nextWake)
        }
        return true
    }

    private func act(_ action: InstanceHealth.Action, on connection: ClientConnection) {
        switch action {
        case .nothing: break
        case .probe: probe(connection)
        case .eject(let cause): eject(connection, cause)
        case .readmit:
            connection.note("let in again", at: state.now)
            standingChanged(connection)
        }
    }

    private func probe(_ connection: ClientConnection) {
        // Apart from the ids of calls, whose numbers come from their table.
        let id = state.core.nextID() | 1 << 63
        var header = EnvelopeHeader(kind: .request, requestId: id)
        header.descriptor = Proto.HealthMethods.check
        header.remainingMs = state.core.configuration.timing.healthTimeout.clampedMilliseconds
        header.attempt = 1
        header.trace = TraceID(state.generator.next(), state.generator.next())
        header.span = SpanID(state.generator.next())
        connection.probe = id
        connection.health.probed(now: state.now)
        state.statistics.count(.healthProbes)
        post(.control(Envelope(header), nil), on: connection)
    }

    private func eject(_ connection: ClientConnection, _ cause: EjectionCause) {
        let share = state.core.configuration.timing.largestEjectedShare
        let isAllowed = connection.channels.allSatisfy { id in
            guard let channel = channels[id] else { return true }
            let usable = channel.connections.filter(\.isUsable)
            let ejected = usable.count { $0.health.isEjected }
            return InstanceHealth.mayEject(connected: usable.count, ejected: ejected, largestShare: share)
        }
        guard isAllowed, !connection.channels.isEmpty else { return }
        connection.health.eject(now: state.now)
        connection.note("left out: \(cause.rawValue)", at: state.now)
        state.drop(.instancesEjected, subject(of: connection), cause.rawValue)
        standingChanged(connection)
        state.observe(
            .instanceEjected(
                service: connection.peer.service, instance: connection.peer.instance, endpoint: connection.endpoint,
                cause: cause))
        connection.isWatched = true
        state.timers.schedule(.health(connection.number), at: connection.health.nextWake)
    }
}
