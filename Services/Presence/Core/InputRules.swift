package import CallModel

/// What a client may say about itself. Limits are those of the public API.
package enum InputRules {
    package static let longestNickname = ByteCount(500)
    package static let longestAvatarURL = ByteCount(500)
    package static let longestDeviceName = ByteCount(128)
    package static let longestGateway = ByteCount(256)
    /// Users asked about at once.
    package static let mostUsers = 100
    /// Sessions asked about at once.
    package static let mostSessions = 1_000

    /// What is wrong with a login, apart from its UserSig.
    package enum Complaint: Error, Equatable, Sendable {
        case badUserID
        case badDeviceID
        case badPlatform
        case badDeviceName
        case badGateway
    }

    /// A login whose parts are well formed; nothing is proved yet.
    package struct Login: Equatable, Sendable {
        package let user: UserID
        package let device: DeviceID
        package let platform: Platform
    }

    /// The parts of a login, each checked.
    package static func login(
        user: String, device: String, platform: Int32, deviceName: String, gateway: String
    ) throws(Complaint) -> Login {
        guard let userID = UserID(validating: user) else { throw .badUserID }
        guard let deviceID = DeviceID(validating: device) else { throw .badDeviceID }
        guard let kind = Platform(rawValue: platform), kind != .unspecified else {
            throw .badPlatform
        }
        guard TextRule.line.allows(deviceName, atMost: longestDeviceName) else { throw .badDeviceName }
        guard isGateway(gateway) else { throw .badGateway }
        return Login(user: userID, device: deviceID, platform: kind)
    }

    /// Whether it can be the endpoint of a gateway.
    package static func isGateway(_ endpoint: String) -> Bool {
        !endpoint.isEmpty && TextRule.line.allows(endpoint, atMost: longestGateway)
    }

    /// Whether nickname and avatar are within their limits, and can be shown in a line.
    package static func isProfile(nickname: String, avatarURL: String) -> Bool {
        TextRule.line.allows(nickname, atMost: longestNickname)
            && TextRule.line.allows(avatarURL, atMost: longestAvatarURL)
    }
}
