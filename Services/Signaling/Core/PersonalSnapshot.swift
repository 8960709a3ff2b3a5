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
    /// The ring began while the user was in another call.
    package let isWaiting: Bool
    /// The own part is on hold.
    package let isOnHold: Bool

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
        package let isOnHold: Bool
        package let digits: SentDigits?
        /// How far the ring has come on each device. Empty unless the receiver invited this user or placed the call.
        package internal(set) var devices: [DeviceReach] = []
    }
}

extension Call {
    /// What the session should be told now. Also answers for sessions that have no part in the call.
    package func snapshot(for device: CallDevice) -> PersonalSnapshot {
        let (shared, own) = (sharedView, ownView(of: device))
        var views = shared.participants
        for (index, reach) in own.reach.enumerated() { views[index].devices = reach }
        return PersonalSnapshot(
            version: version, phase: shared.phase, isGroup: shared.isGroup, userData: own.userData,
            inviteeIDs: shared.inviteeIDs, participants: views, ownStatus: own.status, ownEnd: own.end,
            ringDeadline: own.ringDeadline, placedAt: placedAt, answeredAt: state.answeredAt, endedAt: endedAt,
            mediaEra: shared.mediaEra, isWaiting: own.isWaiting, isOnHold: own.isOnHold)
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
        var isWaiting = false
        var isOnHold = false
        /// By participant, of those whose ring the receiver may follow. Empty: of nobody.
        var reach: [[DeviceReach]] = []
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
        let end = end(of: device, in: own)
        return OwnView(
            status: end == nil ? status(of: own) : .none, end: end, userData: userData(for: own),
            ringDeadline: ringDeadline(for: own), isWaiting: own.stage.isRinging && !own.isActive,
            isOnHold: end == nil && own.isHeld, reach: reach(followedBy: device.userID))
    }

    /// How far rings have come, device by device, is for who placed the call and for who asked for the user.
    private func reach(followedBy userID: UserID) -> [[DeviceReach]] {
        func isFollowed(_ participant: Participant) -> Bool {
            userID == terms.inviterID || participant.invitedBy == userID
        }
        guard participants.contains(where: isFollowed) else { return [] }
        let reach = participants.map { isFollowed($0) ? $0.reach ?? [] : [] }
        // Whom one follows in vain is nothing to be told of.
        return reach.allSatisfy(\.isEmpty) ? [] : reach
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
    private func end(of device: CallDevice, in own: Participant) -> LegEnd? {
        if case .ended(let end) = own.leg(of: device.sessionID)?.state { return end }
        switch own.stage {
        case .ringing:
            return own.hasDeclined(on: device.deviceID) ? LegEnd(reason: .reject, by: own.userID) : nil
        case .calling, .connected:
            let answered = own.answeredLeg?.device
            guard answered?.sessionID != device.sessionID else { return nil }
            return LegEnd(reason: .otherDeviceAccepted, by: own.userID, device: answered?.deviceID)
        case .gone(let departure):
            guard let acting = departure.device, departure.by == own.userID, acting != device.deviceID else {
                return LegEnd(reason: departure.reason, by: departure.by)
            }
            let reason = departure.reason == .reject ? .otherDeviceReject : departure.reason
            return LegEnd(reason: reason, by: departure.by, device: acting)
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
            progress: participant.progress, isOnHold: participant.isHeld, digits: participant.digits)
    }
}
