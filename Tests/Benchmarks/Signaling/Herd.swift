import CallClientCore
import CallModel
import Foundation
import MonotonicClock
import ProcessLimits
import Synchronization
import UserSig
import WebSocket
import Wire

/// Many connected phones in this process, each with the connection, the session and the patience of a real one and nothing
/// else. They lose their gateway and come back through the other one.
final class Herd: Sendable {
    /// What the phones go through, for the table.
    struct Ledger: Sendable {
        var attempts: [MonotonicInstant] = []
        var failures: [String: Int] = [:]
        /// When each phone was back, after the loss.
        var returns: [MonotonicInstant] = []
        var online = 0
    }

    /// So many handshakes of the first login at the same time; the return has no such bound.
    private static let loginsAtOnce = 64
    /// As the SDK's sessions.
    private static let policy = SessionPolicy()

    private let urls: [String]
    private let clients: [WebSocketClient]
    private let keys: KeyFile
    private let phones: [Phone]
    private let ledger = Mutex(Ledger())

    /// One phone: what it must know to come back.
    private final class Phone: Sendable {
        let user: String
        let session = Mutex<(id: String, token: String)?>(nil)
        let socket = Mutex<WebSocketConnection?>(nil)

        init(_ number: Int) { user = "phone-\(number)" }
    }

    init(count: Int, urls: [String], keys: KeyFile) throws {
        _ = try DescriptorLimit.raise()
        self.urls = urls
        self.keys = keys
        phones = (0..<count).map { Phone($0) }
        clients = try (0..<2).map { _ in
            try WebSocketClient(trust: .insecureForDevelopment, connections: count)
        }
    }

    var report: Ledger { ledger.withLock { $0 } }

    /// Logs every phone in at the first gateway; then each lives until the task is cancelled.
    func live() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.beat() }
            var next = 0
            while next < phones.count, !Task.isCancelled {
                let begun = next
                while next < min(begun + Self.loginsAtOnce, phones.count) {
                    let number = next
                    group.addTask { await self.live(number) }
                    next += 1
                }
                while ledger.withLock({ $0.online }) < next - Self.loginsAtOnce / 2, !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
        }
    }

    /// A sign of life from every phone in five seconds, evenly.
    private func beat() async {
        guard let ping = try? Proto.Frame(header: Proto.Header(version: 1, kind: .ping)).encoded() else { return }
        var next = 0
        while !Task.isCancelled {
            for _ in 0..<max(1, phones.count / 100) {
                try? phones[next % phones.count].socket.withLock { $0 }?.send(.binary(ping))
                next += 1
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private func live(_ number: Int) async {
        let phone = phones[number]
        var attempt = 0
        var connections = 0
        while !Task.isCancelled {
            if connections > 0 {
                attempt += 1
                let delay = Self.policy.backoff.delay(attempt: attempt, chance: Chance(.random(in: 0..<1)))
                try? await Task.sleep(for: delay)
            }
            ledger.withLock { $0.attempts.append(.now) }
            let url = urls[connections % urls.count]
            connections += 1
            do {
                let socket = try await clients[number % clients.count].connect(
                    to: url, timeout: Self.policy.establishTime)
                try await open(socket, for: phone)
                attempt = 0
                phone.socket.withLock { $0 = socket }
                ledger.withLock { ledger in
                    ledger.online += 1
                    ledger.returns.append(.now)
                }
                while await socket.receive() != nil {}
                ledger.withLock { $0.online -= 1 }
            } catch {
                ledger.withLock { $0.failures["\(error)", default: 0] += 1 }
            }
        }
    }

    /// Hello, then a login or the session again, then its events.
    private func open(_ socket: WebSocketConnection, for phone: Phone) async throws {
        var hello = Proto.Header(version: 1, kind: .hello)
        hello.hello = Proto.Hello(
            service: "client", instance: phone.user, epoch: 1, protocol: 1, schemaHash: Proto.schemaHash)
        try socket.send(.binary(try Proto.Frame(header: hello).encoded()))
        if let (id, token) = phone.session.withLock({ $0 }) {
            let request = Proto.ResumeRequest(sessionId: id, resumeToken: token)
            _ = try await ask(socket, 1, Proto.GatewayMethods.resume, try request.encoded())
        } else {
            let sig = UserSig(
                userID: UserID(phone.user), sdkAppID: keys.sdkAppID,
                issuedAt: WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
            let request = Proto.LoginRequest(
                sdkAppId: keys.sdkAppID, userId: phone.user, userSig: sig.token(key: keys.secretKey),
                deviceId: phone.user, platform: .desktop)
            let answer = try await ask(socket, 1, Proto.GatewayMethods.login, try request.encoded())
            let login = try Proto.LoginResponse(decoding: answer)
            phone.session.withLock { $0 = (login.sessionId, login.resumeToken) }
        }
        var events = Proto.Header(version: 1, kind: .request, requestId: 2, method: Proto.GatewayMethods.events.path)
        events.credit = 1 << 16
        try socket.send(
            .binary(try Proto.Frame(header: events, payload: try Proto.EventsRequest().encoded()).encoded()))
    }

    private func ask(
        _ socket: WebSocketConnection, _ id: UInt64, _ method: MethodDescriptor, _ payload: [UInt8]
    ) async throws -> [UInt8] {
        var header = Proto.Header(version: 1, kind: .request, requestId: id, method: method.path)
        header.remainingMs = UInt32(Self.policy.establishTime.wholeMilliseconds)
        try socket.send(.binary(try Proto.Frame(header: header, payload: payload).encoded()))
        while case .binary(let bytes)? = await socket.receive() {
            let frame = try Proto.Frame(decoding: bytes)
            guard let answer = frame.header, answer.requestId == id, answer.kind == .response else { continue }
            let status = answer.status ?? Proto.Status()
            guard status.code == .ok else { throw RPCError(status.code, reason: status.reason, status.message) }
            return frame.payload
        }
        throw RPCError(.unavailable, reason: .peerLost, "closed while it asked")
    }
}
