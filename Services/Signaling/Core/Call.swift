package import CallModel

/// A call: the one value that decides its fate. Stored as one row; every decision is load, `handle`, compare-and-set on
/// `version`. Pure: time comes in with the event, everything to be done goes out as effects.
package struct Call: Sendable, Hashable, Codable {
    package let id: CallID
    package let terms: CallTerms
    /// Grows by one with every change.
    package internal(set) var version: UInt64
    package internal(set) var state: CallState
    package internal(set) var placedAt: WallTime
    /// More than one invitee, or a chat group: outlives a single departure and can be joined.
    package internal(set) var isGroup: Bool
    /// The inviter first, then in the order of invitation or joining. Nobody is ever taken out of the list.
    package internal(set) var participants: [Participant]
    package internal(set) var media: MediaPlacement
    /// Ids of calls that turned out to be this one (glare).
    package internal(set) var mergedIDs: [CallID]
    /// `nil`: placed before calls were traced.
    package internal(set) var trace: CallTrace?

    package init(id: CallID, terms: CallTerms) {
        self.id = id
        self.terms = terms
        version = 0
        state = .created
        placedAt = .zero
        isGroup = terms.chatGroupID != nil
        participants = []
        media = .none
        mergedIDs = []
        trace = CallTrace()
    }

    /// Applies one event. A refused event leaves the call as it was.
    package mutating func handle(_ event: CallEvent, at now: WallTime) throws(CallRefusal) -> [CallEffect] {
        var next = self
        var effects: [CallEffect] = []
        try next.apply(event, at: now, &effects)
        guard next != self else { return effects }
        next.followRings(since: self)
        next.traceChanges(since: self, by: event, at: now)
        next.version += 1
        let audience = next.audience(since: self)
        if !audience.isEmpty { effects.append(.publish(audience)) }
        self = next
        return ordered(effects)
    }

    /// Every pair of state and event, decided in one place. The table in docs/call-machine.md is printed from it.
    private mutating func apply(
        _ event: CallEvent, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch (state, event) {
        case (.created, .placed(let placement)): try place(placement, at: now, &effects)
        case (.ringing, .placed(let placement)), (.answered, .placed(let placement)), (.ended, .placed(let placement)):
            throw placement.caller.userID == terms.inviterID ? .race(.repeated) : .violation(.foreignCallID)

        case (.created, .device), (.created, .presence), (.created, .push), (.created, .media), (.created, .timer),
            (.created, .operatorEnded):
            throw .bug(.notPlaced)

        case (.ringing, .device(let device, let act, _)), (.answered, .device(let device, let act, _)):
            try handle(act, of: device, at: now, &effects)
        case (.ended(let end), .device(let device, let act, _)):
            try refuse(act, of: device, after: end)

        case (.ringing, .presence(let fact)), (.answered, .presence(let fact)):
            try handle(fact, at: now, &effects)
        case (.ended, .presence(.sessionsFound)): throw .race(.staleRing)
        case (.ended, .presence(.sessionGone)): throw .race(.staleSession)

        case (.ringing, .push(let result)), (.answered, .push(let result)), (.ended, .push(let result)):
            try handle(result, at: now, &effects)

        case (.ringing, .media(let fact)), (.answered, .media(let fact)): try handle(fact, at: now, &effects)
        case (.ended, .media(let fact)): try handleAfterEnd(fact, &effects)

        case (.ringing, .timer(let timer)), (.answered, .timer(let timer)): try expire(timer, at: now, &effects)
        case (.ended, .timer): throw .race(.staleTimer)

        case (.ringing, .operatorEnded), (.answered, .operatorEnded):
            finish(with: Departure(reason: .endByServer, by: nil, at: now), &effects)
        case (.ended(let end), .operatorEnded): throw .race(.callOver(end.reason))
        }
    }

    private mutating func handle(
        _ act: DeviceAct, of device: CallDevice, at now: WallTime, _ effects: inout [CallEffect]
    ) throws(CallRefusal) {
        switch act {
        case .accepted: try accept(device, at: now, &effects)
        case .rejected: try reject(device, at: now, &effects)
        case .rejectedHere: try rejectHere(device, at: now, &effects)
        case .hungUp: try hangUp(device, at: now, &effects)
        case .joined(let isBusy): try join(device, isBusy: isBusy, at: now, &effects)
        case .invited(let invitees, let ringTime, let userData, let deadline):
            let latest = now + ringTime.duration
            let deadline = min(deadline ?? latest, latest)
            try invite(invitees, until: deadline, userData: userData, by: device, at: now, &effects)
        case .acknowledged(let report): try acknowledge(report, by: device, at: now, &effects)
        case .switchedMedia(let microphone, let camera):
            try switchMedia(of: device, isMicrophoneOpened: microphone, isCameraOpened: camera, &effects)
        case .held(let isOnHold): try hold(device, isOnHold: isOnHold, &effects)
        case .sentDigits(let digits, let start): try send(digits, start: start, by: device)
        case .removed(let userID): try remove(userID, by: device, at: now, &effects)
        case .calledBack(let other): try merge(other, from: device, at: now, &effects)
        }
    }

    /// A device that comes too late is told the outcome; one that was never part of the call learns nothing.
    private func refuse(_ act: DeviceAct, of device: CallDevice, after end: CallEnd) throws(CallRefusal) {
        switch act {
        case .accepted, .rejected, .rejectedHere, .hungUp, .invited, .acknowledged, .switchedMedia, .held, .sentDigits,
            .removed, .calledBack:
            guard participants.contains(where: { $0.userID == device.userID }) else {
                throw .violation(.notParticipant)
            }
            throw .race(.callOver(end.reason))
        case .joined: throw .race(.callOver(end.reason))
        }
    }

    /// By rank, otherwise as they came: a stable sort, which `sort` does not promise to be.
    private func ordered(_ effects: [CallEffect]) -> [CallEffect] {
        effects.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    func index(of userID: UserID) -> Int? { participants.firstIndex { $0.userID == userID } }

    /// The user's participant, or the refusal of a stranger.
    func requiredIndex(of userID: UserID) throws(CallRefusal) -> Int {
        guard let index = index(of: userID) else { throw .violation(.notParticipant) }
        return index
    }
}
