import CallModel
import Database
import ServiceKit
import SignalingCore
import Wire

/// What clients ask of invitations. Every act is decided and stored before anybody hears of it.
struct InvitationServer: Sendable {
    static let knownLimit = 50
    static let openPage = 100
    /// Open at the same time, by one inviter: who reaches it is not a person.
    static let openLimit = 100

    let table: CallTable
    let directory: PresenceDirectory
    let post: InvitationPost
    let clock: any ServiceClock

    private func response(_ invitation: Invitation) -> Proto.InvitationResponse {
        Proto.InvitationResponse(invitation: Proto.InvitationSnapshot(invitation, at: clock.wallTime))
    }

    private func act(
        _ text: String, _ context: RPCContext, _ act: InvitationAct
    ) async throws(RPCError) -> Proto.InvitationResponse {
        let device = try CallDevice(context)
        let id = try InvitationID(checking: text)
        let now = clock.wallTime
        let (old, new) = try await answering {
            try await refusing {
                try await table.transact { store in
                    try store.change(id, at: now) { invitation in try invitation.handle(act, of: device, at: now) }
                }
            }
        }
        if new.version != old.version { await post.announce(new) }
        return response(new)
    }

    private func refusing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let refusal as InvitationRefusal { throw RPCError(refusal) }
    }
}

extension InvitationServer: Proto.InvitationsService {
    /// Who has never logged in is left out, and who has blocked the inviter or is blocked by him; nobody left is an error.
    func invite(
        _ request: Proto.InviteUsersRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.InvitationResponse {
        let device = try CallDevice(context)
        let sending = try InvitationSending(request, by: device.userID)
        let users = try await directory.standings(of: sending.invitees, for: device.userID).users
        let known = sending.invitees.filter { users[$0]?.exists == true }
        guard !known.isEmpty else {
            throw RPCError(.notFound, reason: .userNeverLoggedIn, "nobody asked for has ever logged in")
        }
        let invitees = known.filter { users[$0]?.isBlocked == false }
        guard !invitees.isEmpty else {
            throw RPCError(.permissionDenied, reason: .blocked, "one has blocked the other")
        }
        let wanted = sending.invitation(to: invitees, at: clock.wallTime)
        let (stored, isNew) = try await answering {
            try await refusing {
                try await table.transact { store in try store.send(wanted, openLimit: Self.openLimit) }
            }
        }
        if isNew { await post.announce(stored) }
        return response(stored)
    }

    func cancel(
        _ request: Proto.CancelInvitationRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.InvitationResponse {
        try await act(request.invitationId, context, .cancelled(InvitationData.checked(request.data)))
    }

    func accept(
        _ request: Proto.AnswerInvitationRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.InvitationResponse {
        try await act(request.invitationId, context, .accepted(InvitationData.checked(request.data)))
    }

    func reject(
        _ request: Proto.AnswerInvitationRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.InvitationResponse {
        try await act(request.invitationId, context, .rejected(InvitationData.checked(request.data)))
    }

    func modify(
        _ request: Proto.ModifyInvitationRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.InvitationResponse {
        try await act(request.invitationId, context, .modified(InvitationData.checked(request.data)))
    }

    func sync(
        _ request: Proto.SyncInvitationsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.SyncInvitationsResponse {
        let user = try CallDevice(context).userID
        guard request.knownInvitations.count <= Self.knownLimit else {
            throw .badParameter("at most \(Self.knownLimit) known invitations")
        }
        let known = request.knownInvitations.map { (id: InvitationID($0.invitationId), version: $0.version) }
        let (open, changed, forgotten) = try await answering {
            try await table.transact { store in
                let open = try store.openInvitations(of: user, atMost: Self.openPage)
                var changed: [Invitation] = []
                var forgotten: [InvitationID] = []
                for (id, version) in known where !open.contains(where: { $0.id == id }) {
                    guard let stored = try store.invitation(id), stored.audience.contains(user) else {
                        forgotten.append(id)
                        continue
                    }
                    if stored.version > version { changed.append(stored) }
                }
                return (open, changed, forgotten)
            }
        }
        let now = clock.wallTime
        return Proto.SyncInvitationsResponse(
            invitations: (open + changed).map { Proto.InvitationSnapshot($0, at: now) },
            forgottenIds: forgotten.map(\.rawValue), serverTimeMs: now.milliseconds)
    }
}
