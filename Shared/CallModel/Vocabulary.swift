/// What a call carries. Numbers as in the public engine API.
public enum MediaKind: Int32, Sendable, Hashable, Codable, CaseIterable {
    case unknown = 0
    case audio = 1
    case video = 2
}

/// The kind of installation; one connected session per user and platform.
public enum Platform: Int32, Sendable, Hashable, Codable, CaseIterable {
    case unspecified = 0
    case iOS = 1
    case android = 2
    case web = 3
    case desktop = 4
    case commandLine = 5
}

/// Why a call, or one device's part in it, ended. Numbers as in the public API (`CallEndReason`).
public enum EndReason: Int32, Sendable, Hashable, Codable, CaseIterable {
    case unknown = 0
    /// Left or ended after it was connected.
    case hangup = 1
    case reject = 2
    /// Rang until its deadline.
    case noResponse = 3
    /// The participant's connection was lost for longer than the grace.
    case offline = 4
    case lineBusy = 5
    /// Called off by the inviter before it was answered.
    case canceled = 6
    case otherDeviceAccepted = 7
    case otherDeviceReject = 8
    case endByServer = 9
}

/// What a participant is in a call. Numbers as in the public API (`CallParticipantStatus`).
public enum ParticipantStatus: Int32, Sendable, Hashable, Codable, CaseIterable {
    case none = 0
    case waiting = 1
    case accept = 2
}

/// Which side of a call a record shows. Numbers as in the public API (`CallDirection`).
public enum CallDirection: Int32, Sendable, Hashable, Codable, CaseIterable {
    case unknown = 0
    case missed = 1
    case incoming = 2
    case outgoing = 3
}

/// How far an invite has come on its way to a callee, as the caller is told.
public enum RingProgress: Int32, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case unspecified = 0
    case reaching = 1
    case pushed = 2
    case received = 3
    case alerting = 4
    /// Of one device: the user takes the call there.
    case answered = 5

    public static func < (left: RingProgress, right: RingProgress) -> Bool { left.rawValue < right.rawValue }
}
