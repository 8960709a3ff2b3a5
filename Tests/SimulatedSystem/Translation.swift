import CallClientCore
import CallModel
import SignalingCore

// What the wire does between signaling and the SDK, value to value.

extension CallSnapshot {
    init(_ call: Call, for device: CallDevice, at now: WallTime) {
        let snapshot = call.snapshot(for: device)
        let phase: CallPhase =
            switch snapshot.phase {
            case .ringing: .ringing
            case .connected: .connected
            case .ended: .ended
            }
        self.init(
            callID: call.id, version: snapshot.version, roomID: call.terms.roomID, inviterID: call.terms.inviterID,
            inviteeIDs: snapshot.inviteeIDs, mediaKind: call.terms.mediaKind, userData: snapshot.userData,
            isGroup: snapshot.isGroup, isEphemeral: call.terms.isEphemeral, phase: phase,
            participants: snapshot.participants.map { view in
                CallClientCore.Participant(
                    userID: view.userID, status: view.status, endReason: view.reason,
                    isMicrophoneOpened: view.isMicrophoneOpened, isCameraOpened: view.isCameraOpened,
                    progress: view.progress)
            },
            ownStatus: snapshot.ownStatus, ownEndReason: snapshot.ownEnd?.reason ?? .unknown,
            ownEndedBy: snapshot.ownEnd?.by ?? UserID(""), ringDeadline: snapshot.ringDeadline,
            createdAt: snapshot.placedAt, connectedAt: snapshot.answeredAt, endedAt: snapshot.endedAt,
            mediaEra: snapshot.mediaEra, serverTime: now)
    }
}

extension RequestFailure {
    init(_ refusal: CallRefusal) {
        switch refusal {
        case .bug: self.init(status: 13, reason: 101001)
        case .violation(.notParticipant), .race(.callOver): self.init(status: 5, reason: 101004)
        case .violation(.tooManyParticipants): self.init(status: 3, reason: 101010)
        case .violation(.usersUnknown): self.init(status: 5, reason: 20003)
        case .violation: self.init(status: 9, reason: -1203)
        case .race: self.init(status: 9, reason: 8010)
        }
    }
}
