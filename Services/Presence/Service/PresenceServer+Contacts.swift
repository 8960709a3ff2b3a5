import CallModel
import PresenceCore
import ServiceKit
import Wire

// Blocks and do-not-disturb, as the caller's session says who asks.
extension PresenceServer: Proto.ContactsService {
    func blockUsers(
        _ request: Proto.BlockUsersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let others = try others(request.userIds, than: user)
        let now = clock.wallTime
        guard try await stored({ try await store.block(others, by: user, now: now) }) else {
            throw RPCError(
                .resourceExhausted, reason: .badParameter, "more than \(ContactRules.mostBlocked) users blocked")
        }
        return Proto.Empty()
    }

    func unblockUsers(
        _ request: Proto.UnblockUsersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let others = try others(request.userIds, than: user)
        try await stored { try await store.unblock(others, by: user) }
        return Proto.Empty()
    }

    func getBlockedUsers(
        _ request: Proto.Empty, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetBlockedUsersResponse {
        let user = try UserID(client: context)
        let blocked = try await stored { try await store.blocked(by: user) }
        return Proto.GetBlockedUsersResponse(userIds: blocked.map(\.rawValue))
    }

    func setDoNotDisturb(
        _ request: Proto.SetDoNotDisturbRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try UserID(client: context)
        let wanted = DoNotDisturb(request.setting ?? Proto.DoNotDisturb())
        // Over before it began: the client's clock is wrong, and silence would be a surprise either way.
        if case .on = wanted, !wanted.isOn(at: clock.wallTime) { throw .badParameter }
        try await stored { try await store.set(wanted, of: user) }
        return Proto.Empty()
    }

    func getDoNotDisturb(
        _ request: Proto.Empty, _ context: RPCContext
    ) async throws(RPCError) -> Proto.GetDoNotDisturbResponse {
        let user = try UserID(client: context)
        let setting = try await stored { try await store.doNotDisturb(of: user) }
        return Proto.GetDoNotDisturbResponse(setting: Proto.DoNotDisturb(setting.told(at: clock.wallTime)))
    }

    private func others(_ texts: [String], than user: UserID) throws(RPCError) -> [UserID] {
        do {
            return try ContactRules.others(texts, than: user)
        } catch {
            switch error {
            case .badUserID: throw RPCError(InputRules.Complaint.badUserID)
            case .badUsers: throw .badParameter
            }
        }
    }
}

extension UserID {
    /// Whose session the request came from, as the gateway vouches for it.
    init(client context: RPCContext) throws(RPCError) {
        guard let identity = context.identity, let user = UserID(validating: identity.userId) else {
            throw .notLoggedIn
        }
        self = user
    }
}

extension DoNotDisturb {
    init(_ setting: Proto.DoNotDisturb) {
        guard setting.isOn else {
            self = .off
            return
        }
        self = .on(until: setting.untilMs == 0 ? nil : WallTime(milliseconds: setting.untilMs))
    }
}

extension Proto.DoNotDisturb {
    init(_ setting: DoNotDisturb) {
        switch setting {
        case .off: self.init()
        case .on(let until): self.init(isOn: true, untilMs: until?.milliseconds ?? 0)
        }
    }
}
