package import CallModel

/// What the shell must do. In the order given: first what belongs to the transaction of the row, then what devices see,
/// then orders to other services, then timers. What is lost in a crash is found again by `Call.owedEffects`.
package enum CallEffect: Sendable, Hashable, Codable {
    // Same transaction as the row.
    /// The user has a seat in this call, and it is the one call in which he is active.
    case occupy(UserID)
    /// The user has a seat in this call beside the one in another.
    case occupySecond(UserID)
    /// Of the user's two calls, this is the active one from now on; or no longer.
    case activate(UserID)
    case deactivate(UserID)
    case release(UserID)
    case occupyGroup(String)
    case releaseGroup(String)
    /// The id is another name of this call.
    case alias(CallID)
    /// At most one per user and call: a later one replaces it.
    case writeRecord(CallRecord)

    // After the commit.
    /// Send each of these devices its snapshot.
    case publish([CallDevice])
    /// Ask presence once more who is connected: a session opened while the row was being written heard nothing.
    case findDevices(UserID)
    /// The first time to devices without a connection; `confirm(n)`: also to `Call.silentDeviceIDs(of:)`.
    case pushRing(RingTimer, deadline: WallTime)
    case pushStop(UserID)
    case createRoom(era: UInt32, avoiding: MediaNode?)
    case closeRoom(MediaNode, era: UInt32)
    case removeFromRoom(SessionID, MediaNode, era: UInt32)
    case muteInRoom(SessionID, isMuted: Bool, MediaNode, era: UInt32)
    case startTimer(RingTimer, at: WallTime)
    case cancelTimer(RingTimer)

    /// The order among effects of one event.
    var rank: Int {
        switch self {
        case .occupy, .occupySecond, .activate, .deactivate, .release, .occupyGroup, .releaseGroup, .alias: 0
        case .writeRecord: 1
        case .publish: 2
        case .findDevices, .pushRing, .pushStop: 3
        case .createRoom, .closeRoom, .removeFromRoom, .muteInRoom: 4
        case .startTimer, .cancelTimer: 5
        }
    }

    /// Whether the shell performs it inside the row's transaction.
    package var isStored: Bool { rank <= 1 }
}

/// One user's line in the history.
package struct CallRecord: Sendable, Hashable, Codable {
    package let userID: UserID
    package let callID: CallID
    package let roomID: String
    package let inviterID: UserID
    package let inviteeIDs: [UserID]
    package let chatGroupID: String?
    package let mediaKind: MediaKind
    package let direction: CallDirection
    package let reason: EndReason
    package let startedAt: WallTime
    package let talkTime: WallSpan
    // `nil` in lines that were written before these were kept.
    /// When the user was connected first.
    package let answeredAt: WallTime?
    /// When the user left.
    package let endedAt: WallTime?
    package let isGroup: Bool?
    /// The user who caused the end; also `nil` if the service did.
    package let endedBy: UserID?
}
