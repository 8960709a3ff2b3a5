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
    let store: PresenceStore
    let statusBoard: StatusBoard
    let clock: any ServiceClock
    let log: Log
    private let keys: SigningKeys
    private let departures: Departures
    private let throttles: Mutex<LoginThrottles>
    private let logins: Counter
    private let refusedLogins: Counter

    init(
        store: PresenceStore, keys: SigningKeys, throttles: LoginThrottles, departures: Departures,
        statuses: StatusBoard,
        clock: any ServiceClock, log: Log, metrics: Metrics
    ) {
        self.store = store
        self.keys = keys
        self.throttles = Mutex(throttles)
        self.departures = departures
        statusBoard = statuses
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
        statusBoard.connected(login.user)
        return Proto.OpenSessionResponse(
            sessionId: session.id.rawValue, resumeToken: resumeToken,
            userSigExpiresAtMs: sig.expiresAt.milliseconds, resumeWindowMs: milliseconds(store.rules.resumeWindow),
            profile: Proto.UserProfile(profile))
    }

    /// What the UserSig proves, unless the device has failed too often of late. A token that proves nothing is answered with
    /// what is wrong with it, until its user has failed too often.
    private func admit(_ login: InputRules.Login, _ request: Proto.OpenSessionRequest) throws(RPCError) -> UserSig {
        let (user, device) = (login.user, login.device)
        if let wait = throttles.withLock({ $0.wait(for: user, on: device, now: clock.now) }) {
            throw tooManyFailures(wait)
        }
        do {
            let sig = try keys.verifier.verify(
                request.userSig, user: user, sdkAppID: request.sdkAppId, at: clock.wallTime)
            throttles.withLock { $0.succeeded(user, on: device) }
            return sig
        } catch {
            // A client cannot know that its token has run out, and the next one will be good: not held against it.
            let wait = error == .expired ? nil : throttles.withLock { $0.failed(user, on: device, now: clock.now) }
            log.notice("login refused", ["user_id": user, "reason": error.number])
            if let wait { throw tooManyFailures(wait) }
            refusedLogins.add()
            throw RPCError(error)
        }
    }

    private func tooManyFailures(_ wait: Duration) -> RPCError {
        refusedLogins.add()
        return RPCError(.resourceExhausted, reason: .tooManyFailures, "too many failed logins", retryAfter: wait)
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
            statusBoard.connected(session.user)
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
        if let user = try await stored({ try await store.close(id) }) {
            log.notice("session closed", ["session_id": id])
            departures.ended([id])
            statusBoard.noted([user])
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
        let caller = request.askedFor.isEmpty ? nil : UserID(request.askedFor)
        let now = clock.wallTime
        let known = try await stored {
            try await store.lookUp(request.userIds.map { UserID($0) }, for: caller, now: now)
        }
        let standing = try await groupStanding(of: caller, in: request.chatGroupId)
        return Proto.LookupUsersResponse(
            users: zip(request.userIds, known).map { asked, user in
                Proto.UserPresence(
                    userId: asked, exists: user != nil, profile: user.map { Proto.UserProfile($0.profile) },
                    sessions: user?.told ?? [], isBlocked: user?.isBlocked ?? false,
                    isDoNotDisturb: user?.isDoNotDisturb ?? false)
            }, groupStanding: standing)
    }

    private func groupStanding(
        of caller: UserID?, in group: String
    ) async throws(RPCError) -> Proto.GroupStanding {
        guard let caller, !group.isEmpty,
            let isMember = try await stored({ try await store.isMember(caller, ofGroupCalled: group) })
        else { return .unknown }
        return isMember ? .member : .stranger
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
        let user = try UserID(client: context)
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
    func stored<Result: Sendable>(_ work: () async throws -> Result) async throws(RPCError) -> Result {
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
