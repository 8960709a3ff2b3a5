import CallModel
import Wire
import ZeroMQ

/// The bound socket and who is connected to it.
extension ServerSide {
    /// Messages taken before others have their turn.
    private static let mostPerTurn = 256

    // MARK: Receiving

    /// Reads the socket and, if there is something in it, its monitor.
    func pump(hasEvents: Bool) {
        guard let listener else { return }
        do {
            var count = 0
            while count < Self.mostPerTurn, let message = try frames.receive(from: listener.router, methods: methods) {
                count += 1
                receive(message)
            }
            var isSomebodyLost = false
            while hasEvents, let event = try listener.monitor.next() {
                if event.kind == .disconnected { isSomebodyLost = true }
            }
            // libzmq does not say which peer it was: ask them all, now and once its own threads have caught up.
            if isSomebodyLost {
                probesLeft = 3
                probeSoon()
            }
        } catch {
            // ETERM only: the context outlives the listener, so this cannot happen.
            self.listener = nil
            state.arePollsStale = true
        }
    }

    private func receive(_ message: EnvelopeFrames.Arrival) {
        guard let sender = message.sender else {
            return state.drop(.badIdentifiers, TapSighting(.drop, .unspecified, requestID: 0, method: ""))
        }
        let known = peer(sender)
        known?.received += 1
        known?.silentSweeps = 0
        switch message.content {
        case .success(let envelope):
            if let known { handle(envelope, from: known) } else { greet(envelope, sender) }
        case .failure(let refusal):
            let sender = TapSighting(
                .drop, .unspecified, requestID: 0, method: "", peerService: known?.hello.service ?? "",
                peerInstance: known?.hello.instance ?? "")
            state.drop(refusal, sender)
        }
    }

    private func peer(_ sender: RoutingID) -> ServerPeer? {
        if let lastSender, lastSender.routingID == sender { return lastSender }
        lastSender = peers[sender]
        return lastSender
    }

    /// From somebody we do not know, or no longer. PING carries a HELLO so that we learn it again.
    private func greet(_ envelope: Envelope, _ routingID: RoutingID) {
        let header = envelope.header
        if header.kind == .hello || header.kind == .ping, let hello = header.hello, hello.protocol == Envelope.version {
            guard peers.count < state.core.configuration.limits.peers else {
                let sender = TapSighting(
                    .drop, header.kind, requestID: 0, method: "", peerService: hello.service,
                    peerInstance: hello.instance)
                return state.drop(.peersRefused, sender, "\(peers.count) peers")
            }
            guard let access = access(as: hello.service) else { return turnAway(routingID, hello) }
            let peer = ServerPeer(routingID: routingID, hello: hello, access: access, now: state.now, age: age())
            peer.received = 1
            peers[routingID] = peer
            state.observe(.peerConnected(service: hello.service, instance: hello.instance, endpoint: ""))
            return handle(envelope, from: peer)
        }
        state.drop(
            .unknownPeer,
            TapSighting(
                .drop, header.kind, requestID: header.requestId, method: header.method, traceID: header.traceId,
                spanID: header.spanId, shardKey: header.shardKey, identity: header.identity))
        guard header.kind == .request else { return }
        let status = RPCError(.unavailable, reason: .staleEpoch, "say HELLO first").status
        let answer = Envelope(EnvelopeHeader(kind: .response, requestId: header.requestId, status: status))
        _ = try? outcome(of: answer, to: routingID)
    }

    private func handle(_ envelope: Envelope, from peer: ServerPeer) {
        if state.isTapArmed { tapReceived(envelope, from: peer) }
        let header = envelope.header
        switch header.kind {
        case .request: request(envelope, from: peer)
        case .cancel: cancel(header.requestId, from: peer)
        case .credit: credit(header.requestId, header.credit, from: peer)
        case .hello, .ping:
            if let hello = header.hello {
                guard mayCallItself(hello.service, peer) else { return lose(peer, .roleRefused) }
                peer.hello = hello
            }
            let kind: Proto.Kind = header.kind == .hello ? .hello : .pong
            let wall = kind == .pong ? WallClock.microseconds : 0
            send(Envelope(EnvelopeHeader(kind: kind, hello: state.core.hello, wallUs: wall)), to: peer)
            if header.kind == .hello, isDraining { send(Envelope(EnvelopeHeader(kind: .draining)), to: peer) }
        default: state.drop(.unexpectedKind, subject(header, peer))
        }
    }

    // MARK: Sending

    /// Sends, or keeps it until the peer's connection takes it, within bounds.
    func send(_ envelope: Envelope, to peer: ServerPeer) {
        guard !peer.isLost else { return }
        guard peer.backlog.isEmpty else { return keep(envelope, for: peer) }
        switch outcome(of: envelope, to: peer) {
        case .sent: break
        case .wouldBlock: keep(envelope, for: peer)
        case .unroutable: gone(peer, missing: envelope)
        }
    }

    /// Its connection is no more, which `missing` found out. Only an answer is missed by somebody.
    private func gone(_ peer: ServerPeer, missing envelope: Envelope) {
        switch envelope.header.kind {
        case .response, .item, .end:
            var missed = peer.calls[envelope.header.requestId].map { subject($0) } ?? subject(peer)
            missed.kind = envelope.header.kind
            state.drop(.unroutable, missed)
            lose(peer, .unroutable)
        default: lose(peer, .disconnected)
        }
    }

    private func outcome(of envelope: Envelope, to peer: ServerPeer) -> Socket.SendOutcome {
        do {
            let outcome = try outcome(of: envelope, to: peer.routingID)
            if outcome == .sent { peer.sent += 1 }
            return outcome
        } catch .unencodable {
            // What this process says about itself always can be; the text of an error may hold a NUL.
            return .sent
        } catch {
            return .unroutable
        }
    }

    func outcome(
        of envelope: Envelope, to routingID: RoutingID
    ) throws(EnvelopeFailure) -> Socket.SendOutcome {
        guard let listener else { return .unroutable }
        return try frames.send(envelope, to: routingID, on: listener.router)
    }

    private func keep(_ envelope: Envelope, for peer: ServerPeer) {
        if peer.backlog.isEmpty { peer.note("reads too slowly", at: state.now) }
        peer.backlog.append(envelope)
        peer.backlogBytes += size(envelope)
        guard peer.backlogBytes <= state.core.configuration.limits.backlogBytes else {
            state.drop(.backlogOverflow, subject(peer), "\(peer.backlogBytes) bytes not taken")
            return lose(peer, .stalled)
        }
        if backlogged.isEmpty { state.schedule(.backlog, after: .milliseconds(1)) }
        backlogged.insert(peer.routingID)
    }

    /// A ROUTER is always writable, so a full peer has to be asked again by the clock.
    func flushBacklogs() {
        for routingID in backlogged {
            guard let peer = peers[routingID] else {
                backlogged.remove(routingID)
                continue
            }
            flush(peer)
            guard peer.backlog.isEmpty else { continue }
            backlogged.remove(routingID)
            if !peer.isLost { peer.note("reads again", at: state.now) }
        }
        if !backlogged.isEmpty { state.schedule(.backlog, after: .milliseconds(2)) }
    }

    private func flush(_ peer: ServerPeer) {
        while let envelope = peer.backlog.first {
            switch outcome(of: envelope, to: peer) {
            case .sent:
                _ = peer.backlog.popFirst()
                peer.backlogBytes -= size(envelope)
            case .wouldBlock: return
            case .unroutable: return gone(peer, missing: envelope)
            }
        }
    }

    private func size(_ envelope: Envelope) -> Int { envelope.payload.count + 256 }

    // MARK: Losing

    /// Somebody who connects and goes as fast as he can makes us ask all peers no more often than this.
    private static let probeSpacing = Duration.milliseconds(20)

    private func probeSoon() {
        guard let lastProbe, state.now - lastProbe < Self.probeSpacing else { return probe() }
        state.timers.schedule(.probe, at: lastProbe + Self.probeSpacing)
    }

    /// Asks every peer's connection whether it is still there, by sending something that needs no answer.
    func probe() {
        guard probesLeft > 0 else { return }
        probesLeft -= 1
        lastProbe = state.now
        for peer in peers.values {
            send(Envelope(EnvelopeHeader(kind: .pong, hello: state.core.hello)), to: peer)
        }
        if probesLeft > 0 { state.schedule(.probe, after: probesLeft == 2 ? .milliseconds(20) : .milliseconds(200)) }
    }

    /// Clients ping; servers only count who is silent.
    func sweep() {
        guard listener != nil else { return }
        // Whoever connects now waits to be accepted, and nothing else would tell.
        state.descriptors(
            areLeft: Context.hasDescriptorsLeft, TapSighting(.drop, .unspecified, requestID: 0, method: ""),
            "nobody who connects is accepted")
        for peer in Array(peers.values) {
            peer.silentSweeps += 1
            if peer.silentSweeps > state.core.configuration.timing.missedPings { lose(peer, .silent) }
        }
        renewOld()
        changeListenerKey()
        state.tap.changeListenerKey()
        state.schedule(.sweep, after: state.core.configuration.timing.pingInterval)
    }

    /// The peer's calls are cancelled, its unsent answers dropped.
    func lose(_ peer: ServerPeer, _ cause: PeerLossCause) {
        guard peers.removeValue(forKey: peer.routingID) != nil else { return }
        peer.isLost = true
        lastSender = nil
        if cause == .disconnected, peer.calls.isEmpty, peer.backlog.isEmpty {
            // As everybody does who has got what he came for.
            state.statistics.count(.peersLeft)
        } else {
            let unsent = peer.backlog.isEmpty ? "" : ", \(peer.backlog.count) answers not taken"
            state.drop(.peersLost, subject(peer), "\(cause.rawValue), \(peer.calls.count) calls running\(unsent)")
        }
        _ = peer.backlog.takeAll()
        peer.backlogBytes = 0
        for call in peer.calls.values {
            state.drop(.cancelledByPeerLoss, subject(call), cause.rawValue)
            abandon(call, RPCError(.cancelled, "the caller is gone"))
        }
        state.observe(
            .peerLost(service: peer.hello.service, instance: peer.hello.instance, endpoint: "", cause: cause))
    }
}
