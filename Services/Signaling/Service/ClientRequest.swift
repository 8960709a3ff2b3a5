import CallModel
import SignalingCore
import Wire

// What a client sends, checked once at the door: behind it only typed values exist.

extension CallDevice {
    /// The device behind a request, as the gateway vouches for it.
    init(_ context: RPCContext) throws(RPCError) {
        guard let identity = context.identity, !identity.sessionId.isEmpty,
            let user = UserID(validating: identity.userId), let device = DeviceID(validating: identity.deviceId)
        else { throw .notLoggedIn }
        self.init(
            userID: user, deviceID: device, sessionID: SessionID(identity.sessionId),
            platform: Platform(known: identity.platform))
    }
}

extension Platform {
    /// `nil` if it was not said, or is none that this build knows.
    init?(known platform: Proto.Platform) {
        guard let known = Platform(rawValue: platform.rawValue), known != .unspecified else { return nil }
        self = known
    }
}

extension WallTime {
    /// `nil` for 0: not said.
    init?(said milliseconds: Int64) {
        guard milliseconds > 0 else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension CallID {
    init(checking text: String) throws(RPCError) {
        guard let id = CallID(validating: text) else {
            throw .badParameter("call_id must be 1 to 64 of A-Z a-z 0-9 - _")
        }
        self = id
    }
}

/// Whom a device wants in a call.
struct WantedUsers {
    let userIDs: [UserID]

    /// Without repetitions and without the one who asks.
    init(_ texts: [String], askedBy asker: UserID) throws(RPCError) {
        guard texts.count <= 1_000 else { throw RPCError(.invalidArgument, reason: .callTooMany, "too many ids") }
        var seen: Set<UserID> = [asker]
        var users: [UserID] = []
        for text in texts {
            guard let user = UserID(validating: text) else {
                throw RPCError(.invalidArgument, reason: .badUserId, "a user id is 1 to 32 of A-Z a-z 0-9 - _")
            }
            if seen.insert(user).inserted { users.append(user) }
        }
        guard !users.isEmpty else { throw .badParameter("nobody to call") }
        userIDs = users
    }
}

/// The parameters of a call or an invitation.
struct CheckedParameters {
    static let userDataLimit = ByteCount.kibibytes(12)
    static let roomIDLimit = ByteCount(64)
    static let chatGroupIDLimit = ByteCount(100)

    let ringTime: RingTime
    let roomID: String
    let userData: String
    let chatGroupID: String?
    let isEphemeral: Bool

    init(_ parameters: Proto.CallParams?) throws(RPCError) {
        let given = parameters ?? Proto.CallParams()
        guard let ringTime = RingTime(requestedSeconds: given.timeoutS) else {
            throw .badParameter("timeout must be 0 or 10 to 600 seconds")
        }
        guard TextRule.data.allows(given.userData, atMost: Self.userDataLimit) else {
            throw .badParameter("user_data is too long, or has control characters other than white space")
        }
        guard given.roomId.utf8.count <= Self.roomIDLimit.bytes,
            given.roomId.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .badParameter("room_id must be at most 64 printable ASCII characters") }
        guard TextRule.line.allows(given.chatGroupId, atMost: Self.chatGroupIDLimit) else {
            throw .badParameter("chat_group_id is too long, or has control characters")
        }
        self.ringTime = ringTime
        roomID = given.roomId
        userData = given.userData
        chatGroupID = given.chatGroupId.isEmpty ? nil : given.chatGroupId
        isEphemeral = given.isEphemeral
    }
}

extension MediaKind {
    init(checking kind: Proto.MediaKind) throws(RPCError) {
        guard let known = MediaKind(rawValue: kind.rawValue), known != .unknown else {
            throw .badParameter("media_kind must be audio or video")
        }
        self = known
    }
}
