/// What a call carries.
public enum CallMediaType: Int, Sendable, Hashable {
    case audio = 1
    case video = 2
}

/// What a participant is in a call.
public enum CallParticipantStatus: Int, Sendable, Hashable {
    /// Not in the call.
    case none = 0
    /// Rings, or waits for the first answer.
    case waiting = 1
    /// In the call.
    case accept = 2
}

/// Which side of a call a row of the history shows.
public enum CallDirection: Int, Sendable, Hashable {
    case unknown = 0
    /// Incoming and not answered.
    case missed = 1
    case incoming = 2
    case outgoing = 3
}

/// Why a call ended.
public enum CallEndReason: Int, Sendable, Hashable {
    case unknown = 0
    /// Left after it was connected.
    case hangup = 1
    case reject = 2
    case noResponse = 3
    /// A participant, or this device, lost its connection for good.
    case offline = 4
    case lineBusy = 5
    /// Called off by the caller before it was answered.
    case canceled = 6
    case otherDeviceAccepted = 7
    case otherDeviceReject = 8
    case endByServer = 9
}

/// How good a participant's connection is.
public enum NetworkQuality: Int, Sendable, Hashable {
    case unknown = 0
    case excellent = 1
    case good = 2
    case poor = 3
    case bad = 4
    case veryBad = 5
    case down = 6
}

/// How far a ring has come on its way to a participant.
public enum CallRingProgress: Int, Sendable, Hashable {
    case unknown = 0
    case reaching = 1
    /// A push was handed over for a device that is not connected.
    case pushed = 2
    /// A device has it.
    case received = 3
    /// A device rings.
    case alerting = 4
}

/// What to say about a call beyond whom to call.
public struct CallParams: Sendable, Hashable {
    /// Empty: the server allocates one.
    public var roomId: String
    /// Ring time in seconds, 10 to 600; 0: the server's default of 30.
    public var timeout: Int
    /// Opaque; reaches every callee in `onCallReceived`. At most 12 KiB.
    public var userData: String
    /// For calls that belong to a group chat.
    public var chatGroupId: String
    /// Leaves no call record.
    public var isEphemeralCall: Bool

    public init(
        roomId: String = "", timeout: Int = 0, userData: String = "", chatGroupId: String = "",
        isEphemeralCall: Bool = false
    ) {
        self.roomId = roomId
        self.timeout = timeout
        self.userData = userData
        self.chatGroupId = chatGroupId
        self.isEphemeralCall = isEphemeralCall
    }
}

/// One call, running or in the history.
public struct CallInfo: Sendable, Hashable {
    /// Empty when there is no call.
    public var callId: String = ""
    /// The media room: the app's own name for it, or one that the server chose.
    public var roomId: String = ""
    /// Who placed the call.
    public var inviterId: String = ""
    /// Whom the call invited.
    public var inviteeIds: [String] = []
    /// The group chat it belongs to; empty if there is none.
    public var chatGroupId: String = ""
    /// `nil` when there is no call.
    public var mediaType: CallMediaType?
    /// In the history: which side it shows.
    public var result: CallDirection = .unknown
    /// Unix seconds: when a running call was connected (0 before), when a call of the history was placed.
    public var startTime: Double = 0
    /// Seconds since, or while, it was connected: whole seconds, the same on every device in the call.
    public var duration: Double = 0

    public init() {}
}

/// One user in a call.
public struct CallParticipantInfo: Sendable, Hashable {
    /// User id.
    public var id: String = ""
    /// Nickname; the kit shows `remark`, then `name`, then `id`.
    public var name: String = ""
    /// As the user set it; empty if never.
    public var avatarURL: String = ""
    /// For the app's own use; the server keeps none.
    public var remark: String = ""
    /// Whether the user is in the call, or rings.
    public var status: CallParticipantStatus = .none
    /// Whether the others can hear the user.
    public var isMicrophoneOpened: Bool = false
    /// Whether the others can see the user.
    public var isCameraOpened: Bool = false
    /// How far the ring has come, while `status` is `waiting`.
    public var ringProgress: CallRingProgress = .unknown

    public init() {}
}

/// The calls of the logged-in user as one value.
public struct CallState: Sendable, Hashable {
    /// The call that rings or runs. After its end its details stay for a second; `selfInfo.status` tells at once.
    public var activeCall = CallInfo()
    /// Filled by `queryRecentCalls`, newest first.
    public var recentCalls: [CallInfo] = []
    /// Where the next `queryRecentCalls` goes on; empty: no more.
    public var cursor: String = ""
    /// Oneself; `status` is `none` while there is no call.
    public var selfInfo = CallParticipantInfo()
    /// Everybody who rings or is in the call, oneself included.
    public var allParticipants: [CallParticipantInfo] = []
    /// 0 to 100 by user id, for those louder than silence.
    public var speakerVolumes: [String: Int] = [:]
    /// By user id, renewed every two seconds or so.
    public var networkQualities: [String: NetworkQuality] = [:]

    public init() {}
}

/// What happens to calls. Each call that was started or received is ended exactly once.
public enum CallEvent: Sendable, Hashable {
    /// The outgoing call was set up, or a running one was joined.
    case onCallStarted(callId: String, mediaType: CallMediaType)
    case onCallReceived(callId: String, mediaType: CallMediaType, userData: String)
    /// `userId` is whoever caused the end.
    case onCallEnded(callId: String, mediaType: CallMediaType, reason: CallEndReason, userId: String)
}
