// Generated from partyline/v1/gateway.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `SessionEndCause` of the contract.
    public struct SessionEndCause: WireEnum {
        /// `SESSION_END_CAUSE_UNSPECIFIED`
        public static let unspecified = SessionEndCause(rawValue: 0)
        /// the same account logged in on another device of this platform
        public static let kickedOffline = SessionEndCause(rawValue: 1)
        /// the UserSig's time is over
        public static let loginExpired = SessionEndCause(rawValue: 2)
        /// `SESSION_END_CAUSE_LOGOUT`
        public static let logout = SessionEndCause(rawValue: 3)

        /// Every value this build knows.
        public static let allCases: [SessionEndCause] = [
            .unspecified,
            .kickedOffline,
            .loginExpired,
            .logout
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "SESSION_END_CAUSE_UNSPECIFIED"
                case 1: "SESSION_END_CAUSE_KICKED_OFFLINE"
                case 2: "SESSION_END_CAUSE_LOGIN_EXPIRED"
                case 3: "SESSION_END_CAUSE_LOGOUT"
                default: String(rawValue)
            }
        }
    }

    /// Message `LoginRequest` of the contract.
    public struct LoginRequest: WireMessage {
        /// `partyline.v1.LoginRequest`
        public static var fullName: String { "partyline.v1.LoginRequest" }

        /// `sdk_app_id`, number 1.
        public var sdkAppId: UInt32
        /// `user_id`, number 2.
        public var userId: String
        /// `user_sig`, number 3.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var userSig: String
        /// stable per installation; 1 to 64 letters, digits, '-', '_'
        public var deviceId: String
        /// `platform`, number 5.
        public var platform: Proto.Platform
        /// `device_name`, number 6.
        public var deviceName: String

        /// All fields at their defaults.
        public init() {
            sdkAppId = 0
            userId = ""
            userSig = ""
            deviceId = ""
            platform = Proto.Platform(rawValue: 0)
            deviceName = ""
        }

        /// Fields in the order of the contract.
        public init(
            sdkAppId: UInt32 = 0,
            userId: String = "",
            userSig: String = "",
            deviceId: String = "",
            platform: Proto.Platform = Proto.Platform(rawValue: 0),
            deviceName: String = ""
        ) {
            self.sdkAppId = sdkAppId
            self.userId = userId
            self.userSig = userSig
            self.deviceId = deviceId
            self.platform = platform
            self.deviceName = deviceName
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

    /// Message `LoginResponse` of the contract.
    public struct LoginResponse: WireMessage {
        /// `partyline.v1.LoginResponse`
        public static var fullName: String { "partyline.v1.LoginResponse" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `resume_token`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var resumeToken: String
        /// UTC
        public var userSigExpiresAtMs: Int64
        /// send PING this often
        public var heartbeatIntervalMs: UInt32
        /// after losing the connection a session can be resumed this long
        public var resumeWindowMs: UInt32
        /// `profile`, number 6.
        public var profile: Proto.UserProfile?
        /// UTC
        public var serverTimeMs: Int64

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            resumeToken = ""
            userSigExpiresAtMs = 0
            heartbeatIntervalMs = 0
            resumeWindowMs = 0
            profile = nil
            serverTimeMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            resumeToken: String = "",
            userSigExpiresAtMs: Int64 = 0,
            heartbeatIntervalMs: UInt32 = 0,
            resumeWindowMs: UInt32 = 0,
            profile: Proto.UserProfile? = nil,
            serverTimeMs: Int64 = 0
        ) {
            self.sessionId = sessionId
            self.resumeToken = resumeToken
            self.userSigExpiresAtMs = userSigExpiresAtMs
            self.heartbeatIntervalMs = heartbeatIntervalMs
            self.resumeWindowMs = resumeWindowMs
            self.profile = profile
            self.serverTimeMs = serverTimeMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("resumeToken", resumeToken)
            object.add("userSigExpiresAtMs", userSigExpiresAtMs)
            object.add("heartbeatIntervalMs", heartbeatIntervalMs)
            object.add("resumeWindowMs", resumeWindowMs)
            object.add("profile", profile)
            object.add("serverTimeMs", serverTimeMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("resumeToken", "resume_token", into: &resumeToken)
            try object.read("userSigExpiresAtMs", "user_sig_expires_at_ms", into: &userSigExpiresAtMs)
            try object.read("heartbeatIntervalMs", "heartbeat_interval_ms", into: &heartbeatIntervalMs)
            try object.read("resumeWindowMs", "resume_window_ms", into: &resumeWindowMs)
            try object.read("profile", into: &profile)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
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

    /// Message `ResumeRequest` of the contract.
    public struct ResumeRequest: WireMessage {
        /// `partyline.v1.ResumeRequest`
        public static var fullName: String { "partyline.v1.ResumeRequest" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `resume_token`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var resumeToken: String

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            resumeToken = ""
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            resumeToken: String = ""
        ) {
            self.sessionId = sessionId
            self.resumeToken = resumeToken
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("resumeToken", resumeToken)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("resumeToken", "resume_token", into: &resumeToken)
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

    /// Message `ResumeResponse` of the contract.
    public struct ResumeResponse: WireMessage {
        /// `partyline.v1.ResumeResponse`
        public static var fullName: String { "partyline.v1.ResumeResponse" }

        /// `heartbeat_interval_ms`, number 1.
        public var heartbeatIntervalMs: UInt32
        /// `resume_window_ms`, number 2.
        public var resumeWindowMs: UInt32
        /// `server_time_ms`, number 3.
        public var serverTimeMs: Int64
        /// `user_sig_expires_at_ms`, number 4.
        public var userSigExpiresAtMs: Int64

        /// All fields at their defaults.
        public init() {
            heartbeatIntervalMs = 0
            resumeWindowMs = 0
            serverTimeMs = 0
            userSigExpiresAtMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            heartbeatIntervalMs: UInt32 = 0,
            resumeWindowMs: UInt32 = 0,
            serverTimeMs: Int64 = 0,
            userSigExpiresAtMs: Int64 = 0
        ) {
            self.heartbeatIntervalMs = heartbeatIntervalMs
            self.resumeWindowMs = resumeWindowMs
            self.serverTimeMs = serverTimeMs
            self.userSigExpiresAtMs = userSigExpiresAtMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("heartbeatIntervalMs", heartbeatIntervalMs)
            object.add("resumeWindowMs", resumeWindowMs)
            object.add("serverTimeMs", serverTimeMs)
            object.add("userSigExpiresAtMs", userSigExpiresAtMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("heartbeatIntervalMs", "heartbeat_interval_ms", into: &heartbeatIntervalMs)
            try object.read("resumeWindowMs", "resume_window_ms", into: &resumeWindowMs)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
            try object.read("userSigExpiresAtMs", "user_sig_expires_at_ms", into: &userSigExpiresAtMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `EventsRequest` of the contract.
    public struct EventsRequest: WireMessage {
        /// `partyline.v1.EventsRequest`
        public static var fullName: String { "partyline.v1.EventsRequest" }

        /// All fields at their defaults.
        public init() {}

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue { .object([]) }

        public init(json: JSONValue) throws(WireError) {
            _ = try JSONReader(json)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SessionEnded` of the contract.
    public struct SessionEnded: WireMessage {
        /// `partyline.v1.SessionEnded`
        public static var fullName: String { "partyline.v1.SessionEnded" }

        /// `cause`, number 1.
        public var cause: Proto.SessionEndCause

        /// All fields at their defaults.
        public init() {
            cause = Proto.SessionEndCause(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            cause: Proto.SessionEndCause = Proto.SessionEndCause(rawValue: 0)
        ) {
            self.cause = cause
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("cause", cause)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("cause", into: &cause)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// What a client hears unasked. Everything in it can be lost: calls are then repaired by Signaling/Sync, statuses by the next
    /// change or connection.
    public struct ClientEvent: WireMessage {
        /// `partyline.v1.ClientEvent`
        public static var fullName: String { "partyline.v1.ClientEvent" }

        /// At most one of these.
        public var event: Proto.ClientEvent.Event?

        /// All fields at their defaults.
        public init() {
            event = nil
        }

        /// Fields in the order of the contract.
        public init(
            event: Proto.ClientEvent.Event? = nil
        ) {
            self.event = event
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            switch event {
                case .call(let value): object.addPresent("call", value)
                case .activity(let value): object.addPresent("activity", value)
                case .sessionEnded(let value): object.addPresent("sessionEnded", value)
                case .invitation(let value): object.addPresent("invitation", value)
                case .statuses(let value): object.addPresent("statuses", value)
                case nil: break
            }
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            if let value: Proto.CallSnapshot = try object.readPresent("call") {
                event = .call(value)
            }
            if let value: Proto.CallActivity = try object.readPresent("activity") {
                event = .activity(value)
            }
            if let value: Proto.SessionEnded = try object.readPresent("sessionEnded", "session_ended") {
                event = .sessionEnded(value)
            }
            if let value: Proto.InvitationSnapshot = try object.readPresent("invitation") {
                event = .invitation(value)
            }
            if let value: Proto.UserStatusChanges = try object.readPresent("statuses") {
                event = .statuses(value)
            }
        }

        public func redacted() -> Self {
            var copy = self
            switch event {
                case .call(let value): copy.event = .call(value.redacted())
                case .invitation(let value): copy.event = .invitation(value.redacted())
                default: break
            }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            switch event {
                case .call(let value): copy.event = .call(value.masked(by: mask))
                case .invitation(let value): copy.event = .invitation(value.masked(by: mask))
                default: break
            }
            return copy
        }

        /// The alternatives of `event`.
        public enum Event: Sendable, Hashable {
            /// `call`, number 1.
            case call(Proto.CallSnapshot)
            /// `activity`, number 2.
            case activity(Proto.CallActivity)
            /// `session_ended`, number 3.
            case sessionEnded(Proto.SessionEnded)
            /// `invitation`, number 4.
            case invitation(Proto.InvitationSnapshot)
            /// `statuses`, number 5.
            case statuses(Proto.UserStatusChanges)
        }
    }

    /// Message `DeliverRequest` of the contract.
    public struct DeliverRequest: WireMessage {
        /// `partyline.v1.DeliverRequest`
        public static var fullName: String { "partyline.v1.DeliverRequest" }

        /// `deliveries`, number 1.
        public var deliveries: [Proto.Delivery]

        /// All fields at their defaults.
        public init() {
            deliveries = []
        }

        /// Fields in the order of the contract.
        public init(
            deliveries: [Proto.Delivery] = []
        ) {
            self.deliveries = deliveries
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("deliveries", deliveries)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("deliveries", into: &deliveries)
        }

        public func redacted() -> Self {
            var copy = self
            copy.deliveries = deliveries.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.deliveries = deliveries.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `Delivery` of the contract.
    public struct Delivery: WireMessage {
        /// `partyline.v1.Delivery`
        public static var fullName: String { "partyline.v1.Delivery" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `event`, number 2.
        public var event: Proto.ClientEvent?

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            event = nil
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            event: Proto.ClientEvent? = nil
        ) {
            self.sessionId = sessionId
            self.event = event
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("event", event)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("event", into: &event)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sessionId = ""
            copy.event = event?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sessionId = mask(sessionId)
            copy.event = event?.masked(by: mask)
            return copy
        }
    }

    /// Message `DeliverResponse` of the contract.
    public struct DeliverResponse: WireMessage {
        /// `partyline.v1.DeliverResponse`
        public static var fullName: String { "partyline.v1.DeliverResponse" }

        /// not connected here: re-read presence
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var unknownSessionIds: [String]

        /// All fields at their defaults.
        public init() {
            unknownSessionIds = []
        }

        /// Fields in the order of the contract.
        public init(
            unknownSessionIds: [String] = []
        ) {
            self.unknownSessionIds = unknownSessionIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("unknownSessionIds", unknownSessionIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("unknownSessionIds", "unknown_session_ids", into: &unknownSessionIds)
        }

        public func redacted() -> Self {
            var copy = self
            copy.unknownSessionIds = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.unknownSessionIds = unknownSessionIds.map { mask($0) }
            return copy
        }
    }

    /// Message `DisconnectRequest` of the contract.
    public struct DisconnectRequest: WireMessage {
        /// `partyline.v1.DisconnectRequest`
        public static var fullName: String { "partyline.v1.DisconnectRequest" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `cause`, number 2.
        public var cause: Proto.SessionEndCause

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            cause = Proto.SessionEndCause(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            cause: Proto.SessionEndCause = Proto.SessionEndCause(rawValue: 0)
        ) {
            self.sessionId = sessionId
            self.cause = cause
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("cause", cause)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("cause", into: &cause)
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

    /// The methods of `partyline.v1.Gateway`.
    public enum GatewayMethods {
        /// `partyline.v1.Gateway`
        public static let serviceName = "partyline.v1.Gateway"

        /// `partyline.v1.Gateway/Login`
        public static let login = MethodDescriptor(
            service: serviceName, name: "Login", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 6)

        /// `partyline.v1.Gateway/Resume`
        public static let resume = MethodDescriptor(
            service: serviceName, name: "Resume", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 7)

        /// `partyline.v1.Gateway/Logout`
        public static let logout = MethodDescriptor(
            service: serviceName, name: "Logout", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 8)

        /// One per connection, after Login or Resume.
        public static let events = MethodDescriptor(
            service: serviceName, name: "Events", isServerStreaming: true, isIdempotent: false,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 9)

        /// For services: hands events to connected sessions, in order per session.
        public static let deliver = MethodDescriptor(
            service: serviceName, name: "Deliver", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 10)

        /// For presence: ends a session that was kicked or whose login expired, telling the client why.
        public static let disconnect = MethodDescriptor(
            service: serviceName, name: "Disconnect", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 11)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            login,
            resume,
            logout,
            events,
            deliver,
            disconnect
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.GatewayService) -> [RPCHandler] {
            [
                .unary(login, service.login),
                .unary(resume, service.resume),
                .unary(logout, service.logout),
                .serverStream(events, service.events),
                .unary(deliver, service.deliver),
                .unary(disconnect, service.disconnect),
            ]
        }
    }

    /// Calls `partyline.v1.Gateway` over any channel.
    public struct GatewayClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `Login`.
        public func login(
            _ request: Proto.LoginRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.LoginResponse {
            try await channel.call(Proto.GatewayMethods.login, request, options)
        }

        /// Calls `Resume`.
        public func resume(
            _ request: Proto.ResumeRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ResumeResponse {
            try await channel.call(Proto.GatewayMethods.resume, request, options)
        }

        /// Calls `Logout`.
        public func logout(
            _ request: Proto.Empty, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GatewayMethods.logout, request, options)
        }

        /// One per connection, after Login or Resume.
        public func events(
            _ request: Proto.EventsRequest, _ options: CallOptions = CallOptions()
        ) -> RPCStream<Proto.ClientEvent> {
            channel.stream(Proto.GatewayMethods.events, request, options)
        }

        /// For services: hands events to connected sessions, in order per session.
        public func deliver(
            _ request: Proto.DeliverRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.DeliverResponse {
            try await channel.call(Proto.GatewayMethods.deliver, request, options)
        }

        /// For presence: ends a session that was kicked or whose login expired, telling the client why.
        public func disconnect(
            _ request: Proto.DisconnectRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GatewayMethods.disconnect, request, options)
        }
    }

    /// Answers `partyline.v1.Gateway`. Methods may run at the same time.
    public protocol GatewayService: Sendable {
        /// Answers `Login`.
        func login(
            _ request: Proto.LoginRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.LoginResponse

        /// Answers `Resume`.
        func resume(
            _ request: Proto.ResumeRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ResumeResponse

        /// Answers `Logout`.
        func logout(
            _ request: Proto.Empty, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// One per connection, after Login or Resume.
        func events(
            _ request: Proto.EventsRequest, _ context: RPCContext, _ responses: RPCSender<Proto.ClientEvent>
        ) async throws(RPCError)

        /// For services: hands events to connected sessions, in order per session.
        func deliver(
            _ request: Proto.DeliverRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.DeliverResponse

        /// For presence: ends a session that was kicked or whose login expired, telling the client why.
        func disconnect(
            _ request: Proto.DisconnectRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty
    }
}

extension Proto.SessionEndCause: JSONField {}
extension Proto.LoginRequest: JSONField {}
extension Proto.LoginResponse: JSONField {}
extension Proto.ResumeRequest: JSONField {}
extension Proto.ResumeResponse: JSONField {}
extension Proto.EventsRequest: JSONField {}
extension Proto.SessionEnded: JSONField {}
extension Proto.ClientEvent: JSONField {}
extension Proto.DeliverRequest: JSONField {}
extension Proto.Delivery: JSONField {}
extension Proto.DeliverResponse: JSONField {}
extension Proto.DisconnectRequest: JSONField {}

extension Proto.LoginRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LoginRequest>) {
        unsafe partyline__v1__login_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LoginRequest>? {
        unsafe partyline__v1__login_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LoginRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.sdk_app_id = sdkAppId
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "LoginRequest.user_id") }
        if !userSig.isEmpty { unsafe c.pointee.user_sig = try arena.string(userSig, "LoginRequest.user_sig") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "LoginRequest.device_id") }
        unsafe c.pointee.platform = .init(rawValue: .init(truncatingIfNeeded: platform.rawValue))
        if !deviceName.isEmpty { unsafe c.pointee.device_name = try arena.string(deviceName, "LoginRequest.device_name") }
    }

    init(loading c: UnsafePointer<Partyline__V1__LoginRequest>) throws(WireError) {
        try unsafe self.init(
            sdkAppId: c.pointee.sdk_app_id,
            userId: loadString(c.pointee.user_id, "LoginRequest.user_id"),
            userSig: loadString(c.pointee.user_sig, "LoginRequest.user_sig"),
            deviceId: loadString(c.pointee.device_id, "LoginRequest.device_id"),
            platform: .init(rawValue: .init(truncatingIfNeeded: c.pointee.platform.rawValue)),
            deviceName: loadString(c.pointee.device_name, "LoginRequest.device_name")
        )
    }
}

extension Proto.LoginResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LoginResponse>) {
        unsafe partyline__v1__login_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LoginResponse>? {
        unsafe partyline__v1__login_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LoginResponse>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "LoginResponse.session_id") }
        if !resumeToken.isEmpty { unsafe c.pointee.resume_token = try arena.string(resumeToken, "LoginResponse.resume_token") }
        unsafe c.pointee.user_sig_expires_at_ms = userSigExpiresAtMs
        unsafe c.pointee.heartbeat_interval_ms = heartbeatIntervalMs
        unsafe c.pointee.resume_window_ms = resumeWindowMs
        if let profile { unsafe c.pointee.profile = try arena.message(profile) }
        unsafe c.pointee.server_time_ms = serverTimeMs
    }

    init(loading c: UnsafePointer<Partyline__V1__LoginResponse>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "LoginResponse.session_id"),
            resumeToken: loadString(c.pointee.resume_token, "LoginResponse.resume_token"),
            userSigExpiresAtMs: c.pointee.user_sig_expires_at_ms,
            heartbeatIntervalMs: c.pointee.heartbeat_interval_ms,
            resumeWindowMs: c.pointee.resume_window_ms,
            profile: loadMessage(c.pointee.profile),
            serverTimeMs: c.pointee.server_time_ms
        )
    }
}

extension Proto.ResumeRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ResumeRequest>) {
        unsafe partyline__v1__resume_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ResumeRequest>? {
        unsafe partyline__v1__resume_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ResumeRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "ResumeRequest.session_id") }
        if !resumeToken.isEmpty { unsafe c.pointee.resume_token = try arena.string(resumeToken, "ResumeRequest.resume_token") }
    }

    init(loading c: UnsafePointer<Partyline__V1__ResumeRequest>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "ResumeRequest.session_id"),
            resumeToken: loadString(c.pointee.resume_token, "ResumeRequest.resume_token")
        )
    }
}

extension Proto.ResumeResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ResumeResponse>) {
        unsafe partyline__v1__resume_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ResumeResponse>? {
        unsafe partyline__v1__resume_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ResumeResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.heartbeat_interval_ms = heartbeatIntervalMs
        unsafe c.pointee.resume_window_ms = resumeWindowMs
        unsafe c.pointee.server_time_ms = serverTimeMs
        unsafe c.pointee.user_sig_expires_at_ms = userSigExpiresAtMs
    }

    init(loading c: UnsafePointer<Partyline__V1__ResumeResponse>) throws(WireError) {
        unsafe self.init(
            heartbeatIntervalMs: c.pointee.heartbeat_interval_ms,
            resumeWindowMs: c.pointee.resume_window_ms,
            serverTimeMs: c.pointee.server_time_ms,
            userSigExpiresAtMs: c.pointee.user_sig_expires_at_ms
        )
    }
}

extension Proto.EventsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__EventsRequest>) {
        unsafe partyline__v1__events_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__EventsRequest>? {
        unsafe partyline__v1__events_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__EventsRequest>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__EventsRequest>) throws(WireError) { self.init() }
}

extension Proto.SessionEnded: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SessionEnded>) {
        unsafe partyline__v1__session_ended__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SessionEnded>? {
        unsafe partyline__v1__session_ended__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SessionEnded>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.cause = .init(rawValue: .init(truncatingIfNeeded: cause.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__SessionEnded>) throws(WireError) {
        unsafe self.init(
            cause: .init(rawValue: .init(truncatingIfNeeded: c.pointee.cause.rawValue))
        )
    }
}

extension Proto.ClientEvent: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ClientEvent>) {
        unsafe partyline__v1__client_event__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ClientEvent>? {
        unsafe partyline__v1__client_event__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ClientEvent>, _ arena: borrowing Arena) throws(WireError) {
        switch event {
            case .call(let value):
                unsafe c.pointee.event_case = .init(rawValue: 1)
                unsafe c.pointee.call = try arena.message(value)
            case .activity(let value):
                unsafe c.pointee.event_case = .init(rawValue: 2)
                unsafe c.pointee.activity = try arena.message(value)
            case .sessionEnded(let value):
                unsafe c.pointee.event_case = .init(rawValue: 3)
                unsafe c.pointee.session_ended = try arena.message(value)
            case .invitation(let value):
                unsafe c.pointee.event_case = .init(rawValue: 4)
                unsafe c.pointee.invitation = try arena.message(value)
            case .statuses(let value):
                unsafe c.pointee.event_case = .init(rawValue: 5)
                unsafe c.pointee.statuses = try arena.message(value)
            case nil: break
        }
    }

    init(loading c: UnsafePointer<Partyline__V1__ClientEvent>) throws(WireError) {
        let event: Proto.ClientEvent.Event?
        switch unsafe c.pointee.event_case.rawValue {
            case 1:
                let value: Proto.CallSnapshot? = try unsafe loadMessage(c.pointee.call)
                event = value.map { .call($0) }
            case 2:
                let value: Proto.CallActivity? = try unsafe loadMessage(c.pointee.activity)
                event = value.map { .activity($0) }
            case 3:
                let value: Proto.SessionEnded? = try unsafe loadMessage(c.pointee.session_ended)
                event = value.map { .sessionEnded($0) }
            case 4:
                let value: Proto.InvitationSnapshot? = try unsafe loadMessage(c.pointee.invitation)
                event = value.map { .invitation($0) }
            case 5:
                let value: Proto.UserStatusChanges? = try unsafe loadMessage(c.pointee.statuses)
                event = value.map { .statuses($0) }
            default: event = nil
        }
        self.init(
            event: event
        )
    }
}

extension Proto.DeliverRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DeliverRequest>) {
        unsafe partyline__v1__deliver_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DeliverRequest>? {
        unsafe partyline__v1__deliver_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DeliverRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_deliveries = deliveries.count
        unsafe c.pointee.deliveries = try arena.messages(deliveries)
    }

    init(loading c: UnsafePointer<Partyline__V1__DeliverRequest>) throws(WireError) {
        try unsafe self.init(
            deliveries: loadMessages(c.pointee.n_deliveries, c.pointee.deliveries)
        )
    }
}

extension Proto.Delivery: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Delivery>) {
        unsafe partyline__v1__delivery__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Delivery>? {
        unsafe partyline__v1__delivery__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Delivery>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "Delivery.session_id") }
        if let event { unsafe c.pointee.event = try arena.message(event) }
    }

    init(loading c: UnsafePointer<Partyline__V1__Delivery>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "Delivery.session_id"),
            event: loadMessage(c.pointee.event)
        )
    }
}

extension Proto.DeliverResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DeliverResponse>) {
        unsafe partyline__v1__deliver_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DeliverResponse>? {
        unsafe partyline__v1__deliver_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DeliverResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_unknown_session_ids = unknownSessionIds.count
        unsafe c.pointee.unknown_session_ids = try arena.strings(unknownSessionIds, "DeliverResponse.unknown_session_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__DeliverResponse>) throws(WireError) {
        try unsafe self.init(
            unknownSessionIds: loadStrings(c.pointee.n_unknown_session_ids, c.pointee.unknown_session_ids, "DeliverResponse.unknown_session_ids")
        )
    }
}

extension Proto.DisconnectRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DisconnectRequest>) {
        unsafe partyline__v1__disconnect_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DisconnectRequest>? {
        unsafe partyline__v1__disconnect_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DisconnectRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "DisconnectRequest.session_id") }
        unsafe c.pointee.cause = .init(rawValue: .init(truncatingIfNeeded: cause.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__DisconnectRequest>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "DisconnectRequest.session_id"),
            cause: .init(rawValue: .init(truncatingIfNeeded: c.pointee.cause.rawValue))
        )
    }
}
