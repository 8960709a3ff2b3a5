package import CallModel

/// Whether a user wants to be rung. What is on may end by itself.
package enum DoNotDisturb: Sendable, Equatable {
    case off
    /// `until`: when it goes off by itself. `nil`: when the user turns it off.
    case on(until: WallTime?)

    /// Whether rings are kept from the user at this time.
    package func isOn(at now: WallTime) -> Bool {
        switch self {
        case .off: false
        case .on(let until): until.map { now < $0 } ?? true
        }
    }

    /// As it is to be told: what has ended by itself is off.
    package func told(at now: WallTime) -> DoNotDisturb { isOn(at: now) ? self : .off }
}

/// What a user may say about others. Limits of the public API, where it has one.
package enum ContactRules {
    /// Users whom one user blocks at the same time.
    package static let mostBlocked = 1_000
    /// Users named in one request.
    package static let mostAtOnce = 100

    /// What is wrong with a request.
    package enum Complaint: Error, Equatable, Sendable {
        case badUserID
        /// Nobody is named, too many are, or the user itself.
        case badUsers
    }

    /// The users that `user` names, each once.
    package static func others(_ texts: [String], than user: UserID) throws(Complaint) -> [UserID] {
        guard (1...mostAtOnce).contains(texts.count) else { throw .badUsers }
        var seen: Set<UserID> = []
        var users: [UserID] = []
        for text in texts {
            guard let other = UserID(validating: text) else { throw .badUserID }
            guard other != user else { throw .badUsers }
            if seen.insert(other).inserted { users.append(other) }
        }
        return users
    }
}
