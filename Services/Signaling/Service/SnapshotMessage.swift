import CallModel
import SignalingCore
import Wire

extension Call: SnapshotSubject {
    var topic: String { id.rawValue }
    var shownUsers: [UserID] { participants.map(\.userID) }

    func isOver(for device: CallDevice) -> Bool { snapshot(for: device).ownEnd != nil }

    func event(
        for device: CallDevice, profiles: [UserID: Proto.UserProfile], at now: WallTime
    ) -> Proto.ClientEvent {
        Proto.ClientEvent(event: .call(Proto.CallSnapshot(self, for: device, profiles: profiles, at: now)))
    }
}

extension Proto.CallSnapshot {
    /// The wire form of what one session is told about a call.
    init(_ call: Call, for device: CallDevice, profiles: [UserID: Proto.UserProfile], at now: WallTime) {
        let snapshot = call.snapshot(for: device)
        self.init()
        callId = call.id.rawValue
        version = snapshot.version
        roomId = call.terms.roomID
        inviterId = call.terms.inviterID.rawValue
        inviteeIds = snapshot.inviteeIDs.map(\.rawValue)
        chatGroupId = call.terms.chatGroupID ?? ""
        mediaKind = Proto.MediaKind(rawValue: call.terms.mediaKind.rawValue)
        userData = snapshot.userData
        isGroup = snapshot.isGroup
        isEphemeral = call.terms.isEphemeral
        phase =
            switch snapshot.phase {
            case .ringing: .ringing
            case .connected: .connected
            case .ended: .ended
            }
        participants = snapshot.participants.map { Proto.Participant($0, profile: profiles[$0.userID]) }
        ownStatus = Proto.ParticipantStatus(rawValue: snapshot.ownStatus.rawValue)
        ownEndReason = Proto.EndReason(rawValue: snapshot.ownEnd?.reason.rawValue ?? 0)
        ownEndedBy = snapshot.ownEnd?.by?.rawValue ?? ""
        ringDeadlineMs = snapshot.ringDeadline?.milliseconds ?? 0
        createdAtMs = snapshot.placedAt.milliseconds
        connectedAtMs = snapshot.answeredAt?.milliseconds ?? 0
        endedAtMs = snapshot.endedAt?.milliseconds ?? 0
        mediaEra = snapshot.mediaEra
        serverTimeMs = now.milliseconds
        isWaiting = snapshot.isWaiting
        isOnHold = snapshot.isOnHold
        ownEndedByDevice = snapshot.ownEnd?.device?.rawValue ?? ""
    }

    /// A call that the client knows and we have forgotten: it is over, and that is all there is to say.
    init(forgotten known: Proto.KnownCall, at now: WallTime) {
        self.init()
        callId = known.callId
        version = known.version + 1
        phase = .ended
        serverTimeMs = now.milliseconds
    }
}

extension Proto.Participant {
    init(_ view: PersonalSnapshot.ParticipantView, profile: Proto.UserProfile?) {
        self.init()
        userId = view.userID.rawValue
        status = Proto.ParticipantStatus(rawValue: view.status.rawValue)
        endReason = Proto.EndReason(rawValue: view.reason.rawValue)
        isMicrophoneOpened = view.isMicrophoneOpened
        isCameraOpened = view.isCameraOpened
        progress = Proto.RingProgress(rawValue: view.progress.rawValue)
        nickname = profile?.nickname ?? ""
        avatarUrl = profile?.avatarUrl ?? ""
        isOnHold = view.isOnHold
        digitsEnd = UInt32(clamping: view.digits?.end ?? 0)
        digits = view.digits?.last ?? ""
        devices = view.devices.map { device in
            Proto.DeviceRing(
                deviceId: device.deviceID.rawValue, platform: Proto.Platform(rawValue: device.platform?.rawValue ?? 0),
                progress: Proto.RingProgress(rawValue: device.progress.rawValue))
        }
    }
}

extension Proto.CallRecord {
    init(_ record: CallRecord) {
        self.init()
        callId = record.callID.rawValue
        roomId = record.roomID
        inviterId = record.inviterID.rawValue
        inviteeIds = record.inviteeIDs.map(\.rawValue)
        chatGroupId = record.chatGroupID ?? ""
        mediaKind = Proto.MediaKind(rawValue: record.mediaKind.rawValue)
        direction = Proto.CallDirection(rawValue: record.direction.rawValue)
        endReason = Proto.EndReason(rawValue: record.reason.rawValue)
        startedAtMs = record.startedAt.milliseconds
        durationMs = record.talkTime.milliseconds
        answeredAtMs = record.answeredAt?.milliseconds ?? 0
        endedAtMs = record.endedAt?.milliseconds ?? 0
        isGroup = record.isGroup ?? (record.inviteeIDs.count > 1 || record.chatGroupID != nil)
        endedBy = record.endedBy?.rawValue ?? ""
    }
}
