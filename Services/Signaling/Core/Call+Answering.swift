import CallModel

// Accept, glare, and what the first answer sets off.
extension Call {
    /// The first device to accept wins; the user's other devices stop ringing. The ring is over when it expires, whether
    /// its timer has fired or not.
    mutating func accept(
        _ device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        switch participants[index].stage {
        case .ringing(let ring):
            guard now < ring.expiresAt else { throw .race(.partOver(.noResponse)) }
            answer(index, with: device, at: now, &effects)
        case .connected:
            guard participants[index].answeredLeg?.device.sessionID == device.sessionID else {
                throw .race(.answeredElsewhere)
            }
        case .calling: throw .violation(.notRinging)
        case .gone(let departure): throw .race(.partOver(departure.reason))
        }
    }

    mutating func answer(
        _ index: Int, with device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) {
        if !participants[index].isActive { effects.append(.activate(device.userID)) }
        stopRinging(index, &effects)
        participants[index].connect(at: now)
        participants[index].legs.removeAll { $0.device.sessionID == device.sessionID }
        endLegs(of: index, LegEnd(reason: .otherDeviceAccepted, by: device.userID, device: device.deviceID))
        participants[index].legs.append(Leg(device: device, state: .answered))
        participants[index].isMicrophoneOpened = nil
        participants[index].isCameraOpened = nil
        markAnswered(at: now, &effects)
    }

    /// The first answer connects the inviter too and makes a media room necessary.
    mutating func markAnswered(at now: WallTime, _ effects: inout [CallEffect]) {
        guard case .ringing = state else { return }
        state = .answered(since: now)
        for index in participants.indices where participants[index].stage == .calling {
            participants[index].connect(at: now)
        }
        media = .owed(era: 1, avoiding: nil)
        effects.append(.createRoom(era: 1, avoiding: nil))
    }

    /// Both sides called each other: the second call becomes the answer of the first.
    mutating func merge(
        _ other: CallID, from device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        if mergedIDs.contains(other) { return }
        let index = try requiredIndex(of: device.userID)
        guard !isGroup, case .ringing(let ring) = participants[index].stage, now < ring.expiresAt else {
            throw .violation(.callerBusy)
        }
        answer(index, with: device, at: now, &effects)
        mergedIDs.append(other)
        effects.append(.alias(other))
    }
}
