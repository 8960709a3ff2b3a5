package import CallModel

extension CallDesk {
    /// Asks for a place in the room when there is one that was not asked for yet: after the accept, and again whenever
    /// the room has moved to another media node.
    mutating func askForMedia(_ callID: CallID, _ now: MonotonicInstant) {
        guard let line = lines[callID], line.stage == .announced, let snapshot = line.snapshot,
            snapshot.ownStatus == .accept
        else { return }
        if !line.hasToldMediaState {
            lines[callID]?.hasToldMediaState = true
            tellMediaState(callID, now)
        }
        guard snapshot.mediaEra > line.askedEra else { return }
        lines[callID]?.askedEra = snapshot.mediaEra
        effects.append(.cancelTimer(.media(callID)))
        effects.append(
            .submit(.joinMedia(callID, era: snapshot.mediaEra), for: nil, until: now + policy.mediaTime))
    }

    private mutating func tellMediaState(_ callID: CallID, _ now: MonotonicInstant) {
        effects.append(
            .submit(
                .setMediaState(
                    callID, isMicrophoneOpened: isMicrophoneOpened, isCameraOpened: isCameraOpened),
                for: nil, until: now + policy.noticeTime))
    }

    mutating func granted(_ callID: CallID, _ era: UInt32, _ ticket: Ticket) {
        guard let line = lines[callID], line.stage == .announced, line.askedEra == era else {
            return effects.append(.refused(.race("a grant of an older room")))
        }
        lines[callID]?.hasMedia = true
        effects.append(.startMedia(callID, era: era, ticket))
    }

    /// The room is gone or the node away. A newer snapshot tells where it is now; until then keep asking.
    mutating func mediaRefused(_ callID: CallID, _ era: UInt32, _ now: MonotonicInstant) {
        guard let line = lines[callID], line.stage == .announced, line.askedEra == era else {
            return effects.append(.refused(.race("a refusal of an older room")))
        }
        effects.append(.startTimer(.media(callID), now + policy.mediaPause))
        requestSync(now)
    }

    mutating func stopMedia(_ line: CallLine) {
        if line.hasMedia { effects.append(.stopMedia(line.callID)) }
    }

    /// The media engine hears nothing from the room any more.
    package mutating func mediaLost(_ callID: CallID, era: UInt32, at now: MonotonicInstant) -> [DeskEffect] {
        step(now) { desk in
            guard let line = desk.lines[callID], line.stage == .announced, line.askedEra == era else {
                return desk.effects.append(.refused(.race("loss of an older room")))
            }
            desk.lines[callID]?.askedEra = era == 0 ? 0 : era - 1
            desk.requestSync(now)
            desk.askForMedia(callID, now)
        }
    }

    /// The app opened or closed a device.
    package mutating func devicesChanged(
        isMicrophoneOpened: Bool, isCameraOpened: Bool, at now: MonotonicInstant
    ) -> [DeskEffect] {
        step(now) { desk in
            guard desk.isMicrophoneOpened != isMicrophoneOpened || desk.isCameraOpened != isCameraOpened else { return }
            desk.isMicrophoneOpened = isMicrophoneOpened
            desk.isCameraOpened = isCameraOpened
            guard let front = desk.front, let line = desk.lines[front], line.hasToldMediaState else { return }
            desk.tellMediaState(front, now)
        }
    }
}
