package import CallModel

/// An invitation: data of an app's own for some users, and their answers. Calls are not built on it; apps that make calls of
/// their own are (public API, signaling: invite, accept, reject, cancel, modify, timeout).
///
/// Like a `Call` one stored value, decided by compare-and-set on `version`: time comes in with the act, and a refused act
/// leaves everything as it was.
package struct Invitation: Sendable, Hashable, Codable {
    package let id: InvitationID
    package let terms: InvitationTerms
    /// Grows by one with every change; 1 as it is sent.
    package private(set) var version: UInt64
    /// The inviter's data, or what was put in its place.
    package private(set) var data: String
    /// Grows by one with every modification; 0 as it is sent.
    package private(set) var dataVersion: UInt32
    /// In the order they were asked.
    package private(set) var invitees: [Invitee]
    package private(set) var end: End?

    /// One user who was asked.
    package struct Invitee: Sendable, Hashable, Codable {
        package let userID: UserID
        package fileprivate(set) var answer: Answer
    }

    /// Where an invitee stands. Each leaves `waiting` at most once.
    package enum Answer: Sendable, Hashable, Codable {
        case waiting
        case accepted(Reply)
        case rejected(Reply)
        /// Said nothing in time.
        case timedOut
        /// Said nothing before the inviter called it off.
        case cancelled

        package var isWaiting: Bool {
            switch self {
            case .waiting: true
            case .accepted, .rejected, .timedOut, .cancelled: false
            }
        }
    }

    /// What an invitee said, and where.
    package struct Reply: Sendable, Hashable, Codable {
        package let device: CallDevice
        package let data: String
        package let at: WallTime
    }

    /// Nobody is waited for any more.
    package struct End: Sendable, Hashable, Codable {
        package let at: WallTime
        /// The inviter's words, if the inviter called it off. `nil`: all have answered, or the time was over.
        package let cancelData: String?

        package init(at: WallTime, cancelData: String?) {
            self.at = at
            self.cancelData = cancelData
        }
    }

    /// Sends an invitation.
    package init(id: InvitationID, terms: InvitationTerms, data: String, invitees: [UserID]) {
        self.id = id
        self.terms = terms
        self.data = data
        self.invitees = invitees.map { Invitee(userID: $0, answer: .waiting) }
        version = 1
        dataVersion = 0
    }

    package var isOver: Bool { end != nil }

    /// When whoever has not answered is no longer waited for. `nil`: never, or it is over.
    package var deadline: WallTime? { isOver ? nil : terms.expiresAt }

    /// Everybody who hears of it, the inviter first.
    package var audience: [UserID] { [terms.inviterID] + invitees.map(\.userID) }

    /// Applies one act of a device. Told again, an act that has succeeded changes nothing and is no refusal.
    package mutating func handle(
        _ act: InvitationAct, of device: CallDevice, at now: WallTime
    ) throws(InvitationRefusal) {
        guard audience.contains(device.userID) else { throw .notTakingPart }
        var next = self
        switch act {
        case .accepted(let data):
            try next.answer(.accepted(Reply(device: device, data: data, at: now)), device, at: now)
        case .rejected(let data):
            try next.answer(.rejected(Reply(device: device, data: data, at: now)), device, at: now)
        case .cancelled(let data): try next.cancel(data, device, at: now)
        case .modified(let data): try next.modify(data, at: now)
        }
        adopt(next)
    }

    /// The time is over: whoever has said nothing has timed out. Nothing happens before the deadline.
    package mutating func expire(at now: WallTime) {
        guard let deadline, now >= deadline else { return }
        var next = self
        next.settle(as: .timedOut)
        next.end = End(at: now, cancelData: nil)
        adopt(next)
    }

    private mutating func adopt(_ next: Invitation) {
        guard next != self else { return }
        self = next
        version += 1
    }

    /// The first device of a user to answer speaks for the user.
    private mutating func answer(
        _ answer: Answer, _ device: CallDevice, at now: WallTime
    ) throws(InvitationRefusal) {
        guard let index = invitees.firstIndex(where: { $0.userID == device.userID }) else { throw .notPermitted }
        guard invitees[index].answer.isWaiting else {
            guard answer.repeats(invitees[index].answer) else { throw .handledAlready }
            return
        }
        try requireTime(at: now)
        invitees[index].answer = answer
        if !invitees.contains(where: \.answer.isWaiting) { end = End(at: now, cancelData: nil) }
    }

    private mutating func cancel(
        _ data: String, _ device: CallDevice, at now: WallTime
    ) throws(InvitationRefusal) {
        guard device.userID == terms.inviterID else { throw .notPermitted }
        if let end {
            guard end.cancelData != nil else { throw .handledAlready }
            return
        }
        try requireTime(at: now)
        settle(as: .cancelled)
        end = End(at: now, cancelData: data)
    }

    private mutating func modify(_ data: String, at now: WallTime) throws(InvitationRefusal) {
        guard !terms.isOnlineOnly else { throw .notPermitted }
        guard data != self.data else { return }
        guard !isOver else { throw .handledAlready }
        try requireTime(at: now)
        self.data = data
        dataVersion += 1
    }

    /// From its deadline on an invitation is over, whether its timer has fired or not.
    private func requireTime(at now: WallTime) throws(InvitationRefusal) {
        if let deadline, now >= deadline { throw .handledAlready }
    }

    private mutating func settle(as answer: Answer) {
        for index in invitees.indices where invitees[index].answer.isWaiting { invitees[index].answer = answer }
    }
}

extension Invitation.Answer {
    /// Whether the same device has said the same before.
    fileprivate func repeats(_ earlier: Self) -> Bool {
        switch (self, earlier) {
        case (.accepted(let new), .accepted(let old)), (.rejected(let new), .rejected(let old)):
            new.device.sessionID == old.device.sessionID && new.data == old.data
        case (.waiting, _), (.accepted, _), (.rejected, _), (.timedOut, _), (.cancelled, _): false
        }
    }
}
