import CallModel

// Where the room is, and what its participants send.
extension Call {
    mutating func handle(
        _ fact: MediaFact, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch (media, fact) {
        case (.owed(let owed, _), .roomCreated(let node, let era)) where owed == era:
            media = .placed(node: node, era: era)
        case (.placed(let current, let placed), .roomCreated(let node, let era)) where current == node && placed == era:
            break
        case (.placed(let current, let placed), .roomLost(let node, let era)) where current == node && placed == era:
            media = .owed(era: era + 1, avoiding: node)
            effects.append(.createRoom(era: era + 1, avoiding: node))
        case (.placed(_, let placed), .silenced(let session, let era)) where placed == era:
            try silence(session, at: now, &effects)
        case (.none, _), (.owed, _), (.placed, _), (.closeOwed, _), (.closed, _):
            throw .race(.staleEra)
        }
    }

    /// The room of an ended call: one that was still being made must go too.
    mutating func handleAfterEnd(_ fact: MediaFact, _ effects: inout [CallEffect]) throws(CallRefusal) {
        switch (media, fact) {
        case (.closed(let closed), .roomCreated(let node, let era)) where era == closed:
            media = .closeOwed(node: node, era: era)
            effects.append(.closeRoom(node, era: era))
        case (.closeOwed(let current, let placed), .roomLost(let node, let era)) where current == node && placed == era:
            media = .closed(era: era)
        case (.closeOwed(_, let placed), .roomClosed(let era)) where placed == era:
            media = .closed(era: era)
        case (.none, _), (.owed, _), (.placed, _), (.closeOwed, _), (.closed, _):
            throw .race(.staleEra)
        }
    }

    /// Only a device that is in the room can fall silent; a late report about one that left, or is on hold, is stale.
    private mutating func silence(
        _ session: SessionID, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        guard participants.contains(where: { $0.answeredLeg?.device.sessionID == session && !$0.isHeld }) else {
            throw .race(.staleSession)
        }
        try lose(session, at: now, &effects)
    }

    mutating func closeMedia(_ effects: inout [CallEffect]) {
        switch media {
        case .none, .closed, .closeOwed: break
        case .owed(let era, _): media = .closed(era: era)
        case .placed(let node, let era):
            media = .closeOwed(node: node, era: era)
            effects.append(.closeRoom(node, era: era))
        }
    }

    func removeFromRoom(_ leg: Leg, _ effects: inout [CallEffect]) {
        guard case .placed(let node, let era) = media else { return }
        effects.append(.removeFromRoom(leg.device.sessionID, node, era: era))
    }

    mutating func switchMedia(
        of device: CallDevice, isMicrophoneOpened: Bool, isCameraOpened: Bool, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        try requireInCall(device)
        let index = try requiredIndex(of: device.userID)
        let wasOpened = participants[index].hasOpenMicrophone
        participants[index].isMicrophoneOpened = isMicrophoneOpened
        participants[index].isCameraOpened = isCameraOpened
        if wasOpened != isMicrophoneOpened, case .placed(let node, let era) = media {
            effects.append(.muteInRoom(device.sessionID, isMuted: !isMicrophoneOpened, node, era: era))
        }
    }

    /// Only the device through which a user takes part may act for the call.
    func requireInCall(_ device: CallDevice) throws(CallRefusal) {
        let index = try requiredIndex(of: device.userID)
        guard participants[index].stage.isInCall else { throw .violation(.notInCall) }
        guard participants[index].answeredLeg?.device.sessionID == device.sessionID else {
            throw .race(.answeredElsewhere)
        }
    }
}

extension Participant {
    /// A device that has said nothing is heard: the room does not mute it.
    package var hasOpenMicrophone: Bool { isMicrophoneOpened ?? stage.isInCall }
}
