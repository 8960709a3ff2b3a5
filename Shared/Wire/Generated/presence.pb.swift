// Generated from partyline/v1/presence.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// What the one who wants to call is to the chat group.
    public struct GroupStanding: WireEnum {
        /// presence knows no such group: the app keeps its groups elsewhere
        public static let unknown = GroupStanding(rawValue: 0)
        /// `GROUP_STANDING_MEMBER`
        public static let member = GroupStanding(rawValue: 1)
        /// `GROUP_STANDING_STRANGER`
        public static let stranger = GroupStanding(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [GroupStanding] = [
            .unknown,
            .member,
            .stranger
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "GROUP_STANDING_UNKNOWN"
                case 1: "GROUP_STANDING_MEMBER"
                case 2: "GROUP_STANDING_STRANGER"
                default: String(rawValue)
            }
        }
    }

    /// Message `OpenSessionRequest` of the contract.
    public struct OpenSessionRequest: WireMessage {
        /// `partyline.v1.OpenSessionRequest`
        public static var fullName: String { "partyline.v1.OpenSessionRequest" }

        /// `sdk_app_id`, number 1.
        public var sdkAppId: UInt32
        /// `user_id`, number 2.
        public var userId: String
        /// `user_sig`, number 3.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var userSig: String
        /// `device_id`, number 4.
        public var deviceId: String
        /// `platform`, number 5.
        public var platform: Proto.Platform
        /// `device_name`, number 6.
        public var deviceName: String
        /// bus endpoint of the gateway that holds the connection
        public var gatewayEndpoint: String

        /// All fields at their defaults.
        public init() {
            sdkAppId = 0
            userId = ""
            userSig = ""
            deviceId = ""
            platform = Proto.Platform(rawValue: 0)
            deviceName = ""
            gatewayEndpoint = ""
        }

        /// Fields in the order of the contract.
        public init(
            sdkAppId: UInt32 = 0,
            userId: String = "",
            userSig: String = "",
            deviceId: String = "",
            platform: Proto.Platform = Proto.Platform(rawValue: 0),
            deviceName: String = "",
            gatewayEndpoint: String = ""
        ) {
            self.sdkAppId = sdkAppId
            self.userId = userId
            self.userSig = userSig
            self.deviceId = deviceId
            self.platform = platform
            self.deviceName = deviceName
            self.gatewayEndpoint = gatewayEndpoint
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sdkAppId", sdkAppId)
            object.add("userId", userId)
            object.add("userSig", userSig)
            object.add("deviceId", deviceId)
            object.add("platform", platform)
            object.add("deviceName", deviceName)
            object.add("gatewayEndpoint", gatewayEndpoint)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sdkAppId", "sdk_app_id", into: &sdkAppId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("userSig", "user_sig", into: &userSig)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("platform", into: &platform)
            try object.read("deviceName", "device_name", into: &deviceName)
            try object.read("gatewayEndpoint", "gateway_endpoint", into: &gatewayEndpoint)
        }

        public func redacted() -> Self {
            var copy = self
            copy.userSig = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.userSig = mask(userSig)
            return copy
        }
    }

    /// Message `OpenSessionResponse` of the contract.
    public struct OpenSessionResponse: WireMessage {
        /// `partyline.v1.OpenSessionResponse`
        public static var fullName: String { "partyline.v1.OpenSessionResponse" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `resume_token`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var resumeToken: String
        /// `user_sig_expires_at_ms`, number 3.
        public var userSigExpiresAtMs: Int64
        /// `resume_window_ms`, number 4.
        public var resumeWindowMs: UInt32
        /// `profile`, number 5.
        public var profile: Proto.UserProfile?

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            resumeToken = ""
            userSigExpiresAtMs = 0
            resumeWindowMs = 0
            profile = nil
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            resumeToken: String = "",
            userSigExpiresAtMs: Int64 = 0,
            resumeWindowMs: UInt32 = 0,
            profile: Proto.UserProfile? = nil
        ) {
            self.sessionId = sessionId
            self.resumeToken = resumeToken
            self.userSigExpiresAtMs = userSigExpiresAtMs
            self.resumeWindowMs = resumeWindowMs
            self.profile = profile
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("resumeToken", resumeToken)
            object.add("userSigExpiresAtMs", userSigExpiresAtMs)
            object.add("resumeWindowMs", resumeWindowMs)
            object.add("profile", profile)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("resumeToken", "resume_token", into: &resumeToken)
            try object.read("userSigExpiresAtMs", "user_sig_expires_at_ms", into: &userSigExpiresAtMs)
            try object.read("resumeWindowMs", "resume_window_ms", into: &resumeWindowMs)
            try object.read("profile", into: &profile)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            copy.resumeToken = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            copy.resumeToken = mask(resumeToken)
            return copy
        }
    }

    /// Message `ResumeSessionRequest` of the contract.
    public struct ResumeSessionRequest: WireMessage {
        /// `partyline.v1.ResumeSessionRequest`
        public static var fullName: String { "partyline.v1.ResumeSessionRequest" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `resume_token`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var resumeToken: String
        /// `gateway_endpoint`, number 3.
        public var gatewayEndpoint: String

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            resumeToken = ""
            gatewayEndpoint = ""
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            resumeToken: String = "",
            gatewayEndpoint: String = ""
        ) {
            self.sessionId = sessionId
            self.resumeToken = resumeToken
            self.gatewayEndpoint = gatewayEndpoint
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("resumeToken", resumeToken)
            object.add("gatewayEndpoint", gatewayEndpoint)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("resumeToken", "resume_token", into: &resumeToken)
            try object.read("gatewayEndpoint", "gateway_endpoint", into: &gatewayEndpoint)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            copy.resumeToken = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            copy.resumeToken = mask(resumeToken)
            return copy
        }
    }

    /// Message `ResumeSessionResponse` of the contract.
    public struct ResumeSessionResponse: WireMessage {
        /// `partyline.v1.ResumeSessionResponse`
        public static var fullName: String { "partyline.v1.ResumeSessionResponse" }

        /// `identity`, number 1.
        public var identity: Proto.ClientIdentity?
        /// `user_sig_expires_at_ms`, number 2.
        public var userSigExpiresAtMs: Int64
        /// `resume_window_ms`, number 3.
        public var resumeWindowMs: UInt32

        /// All fields at their defaults.
        public init() {
            identity = nil
            userSigExpiresAtMs = 0
            resumeWindowMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            identity: Proto.ClientIdentity? = nil,
            userSigExpiresAtMs: Int64 = 0,
            resumeWindowMs: UInt32 = 0
        ) {
            self.identity = identity
            self.userSigExpiresAtMs = userSigExpiresAtMs
            self.resumeWindowMs = resumeWindowMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("identity", identity)
            object.add("userSigExpiresAtMs", userSigExpiresAtMs)
            object.add("resumeWindowMs", resumeWindowMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("identity", into: &identity)
            try object.read("userSigExpiresAtMs", "user_sig_expires_at_ms", into: &userSigExpiresAtMs)
            try object.read("resumeWindowMs", "resume_window_ms", into: &resumeWindowMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.identity = identity?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.identity = identity?.masked(by: mask)
            return copy
        }
    }

    /// Message `CloseSessionRequest` of the contract.
    public struct CloseSessionRequest: WireMessage {
        /// `partyline.v1.CloseSessionRequest`
        public static var fullName: String { "partyline.v1.CloseSessionRequest" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String

        /// All fields at their defaults.
        public init() {
            sessionId = ""
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = ""
        ) {
            self.sessionId = sessionId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            return copy
        }
    }

    /// A gateway tells which of its sessions still have a live connection. A session that no gateway renews for the
    /// lease time is detached, and after the resume window it is gone.
    public struct RenewLeasesRequest: WireMessage {
        /// `partyline.v1.RenewLeasesRequest`
        public static var fullName: String { "partyline.v1.RenewLeasesRequest" }

        /// `gateway_endpoint`, number 1.
        public var gatewayEndpoint: String
        /// `session_ids`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionIds: [String]

        /// All fields at their defaults.
        public init() {
            gatewayEndpoint = ""
            sessionIds = []
        }

        /// Fields in the order of the contract.
        public init(
            gatewayEndpoint: String = "",
            sessionIds: [String] = []
        ) {
            self.gatewayEndpoint = gatewayEndpoint
            self.sessionIds = sessionIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("gatewayEndpoint", gatewayEndpoint)
            object.add("sessionIds", sessionIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("gatewayEndpoint", "gateway_endpoint", into: &gatewayEndpoint)
            try object.read("sessionIds", "session_ids", into: &sessionIds)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionIds = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionIds = sessionIds.map { mask($0) }
            return copy
        }
    }

    /// Message `RenewLeasesResponse` of the contract.
    public struct RenewLeasesResponse: WireMessage {
        /// `partyline.v1.RenewLeasesResponse`
        public static var fullName: String { "partyline.v1.RenewLeasesResponse" }

        /// not (or no longer) sessions of this gateway: disconnect them
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var endedSessionIds: [String]
        /// `lease_ms`, number 2.
        public var leaseMs: UInt32

        /// All fields at their defaults.
        public init() {
            endedSessionIds = []
            leaseMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            endedSessionIds: [String] = [],
            leaseMs: UInt32 = 0
        ) {
            self.endedSessionIds = endedSessionIds
            self.leaseMs = leaseMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("endedSessionIds", endedSessionIds)
            object.add("leaseMs", leaseMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("endedSessionIds", "ended_session_ids", into: &endedSessionIds)
            try object.read("leaseMs", "lease_ms", into: &leaseMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.endedSessionIds = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.endedSessionIds = endedSessionIds.map { mask($0) }
            return copy
        }
    }

    /// The connection is gone; the session waits for a resume.
    public struct DetachSessionRequest: WireMessage {
        /// `partyline.v1.DetachSessionRequest`
        public static var fullName: String { "partyline.v1.DetachSessionRequest" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// ignored if the session has moved to another gateway meanwhile
        public var gatewayEndpoint: String
        /// how long its client had been silent when the gateway gave up; 0 if the connection broke
        public var unheardMs: UInt32

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            gatewayEndpoint = ""
            unheardMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            gatewayEndpoint: String = "",
            unheardMs: UInt32 = 0
        ) {
            self.sessionId = sessionId
            self.gatewayEndpoint = gatewayEndpoint
            self.unheardMs = unheardMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("gatewayEndpoint", gatewayEndpoint)
            object.add("unheardMs", unheardMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("gatewayEndpoint", "gateway_endpoint", into: &gatewayEndpoint)
            try object.read("unheardMs", "unheard_ms", into: &unheardMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            return copy
        }
    }

    /// Message `Session` of the contract.
    public struct Session: WireMessage {
        /// `partyline.v1.Session`
        public static var fullName: String { "partyline.v1.Session" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `user_id`, number 2.
        public var userId: String
        /// `device_id`, number 3.
        public var deviceId: String
        /// `platform`, number 4.
        public var platform: Proto.Platform
        /// `device_name`, number 5.
        public var deviceName: String
        /// empty while detached
        public var gatewayEndpoint: String
        /// by a lease that has not run out
        public var isConnected: Bool
        /// UTC. While connected the last renewal, afterwards the last sign of life. A start of presence counts as one: before it
        /// nobody could be heard.
        public var lastSeenMs: Int64
        /// its app said that it is not in front
        public var isBackground: Bool

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            userId = ""
            deviceId = ""
            platform = Proto.Platform(rawValue: 0)
            deviceName = ""
            gatewayEndpoint = ""
            isConnected = false
            lastSeenMs = 0
            isBackground = false
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            userId: String = "",
            deviceId: String = "",
            platform: Proto.Platform = Proto.Platform(rawValue: 0),
            deviceName: String = "",
            gatewayEndpoint: String = "",
            isConnected: Bool = false,
            lastSeenMs: Int64 = 0,
            isBackground: Bool = false
        ) {
            self.sessionId = sessionId
            self.userId = userId
            self.deviceId = deviceId
            self.platform = platform
            self.deviceName = deviceName
            self.gatewayEndpoint = gatewayEndpoint
            self.isConnected = isConnected
            self.lastSeenMs = lastSeenMs
            self.isBackground = isBackground
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("userId", userId)
            object.add("deviceId", deviceId)
            object.add("platform", platform)
            object.add("deviceName", deviceName)
            object.add("gatewayEndpoint", gatewayEndpoint)
            object.add("isConnected", isConnected)
            object.add("lastSeenMs", lastSeenMs)
            object.add("isBackground", isBackground)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("platform", into: &platform)
            try object.read("deviceName", "device_name", into: &deviceName)
            try object.read("gatewayEndpoint", "gateway_endpoint", into: &gatewayEndpoint)
            try object.read("isConnected", "is_connected", into: &isConnected)
            try object.read("lastSeenMs", "last_seen_ms", into: &lastSeenMs)
            try object.read("isBackground", "is_background", into: &isBackground)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            return copy
        }
    }

    /// Message `LookupUsersRequest` of the contract.
    public struct LookupUsersRequest: WireMessage {
        /// `partyline.v1.LookupUsersRequest`
        public static var fullName: String { "partyline.v1.LookupUsersRequest" }

        /// at most 100
        public var userIds: [String]
        /// who wants to call them; empty: nobody, and no relation is looked up
        public var askedFor: String
        /// for which group
        public var chatGroupId: String

        /// All fields at their defaults.
        public init() {
            userIds = []
            askedFor = ""
            chatGroupId = ""
        }

        /// Fields in the order of the contract.
        public init(
            userIds: [String] = [],
            askedFor: String = "",
            chatGroupId: String = ""
        ) {
            self.userIds = userIds
            self.askedFor = askedFor
            self.chatGroupId = chatGroupId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userIds", userIds)
            object.add("askedFor", askedFor)
            object.add("chatGroupId", chatGroupId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userIds", "user_ids", into: &userIds)
            try object.read("askedFor", "asked_for", into: &askedFor)
            try object.read("chatGroupId", "chat_group_id", into: &chatGroupId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `UserPresence` of the contract.
    public struct UserPresence: WireMessage {
        /// `partyline.v1.UserPresence`
        public static var fullName: String { "partyline.v1.UserPresence" }

        /// `user_id`, number 1.
        public var userId: String
        /// has ever logged in
        public var exists: Bool
        /// `profile`, number 3.
        public var profile: Proto.UserProfile?
        /// open ones, connected or waiting for a resume
        public var sessions: [Proto.Session]
        /// this user has blocked the one who wants to call, or the other way round
        public var isBlocked: Bool
        /// wants no ring now; told to those who want to call only
        public var isDoNotDisturb: Bool

        /// All fields at their defaults.
        public init() {
            userId = ""
            exists = false
            profile = nil
            sessions = []
            isBlocked = false
            isDoNotDisturb = false
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            exists: Bool = false,
            profile: Proto.UserProfile? = nil,
            sessions: [Proto.Session] = [],
            isBlocked: Bool = false,
            isDoNotDisturb: Bool = false
        ) {
            self.userId = userId
            self.exists = exists
            self.profile = profile
            self.sessions = sessions
            self.isBlocked = isBlocked
            self.isDoNotDisturb = isDoNotDisturb
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("exists", exists)
            object.add("profile", profile)
            object.add("sessions", sessions)
            object.add("isBlocked", isBlocked)
            object.add("isDoNotDisturb", isDoNotDisturb)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("exists", into: &exists)
            try object.read("profile", into: &profile)
            try object.read("sessions", into: &sessions)
            try object.read("isBlocked", "is_blocked", into: &isBlocked)
            try object.read("isDoNotDisturb", "is_do_not_disturb", into: &isDoNotDisturb)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessions = sessions.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessions = sessions.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `LookupUsersResponse` of the contract.
    public struct LookupUsersResponse: WireMessage {
        /// `partyline.v1.LookupUsersResponse`
        public static var fullName: String { "partyline.v1.LookupUsersResponse" }

        /// in the order asked
        public var users: [Proto.UserPresence]
        /// `group_standing`, number 2.
        public var groupStanding: Proto.GroupStanding

        /// All fields at their defaults.
        public init() {
            users = []
            groupStanding = Proto.GroupStanding(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            users: [Proto.UserPresence] = [],
            groupStanding: Proto.GroupStanding = Proto.GroupStanding(rawValue: 0)
        ) {
            self.users = users
            self.groupStanding = groupStanding
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("users", users)
            object.add("groupStanding", groupStanding)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("users", into: &users)
            try object.read("groupStanding", "group_standing", into: &groupStanding)
        }

        public func redacted() -> Self {
            var copy = self
            copy.users = users.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.users = users.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `LookupSessionsRequest` of the contract.
    public struct LookupSessionsRequest: WireMessage {
        /// `partyline.v1.LookupSessionsRequest`
        public static var fullName: String { "partyline.v1.LookupSessionsRequest" }

        /// at most 1000
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionIds: [String]

        /// All fields at their defaults.
        public init() {
            sessionIds = []
        }

        /// Fields in the order of the contract.
        public init(
            sessionIds: [String] = []
        ) {
            self.sessionIds = sessionIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionIds", sessionIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionIds", "session_ids", into: &sessionIds)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionIds = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionIds = sessionIds.map { mask($0) }
            return copy
        }
    }

    /// Message `LookupSessionsResponse` of the contract.
    public struct LookupSessionsResponse: WireMessage {
        /// `partyline.v1.LookupSessionsResponse`
        public static var fullName: String { "partyline.v1.LookupSessionsResponse" }

        /// those that are open; a missing one is gone
        public var sessions: [Proto.Session]

        /// All fields at their defaults.
        public init() {
            sessions = []
        }

        /// Fields in the order of the contract.
        public init(
            sessions: [Proto.Session] = []
        ) {
            self.sessions = sessions
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessions", sessions)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessions", into: &sessions)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessions = sessions.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessions = sessions.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `SetSelfInfoRequest` of the contract.
    public struct SetSelfInfoRequest: WireMessage {
        /// `partyline.v1.SetSelfInfoRequest`
        public static var fullName: String { "partyline.v1.SetSelfInfoRequest" }

        /// user_id is ignored: it is the caller's
        public var profile: Proto.UserProfile?

        /// All fields at their defaults.
        public init() {
            profile = nil
        }

        /// Fields in the order of the contract.
        public init(
            profile: Proto.UserProfile? = nil
        ) {
            self.profile = profile
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("profile", profile)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("profile", into: &profile)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetUsersInfoRequest` of the contract.
    public struct GetUsersInfoRequest: WireMessage {
        /// `partyline.v1.GetUsersInfoRequest`
        public static var fullName: String { "partyline.v1.GetUsersInfoRequest" }

        /// at most 100
        public var userIds: [String]

        /// All fields at their defaults.
        public init() {
            userIds = []
        }

        /// Fields in the order of the contract.
        public init(
            userIds: [String] = []
        ) {
            self.userIds = userIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userIds", userIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userIds", "user_ids", into: &userIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetUsersInfoResponse` of the contract.
    public struct GetUsersInfoResponse: WireMessage {
        /// `partyline.v1.GetUsersInfoResponse`
        public static var fullName: String { "partyline.v1.GetUsersInfoResponse" }

        /// those that exist
        public var profiles: [Proto.UserProfile]

        /// All fields at their defaults.
        public init() {
            profiles = []
        }

        /// Fields in the order of the contract.
        public init(
            profiles: [Proto.UserProfile] = []
        ) {
            self.profiles = profiles
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("profiles", profiles)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("profiles", into: &profiles)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Presence`.
    public enum PresenceMethods {
        /// `partyline.v1.Presence`
        public static let serviceName = "partyline.v1.Presence"

        /// `partyline.v1.Presence/SetSelfInfo`
        public static let setSelfInfo = MethodDescriptor(
            service: serviceName, name: "SetSelfInfo", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 44)

        /// `partyline.v1.Presence/GetUsersInfo`
        public static let getUsersInfo = MethodDescriptor(
            service: serviceName, name: "GetUsersInfo", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 45)

        /// For gateways. Checks the UserSig; creates the account on its first login; kicks the older session of the same
        /// platform (and replaces the one of the same device).
        public static let openSession = MethodDescriptor(
            service: serviceName, name: "OpenSession", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 46)

        /// `partyline.v1.Presence/ResumeSession`
        public static let resumeSession = MethodDescriptor(
            service: serviceName, name: "ResumeSession", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 47)

        /// `partyline.v1.Presence/CloseSession`
        public static let closeSession = MethodDescriptor(
            service: serviceName, name: "CloseSession", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 48)

        /// `partyline.v1.Presence/DetachSession`
        public static let detachSession = MethodDescriptor(
            service: serviceName, name: "DetachSession", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 49)

        /// `partyline.v1.Presence/RenewLeases`
        public static let renewLeases = MethodDescriptor(
            service: serviceName, name: "RenewLeases", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 50)

        /// For signaling and push.
        public static let lookupUsers = MethodDescriptor(
            service: serviceName, name: "LookupUsers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 51)

        /// `partyline.v1.Presence/LookupSessions`
        public static let lookupSessions = MethodDescriptor(
            service: serviceName, name: "LookupSessions", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 52)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            setSelfInfo,
            getUsersInfo,
            openSession,
            resumeSession,
            closeSession,
            detachSession,
            renewLeases,
            lookupUsers,
            lookupSessions
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.PresenceService) -> [RPCHandler] {
            [
                .unary(setSelfInfo, service.setSelfInfo),
                .unary(getUsersInfo, service.getUsersInfo),
                .unary(openSession, service.openSession),
                .unary(resumeSession, service.resumeSession),
                .unary(closeSession, service.closeSession),
                .unary(detachSession, service.detachSession),
                .unary(renewLeases, service.renewLeases),
                .unary(lookupUsers, service.lookupUsers),
                .unary(lookupSessions, service.lookupSessions),
            ]
        }
    }

    /// Calls `partyline.v1.Presence` over any channel.
    public struct PresenceClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `SetSelfInfo`.
        public func setSelfInfo(
            _ request: Proto.SetSelfInfoRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PresenceMethods.setSelfInfo, request, options)
        }

        /// Calls `GetUsersInfo`.
        public func getUsersInfo(
            _ request: Proto.GetUsersInfoRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetUsersInfoResponse {
            try await channel.call(Proto.PresenceMethods.getUsersInfo, request, options)
        }

        /// For gateways. Checks the UserSig; creates the account on its first login; kicks the older session of the same
        /// platform (and replaces the one of the same device).
        public func openSession(
            _ request: Proto.OpenSessionRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.OpenSessionResponse {
            try await channel.call(Proto.PresenceMethods.openSession, request, options)
        }

        /// Calls `ResumeSession`.
        public func resumeSession(
            _ request: Proto.ResumeSessionRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ResumeSessionResponse {
            try await channel.call(Proto.PresenceMethods.resumeSession, request, options)
        }

        /// Calls `CloseSession`.
        public func closeSession(
            _ request: Proto.CloseSessionRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PresenceMethods.closeSession, request, options)
        }

        /// Calls `DetachSession`.
        public func detachSession(
            _ request: Proto.DetachSessionRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PresenceMethods.detachSession, request, options)
        }

        /// Calls `RenewLeases`.
        public func renewLeases(
            _ request: Proto.RenewLeasesRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.RenewLeasesResponse {
            try await channel.call(Proto.PresenceMethods.renewLeases, request, options)
        }

        /// For signaling and push.
        public func lookupUsers(
            _ request: Proto.LookupUsersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.LookupUsersResponse {
            try await channel.call(Proto.PresenceMethods.lookupUsers, request, options)
        }

        /// Calls `LookupSessions`.
        public func lookupSessions(
            _ request: Proto.LookupSessionsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.LookupSessionsResponse {
            try await channel.call(Proto.PresenceMethods.lookupSessions, request, options)
        }
    }

    /// Answers `partyline.v1.Presence`. Methods may run at the same time.
    public protocol PresenceService: Sendable {
        /// Answers `SetSelfInfo`.
        func setSelfInfo(
            _ request: Proto.SetSelfInfoRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetUsersInfo`.
        func getUsersInfo(
            _ request: Proto.GetUsersInfoRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetUsersInfoResponse

        /// For gateways. Checks the UserSig; creates the account on its first login; kicks the older session of the same
        /// platform (and replaces the one of the same device).
        func openSession(
            _ request: Proto.OpenSessionRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.OpenSessionResponse

        /// Answers `ResumeSession`.
        func resumeSession(
            _ request: Proto.ResumeSessionRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ResumeSessionResponse

        /// Answers `CloseSession`.
        func closeSession(
            _ request: Proto.CloseSessionRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `DetachSession`.
        func detachSession(
            _ request: Proto.DetachSessionRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `RenewLeases`.
        func renewLeases(
            _ request: Proto.RenewLeasesRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.RenewLeasesResponse

        /// For signaling and push.
        func lookupUsers(
            _ request: Proto.LookupUsersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.LookupUsersResponse

        /// Answers `LookupSessions`.
        func lookupSessions(
            _ request: Proto.LookupSessionsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.LookupSessionsResponse
    }
}

extension Proto.GroupStanding: JSONField {}
extension Proto.OpenSessionRequest: JSONField {}
extension Proto.OpenSessionResponse: JSONField {}
extension Proto.ResumeSessionRequest: JSONField {}
extension Proto.ResumeSessionResponse: JSONField {}
extension Proto.CloseSessionRequest: JSONField {}
extension Proto.RenewLeasesRequest: JSONField {}
extension Proto.RenewLeasesResponse: JSONField {}
extension Proto.DetachSessionRequest: JSONField {}
extension Proto.Session: JSONField {}
extension Proto.LookupUsersRequest: JSONField {}
extension Proto.UserPresence: JSONField {}
extension Proto.LookupUsersResponse: JSONField {}
extension Proto.LookupSessionsRequest: JSONField {}
extension Proto.LookupSessionsResponse: JSONField {}
extension Proto.SetSelfInfoRequest: JSONField {}
extension Proto.GetUsersInfoRequest: JSONField {}
extension Proto.GetUsersInfoResponse: JSONField {}

extension Proto.OpenSessionRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__OpenSessionRequest>) {
        unsafe partyline__v1__open_session_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__OpenSessionRequest>? {
        unsafe partyline__v1__open_session_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__OpenSessionRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.sdk_app_id = sdkAppId
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "OpenSessionRequest.user_id") }
        if !userSig.isEmpty { unsafe c.pointee.user_sig = try arena.string(userSig, "OpenSessionRequest.user_sig") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "OpenSessionRequest.device_id") }
        unsafe c.pointee.platform = .init(rawValue: .init(truncatingIfNeeded: platform.rawValue))
        if !deviceName.isEmpty { unsafe c.pointee.device_name = try arena.string(deviceName, "OpenSessionRequest.device_name") }
        if !gatewayEndpoint.isEmpty { unsafe c.pointee.gateway_endpoint = try arena.string(gatewayEndpoint, "OpenSessionRequest.gateway_endpoint") }
    }

    init(loading c: UnsafePointer<Partyline__V1__OpenSessionRequest>) throws(WireError) {
        try unsafe self.init(
            sdkAppId: c.pointee.sdk_app_id,
            userId: loadString(c.pointee.user_id, "OpenSessionRequest.user_id"),
            userSig: loadString(c.pointee.user_sig, "OpenSessionRequest.user_sig"),
            deviceId: loadString(c.pointee.device_id, "OpenSessionRequest.device_id"),
            platform: .init(rawValue: .init(truncatingIfNeeded: c.pointee.platform.rawValue)),
            deviceName: loadString(c.pointee.device_name, "OpenSessionRequest.device_name"),
            gatewayEndpoint: loadString(c.pointee.gateway_endpoint, "OpenSessionRequest.gateway_endpoint")
        )
    }
}

extension Proto.OpenSessionResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__OpenSessionResponse>) {
        unsafe partyline__v1__open_session_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__OpenSessionResponse>? {
        unsafe partyline__v1__open_session_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__OpenSessionResponse>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "OpenSessionResponse.session_id") }
        if !resumeToken.isEmpty { unsafe c.pointee.resume_token = try arena.string(resumeToken, "OpenSessionResponse.resume_token") }
        unsafe c.pointee.user_sig_expires_at_ms = userSigExpiresAtMs
        unsafe c.pointee.resume_window_ms = resumeWindowMs
        if let profile { unsafe c.pointee.profile = try arena.message(profile) }
    }

    init(loading c: UnsafePointer<Partyline__V1__OpenSessionResponse>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "OpenSessionResponse.session_id"),
            resumeToken: loadString(c.pointee.resume_token, "OpenSessionResponse.resume_token"),
            userSigExpiresAtMs: c.pointee.user_sig_expires_at_ms,
            resumeWindowMs: c.pointee.resume_window_ms,
            profile: loadMessage(c.pointee.profile)
        )
    }
}

extension Proto.ResumeSessionRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ResumeSessionRequest>) {
        unsafe partyline__v1__resume_session_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ResumeSessionRequest>? {
        unsafe partyline__v1__resume_session_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ResumeSessionRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "ResumeSessionRequest.session_id") }
        if !resumeToken.isEmpty { unsafe c.pointee.resume_token = try arena.string(resumeToken, "ResumeSessionRequest.resume_token") }
        if !gatewayEndpoint.isEmpty { unsafe c.pointee.gateway_endpoint = try arena.string(gatewayEndpoint, "ResumeSessionRequest.gateway_endpoint") }
    }

    init(loading c: UnsafePointer<Partyline__V1__ResumeSessionRequest>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "ResumeSessionRequest.session_id"),
            resumeToken: loadString(c.pointee.resume_token, "ResumeSessionRequest.resume_token"),
            gatewayEndpoint: loadString(c.pointee.gateway_endpoint, "ResumeSessionRequest.gateway_endpoint")
        )
    }
}

extension Proto.ResumeSessionResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ResumeSessionResponse>) {
        unsafe partyline__v1__resume_session_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ResumeSessionResponse>? {
        unsafe partyline__v1__resume_session_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ResumeSessionResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let identity { unsafe c.pointee.identity = try arena.message(identity) }
        unsafe c.pointee.user_sig_expires_at_ms = userSigExpiresAtMs
        unsafe c.pointee.resume_window_ms = resumeWindowMs
    }

    init(loading c: UnsafePointer<Partyline__V1__ResumeSessionResponse>) throws(WireError) {
        try unsafe self.init(
            identity: loadMessage(c.pointee.identity),
            userSigExpiresAtMs: c.pointee.user_sig_expires_at_ms,
            resumeWindowMs: c.pointee.resume_window_ms
        )
    }
}

extension Proto.CloseSessionRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CloseSessionRequest>) {
        unsafe partyline__v1__close_session_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CloseSessionRequest>? {
        unsafe partyline__v1__close_session_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CloseSessionRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "CloseSessionRequest.session_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__CloseSessionRequest>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "CloseSessionRequest.session_id")
        )
    }
}

extension Proto.RenewLeasesRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RenewLeasesRequest>) {
        unsafe partyline__v1__renew_leases_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RenewLeasesRequest>? {
        unsafe partyline__v1__renew_leases_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RenewLeasesRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !gatewayEndpoint.isEmpty { unsafe c.pointee.gateway_endpoint = try arena.string(gatewayEndpoint, "RenewLeasesRequest.gateway_endpoint") }
        unsafe c.pointee.n_session_ids = sessionIds.count
        unsafe c.pointee.session_ids = try arena.strings(sessionIds, "RenewLeasesRequest.session_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__RenewLeasesRequest>) throws(WireError) {
        try unsafe self.init(
            gatewayEndpoint: loadString(c.pointee.gateway_endpoint, "RenewLeasesRequest.gateway_endpoint"),
            sessionIds: loadStrings(c.pointee.n_session_ids, c.pointee.session_ids, "RenewLeasesRequest.session_ids")
        )
    }
}

extension Proto.RenewLeasesResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RenewLeasesResponse>) {
        unsafe partyline__v1__renew_leases_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RenewLeasesResponse>? {
        unsafe partyline__v1__renew_leases_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RenewLeasesResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_ended_session_ids = endedSessionIds.count
        unsafe c.pointee.ended_session_ids = try arena.strings(endedSessionIds, "RenewLeasesResponse.ended_session_ids")
        unsafe c.pointee.lease_ms = leaseMs
    }

    init(loading c: UnsafePointer<Partyline__V1__RenewLeasesResponse>) throws(WireError) {
        try unsafe self.init(
            endedSessionIds: loadStrings(c.pointee.n_ended_session_ids, c.pointee.ended_session_ids, "RenewLeasesResponse.ended_session_ids"),
            leaseMs: c.pointee.lease_ms
        )
    }
}

extension Proto.DetachSessionRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DetachSessionRequest>) {
        unsafe partyline__v1__detach_session_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DetachSessionRequest>? {
        unsafe partyline__v1__detach_session_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DetachSessionRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "DetachSessionRequest.session_id") }
        if !gatewayEndpoint.isEmpty { unsafe c.pointee.gateway_endpoint = try arena.string(gatewayEndpoint, "DetachSessionRequest.gateway_endpoint") }
        unsafe c.pointee.unheard_ms = unheardMs
    }

    init(loading c: UnsafePointer<Partyline__V1__DetachSessionRequest>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "DetachSessionRequest.session_id"),
            gatewayEndpoint: loadString(c.pointee.gateway_endpoint, "DetachSessionRequest.gateway_endpoint"),
            unheardMs: c.pointee.unheard_ms
        )
    }
}

extension Proto.Session: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Session>) {
        unsafe partyline__v1__session__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Session>? {
        unsafe partyline__v1__session__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Session>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "Session.session_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "Session.user_id") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "Session.device_id") }
        unsafe c.pointee.platform = .init(rawValue: .init(truncatingIfNeeded: platform.rawValue))
        if !deviceName.isEmpty { unsafe c.pointee.device_name = try arena.string(deviceName, "Session.device_name") }
        if !gatewayEndpoint.isEmpty { unsafe c.pointee.gateway_endpoint = try arena.string(gatewayEndpoint, "Session.gateway_endpoint") }
        unsafe c.pointee.is_connected = isConnected ? 1 : 0
        unsafe c.pointee.last_seen_ms = lastSeenMs
        unsafe c.pointee.is_background = isBackground ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__Session>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "Session.session_id"),
            userId: loadString(c.pointee.user_id, "Session.user_id"),
            deviceId: loadString(c.pointee.device_id, "Session.device_id"),
            platform: .init(rawValue: .init(truncatingIfNeeded: c.pointee.platform.rawValue)),
            deviceName: loadString(c.pointee.device_name, "Session.device_name"),
            gatewayEndpoint: loadString(c.pointee.gateway_endpoint, "Session.gateway_endpoint"),
            isConnected: c.pointee.is_connected != 0,
            lastSeenMs: c.pointee.last_seen_ms,
            isBackground: c.pointee.is_background != 0
        )
    }
}

extension Proto.LookupUsersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LookupUsersRequest>) {
        unsafe partyline__v1__lookup_users_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LookupUsersRequest>? {
        unsafe partyline__v1__lookup_users_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LookupUsersRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "LookupUsersRequest.user_ids")
        if !askedFor.isEmpty { unsafe c.pointee.asked_for = try arena.string(askedFor, "LookupUsersRequest.asked_for") }
        if !chatGroupId.isEmpty { unsafe c.pointee.chat_group_id = try arena.string(chatGroupId, "LookupUsersRequest.chat_group_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__LookupUsersRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "LookupUsersRequest.user_ids"),
            askedFor: loadString(c.pointee.asked_for, "LookupUsersRequest.asked_for"),
            chatGroupId: loadString(c.pointee.chat_group_id, "LookupUsersRequest.chat_group_id")
        )
    }
}

extension Proto.UserPresence: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UserPresence>) {
        unsafe partyline__v1__user_presence__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UserPresence>? {
        unsafe partyline__v1__user_presence__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UserPresence>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "UserPresence.user_id") }
        unsafe c.pointee.exists = exists ? 1 : 0
        if let profile { unsafe c.pointee.profile = try arena.message(profile) }
        unsafe c.pointee.n_sessions = sessions.count
        unsafe c.pointee.sessions = try arena.messages(sessions)
        unsafe c.pointee.is_blocked = isBlocked ? 1 : 0
        unsafe c.pointee.is_do_not_disturb = isDoNotDisturb ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__UserPresence>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "UserPresence.user_id"),
            exists: c.pointee.exists != 0,
            profile: loadMessage(c.pointee.profile),
            sessions: loadMessages(c.pointee.n_sessions, c.pointee.sessions),
            isBlocked: c.pointee.is_blocked != 0,
            isDoNotDisturb: c.pointee.is_do_not_disturb != 0
        )
    }
}

extension Proto.LookupUsersResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LookupUsersResponse>) {
        unsafe partyline__v1__lookup_users_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LookupUsersResponse>? {
        unsafe partyline__v1__lookup_users_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LookupUsersResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_users = users.count
        unsafe c.pointee.users = try arena.messages(users)
        unsafe c.pointee.group_standing = .init(rawValue: .init(truncatingIfNeeded: groupStanding.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__LookupUsersResponse>) throws(WireError) {
        try unsafe self.init(
            users: loadMessages(c.pointee.n_users, c.pointee.users),
            groupStanding: .init(rawValue: .init(truncatingIfNeeded: c.pointee.group_standing.rawValue))
        )
    }
}

extension Proto.LookupSessionsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LookupSessionsRequest>) {
        unsafe partyline__v1__lookup_sessions_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LookupSessionsRequest>? {
        unsafe partyline__v1__lookup_sessions_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LookupSessionsRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_session_ids = sessionIds.count
        unsafe c.pointee.session_ids = try arena.strings(sessionIds, "LookupSessionsRequest.session_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__LookupSessionsRequest>) throws(WireError) {
        try unsafe self.init(
            sessionIds: loadStrings(c.pointee.n_session_ids, c.pointee.session_ids, "LookupSessionsRequest.session_ids")
        )
    }
}

extension Proto.LookupSessionsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LookupSessionsResponse>) {
        unsafe partyline__v1__lookup_sessions_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LookupSessionsResponse>? {
        unsafe partyline__v1__lookup_sessions_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LookupSessionsResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_sessions = sessions.count
        unsafe c.pointee.sessions = try arena.messages(sessions)
    }

    init(loading c: UnsafePointer<Partyline__V1__LookupSessionsResponse>) throws(WireError) {
        try unsafe self.init(
            sessions: loadMessages(c.pointee.n_sessions, c.pointee.sessions)
        )
    }
}

extension Proto.SetSelfInfoRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetSelfInfoRequest>) {
        unsafe partyline__v1__set_self_info_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetSelfInfoRequest>? {
        unsafe partyline__v1__set_self_info_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetSelfInfoRequest>, _ arena: borrowing Arena) throws(WireError) {
        if let profile { unsafe c.pointee.profile = try arena.message(profile) }
    }

    init(loading c: UnsafePointer<Partyline__V1__SetSelfInfoRequest>) throws(WireError) {
        try unsafe self.init(
            profile: loadMessage(c.pointee.profile)
        )
    }
}

extension Proto.GetUsersInfoRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetUsersInfoRequest>) {
        unsafe partyline__v1__get_users_info_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetUsersInfoRequest>? {
        unsafe partyline__v1__get_users_info_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetUsersInfoRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "GetUsersInfoRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__GetUsersInfoRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "GetUsersInfoRequest.user_ids")
        )
    }
}

extension Proto.GetUsersInfoResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetUsersInfoResponse>) {
        unsafe partyline__v1__get_users_info_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetUsersInfoResponse>? {
        unsafe partyline__v1__get_users_info_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetUsersInfoResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_profiles = profiles.count
        unsafe c.pointee.profiles = try arena.messages(profiles)
    }

    init(loading c: UnsafePointer<Partyline__V1__GetUsersInfoResponse>) throws(WireError) {
        try unsafe self.init(
            profiles: loadMessages(c.pointee.n_profiles, c.pointee.profiles)
        )
    }
}
