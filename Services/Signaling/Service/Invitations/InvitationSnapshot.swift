import CallModel
import SignalingCore
import Wire

extension Proto.InvitationSnapshot {
    /// The wire form: the same for everybody who takes part.
    init(_ invitation: Invitation, at now: WallTime) {
        self.init()
        invitationId = invitation.id.rawValue
        version = invitation.version
        inviterId = invitation.terms.inviterID.rawValue
        invitees = invitation.invitees.map { Proto.InvitedUser($0) }
        groupId = invitation.terms.groupID ?? ""
        data = invitation.data
        dataVersion = invitation.dataVersion
        isOnlineOnly = invitation.terms.isOnlineOnly
        isOver = invitation.isOver
        isCancelled = invitation.end?.cancelData != nil
        cancelData = invitation.end?.cancelData ?? ""
        createdAtMs = invitation.terms.sentAt.milliseconds
        expiresAtMs = invitation.terms.expiresAt?.milliseconds ?? 0
        endedAtMs = invitation.end?.at.milliseconds ?? 0
        serverTimeMs = now.milliseconds
    }
}

extension Proto.InvitedUser {
    fileprivate init(_ invitee: Invitation.Invitee) {
        self.init()
        userId = invitee.userID.rawValue
        switch invitee.answer {
        case .waiting: answer = .waiting
        case .timedOut: answer = .timedOut
        case .cancelled: answer = .cancelled
        case .accepted(let reply): tell(.accepted, reply)
        case .rejected(let reply): tell(.rejected, reply)
        }
    }

    private mutating func tell(_ said: Proto.InvitationAnswer, _ reply: Invitation.Reply) {
        answer = said
        data = reply.data
        deviceId = reply.device.deviceID.rawValue
        answeredAtMs = reply.at.milliseconds
    }
}

extension Invitation: SnapshotSubject {
    var topic: String { id.rawValue }
    /// Whoever shows an invitation has the app's own data for it.
    var shownUsers: [UserID] { [] }

    func isOver(for device: CallDevice) -> Bool { isOver }

    func event(
        for device: CallDevice, profiles: [UserID: Proto.UserProfile], at now: WallTime
    ) -> Proto.ClientEvent {
        Proto.ClientEvent(event: .invitation(Proto.InvitationSnapshot(self, at: now)))
    }
}
