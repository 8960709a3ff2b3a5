package import CallModel

// A call as the server describes it to this session, in the client's own words. The shell translates the contract's
// messages into these values; nothing here knows how they travelled.

/// How far a call as a whole has come.
package enum CallPhase: Int32, Sendable, Hashable {
    case unspecified = 0
    case ringing = 1
    case connected = 2
    case ended = 3
}

/// One user in a call.
package struct Participant: Sendable, Hashable {
    package var userID: UserID
    package var status: ParticipantStatus
    /// Meaningful when `status` is `none`.
    package var endReason: EndReason
    package var isMicrophoneOpened: Bool
    package var isCameraOpened: Bool
    /// How far the ring has come, while `status` is `waiting`.
    package var progress: RingProgress
    package var nickname: String
    package var avatarURL: String

    package init(
        userID: UserID, status: ParticipantStatus, endReason: EndReason = .unknown, isMicrophoneOpened: Bool = false,
        isCameraOpened: Bool = false, progress: RingProgress = .unspecified, nickname: String = "",
        avatarURL: String = ""
    ) {
        self.userID = userID
        self.status = status
        self.endReason = endReason
        self.isMicrophoneOpened = isMicrophoneOpened
        self.isCameraOpened = isCameraOpened
        self.progress = progress
        self.nickname = nickname
        self.avatarURL = avatarURL
    }
}

/// A call as one session sees it. A higher version replaces a lower one; nothing else may be concluded from order.
package struct CallSnapshot: Sendable, Hashable {
    package var callID: CallID
    package var version: UInt64
    package var roomID: String
    package var inviterID: UserID
    package var inviteeIDs: [UserID]
    package var chatGroupID: String
    package var mediaKind: MediaKind
    package var userData: String
    package var isGroup: Bool
    package var isEphemeral: Bool
    package var phase: CallPhase
    package var participants: [Participant]

    /// This session's own part. `waiting`: it rings, or its call is not answered yet.
    package var ownStatus: ParticipantStatus
    /// Meaningful when `ownStatus` is `none`.
    package var ownEndReason: EndReason
    /// The user who caused the own end.
    package var ownEndedBy: UserID
    package var ringDeadline: WallTime?

    package var createdAt: WallTime
    /// `nil`: never connected so far.
    package var connectedAt: WallTime?
    package var endedAt: WallTime?
    /// Grows when the call's room is placed on another media node. 0: no room yet.
    package var mediaEra: UInt32
    /// When the server made this snapshot.
    package var serverTime: WallTime

    package init(
        callID: CallID, version: UInt64, roomID: String = "", inviterID: UserID, inviteeIDs: [UserID] = [],
        chatGroupID: String = "", mediaKind: MediaKind = .audio, userData: String = "", isGroup: Bool = false,
        isEphemeral: Bool = false, phase: CallPhase, participants: [Participant] = [], ownStatus: ParticipantStatus,
        ownEndReason: EndReason = .unknown, ownEndedBy: UserID = UserID(""), ringDeadline: WallTime? = nil,
        createdAt: WallTime = .zero, connectedAt: WallTime? = nil, endedAt: WallTime? = nil, mediaEra: UInt32 = 0,
        serverTime: WallTime
    ) {
        self.callID = callID
        self.version = version
        self.roomID = roomID
        self.inviterID = inviterID
        self.inviteeIDs = inviteeIDs
        self.chatGroupID = chatGroupID
        self.mediaKind = mediaKind
        self.userData = userData
        self.isGroup = isGroup
        self.isEphemeral = isEphemeral
        self.phase = phase
        self.participants = participants
        self.ownStatus = ownStatus
        self.ownEndReason = ownEndReason
        self.ownEndedBy = ownEndedBy
        self.ringDeadline = ringDeadline
        self.createdAt = createdAt
        self.connectedAt = connectedAt
        self.endedAt = endedAt
        self.mediaEra = mediaEra
        self.serverTime = serverTime
    }

    /// This session is still part of the call.
    package var isLive: Bool {
        switch (phase, ownStatus) {
        case (.ended, _), (_, .none): false
        case (.unspecified, _), (.ringing, _), (.connected, _): true
        }
    }
}

/// What an app asks for beyond whom to call.
package struct CallParameters: Sendable, Hashable {
    package var roomID: String
    /// Ring time; zero: the server's default.
    package var ringTime: Duration
    package var userData: String
    package var chatGroupID: String
    package var isEphemeral: Bool

    package init(
        roomID: String = "", ringTime: Duration = .zero, userData: String = "", chatGroupID: String = "",
        isEphemeral: Bool = false
    ) {
        self.roomID = roomID
        self.ringTime = ringTime
        self.userData = userData
        self.chatGroupID = chatGroupID
        self.isEphemeral = isEphemeral
    }
}

/// Who is how loud, and whose path is how good. Too frequent to be versioned: a lost one is replaced by the next.
package struct CallActivity: Sendable, Hashable {
    package var callID: CallID
    /// 0 to 100, for those louder than silence.
    package var volumes: [UserID: Int]
    /// 0 unknown, 1 excellent ... 6 down.
    package var qualities: [UserID: Int]

    package init(callID: CallID, volumes: [UserID: Int] = [:], qualities: [UserID: Int] = [:]) {
        self.callID = callID
        self.volumes = volumes
        self.qualities = qualities
    }
}
