import Synchronization
import Wire

@testable import CallClient

/// A gateway in memory: greets, logs everybody in, keeps event streams open, and answers other methods as the test
/// says.
final class FakeGateway: LinkOpener, Sendable {
    typealias Answer = @Sendable (_ user: String, _ request: [UInt8]) throws(RPCError) -> [UInt8]

    private struct State {
        var answers: [String: Answer] = [:]
        var links: [ObjectIdentifier: FakeLink] = [:]
        var users: [ObjectIdentifier: String] = [:]
        var streams: [ObjectIdentifier: UInt64] = [:]
        var sessions: [String: String] = [:]
        var asked: [String] = []
        var opened: [String] = []
        var dead: Set<String> = []
        var isReachable = true
        var isRefusing = false
        var held: Set<String> = []
    }

    private let state = Mutex(State())
    private let codec: any FrameCodec

    init(codec: any FrameCodec = BinaryCodec()) {
        self.codec = codec
        answer(Proto.SignalingMethods.sync) { _, _ throws(RPCError) in try encodeMessage(Proto.SyncResponse()) }
        answer(Proto.SignalingMethods.acknowledge) { _, _ in [] }
        answer(Proto.SignalingMethods.setMediaState) { _, _ in [] }
    }

    // MARK: For tests

    func answer(_ method: MethodDescriptor, _ answer: @escaping Answer) {
        state.withLock { $0.answers[method.path] = answer }
    }

    /// Requests of this method get no answer until further notice.
    func hold(_ method: MethodDescriptor) { _ = state.withLock { $0.held.insert(method.path) } }

    /// Names of the methods that were asked, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// The addresses that clients tried to reach, in order.
    var opened: [String] { state.withLock { $0.opened } }

    /// Nobody gets through at this address.
    func kill(_ url: String) { _ = state.withLock { $0.dead.insert(url) } }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Forgets every session, as a server without its store would.
    func forgetSessions() { state.withLock { $0.sessions = [:] } }

    /// Cuts every connection.
    func cut() {
        for link in state.withLock({ Array($0.links.values) }) { link.close() }
    }

    /// Sends an event to a user's devices.
    func deliver(_ event: Proto.ClientEvent.Event, to user: String) throws {
        let targets = state.withLock { state in
            state.users.filter { $0.value == user }.compactMap { id, _ in
                zip(state.links[id], state.streams[id])
            }
        }
        let payload = try Proto.ClientEvent(event: event).encoded()
        for (link, stream) in targets {
            try send(
                Proto.Header(version: 1, kind: .item, requestId: stream), payload, Proto.GatewayMethods.events.path,
                link)
        }
    }

    // MARK: LinkOpener

    struct Unreachable: Error {}

    /// Nobody gets through, and never will.
    func refuseForever() { state.withLock { $0.isRefusing = true } }

    func open(_ url: String) async throws -> any MessageLink {
        let isDead = state.withLock { state in
            state.opened.append(url)
            return state.dead.contains(url)
        }
        if isDead { throw Unreachable() }
        if state.withLock({ $0.isRefusing }) { throw LinkRefused(cause: "not trusted") }
        let link = FakeLink(
            onSend: { [self] message, link in try take(message, from: link) }, onClose: { [self] in closed($0) })
        let isReachable = state.withLock { state in
            if state.isReachable { state.links[ObjectIdentifier(link)] = link }
            return state.isReachable
        }
        guard isReachable else { throw Unreachable() }
        return link
    }

    fileprivate func closed(_ link: FakeLink) {
        let id = ObjectIdentifier(link)
        state.withLock { state in
            state.links[id] = nil
            state.users[id] = nil
            state.streams[id] = nil
        }
    }

    // MARK: Protocol

    fileprivate func take(_ message: LinkMessage, from link: FakeLink) throws {
        let (header, payload) = try decode(message)
        switch header.kind {
        case .hello:
            var hello = Proto.Header(version: 1, kind: .hello)
            hello.hello = Proto.Hello(service: "gateway", instance: "fake", epoch: 1, protocol: 1)
            try send(hello, [], "", link)
        case .ping: try send(Proto.Header(version: 1, kind: .pong), [], "", link)
        case .request: try request(header, payload, link)
        default: break
        }
    }

    /// The client's codec decodes answers; here requests come in.
    private func decode(_ message: LinkMessage) throws -> (Proto.Header, [UInt8]) {
        switch message {
        case .binary(let bytes):
            let frame = try Proto.Frame(decoding: bytes)
            return (frame.header ?? Proto.Header(), frame.payload)
        case .text(let text):
            let json = try JSONValue(parsing: text)
            let header = try Proto.Header(json: json["header"] ?? .null)
            guard let payload = json["payload"], let transcoder = Proto.transcoder(header.method) else {
                return (header, [])
            }
            return (header, try transcoder.requestBytes(payload))
        }
    }

    private func send(_ header: Proto.Header, _ payload: [UInt8], _ method: String, _ link: FakeLink) throws {
        if codec is TextCodec {
            var members = [JSONValue.Member("header", header.json())]
            if let transcoder = Proto.transcoder(method), header.status?.code ?? .ok == .ok {
                members.append(JSONValue.Member("payload", try transcoder.responseJSON(payload)))
            }
            link.push(.text(JSONValue.object(members).text))
        } else {
            link.push(.binary(try Proto.Frame(header: header, payload: payload).encoded()))
        }
    }

    private func request(_ header: Proto.Header, _ payload: [UInt8], _ link: FakeLink) throws {
        let id = ObjectIdentifier(link)
        state.withLock { $0.asked.append(String(header.method.split(separator: "/").last ?? "")) }
        if header.method == Proto.GatewayMethods.events.path {
            return state.withLock { $0.streams[id] = header.requestId }
        }
        guard !state.withLock({ $0.held.contains(header.method) }) else { return }
        var answer = Proto.Header(version: 1, kind: .response, requestId: header.requestId)
        do throws(RPCError) {
            let body = try respond(header.method, payload, id)
            answer.status = Proto.Status(code: .ok)
            try? send(answer, body, header.method, link)
        } catch {
            answer.status = Proto.Status(code: error.code, reason: error.reason, message: error.message)
            try? send(answer, [], header.method, link)
        }
    }

    private func respond(_ method: String, _ payload: [UInt8], _ id: ObjectIdentifier) throws(RPCError) -> [UInt8] {
        switch method {
        case Proto.GatewayMethods.login.path:
            let request = try decodeMessage(Proto.LoginRequest.self, from: payload)
            guard request.userSig == "good" else { throw RPCError(.unauthenticated, reason: .usersigCheckFailed) }
            let session = state.withLock { state in
                state.users[id] = request.userId
                let session = "session-\(state.sessions.count + 1)-\(request.userId)"
                state.sessions[session] = request.userId
                return session
            }
            return try encodeMessage(
                Proto.LoginResponse(
                    sessionId: session, resumeToken: "token", heartbeatIntervalMs: 5_000,
                    profile: Proto.UserProfile(userId: request.userId, nickname: "Nick"),
                    serverTimeMs: 1_700_000_000_000))
        case Proto.GatewayMethods.resume.path:
            let request = try decodeMessage(Proto.ResumeRequest.self, from: payload)
            let user = state.withLock { state in
                state.users[id] = state.sessions[request.sessionId]
                return state.users[id]
            }
            guard user != nil else { throw RPCError(.unauthenticated, reason: .unknownSession) }
            return try encodeMessage(
                Proto.ResumeResponse(heartbeatIntervalMs: 5_000, serverTimeMs: 1_700_000_000_000))
        case Proto.GatewayMethods.logout.path:
            return []
        default:
            let (user, answer) = state.withLock { ($0.users[id] ?? "", $0.answers[method]) }
            guard let answer else { throw RPCError(.unimplemented, reason: .unknownMethod, method) }
            return try answer(user, payload)
        }
    }

    private func zip(_ link: FakeLink?, _ stream: UInt64?) -> (FakeLink, UInt64)? {
        guard let link, let stream else { return nil }
        return (link, stream)
    }
}
