import CallModel
import GatewayCore
import MonotonicClock
import ServiceKit
import WebSocket
import Wire

// What the core orders, carried out. Runs under the connection's lock: nothing here waits, calls run in tasks.
extension ClientConnection {
    /// Longest time a request may take, and what it gets when its client names none.
    static let longestCall = Duration.seconds(30)
    static let usualCall = Duration.seconds(10)

    func perform(_ effect: EdgeEffect, _ frame: IncomingFrame?, _ state: inout State) {
        switch effect {
        case .sendHello:
            var header = Proto.Header(version: 1, kind: .hello)
            header.hello = gateway.hello
            send(header, &state)
        case .sendPong: send(Proto.Header(version: 1, kind: .pong), &state)
        case .sendDraining: send(Proto.Header(version: 1, kind: .draining), &state)
        case .respond(let id, let answer):
            let request = forget(id, &state)
            send(response(id, Proto.Status(code: .ok)), &state, answer, about: request)
        case .refuse(let id, let refusal):
            let request = forget(id, &state) ?? frame?.origin
            send(response(id, refusal.status), &state, about: request)
        case .fail(let id, let failure):
            let request = forget(id, &state)
            send(response(id, failure.status), &state, about: request)
        case .sendItem(let id, let sequence, let item):
            var header = Proto.Header(version: 1, kind: .item, requestId: id.value)
            header.sequence = sequence
            send(header, &state, item, about: state.requests[id])
        case .endStream(let id, let end):
            let request = forget(id, &state)
            var header = Proto.Header(version: 1, kind: .end, requestId: id.value)
            header.status = end.status
            send(header, &state, about: request)
        case .askPresence(let id, let how): authenticate(id, how, frame)
        case .closeSession(let id, let session): logOut(id, session, frame)
        case .discardSession(let session): gateway.presence.discard(session)
        case .detachSession(let session, let silence): gateway.presence.detach(session, unheardFor: silence)
        case .bind(let session): bind(session)
        case .unbind(let session): gateway.table.unbind(session.id, from: self)
        case .forward(let id, let isStream, let session):
            guard let frame else { return }
            guard let origin = frame.origin else { preconditionFailure("a request has an origin") }
            state.calls[id] = forward(id, frame, from: origin, isStream: isStream, session)
        case .cancelCall(let id): state.calls.removeValue(forKey: id)?.cancel()
        case .close(let end): socket.close(end.closeCode, reason: end.reason)
        case .race: break
        }
    }

    // MARK: Messages

    private func response(_ id: RequestID, _ status: Proto.Status) -> Proto.Header {
        var header = Proto.Header(version: 1, kind: .response, requestId: id.value)
        header.status = status
        return header
    }

    private func forget(_ id: RequestID, _ state: inout State) -> RequestOrigin? {
        state.calls[id] = nil
        return state.requests.removeValue(forKey: id)
    }

    private func send(
        _ header: Proto.Header, _ state: inout State, _ payload: [UInt8] = [], about request: RequestOrigin? = nil
    ) {
        let (format, method) = (state.format, request?.method ?? "")
        tapSent(header, payload, about: request, state.edge.phase.session)
        do {
            try socket.send(try format.encode(header, payload, method: method))
        } catch WebSocketError.messageTooLarge {
            gateway.log.error("answer too large", ["method": method, "bytes": payload.count])
            sendFailure(header, format, Proto.Status(code: .resourceExhausted, reason: .tooLarge))
        } catch is WireError {
            gateway.log.error("answer not encodable", ["method": method])
            sendFailure(header, format, Proto.Status(code: .internal, reason: .malformed))
        } catch WebSocketError.outgoingQueueFull {
            state.isOverflown = true
        } catch {
            // Closed: the message loop ends and says so.
        }
    }

    /// A request whose answer cannot travel is still answered. A lost item is what Sync repairs.
    private func sendFailure(_ header: Proto.Header, _ format: FrameFormat, _ status: Proto.Status) {
        guard header.kind == .response else { return }
        var header = header
        header.status = status
        if let message = try? format.encode(header) { try? socket.send(message) }
    }

    // MARK: Sessions

    private func authenticate(_ id: RequestID, _ how: Authentication, _ frame: IncomingFrame?) {
        guard let frame else { return }
        guard let origin = frame.origin else { preconditionFailure("a request has an origin") }
        origin.begin {
            do throws(RPCError) {
                let (session, answer) = try await self.gateway.presence.authenticate(
                    how, try frame.request(), from: self.socket.remoteAddress)
                self.handle(.sessionOpened(id, session, answer: answer))
            } catch {
                self.gateway.log.debug(
                    "login failed", ["connection": self.id, "reason": error.reason.name, "cause": error.message])
                self.handle(.authenticationFailed(id, CallFailure(error)))
            }
        }
    }

    private func logOut(_ id: RequestID, _ session: EdgeSession, _ frame: IncomingFrame?) {
        (frame?.origin ?? RequestOrigin(Proto.Header())).begin {
            do throws(RPCError) {
                self.handle(.sessionClosed(id, answer: try await self.gateway.presence.close(session)))
            } catch {
                self.handle(.sessionNotClosed(id, CallFailure(error)))
            }
        }
    }

    private func bind(_ session: EdgeSession) {
        guard let previous = gateway.table.bind(session.id, to: self), previous !== self else { return }
        // Not now: the other connection has a lock of its own, and may be replacing this one.
        Task { previous.handle(.sessionGone) }
    }

    // MARK: Calls

    private func forward(
        _ id: RequestID, _ frame: IncomingFrame, from origin: RequestOrigin, isStream: Bool, _ session: EdgeSession
    ) -> Task<Void, Never> {
        let header = frame.header
        let asked: Duration = header.remainingMs > 0 ? .milliseconds(Int64(header.remainingMs)) : Self.usualCall
        let timeout = min(asked, Self.longestCall)
        let identity = Proto.ClientIdentity(session)
        let context = RPCContext(
            identity: identity, deadline: isStream ? nil : .now + timeout,
            traceID: origin.traceID, spanID: origin.spanID, shardKey: origin.shardKey,
            peer: RequestOrigin.peer)
        let options = CallOptions(timeout: timeout, identity: identity)
        return Task {
            await RPCContext.$current.withValue(context) {
                if isStream {
                    await self.stream(id, frame, options)
                } else {
                    await self.call(id, frame, options)
                }
            }
        }
    }

    private func call(_ id: RequestID, _ frame: IncomingFrame, _ options: CallOptions) async {
        do throws(RPCError) {
            let (method, channel) = try route(frame)
            handle(.callAnswered(id, try await channel.unary(method, try frame.request(), options)))
        } catch {
            handle(.callFailed(id, CallFailure(error)))
        }
    }

    private func stream(_ id: RequestID, _ frame: IncomingFrame, _ options: CallOptions) async {
        do throws(RPCError) {
            let (method, channel) = try route(frame)
            for try await item in channel.serverStream(method, try frame.request(), options) {
                handle(.itemReceived(id, item))
            }
            handle(.streamEnded(id, nil))
        } catch {
            handle(.streamEnded(id, CallFailure(error)))
        }
    }

    private func route(_ frame: IncomingFrame) throws(RPCError) -> (MethodDescriptor, any RPCChannel) {
        guard let route = gateway.directory.route(frame.header.method) else {
            throw RPCError(.unimplemented, reason: .unknownMethod, "no service behind \(frame.header.method)")
        }
        return route
    }
}

extension StreamEnd {
    fileprivate var status: Proto.Status {
        switch self {
        case .finished: Proto.Status(code: .ok)
        case .refused(let refusal): refusal.status
        case .failed(let failure): failure.status
        }
    }
}

extension Proto.ClientIdentity {
    /// On whose behalf a logged-in client's calls are made.
    init(_ session: EdgeSession) {
        self.init(
            userId: session.user.rawValue, deviceId: session.device.rawValue, sessionId: session.id.rawValue,
            platform: Proto.Platform(rawValue: session.platform.rawValue))
    }
}
