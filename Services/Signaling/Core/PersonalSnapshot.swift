package import CallModel

/// A call as one session sees it. A higher version replaces a lower one; nothing else may be concluded from order.
package struct PersonalSnapshot: Sendable, Hashable {
    package var version: UInt64
    package let phase: Phase
    package let isGroup: Bool
    package let userData: String
    package let inviteeIDs: [UserID]
    package let participants: [ParticipantView]
    package let ownStatus: ParticipantStatus
    /// When `ownStatus` is `none`.
    package let ownEnd: LegEnd?
    /// The invitee's own deadline; for who waits, the latest of all.
    package let ringDeadline: WallTime?
    package let placedAt: WallTime
    package let answeredAt: WallTime?
    package let endedAt: WallTime?
    /// 0: no room to join.
    package let mediaEra: UInt32

    /// How far the call is, as clients are told.
    package enum Phase: Sendable, Hashable {
        case ringing
        case connected
        case ended
    }

    /// One participant as the receiver may see him.
    package struct ParticipantView: Sendable, Hashable {
        package let userID: UserID
        package let status: ParticipantStatus
        package let reason: EndReason
        package let isMicrophoneOpened: Bool
        package let isCameraOpened: Bool
        package let progress: RingProgress
    }
}

extension Call {
    /// What the session should be told now. Also answers for sessions that have no part in the call.
    package func snapshot(for device: CallDevice) -> PersonalSnapshot {
        let (shared, own) = (sharedView, ownView(of: device))
        return PersonalSnapshot(
            version: version, phase: shared.phase, isGroup: shared.isGroup, userData: own.userData,
            inviteeIDs: shared.inviteeIDs, participants: shared.participants, ownStatus: own.status, ownEnd: own.end,
            ringDeadline: own.ringDeadline, placedAt: placedAt, answeredAt: state.answeredAt, endedAt: endedAt,
            mediaEra: shared.mediaEra)
    }

    /// Devices with a live part, before or after, whose snapshot has changed, or that get the ring again.
    func audience(since old: Call) -> [CallDevice] {
        let known = old.liveDevices
        let newcomers = liveDevices.filter { !known.contains($0) }
        if old.sharedView != sharedView { return known + newcomers }
        return known.filter { old.ownView(of: $0) != ownView(of: $0) || isBroughtAgain(to: $0, since: old) } + newcomers
    }

    /// Whether the device has said nothing and the ring was brought once more.
    private func isBroughtAgain(to device: CallDevice, since old: Call) -> Bool {
        guard let own = participants.first(where: { $0.userID == device.userID }),
            let before = old.participants.first(where: { $0.userID == device.userID }),
            case .ringing(let ring) = own.stage, case .ringing(let earlier) = before.stage, own.round == before.round
        else { return false }
        return ring.repeatCount > earlier.repeatCount && own.leg(of: device.sessionID)?.state.isSilent ?? false
    }

    /// What every session sees alike.
    private struct SharedView: Equatable {
        let phase: PersonalSnapshot.Phase
        let isGroup: Bool
        let inviteeIDs: [UserID]
        let participants: [PersonalSnapshot.ParticipantView]
        let mediaEra: UInt32
    }

    /// What is said to one session only.
    private struct OwnView: Equatable {
        let status: ParticipantStatus
        let end: LegEnd?
        let userData: String
        let ringDeadline: WallTime?
    }

    private var sharedView: SharedView {
        SharedView(
            phase: phase, isGroup: isGroup, inviteeIDs: inviteeIDs, participants: participants.map(view),
            mediaEra: media.joinableEra)
    }

    private func ownView(of device: CallDevice) -> OwnView {
        guard let own = participants.first(where: { $0.userID == device.userID }) else {
            return OwnView(status: .none, end: LegEnd(reason: .unknown, by: nil), userData: "", ringDeadline: nil)
        }
        let end = end(of: device.sessionID, in: own)
        return OwnView(
            status: end == nil ? status(of: own) : .none, end: end, userData: userData(for: own),
            ringDeadline: ringDeadline(for: own))
    }

    /// Users that were asked, in the order they were.
    package var inviteeIDs: [UserID] { participants.filter { $0.invitedBy != nil }.map(\.userID) }

    private var phase: PersonalSnapshot.Phase {
        switch state {
        case .created, .ringing: .ringing
        case .answered: .connected
        case .ended: .ended
        }
    }

    private var endedAt: WallTime? {
        switch state {
        case .created, .ringing, .answered: nil
        case .ended(let end): end.at
        }
    }

    /// Why the call is over for this session; `nil` while it is not.
    private func end(of session: SessionID, in own: Participant) -> LegEnd? {
        if case .ended(let end) = own.leg(of: session)?.state { return end }
        switch own.stage {
        case .ringing: return nil
        case .calling, .connected:
            guard own.answeredLeg?.device.sessionID != session else { return nil }
            return LegEnd(reason: .otherDeviceAccepted, by: own.userID)
        case .gone(let departure): return LegEnd(reason: departure.reason, by: departure.by)
        }
    }

    private func userData(for own: Participant) -> String {
        guard case .ringing(let ring) = own.stage else { return terms.userData }
        return ring.userData ?? terms.userData
    }

    private func ringDeadline(for own: Participant) -> WallTime? {
        switch own.stage {
        case .ringing(let ring): return ring.deadline
        case .calling, .connected:
            return participants.compactMap { participant -> WallTime? in
                guard case .ringing(let ring) = participant.stage else { return nil }
                return ring.deadline
            }.max()
        case .gone: return nil
        }
    }

    private func status(of participant: Participant) -> ParticipantStatus {
        switch participant.stage {
        case .calling, .ringing: .waiting
        case .connected: .accept
        case .gone: .none
        }
    }

    private func view(of participant: Participant) -> PersonalSnapshot.ParticipantView {
        let reason: EndReason =
            switch participant.stage {
            case .calling, .ringing, .connected: .unknown
            case .gone(let departure): departure.reason
            }
        return PersonalSnapshot.ParticipantView(
            userID: participant.userID, status: status(of: participant), reason: reason,
            isMicrophoneOpened: participant.stage.isInCall && participant.hasOpenMicrophone,
            isCameraOpened: participant.stage.isInCall && participant.isCameraOpened ?? false,
            progress: participant.progress)
    }
}
