package import CallModel

// One user, two calls: active in one at most, the other on hold or still ringing.
extension Call {
    /// Puts the user's part on hold, or takes it up again. For everybody else the call goes on; whoever is on hold leaves
    /// the room, so that he is not heard and hears nothing, and enters it anew afterwards.
    mutating func hold(
        _ device: CallDevice, isOnHold: Bool, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        try requireInCall(device)
        let index = try requiredIndex(of: device.userID)
        guard case .connected = participants[index].stage else { throw .violation(.notAnswered) }
        guard participants[index].isHeld != isOnHold else { return }
        participants[index].isOnHold = isOnHold ? true : nil
        effects.append(isOnHold ? .deactivate(device.userID) : .activate(device.userID))
        if isOnHold, let leg = participants[index].answeredLeg { removeFromRoom(leg, &effects) }
    }

    /// Whether the act makes the user active here, who is not yet: another call has to make way. An answer that comes
    /// twice does not.
    package func asksForWay(of userID: UserID, by act: DeviceAct) -> Bool {
        guard let own = participants.first(where: { $0.userID == userID }), !own.isActive else { return false }
        return switch act {
        case .accepted: own.stage.isRinging
        case .held(let isOnHold): own.isHeld && !isOnHold
        case .rejected, .rejectedHere, .hungUp, .joined, .invited, .acknowledged, .switchedMedia, .sentDigits, .removed,
            .calledBack:
            false
        }
    }

    /// What makes way for another call of the user. `nil`: he is not active here.
    package func givingWay(of userID: UserID, by choice: OtherCall) -> CallEvent? {
        guard let own = participants.first(where: { $0.userID == userID }), own.isActive,
            let device = own.answeredLeg?.device
        else { return nil }
        return switch choice {
        case .hold: .device(device, .held(isOnHold: true))
        case .end: .device(device, .hungUp)
        }
    }

    /// Whether the user may have another call beside this one: one that rings, or one he places while this is on hold.
    package func bearsAnother(for userID: UserID) -> Bool {
        participants.contains { participant in
            guard participant.userID == userID, case .connected = participant.stage else { return false }
            return true
        }
    }
}

/// What becomes of the call a user is active in when he takes up another.
package enum OtherCall: Sendable, Hashable {
    case hold
    /// He leaves it.
    case end
}
