package import CallModel

// What a row says about work that is still to be done, for whoever finds it after a crash.
extension Call {
    /// When the next timer is due. `nil`: nothing rings.
    package var nextDeadline: WallTime? { pendingTimers.map(\.expiresAt).min() }

    /// The ring timers that run.
    package var pendingTimers: [(timer: RingTimer, expiresAt: WallTime)] {
        participants.flatMap(\.pendingTimers)
    }

    /// Users that are being rung.
    package var ringingUsers: [UserID] { participants.filter(\.stage.isRinging).map(\.userID) }

    /// Devices of a ringing user that had long enough to speak and said nothing. They may only look connected, so a push
    /// goes to them too.
    package func silentDeviceIDs(of userID: UserID) -> Set<DeviceID> {
        guard let participant = participants.first(where: { $0.userID == userID }),
            case .ringing(let ring) = participant.stage, ring.confirms != nil
        else { return [] }
        let live = participant.legs.filter(\.state.isLive)
        let silent = live.filter(\.state.isSilent), speaking = live.filter { !$0.state.isSilent }
        return Set(silent.map(\.device.deviceID)).subtracting(speaking.map(\.device.deviceID))
    }

    /// Devices on which a ringing user has declined; they are not to ring again.
    package func declinedDeviceIDs(of userID: UserID) -> Set<DeviceID> {
        guard let participant = participants.first(where: { $0.userID == userID }) else { return [] }
        return Set(participant.legs.map(\.device.deviceID).filter { participant.hasDeclined(on: $0) })
    }

    /// Orders to other services that they have not confirmed.
    package var owedEffects: [CallEffect] {
        var owed: [CallEffect] = []
        for participant in participants {
            switch participant.push {
            case .none, .rung, .stopped: break
            case .ringOwed:
                guard case .ringing(let ring) = participant.stage else { break }
                owed.append(.pushRing(participant.pushOrder, deadline: ring.deadline))
            case .stopOwed: owed.append(.pushStop(participant.userID))
            }
        }
        switch media {
        case .none, .placed, .closed: break
        case .owed(let era, let node): owed.append(.createRoom(era: era, avoiding: node))
        case .closeOwed(let node, let era): owed.append(.closeRoom(node, era: era))
        }
        return owed
    }

    /// Users that this call keeps busy for others.
    package var occupiedUsers: [UserID] { participants.filter { !$0.stage.isGone }.map(\.userID) }

    /// Sessions whose loss would change the call.
    package var liveDevices: [CallDevice] { participants.flatMap(\.liveDevices) }

    /// Whether a user takes part through this session.
    package func isAnswered(by session: SessionID) -> Bool {
        participants.contains { $0.answeredLeg?.device.sessionID == session }
    }

    /// Whether a user takes part through this session, and not on hold: it belongs in the room.
    package func isHeard(by session: SessionID) -> Bool {
        participants.contains { $0.answeredLeg?.device.sessionID == session && !$0.isHeld }
    }

    /// Every device that has heard of the call, whatever its part now.
    package var allDevices: [CallDevice] { participants.flatMap(\.legs).map(\.device) }

    /// The line that the participant's history gets. `nil` while the user is in the call or ringing.
    package func record(of participant: Participant) -> CallRecord? {
        guard case .gone(let departure) = participant.stage else { return nil }
        let isInviter = participant.userID == terms.inviterID
        let direction: CallDirection =
            if isInviter { .outgoing } else if participant.wasConnected { .incoming } else { .missed }
        return CallRecord(
            userID: participant.userID, callID: id, roomID: terms.roomID, inviterID: terms.inviterID,
            inviteeIDs: inviteeIDs, chatGroupID: terms.chatGroupID, mediaKind: terms.mediaKind, direction: direction,
            reason: departure.reason, startedAt: placedAt, talkTime: participant.talkTime,
            answeredAt: participant.connectedAt, endedAt: departure.at, isGroup: isGroup, endedBy: departure.by)
    }
}
