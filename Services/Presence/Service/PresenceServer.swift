import CallModel
import Crypto
import Database
import PresenceCore
import ServiceKit
import Synchronization
import UserSig
import Wire

/// Answers the Presence service: checks input, lets the store decide, translates the outcome.
final class PresenceServer: Proto.PresenceService {
    private let store: PresenceStore
    private let verifier: UserSigVerifier
    private let clock: any ServiceClock
    private let departures: Departures
    private let throttle: Mutex<LoginThrottle>
    private let log: Log
    private let logins: Counter
    private let refusedLogins: Counter

    init(
        store: PresenceStore, verifier: UserSigVerifier, throttle: LoginThrottle, departures: Departures,
        clock: any ServiceClock, log: Log, metrics: Metrics
    ) {
        self.store = store
        self.verifier = verifier
        self.throttle = Mutex(throttle)
        self.departures = departures
        self.clock = clock
        self.log = log
        logins = metrics.counter("logins_total")
        refusedLogins = metrics.counter("logins_refused_total")
    }

    // MARK: sessions, for gateways

    func openSession(
        _ request: Proto.OpenSessionRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.OpenSessionResponse {
        let login: InputRules.Login
        do {
            login = try InputRules.login(
                user: request.userId, device: request.deviceId, platform: request.platform.rawValue,
                deviceName: request.deviceName, gateway: request.gatewayEndpoint)
        } catch { throw RPCError(error) }
        let sig = try admit(login, request)
        let now = clock.wallTime
        let resumeToken = hex(SecureRandom.bytes(32))
        let session = Session(
            id: SessionID(SecureRandom.uuid()), user: login.user, device: login.device, platform: login.platform,
            deviceName: request.deviceName, userSigExpiresAt: sig.expiresAt + .seconds(1),
            resumeTokenHash: sha256(Array(resumeToken.utf8)),
            link: store.rules.connected(at: request.gatewayEndpoint, now: now), lastSeenAt: now)
        let (profile, ended) = try await stored { try await store.open(session, now: now) }
        logins.add()
        log.notice(
            "session opened",
            ["session_id": session.id, "user_id": session.user, "platform": session.platform.rawValue])
        departures.noted(ended)
        return Proto.OpenSessionResponse(
            sessionId: session.id.rawValue, resumeToken: resumeToken,
            userSigExpiresAtMs: sig.expiresAt.milliseconds, resumeWindowMs: milliseconds(store.rules.resumeWindow),
            profile: Proto.UserProfile(profile))
    }

    /// What the UserSig proves, unless the device has failed too often of late.
    private func admit(_ login: InputRules.Login, _ request: Proto.OpenSessionRequest) throws(RPCError) -> UserSig {
        let key = LoginThrottle.Key(user: login.user, device: login.device)
        if let wait = throttle.withLock({ $0.wait(for: key, now: clock.now) }) {
            refusedLogins.add()
            throw RPCError(.resourceExhausted, reason: .tooManyFailures, "too many failed logins", retryAfter: wait)
        }
        do {
            let sig = try verifier.verify(
                request.userSig, user: login.user, sdkAppID: request.sdkAppId, at: clock.wallTime)
            throttle.withLock { $0.succeeded(key) }
            return sig
        } catch {
            refusedLogins.add()
            // A client cannot know that its token has run out, and the next one will be good: not held against it.
            if error != .expired { throttle.withLock { $0.failed(key, now: clock.now) } }
            log.notice("login refused", ["user_id": login.user, "reason": error.number])
            throw RPCError(error)
        }
    }

    func resumeSession(
        _ request: Proto.ResumeSessionRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.ResumeSessionResponse {
        guard !request.gatewayEndpoint.isEmpty, request.sessionId.utf8.count <= 64,
            request.resumeToken.utf8.count <= 128
        else { throw .badParameter }
        let now = clock.wallTime
        let outcome = try await stored {
            try await store.resume(
                SessionID(request.sessionId), token: request.resumeToken, at: request.gatewayEndpoint, now: now)
        }
        switch outcome {
        case .unknownSession: throw RPCError(.notFound, reason: .unknownSession, "no such session")
        case .loginExpired: throw RPCError(UserSigError.expired)
        case .kickedOffline: throw RPCError(.unauthenticated, reason: .kickedOffline, "logged in elsewhere")
        case .resumed(let session, let left):
            if left != nil { departures.owed() }
            log.notice("session resumed", ["session_id": session.id])
            return Proto.ResumeSessionResponse(
                identity: Proto.ClientIdentity(
                    userId: session.user.rawValue, deviceId: session.device.rawValue, sessionId: session.id.rawValue,
                    platform: Proto.Platform(rawValue: session.platform.rawValue)),
                userSigExpiresAtMs: (session.userSigExpiresAt + .seconds(-1)).milliseconds,
                resumeWindowMs: milliseconds(store.rules.resumeWindow))
        }
    }

    func closeSession(_ request: Proto.CloseSessionRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty
    {
        let id = SessionID(request.sessionId)
        if try await stored({ try await store.close(id) }) {
            log.notice("session closed", ["session_id": id])
            departures.ended([id])
        }
        return Proto.Empty()
    }

    func detachSession(_ request: Proto.DetachSessionRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.Empty
    {
        let now = clock.wallTime
        try await stored {
            try await store.detach(
                SessionID(request.sessionId), from: request.gatewayEndpoint,
                silence: .milliseconds(Int64(request.unheardMs)), now: now)
        }
        return Proto.Empty()
    }

    func renewLeases(
        _ request: Proto.RenewLeasesRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.RenewLeasesResponse {
        guard !request.gatewayEndpoint.isEmpty else { throw .badParameter }
        let now = clock.wallTime
        let ended = try await stored {
            try await store.renew(request.sessionIds.map { SessionID($0) }, by: request.gatewayEndpoint, now: now)
        }
        return Proto.RenewLeasesResponse(
            endedSessionIds: ended.map(\.rawValue), leaseMs: milliseconds(store.rules.lease))
    }

    // MARK: questions

    func lookupUsers(
        _ request: Proto.LookupUsersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.LookupUsersResponse {
        guard request.userIds.count <= InputRules.mostUsers else { throw .badParameter }
        let now = clock.wallTime
        let known = try await stored { try await store.lookUp(request.userIds.map { UserID($0) }, now: now) }
        return Proto.LookupUsersResponse(
            users: zip(request.userIds, known).map { asked, user in
                Proto.UserPresence(
                    userId: asked, exists: user != nil, profile: user.map { Proto.UserProfile($0.profile) },
                    sessions: user?.sessions.map { Proto.Session($0) } ?? [])
            })
    }

    func lookupSessions(
        _ request: Proto.LookupSessionsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.LookupSessionsResponse {
        guard request.sessionIds.count <= InputRules.mostSessions else { throw .badParameter }
        let now = clock.wallTime
        let sessions = try await stored {
            try await store.lookUp(request.sessionIds.map { SessionID($0) }, now: now)
        }
        return Proto.LookupSessionsResponse(sessions: sessions.map { Proto.Session($0) })
    }

    // MARK: profiles, for clients

    func setSelfInfo(_ request: Proto.SetSelfInfoRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        guard let identity = context.identity, let user = UserID(validating: identity.userId) else {
            throw .notLoggedIn
        }
        let profile = request.profile ?? Proto.UserProfile()
        guard InputRules.isProfile(nickname: profile.nickname, avatarURL: profile.avatarUrl) else {
            throw .badParameter
        }
        let isKnown = try await stored {
            try await store.set(
                PresenceStore.Profile(user: user, nickname: profile.nickname, avatarURL: profile.avatarUrl))
        }
        guard isKnown else { throw .notLoggedIn }
        return Proto.Empty()
    }

    func getUsersInfo(
        _ request: Proto.GetUsersInfoRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetUsersInfoResponse {
        guard context.identity != nil else { throw .notLoggedIn }
        guard (1...InputRules.mostUsers).contains(request.userIds.count) else { throw .badParameter }
        let users = request.userIds.compactMap { UserID(validating: $0) }
        guard users.count == request.userIds.count else { throw RPCError(InputRules.Complaint.badUserID) }
        let now = clock.wallTime
        let known = try await stored { try await store.lookUp(users, now: now) }
        return Proto.GetUsersInfoResponse(profiles: known.compactMap { $0.map { Proto.UserProfile($0.profile) } })
    }

    private func milliseconds(_ duration: Duration) -> UInt32 { UInt32(clamping: duration.wholeMilliseconds) }

    /// Runs a piece of store work; its failure is the caller's "try again", and ours to log.
    private func stored<Result: Sendable>(_ work: () async throws -> Result) async throws(RPCError) -> Result {
        do {
            return try await work()
        } catch DatabaseError.overloaded {
            throw .storeOverloaded
        } catch {
            log.error("store failed", ["cause": "\(error)"])
            throw RPCError(.unavailable, reason: .storeUnavailable, "store", retryAfter: .seconds(1))
        }
    }
}

extension RPCError {
    static let storeOverloaded = RPCError(
        .resourceExhausted, reason: .storeUnavailable, "too much waits for the store", retryAfter: .milliseconds(200))
}
