import CallModel
import PresenceCore
import ServiceKit
import Wire

// Statuses and subscriptions, as the caller's session says who asks.
extension PresenceServer: Proto.StatusesService {
    func setSelfStatus(
        _ request: Proto.SetSelfStatusRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        guard TextRule.line.allows(request.customStatus, atMost: UserStatus.longestCustomStatus) else {
            throw .badParameter
        }
        let now = clock.wallTime
        let isKnown = try await stored {
            try await store.setCustomStatus(request.customStatus, of: user, now: now)
        }
        guard isKnown else { throw .notLoggedIn }
        statusBoard.changed([user])
        return Proto.Empty()
    }

    func setAppState(
        _ request: Proto.SetAppStateRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        guard let session = context.identity.map({ SessionID($0.sessionId) }) else { throw .notLoggedIn }
        try await stored { try await store.setBackground(request.isBackground, of: session, user: user) }
        statusBoard.noted([user])
        return Proto.Empty()
    }

    func getUserStatus(
        _ request: Proto.GetUserStatusRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetUserStatusResponse {
        _ = try UserID(client: context)
        guard (1...InputRules.mostUsers).contains(request.userIds.count) else { throw .badParameter }
        return Proto.GetUserStatusResponse(statuses: try await statuses(of: try users(request.userIds)))
    }

    func subscribeUserStatus(
        _ request: Proto.SubscribeUserStatusRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.SubscribeUserStatusResponse {
        let watcher = try UserID(client: context)
        guard (1...SubscriptionRules.mostAtOnce).contains(request.userIds.count) else { throw .badParameter }
        let wanted = try users(request.userIds)
        let dropped = try await stored { try await store.subscribe(watcher, to: wanted) }
        // Read after the subscription is there: what changes from now on is told.
        return Proto.SubscribeUserStatusResponse(
            statuses: try await statuses(of: wanted), droppedUserIds: dropped.map(\.rawValue))
    }

    func unsubscribeUserStatus(
        _ request: Proto.UnsubscribeUserStatusRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let watcher = try UserID(client: context)
        guard request.userIds.count <= SubscriptionRules.mostAtOnce else { throw .badParameter }
        let users = try users(request.userIds)
        try await stored { try await store.unsubscribe(watcher, from: users) }
        return Proto.Empty()
    }

    /// The statuses of now. Whoever else watches those that turn out to be new is told too.
    private func statuses(of users: [UserID]) async throws(RPCError) -> [Proto.UserStatus] {
        let now = clock.wallTime
        let found = try await stored { try await store.statuses(of: users, now: now) }
        statusBoard.changed(found.changed)
        return found.told.map { Proto.UserStatus($0) }
    }

    private func users(_ texts: [String]) throws(RPCError) -> [UserID] {
        let users = texts.compactMap { UserID(validating: $0) }
        guard users.count == texts.count else { throw RPCError(InputRules.Complaint.badUserID) }
        return users
    }
}

extension Proto.UserStatus {
    init(_ told: PresenceStore.ToldStatus) {
        self.init(
            userId: told.user.rawValue, type: Proto.UserStatusType(rawValue: told.status.kind.rawValue),
            customStatus: told.status.customStatus,
            onlinePlatforms: told.status.platforms.map { Proto.Platform(rawValue: $0.rawValue) },
            version: UInt64(clamping: told.version), changedAtMs: told.changedAt?.milliseconds ?? 0)
    }
}
