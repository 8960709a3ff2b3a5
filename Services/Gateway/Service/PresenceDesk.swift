import CallModel
import GatewayCore
import ServiceKit
import Synchronization
import Wire

/// Asks presence on behalf of connections: login, resume, logout, detach.
final class PresenceDesk: Sendable {
    private let presence: Proto.PresenceClient
    /// This gateway's bus endpoint, once it is known.
    private let endpoint: @Sendable () -> String?
    private let heartbeatInterval: Duration
    private let clock: any ServiceClock
    private let throttle = Mutex(LoginThrottle())
    private let farewells = Farewells()

    init(
        _ channel: any RPCChannel, endpoint: @escaping @Sendable () -> String?, heartbeatInterval: Duration,
        clock: any ServiceClock
    ) {
        presence = Proto.PresenceClient(channel)
        self.endpoint = endpoint
        self.heartbeatInterval = heartbeatInterval
        self.clock = clock
    }

    /// The session, and the encoded answer for the client.
    func authenticate(
        _ how: Authentication, _ request: [UInt8], from address: String
    ) async throws(RPCError) -> (EdgeSession, [UInt8]) {
        if let wait = throttle.withLock({ $0.wait(for: address, at: clock.now) }) {
            throw RPCError(.resourceExhausted, reason: .tooManyFailures, retryAfter: wait)
        }
        do throws(RPCError) {
            let result =
                switch how {
                case .login: try await login(try decodeMessage(Proto.LoginRequest.self, from: request))
                case .resume: try await resume(try decodeMessage(Proto.ResumeRequest.self, from: request))
                }
            throttle.withLock { $0.succeeded(address) }
            return result
        } catch {
            if error.reason.looksLikeGuessing { throttle.withLock { $0.failed(address, at: clock.now) } }
            throw error
        }
    }

    private func login(_ request: Proto.LoginRequest) async throws(RPCError) -> (EdgeSession, [UInt8]) {
        let opened = try await presence.openSession(
            Proto.OpenSessionRequest(
                sdkAppId: request.sdkAppId, userId: request.userId, userSig: request.userSig,
                deviceId: request.deviceId, platform: request.platform, deviceName: request.deviceName,
                gatewayEndpoint: try knownEndpoint()),
            CallOptions(shardKey: request.userId))
        let session = EdgeSession(
            id: SessionID(opened.sessionId), user: UserID(request.userId), device: DeviceID(request.deviceId),
            platform: Platform(rawValue: request.platform.rawValue) ?? .unspecified)
        let answer = Proto.LoginResponse(
            sessionId: opened.sessionId, resumeToken: opened.resumeToken,
            userSigExpiresAtMs: opened.userSigExpiresAtMs, heartbeatIntervalMs: heartbeatMilliseconds,
            resumeWindowMs: opened.resumeWindowMs, profile: opened.profile,
            serverTimeMs: clock.wallTime.milliseconds)
        return (session, try encodeMessage(answer))
    }

    private func resume(_ request: Proto.ResumeRequest) async throws(RPCError) -> (EdgeSession, [UInt8]) {
        let resumed = try await presence.resumeSession(
            Proto.ResumeSessionRequest(
                sessionId: request.sessionId, resumeToken: request.resumeToken, gatewayEndpoint: try knownEndpoint()))
        guard let identity = resumed.identity else { throw RPCError(.internal, "resumed session without identity") }
        let session = EdgeSession(
            id: SessionID(request.sessionId), user: UserID(identity.userId), device: DeviceID(identity.deviceId),
            platform: Platform(rawValue: identity.platform.rawValue) ?? .unspecified)
        let answer = Proto.ResumeResponse(
            heartbeatIntervalMs: heartbeatMilliseconds, resumeWindowMs: resumed.resumeWindowMs,
            serverTimeMs: clock.wallTime.milliseconds, userSigExpiresAtMs: resumed.userSigExpiresAtMs)
        return (session, try encodeMessage(answer))
    }

    /// Logout: the session is over for good.
    func close(_ session: EdgeSession) async throws(RPCError) -> [UInt8] {
        _ = try await presence.closeSession(Proto.CloseSessionRequest(sessionId: session.id.rawValue))
        return try encodeMessage(Proto.Empty())
    }

    /// Nobody will resume it. Best effort: an unrenewed lease ends it too.
    func discard(_ session: EdgeSession) {
        farewells.run { _ = try? await self.close(session) }
    }

    /// The connection is gone. Best effort, for the same reason.
    func detach(_ session: EdgeSession, unheardFor silence: Duration) {
        farewells.run {
            guard let endpoint = self.endpoint() else { return }
            _ = try? await self.presence.detachSession(
                Proto.DetachSessionRequest(
                    sessionId: session.id.rawValue, gatewayEndpoint: endpoint,
                    unheardMs: UInt32(clamping: silence.wholeMilliseconds)))
        }
    }

    /// Tells which sessions are connected here; returns those that are none of this gateway's any more.
    func renew(_ sessions: [SessionID]) async throws(RPCError) -> [SessionID] {
        let response = try await presence.renewLeases(
            Proto.RenewLeasesRequest(gatewayEndpoint: try knownEndpoint(), sessionIds: sessions.map(\.rawValue)),
            CallOptions(timeout: .seconds(3)))
        return response.endedSessionIds.map { SessionID($0) }
    }

    /// Waits for detaches and discards that are under way.
    func finish(within limit: Duration) async { await farewells.finish(within: limit) }

    private var heartbeatMilliseconds: UInt32 { UInt32(clamping: heartbeatInterval.wholeMilliseconds) }

    private func knownEndpoint() throws(RPCError) -> String {
        guard let endpoint = endpoint() else { throw RPCError(.unavailable, reason: .neverSent, "bus not bound yet") }
        return endpoint
    }
}

extension Proto.Reason {
    /// A wrong signature, key, user or app. Not an expired token or an unknown session: a returning client has those.
    fileprivate var looksLikeGuessing: Bool {
        switch self {
        case .usersigEmpty, .usersigTruncated, .usersigCheckFailed, .usersigWrongKey, .usersigWrongUser,
            .usersigWrongApp, .appUnknown:
            true
        default: false
        }
    }
}
