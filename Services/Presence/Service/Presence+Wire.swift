import CallModel
import PresenceCore
import UserSig
import Wire

/// From the words of the core to those of the contract.
extension RPCError {
    static var badParameter: RPCError { RPCError(.invalidArgument, reason: .badParameter) }
    static var notLoggedIn: RPCError { RPCError(.unauthenticated, reason: .notLoggedIn) }

    init(_ error: UserSigError) {
        // The raw values are the public numbers, as are those of the contract's reasons.
        self.init(.unauthenticated, reason: Proto.Reason(rawValue: error.number), "UserSig")
    }

    init(_ complaint: InputRules.Complaint) {
        switch complaint {
        case .badUserID: self.init(.invalidArgument, reason: .badUserId, "user id")
        case .badDeviceID: self.init(.invalidArgument, reason: .badParameter, "device id")
        case .badPlatform: self.init(.invalidArgument, reason: .badParameter, "platform")
        case .badDeviceName: self.init(.invalidArgument, reason: .badParameter, "device name")
        case .badGateway: self.init(.invalidArgument, reason: .badParameter, "gateway endpoint")
        }
    }
}

extension Proto.UserProfile {
    init(_ profile: PresenceStore.Profile) {
        self.init(userId: profile.user.rawValue, nickname: profile.nickname, avatarUrl: profile.avatarURL)
    }
}

extension Proto.Session {
    init(_ session: Session) {
        self.init(
            sessionId: session.id.rawValue, userId: session.user.rawValue, deviceId: session.device.rawValue,
            platform: Proto.Platform(rawValue: session.platform.rawValue), deviceName: session.deviceName,
            gatewayEndpoint: session.isConnected ? session.gateway ?? "" : "", isConnected: session.isConnected,
            lastSeenMs: session.lastSeenAt.milliseconds)
    }
}

extension PresenceStore.Known {
    /// The sessions as others may be told of them.
    var told: [Proto.Session] {
        sessions.map { session in
            var told = Proto.Session(session)
            told.isBackground = background.contains(session.id)
            return told
        }
    }
}

extension SessionEnding {
    /// What a client is told; `unspecified` ends its connection without a word to the user.
    var cause: Proto.SessionEndCause {
        switch self {
        case .replaced, .lost: .unspecified
        case .kickedOffline: .kickedOffline
        case .loginExpired: .loginExpired
        case .logout: .logout
        }
    }
}
