import Bus
import CallModel
import GatewayCore
import ServiceKit
import Synchronization
import WebSocket
import Wire

/// The shell around one `Edge`: turns messages into events and effects into messages and calls.
///
/// Events are handled under a lock, and what an event makes the client hear is queued on the socket before the lock is
/// given back, so that the client hears things in the order in which they were decided.
final class ClientConnection: Sendable {
    let id: UInt64
    let gateway: GatewayContext
    let socket: WebSocketConnection
    private let state: Mutex<State>

    struct State {
        var edge: Edge
        /// Of the client's first message.
        var format = FrameFormat.binary
        /// Requests in flight: their method says what a text frame's payload is.
        var requests: [RequestID: RequestOrigin] = [:]
        var calls: [RequestID: Task<Void, Never>] = [:]
        /// The socket took no more.
        var isOverflown = false
    }

    init(_ socket: WebSocketConnection, _ gateway: GatewayContext) {
        self.socket = socket
        self.gateway = gateway
        id = socket.id
        state = Mutex(State(edge: Edge(gateway.policy, at: gateway.clock.now)))
    }

    /// Takes messages until the connection is closed.
    func run() async {
        var format: FrameFormat?
        for await message in socket.messages {
            let form = format ?? FrameFormat(of: message)
            if format == nil {
                format = form
                state.withLock { $0.format = form }
            }
            do {
                take(try form.decode(message))
            } catch {
                handle(.nonsenseReceived(error.reason))
            }
        }
        handle(.connectionLost)
    }

    private func take(_ frame: IncomingFrame) {
        let header = frame.header
        let request = RequestID(header.requestId)
        switch header.kind {
        case .hello: handle(.helloReceived(protocolVersion: header.hello?.protocol ?? 0))
        case .request:
            handle(
                .requestReceived(
                    request, method: header.method, gateway.directory.rule(of: header.method),
                    credit: Int(header.credit)),
                frame)
        case .cancel: handle(.cancelReceived(request), frame)
        case .credit: handle(.creditReceived(request, Int(header.credit)))
        case .ping: handle(.pingReceived)
        case .pong: handle(.pongReceived)
        default: handle(.nonsenseReceived("kind \(header.kind.rawValue) from a client"))
        }
    }

    /// One event through the core. `frame`: the request that it is about.
    func handle(_ event: EdgeEvent, _ frame: IncomingFrame? = nil) {
        let (old, new, effects, isOverflown) = state.withLock { state in
            let old = state.edge.phase
            let effects = state.edge.handle(event, at: gateway.clock.now)
            if let frame { tapReceived(frame, about: origin(of: frame, state), state.edge.phase.session) }
            if case .requestReceived(let id, _, _, _) = event, !effects.contains(where: \.isRefusal) {
                state.requests[id] = frame?.origin
            }
            for effect in effects { perform(effect, frame, &state) }
            return (old, state.edge.phase, effects, state.isOverflown && !state.edge.phase.isEnded)
        }
        for effect in effects { note(effect) }
        if old != new { logMove(from: old, to: new) }
        if isOverflown { handle(.socketOverflown) }
    }

    /// A CANCEL is part of the request that it names, if that is still in flight.
    private func origin(of frame: IncomingFrame, _ state: State) -> RequestOrigin? {
        let named = frame.header.kind == .cancel ? state.requests[RequestID(frame.header.requestId)] : nil
        return named ?? frame.origin
    }

    private func note(_ effect: EdgeEffect) {
        switch effect {
        case .refuse(_, let refusal):
            gateway.numbers.refusals.add()
            gateway.log.debug("request refused", ["connection": id, "reason": "\(refusal)"])
        case .forward: gateway.numbers.requests.add()
        case .sendItem: gateway.numbers.items.add()
        case .race: gateway.numbers.races.add()
        default: break
        }
    }

    private func logMove(from old: EdgePhase, to new: EdgePhase) {
        switch new {
        case .authenticated(let session):
            gateway.log.debug("session connected", ["session_id": session.id, "user_id": session.user])
        case .ended(let end):
            gateway.log.debug(
                "connection ended",
                ["connection": id, "session_id": old.session?.id, "reason": end.reason])
        case .greeting, .unauthenticated, .authenticating, .leaving: break
        }
    }
}

extension EdgeEffect {
    fileprivate var isRefusal: Bool {
        if case .refuse = self { return true }
        return false
    }
}

extension FrameFormat.Nonsense {
    fileprivate var reason: String {
        switch self {
        case .otherForm: "text and binary mixed"
        case .malformed: "no frame"
        case .version: "version 1 only"
        }
    }
}

/// What every connection of the process shares.
struct GatewayContext: Sendable {
    let policy: EdgePolicy
    let directory: MethodDirectory
    let presence: PresenceDesk
    let table: SessionTable
    let hello: Proto.Hello
    /// Whose tap shows what clients say and hear.
    let node: BusNode
    let clock: any ServiceClock
    let log: Log
    let numbers: GatewayNumbers
}

/// Counters on the paths that are taken often.
struct GatewayNumbers: Sendable {
    let requests: Counter
    let refusals: Counter
    let items: Counter
    let races: Counter
    let connections: Gauge
    let sessions: Gauge

    init(_ metrics: Metrics) {
        requests = metrics.counter("requests_total")
        refusals = metrics.counter("refusals_total")
        items = metrics.counter("items_total")
        races = metrics.counter("races_total")
        connections = metrics.gauge("connections")
        sessions = metrics.gauge("sessions")
    }
}
