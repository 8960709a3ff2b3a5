import CallModel
import Synchronization
import Wire

/// Presence, push and gateway as signaling sees them, in memory. Everything that is told to them can be awaited.
final class FakeNeighbours: Sendable {
    struct State {
        var profiles: [String: Proto.UserProfile] = [:]
        var sessions: [Proto.Session] = []
        var events: [String: [Proto.ClientEvent]] = [:]
        var rings: [Proto.RingRequest] = []
        var stops: [Proto.StopRingRequest] = []
        var pushDeviceCount: UInt32 = 1
        var isPushDown = false
        var isPresenceDown = false
        /// Pairs of whom one has blocked the other.
        var blocks: Set<Set<String>> = []
        var quietUsers: Set<String> = []
        /// Chat groups that presence knows, with their members.
        var groups: [String: Set<String>] = [:]

        func standing(of user: String, in group: String) -> Proto.GroupStanding {
            guard let members = groups[group] else { return .unknown }
            return members.contains(user) ? .member : .stranger
        }

        var sessionLookups = 0
        var deliveriesToFail = 0
    }

    let state = Mutex(State())

    /// A user with one connected session per device.
    @discardableResult
    func connect(_ user: String, devices: [String] = ["phone"], gateway: String) -> [Proto.ClientIdentity] {
        devices.map { device in
            let identity = Proto.ClientIdentity(
                userId: user, deviceId: "\(user)-\(device)", sessionId: "\(user)-\(device)-session", platform: .desktop)
            state.withLock { state in
                state.profiles[user] = Proto.UserProfile(userId: user, nickname: "nick of \(user)")
                state.sessions.append(
                    Proto.Session(
                        sessionId: identity.sessionId, userId: user, deviceId: identity.deviceId, platform: .desktop,
                        gatewayEndpoint: gateway, isConnected: true))
            }
            return identity
        }
    }

    /// The connection is gone; the session waits for a resume.
    func detach(_ session: String, lastSeen: WallTime) {
        change(session) { each in
            each.isConnected = false
            each.gatewayEndpoint = ""
            each.lastSeenMs = lastSeen.milliseconds
        }
    }

    func resume(_ session: String, gateway: String) {
        change(session) { each in
            each.isConnected = true
            each.gatewayEndpoint = gateway
        }
    }

    private func change(_ session: String, _ change: (inout Proto.Session) -> Void) {
        state.withLock { state in
            guard let index = state.sessions.firstIndex(where: { $0.sessionId == session }) else { return }
            change(&state.sessions[index])
        }
    }

    func setBackground(_ session: String) { change(session) { $0.isBackground = true } }

    /// Presence is there, or does not answer.
    func setPresence(isDown: Bool) { state.withLock { $0.isPresenceDown = isDown } }

    func disconnect(_ session: String) {
        state.withLock { $0.sessions.removeAll { $0.sessionId == session } }
    }

    /// The snapshots of a call that a session was handed, in order.
    func snapshots(_ session: String, of call: String) -> [Proto.CallSnapshot] {
        state.withLock { state in
            (state.events[session] ?? []).compactMap { event in
                guard case .call(let snapshot) = event.event, snapshot.callId == call else { return nil }
                return snapshot
            }
        }
    }

    func invitations(_ session: String, of id: String) -> [Proto.InvitationSnapshot] {
        state.withLock { state in
            (state.events[session] ?? []).compactMap { event in
                guard case .invitation(let snapshot) = event.event, snapshot.invitationId == id else { return nil }
                return snapshot
            }
        }
    }

    func activities(_ session: String) -> [Proto.CallActivity] {
        state.withLock { state in
            (state.events[session] ?? []).compactMap { event in
                guard case .activity(let activity) = event.event else { return nil }
                return activity
            }
        }
    }
}

private let notFaked = RPCError(.unimplemented, "not part of this fake")

extension FakeNeighbours: Proto.PresenceService {
    func lookupUsers(
        _ request: Proto.LookupUsersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.LookupUsersResponse {
        state.withLock { state in
            Proto.LookupUsersResponse(
                users: request.userIds.map { user in
                    Proto.UserPresence(
                        userId: user, exists: state.profiles[user] != nil, profile: state.profiles[user],
                        sessions: state.sessions.filter { $0.userId == user },
                        isBlocked: state.blocks.contains([user, request.askedFor]),
                        isDoNotDisturb: !request.askedFor.isEmpty && state.quietUsers.contains(user))
                },
                groupStanding: state.standing(of: request.askedFor, in: request.chatGroupId))
        }
    }

    func lookupSessions(
        _ request: Proto.LookupSessionsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.LookupSessionsResponse {
        let answer = state.withLock { state -> Proto.LookupSessionsResponse? in
            state.sessionLookups += 1
            if state.isPresenceDown { return nil }
            return Proto.LookupSessionsResponse(
                sessions: state.sessions.filter { request.sessionIds.contains($0.sessionId) })
        }
        guard let answer else { throw RPCError(.unavailable, "down") }
        return answer
    }

    func setSelfInfo(_ request: Proto.SetSelfInfoRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        throw notFaked
    }

    func getUsersInfo(
        _ request: Proto.GetUsersInfoRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetUsersInfoResponse { throw notFaked }

    func openSession(
        _ request: Proto.OpenSessionRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.OpenSessionResponse { throw notFaked }

    func resumeSession(
        _ request: Proto.ResumeSessionRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.ResumeSessionResponse { throw notFaked }

    func closeSession(_ request: Proto.CloseSessionRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty
    {
        throw notFaked
    }

    func detachSession(_ request: Proto.DetachSessionRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.Empty
    {
        throw notFaked
    }

    func renewLeases(
        _ request: Proto.RenewLeasesRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.RenewLeasesResponse { throw notFaked }
}

extension FakeNeighbours: Proto.PushService {
    func ring(_ request: Proto.RingRequest, _ context: RPCContext) async throws(RPCError) -> Proto.RingResponse {
        let answer = state.withLock { state -> Proto.RingResponse? in
            if state.isPushDown { return nil }
            state.rings.append(request)
            return Proto.RingResponse(deviceCount: state.pushDeviceCount)
        }
        guard let answer else { throw RPCError(.unavailable, "down") }
        return answer
    }

    func stopRing(_ request: Proto.StopRingRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let isTaken = state.withLock { state -> Bool in
            if state.isPushDown { return false }
            state.stops.append(request)
            return true
        }
        guard isTaken else { throw RPCError(.unavailable, "down") }
        return Proto.Empty()
    }

    func registerToken(_ request: Proto.RegisterTokenRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.Empty
    {
        throw notFaked
    }

    func unregisterToken(
        _ request: Proto.UnregisterTokenRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty { throw notFaked }

    func traceCall(
        _ request: Proto.TraceCallRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.TraceCallResponse {
        Proto.TraceCallResponse(traces: [Proto.PushTrace(callId: request.callId, cause: "token gone")])
    }
}

extension FakeNeighbours: Proto.GatewayService {
    func deliver(_ request: Proto.DeliverRequest, _ context: RPCContext) async throws(RPCError) -> Proto.DeliverResponse
    {
        let answer = state.withLock { state -> Proto.DeliverResponse? in
            if state.deliveriesToFail > 0 {
                state.deliveriesToFail -= 1
                return nil
            }
            var unknown: [String] = []
            for delivery in request.deliveries {
                guard state.sessions.contains(where: { $0.sessionId == delivery.sessionId }), let event = delivery.event
                else {
                    unknown.append(delivery.sessionId)
                    continue
                }
                state.events[delivery.sessionId, default: []].append(event)
            }
            return Proto.DeliverResponse(unknownSessionIds: unknown)
        }
        guard let answer else { throw RPCError(.unavailable, "down") }
        return answer
    }

    func disconnect(_ request: Proto.DisconnectRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        throw notFaked
    }

    func login(_ request: Proto.LoginRequest, _ context: RPCContext) async throws(RPCError) -> Proto.LoginResponse {
        throw notFaked
    }

    func resume(_ request: Proto.ResumeRequest, _ context: RPCContext) async throws(RPCError) -> Proto.ResumeResponse {
        throw notFaked
    }

    func logout(_ request: Proto.Empty, _ context: RPCContext) async throws(RPCError) -> Proto.Empty { throw notFaked }

    func events(
        _ request: Proto.EventsRequest, _ context: RPCContext, _ responses: RPCSender<Proto.ClientEvent>
    ) async throws(RPCError) { throw notFaked }
}
