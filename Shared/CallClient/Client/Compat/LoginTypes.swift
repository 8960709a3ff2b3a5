public import Foundation

/// Whether somebody is logged in, spelled as in the public API.
public enum LoginStatus: Int, Sendable, Hashable {
    case unlogin = 0
    case logined = 1
}

/// What a user says of oneself.
public enum Gender: Int, Sendable, Hashable {
    case unknown = 0
    case male = 1
    case female = 2
}

/// How a user takes friend requests. For the app's own use.
public enum AllowType: Int, Sendable, Hashable {
    case allowAny = 0
    case needConfirm = 1
    case denyAny = 2
}

/// A user as others see them. The server keeps `nickname` and `avatarURL`; the other fields are for the app's own use
/// and stay on this device.
public struct UserProfile: Sendable, Hashable {
    /// Empty: one's own.
    public var userID: String
    /// At most 500 bytes.
    public var nickname: String?
    /// At most 500 bytes.
    public var avatarURL: String?
    public var selfSignature: String?
    public var gender: Gender?
    public var role: UInt32?
    public var level: UInt32?
    public var birthday: UInt32?
    public var allowType: AllowType?
    public var customInfo: [String: Data]?

    /// Without a user id the profile is one's own.
    public init(userID: String = "", nickname: String? = nil, avatarURL: String? = nil) {
        self.userID = userID
        self.nickname = nickname
        self.avatarURL = avatarURL
    }
}

/// Whether and as whom somebody is logged in.
public struct LoginState: Sendable, Hashable {
    /// `logined` from a login's success to its end, over lost connections too.
    public var loginStatus: LoginStatus = .unlogin
    /// Who is logged in; `nil`: nobody.
    public var loginUserInfo: UserProfile?

    public init() {}
}

/// The end of a login that the app did not ask for. The app logs in afresh to go on.
public enum LoginEvent: Sendable, Hashable {
    /// The same account logged in on another device of this platform.
    case kickedOffline
    /// The UserSig's time is over.
    case loginExpired
}

/// The way to the server.
public enum ConnectionState: String, Sendable, Hashable {
    case disconnected
    /// Towards the first login's success.
    case connecting
    case connected
    /// The login stands and the connection is being repaired; calls go on if it takes only seconds.
    case reconnecting
}
