// Generated from partyline/v1/statuses.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// The numbers of the public API, and one of ours.
    public struct UserStatusType: WireEnum {
        /// `USER_STATUS_TYPE_UNKNOWN`
        public static let unknown = UserStatusType(rawValue: 0)
        /// connected, with the app in front on at least one device
        public static let online = UserStatusType(rawValue: 1)
        /// not connected, but not logged out either: a push may reach the user
        public static let offline = UserStatusType(rawValue: 2)
        /// never logged in, or logged out on every device
        public static let unlogined = UserStatusType(rawValue: 3)
        /// connected, with the app in the background wherever it is
        public static let background = UserStatusType(rawValue: 4)

        /// Every value this build knows.
        public static let allCases: [UserStatusType] = [
            .unknown,
            .online,
            .offline,
            .unlogined,
            .background
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "USER_STATUS_TYPE_UNKNOWN"
                case 1: "USER_STATUS_TYPE_ONLINE"
                case 2: "USER_STATUS_TYPE_OFFLINE"
                case 3: "USER_STATUS_TYPE_UNLOGINED"
                case 4: "USER_STATUS_TYPE_BACKGROUND"
                default: String(rawValue)
            }
        }
    }

    /// Message `UserStatus` of the contract.
    public struct UserStatus: WireMessage {
        /// `partyline.v1.UserStatus`
        public static var fullName: String { "partyline.v1.UserStatus" }

        /// `user_id`, number 1.
        public var userId: String
        /// `type`, number 2.
        public var type: Proto.UserStatusType
        /// the user's own words, at most 100 bytes; kept until they are set anew
        public var customStatus: String
        /// of the connected devices
        public var onlinePlatforms: [Proto.Platform]
        /// grows with every change: the higher one holds
        public var version: UInt64
        /// UTC; 0: never
        public var changedAtMs: Int64

        /// All fields at their defaults.
        public init() {
            userId = ""
            type = Proto.UserStatusType(rawValue: 0)
            customStatus = ""
            onlinePlatforms = []
            version = 0
            changedAtMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            type: Proto.UserStatusType = Proto.UserStatusType(rawValue: 0),
            customStatus: String = "",
            onlinePlatforms: [Proto.Platform] = [],
            version: UInt64 = 0,
            changedAtMs: Int64 = 0
        ) {
            self.userId = userId
            self.type = type
            self.customStatus = customStatus
            self.onlinePlatforms = onlinePlatforms
            self.version = version
            self.changedAtMs = changedAtMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("type", type)
            object.add("customStatus", customStatus)
            object.add("onlinePlatforms", onlinePlatforms)
            object.add("version", version)
            object.add("changedAtMs", changedAtMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("type", into: &type)
            try object.read("customStatus", "custom_status", into: &customStatus)
            try object.read("onlinePlatforms", "online_platforms", into: &onlinePlatforms)
            try object.read("version", into: &version)
            try object.read("changedAtMs", "changed_at_ms", into: &changedAtMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// What a watcher hears. Only the newest status of a user is told, and a watcher is told at most once a second.
    public struct UserStatusChanges: WireMessage {
        /// `partyline.v1.UserStatusChanges`
        public static var fullName: String { "partyline.v1.UserStatusChanges" }

        /// `statuses`, number 1.
        public var statuses: [Proto.UserStatus]
        /// every subscription of the watcher: after a login or resume, because changes may have been missed
        public var isAll: Bool

        /// All fields at their defaults.
        public init() {
            statuses = []
            isAll = false
        }

        /// Fields in the order of the contract.
        public init(
            statuses: [Proto.UserStatus] = [],
            isAll: Bool = false
        ) {
            self.statuses = statuses
            self.isAll = isAll
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("statuses", statuses)
            object.add("isAll", isAll)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("statuses", into: &statuses)
            try object.read("isAll", "is_all", into: &isAll)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SetSelfStatusRequest` of the contract.
    public struct SetSelfStatusRequest: WireMessage {
        /// `partyline.v1.SetSelfStatusRequest`
        public static var fullName: String { "partyline.v1.SetSelfStatusRequest" }

        /// `custom_status`, number 1.
        public var customStatus: String

        /// All fields at their defaults.
        public init() {
            customStatus = ""
        }

        /// Fields in the order of the contract.
        public init(
            customStatus: String = ""
        ) {
            self.customStatus = customStatus
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("customStatus", customStatus)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("customStatus", "custom_status", into: &customStatus)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// A device says so when its app leaves the front. Its calls are then pushed too, as its process may be asleep.
    public struct SetAppStateRequest: WireMessage {
        /// `partyline.v1.SetAppStateRequest`
        public static var fullName: String { "partyline.v1.SetAppStateRequest" }

        /// `is_background`, number 1.
        public var isBackground: Bool

        /// All fields at their defaults.
        public init() {
            isBackground = false
        }

        /// Fields in the order of the contract.
        public init(
            isBackground: Bool = false
        ) {
            self.isBackground = isBackground
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("isBackground", isBackground)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("isBackground", "is_background", into: &isBackground)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetUserStatusRequest` of the contract.
    public struct GetUserStatusRequest: WireMessage {
        /// `partyline.v1.GetUserStatusRequest`
        public static var fullName: String { "partyline.v1.GetUserStatusRequest" }

        /// 1 to 100
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

    /// Message `GetUserStatusResponse` of the contract.
    public struct GetUserStatusResponse: WireMessage {
        /// `partyline.v1.GetUserStatusResponse`
        public static var fullName: String { "partyline.v1.GetUserStatusResponse" }

        /// in the order asked
        public var statuses: [Proto.UserStatus]

        /// All fields at their defaults.
        public init() {
            statuses = []
        }

        /// Fields in the order of the contract.
        public init(
            statuses: [Proto.UserStatus] = []
        ) {
            self.statuses = statuses
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("statuses", statuses)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("statuses", into: &statuses)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SubscribeUserStatusRequest` of the contract.
    public struct SubscribeUserStatusRequest: WireMessage {
        /// `partyline.v1.SubscribeUserStatusRequest`
        public static var fullName: String { "partyline.v1.SubscribeUserStatusRequest" }

        /// 1 to 100; at most 200 are watched in all, and the oldest are dropped for new ones
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

    /// Message `SubscribeUserStatusResponse` of the contract.
    public struct SubscribeUserStatusResponse: WireMessage {
        /// `partyline.v1.SubscribeUserStatusResponse`
        public static var fullName: String { "partyline.v1.SubscribeUserStatusResponse" }

        /// of those asked for, now
        public var statuses: [Proto.UserStatus]
        /// no longer watched
        public var droppedUserIds: [String]

        /// All fields at their defaults.
        public init() {
            statuses = []
            droppedUserIds = []
        }

        /// Fields in the order of the contract.
        public init(
            statuses: [Proto.UserStatus] = [],
            droppedUserIds: [String] = []
        ) {
            self.statuses = statuses
            self.droppedUserIds = droppedUserIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("statuses", statuses)
            object.add("droppedUserIds", droppedUserIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("statuses", into: &statuses)
            try object.read("droppedUserIds", "dropped_user_ids", into: &droppedUserIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `UnsubscribeUserStatusRequest` of the contract.
    public struct UnsubscribeUserStatusRequest: WireMessage {
        /// `partyline.v1.UnsubscribeUserStatusRequest`
        public static var fullName: String { "partyline.v1.UnsubscribeUserStatusRequest" }

        /// at most 100; none: all
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

    /// The methods of `partyline.v1.Statuses`.
    public enum StatusesMethods {
        /// `partyline.v1.Statuses`
        public static let serviceName = "partyline.v1.Statuses"

        /// `partyline.v1.Statuses/SetSelfStatus`
        public static let setSelfStatus = MethodDescriptor(
            service: serviceName, name: "SetSelfStatus", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 77)

        /// `partyline.v1.Statuses/SetAppState`
        public static let setAppState = MethodDescriptor(
            service: serviceName, name: "SetAppState", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 78)

        /// `partyline.v1.Statuses/GetUserStatus`
        public static let getUserStatus = MethodDescriptor(
            service: serviceName, name: "GetUserStatus", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 79)

        /// `partyline.v1.Statuses/SubscribeUserStatus`
        public static let subscribeUserStatus = MethodDescriptor(
            service: serviceName, name: "SubscribeUserStatus", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 80)

        /// `partyline.v1.Statuses/UnsubscribeUserStatus`
        public static let unsubscribeUserStatus = MethodDescriptor(
            service: serviceName, name: "UnsubscribeUserStatus", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 81)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            setSelfStatus,
            setAppState,
            getUserStatus,
            subscribeUserStatus,
            unsubscribeUserStatus
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.StatusesService) -> [RPCHandler] {
            [
                .unary(setSelfStatus, service.setSelfStatus),
                .unary(setAppState, service.setAppState),
                .unary(getUserStatus, service.getUserStatus),
                .unary(subscribeUserStatus, service.subscribeUserStatus),
                .unary(unsubscribeUserStatus, service.unsubscribeUserStatus),
            ]
        }
    }

    /// Calls `partyline.v1.Statuses` over any channel.
    public struct StatusesClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `SetSelfStatus`.
        public func setSelfStatus(
            _ request: Proto.SetSelfStatusRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.StatusesMethods.setSelfStatus, request, options)
        }

        /// Calls `SetAppState`.
        public func setAppState(
            _ request: Proto.SetAppStateRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.StatusesMethods.setAppState, request, options)
        }

        /// Calls `GetUserStatus`.
        public func getUserStatus(
            _ request: Proto.GetUserStatusRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetUserStatusResponse {
            try await channel.call(Proto.StatusesMethods.getUserStatus, request, options)
        }

        /// Calls `SubscribeUserStatus`.
        public func subscribeUserStatus(
            _ request: Proto.SubscribeUserStatusRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.SubscribeUserStatusResponse {
            try await channel.call(Proto.StatusesMethods.subscribeUserStatus, request, options)
        }

        /// Calls `UnsubscribeUserStatus`.
        public func unsubscribeUserStatus(
            _ request: Proto.UnsubscribeUserStatusRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.StatusesMethods.unsubscribeUserStatus, request, options)
        }
    }

    /// Subscriptions are the user's, not the connection's: they outlive reconnects, and each of the user's devices hears of changes.
    public protocol StatusesService: Sendable {
        /// Answers `SetSelfStatus`.
        func setSelfStatus(
            _ request: Proto.SetSelfStatusRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `SetAppState`.
        func setAppState(
            _ request: Proto.SetAppStateRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetUserStatus`.
        func getUserStatus(
            _ request: Proto.GetUserStatusRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetUserStatusResponse

        /// Answers `SubscribeUserStatus`.
        func subscribeUserStatus(
            _ request: Proto.SubscribeUserStatusRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.SubscribeUserStatusResponse

        /// Answers `UnsubscribeUserStatus`.
        func unsubscribeUserStatus(
            _ request: Proto.UnsubscribeUserStatusRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty
    }
}

extension Proto.UserStatusType: JSONField {}
extension Proto.UserStatus: JSONField {}
extension Proto.UserStatusChanges: JSONField {}
extension Proto.SetSelfStatusRequest: JSONField {}
extension Proto.SetAppStateRequest: JSONField {}
extension Proto.GetUserStatusRequest: JSONField {}
extension Proto.GetUserStatusResponse: JSONField {}
extension Proto.SubscribeUserStatusRequest: JSONField {}
extension Proto.SubscribeUserStatusResponse: JSONField {}
extension Proto.UnsubscribeUserStatusRequest: JSONField {}

extension Proto.UserStatus: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UserStatus>) {
        unsafe partyline__v1__user_status__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UserStatus>? {
        unsafe partyline__v1__user_status__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UserStatus>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "UserStatus.user_id") }
        unsafe c.pointee.type = .init(rawValue: .init(truncatingIfNeeded: type.rawValue))
        if !customStatus.isEmpty { unsafe c.pointee.custom_status = try arena.string(customStatus, "UserStatus.custom_status") }
        unsafe c.pointee.n_online_platforms = onlinePlatforms.count
        unsafe c.pointee.online_platforms = try arena.enums(onlinePlatforms)
        unsafe c.pointee.version = version
        unsafe c.pointee.changed_at_ms = changedAtMs
    }

    init(loading c: UnsafePointer<Partyline__V1__UserStatus>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "UserStatus.user_id"),
            type: .init(rawValue: .init(truncatingIfNeeded: c.pointee.type.rawValue)),
            customStatus: loadString(c.pointee.custom_status, "UserStatus.custom_status"),
            onlinePlatforms: loadEnums(c.pointee.n_online_platforms, c.pointee.online_platforms),
            version: c.pointee.version,
            changedAtMs: c.pointee.changed_at_ms
        )
    }
}

extension Proto.UserStatusChanges: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UserStatusChanges>) {
        unsafe partyline__v1__user_status_changes__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UserStatusChanges>? {
        unsafe partyline__v1__user_status_changes__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UserStatusChanges>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_statuses = statuses.count
        unsafe c.pointee.statuses = try arena.messages(statuses)
        unsafe c.pointee.is_all = isAll ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__UserStatusChanges>) throws(WireError) {
        try unsafe self.init(
            statuses: loadMessages(c.pointee.n_statuses, c.pointee.statuses),
            isAll: c.pointee.is_all != 0
        )
    }
}

extension Proto.SetSelfStatusRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetSelfStatusRequest>) {
        unsafe partyline__v1__set_self_status_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetSelfStatusRequest>? {
        unsafe partyline__v1__set_self_status_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetSelfStatusRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !customStatus.isEmpty { unsafe c.pointee.custom_status = try arena.string(customStatus, "SetSelfStatusRequest.custom_status") }
    }

    init(loading c: UnsafePointer<Partyline__V1__SetSelfStatusRequest>) throws(WireError) {
        try unsafe self.init(
            customStatus: loadString(c.pointee.custom_status, "SetSelfStatusRequest.custom_status")
        )
    }
}

extension Proto.SetAppStateRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetAppStateRequest>) {
        unsafe partyline__v1__set_app_state_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetAppStateRequest>? {
        unsafe partyline__v1__set_app_state_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetAppStateRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.is_background = isBackground ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__SetAppStateRequest>) throws(WireError) {
        unsafe self.init(
            isBackground: c.pointee.is_background != 0
        )
    }
}

extension Proto.GetUserStatusRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetUserStatusRequest>) {
        unsafe partyline__v1__get_user_status_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetUserStatusRequest>? {
        unsafe partyline__v1__get_user_status_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetUserStatusRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "GetUserStatusRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__GetUserStatusRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "GetUserStatusRequest.user_ids")
        )
    }
}

extension Proto.GetUserStatusResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetUserStatusResponse>) {
        unsafe partyline__v1__get_user_status_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetUserStatusResponse>? {
        unsafe partyline__v1__get_user_status_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetUserStatusResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_statuses = statuses.count
        unsafe c.pointee.statuses = try arena.messages(statuses)
    }

    init(loading c: UnsafePointer<Partyline__V1__GetUserStatusResponse>) throws(WireError) {
        try unsafe self.init(
            statuses: loadMessages(c.pointee.n_statuses, c.pointee.statuses)
        )
    }
}

extension Proto.SubscribeUserStatusRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusRequest>) {
        unsafe partyline__v1__subscribe_user_status_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusRequest>? {
        unsafe partyline__v1__subscribe_user_status_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "SubscribeUserStatusRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__SubscribeUserStatusRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "SubscribeUserStatusRequest.user_ids")
        )
    }
}

extension Proto.SubscribeUserStatusResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusResponse>) {
        unsafe partyline__v1__subscribe_user_status_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusResponse>? {
        unsafe partyline__v1__subscribe_user_status_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SubscribeUserStatusResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_statuses = statuses.count
        unsafe c.pointee.statuses = try arena.messages(statuses)
        unsafe c.pointee.n_dropped_user_ids = droppedUserIds.count
        unsafe c.pointee.dropped_user_ids = try arena.strings(droppedUserIds, "SubscribeUserStatusResponse.dropped_user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__SubscribeUserStatusResponse>) throws(WireError) {
        try unsafe self.init(
            statuses: loadMessages(c.pointee.n_statuses, c.pointee.statuses),
            droppedUserIds: loadStrings(c.pointee.n_dropped_user_ids, c.pointee.dropped_user_ids, "SubscribeUserStatusResponse.dropped_user_ids")
        )
    }
}

extension Proto.UnsubscribeUserStatusRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UnsubscribeUserStatusRequest>) {
        unsafe partyline__v1__unsubscribe_user_status_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UnsubscribeUserStatusRequest>? {
        unsafe partyline__v1__unsubscribe_user_status_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UnsubscribeUserStatusRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "UnsubscribeUserStatusRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__UnsubscribeUserStatusRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "UnsubscribeUserStatusRequest.user_ids")
        )
    }
}
