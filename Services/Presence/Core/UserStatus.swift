package import CallModel

/// How a user is told to others.
package struct UserStatus: Sendable, Equatable {
    /// Raw values are the public numbers; `background` is ours.
    package enum Kind: Int32, Sendable, Equatable, CaseIterable {
        /// Connected, with the app in front on at least one device.
        case online = 1
        /// Not connected, but reachable by push: the connection was lost, nobody logged out.
        case offline = 2
        /// Never logged in, or logged out on every device.
        case unlogined = 3
        /// Connected, with the app in the background on every device.
        case background = 4
    }

    package var kind: Kind
    /// Of the connected devices, each once, in the order of their numbers.
    package var platforms: [Platform]
    /// The user's own words.
    package var customStatus: String

    package static let longestCustomStatus = ByteCount(100)

    package init(kind: Kind, platforms: [Platform] = [], customStatus: String = "") {
        self.kind = kind
        self.platforms = platforms
        self.customStatus = customStatus
    }

    /// What one session says of its user.
    package struct Presence: Sendable, Equatable {
        package let platform: Platform
        package let isConnected: Bool
        /// The app said that it is not in front.
        package let isBackground: Bool

        package init(platform: Platform, isConnected: Bool, isBackground: Bool) {
            self.platform = platform
            self.isConnected = isConnected
            self.isBackground = isBackground
        }
    }

    /// The status of a user with these open sessions. `isAway`: some device was lost without logging out.
    package init(of sessions: [Presence], isAway: Bool, customStatus: String) {
        let connected = sessions.filter(\.isConnected)
        if connected.isEmpty {
            kind = !sessions.isEmpty || isAway ? .offline : .unlogined
        } else {
            kind = connected.allSatisfy(\.isBackground) ? .background : .online
        }
        platforms = Set(connected.map(\.platform)).sorted { $0.rawValue < $1.rawValue }
        self.customStatus = customStatus
    }
}

/// Which subscriptions of a watcher are kept.
package enum SubscriptionRules {
    /// Users whom one user watches.
    package static let most = 200
    /// Users named in one request.
    package static let mostAtOnce = 100

    /// What becomes of subscriptions, the oldest first, when some are wished for: these are the youngest then, also those that
    /// were there already, and the oldest go if there are too many.
    package static func adding(
        _ wanted: [UserID], to current: [UserID]
    ) -> (youngest: [UserID], dropped: [UserID]) {
        var seen: Set<UserID> = []
        let youngest = wanted.filter { seen.insert($0).inserted }
        let older = current.filter { !seen.contains($0) }
        return (youngest, Array(older.prefix(max(0, older.count + youngest.count - most))))
    }
}
