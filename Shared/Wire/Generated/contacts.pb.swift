// Generated from partyline/v1/contacts.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Message `BlockUsersRequest` of the contract.
    public struct BlockUsersRequest: WireMessage {
        /// `partyline.v1.BlockUsersRequest`
        public static var fullName: String { "partyline.v1.BlockUsersRequest" }

        /// 1 to 100; at most 1000 are blocked in all
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

    /// Message `UnblockUsersRequest` of the contract.
    public struct UnblockUsersRequest: WireMessage {
        /// `partyline.v1.UnblockUsersRequest`
        public static var fullName: String { "partyline.v1.UnblockUsersRequest" }

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

    /// Message `GetBlockedUsersResponse` of the contract.
    public struct GetBlockedUsersResponse: WireMessage {
        /// `partyline.v1.GetBlockedUsersResponse`
        public static var fullName: String { "partyline.v1.GetBlockedUsersResponse" }

        /// the last blocked first
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

    /// While it is on, calls to the user neither ring nor push; a caller who calls again soon gets through.
    public struct DoNotDisturb: WireMessage {
        /// `partyline.v1.DoNotDisturb`
        public static var fullName: String { "partyline.v1.DoNotDisturb" }

        /// `is_on`, number 1.
        public var isOn: Bool
        /// UTC, when it goes off by itself; 0: when it is turned off
        public var untilMs: Int64

        /// All fields at their defaults.
        public init() {
            isOn = false
            untilMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            isOn: Bool = false,
            untilMs: Int64 = 0
        ) {
            self.isOn = isOn
            self.untilMs = untilMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("isOn", isOn)
            object.add("untilMs", untilMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("isOn", "is_on", into: &isOn)
            try object.read("untilMs", "until_ms", into: &untilMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SetDoNotDisturbRequest` of the contract.
    public struct SetDoNotDisturbRequest: WireMessage {
        /// `partyline.v1.SetDoNotDisturbRequest`
        public static var fullName: String { "partyline.v1.SetDoNotDisturbRequest" }

        /// `setting`, number 1.
        public var setting: Proto.DoNotDisturb?

        /// All fields at their defaults.
        public init() {
            setting = nil
        }

        /// Fields in the order of the contract.
        public init(
            setting: Proto.DoNotDisturb? = nil
        ) {
            self.setting = setting
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("setting", setting)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("setting", into: &setting)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetDoNotDisturbResponse` of the contract.
    public struct GetDoNotDisturbResponse: WireMessage {
        /// `partyline.v1.GetDoNotDisturbResponse`
        public static var fullName: String { "partyline.v1.GetDoNotDisturbResponse" }

        /// `setting`, number 1.
        public var setting: Proto.DoNotDisturb?

        /// All fields at their defaults.
        public init() {
            setting = nil
        }

        /// Fields in the order of the contract.
        public init(
            setting: Proto.DoNotDisturb? = nil
        ) {
            self.setting = setting
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("setting", setting)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("setting", into: &setting)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Contacts`.
    public enum ContactsMethods {
        /// `partyline.v1.Contacts`
        public static let serviceName = "partyline.v1.Contacts"

        /// Between two of whom one has blocked the other no call is placed (20007); in a group the other is not rung.
        public static let blockUsers = MethodDescriptor(
            service: serviceName, name: "BlockUsers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 1)

        /// `partyline.v1.Contacts/UnblockUsers`
        public static let unblockUsers = MethodDescriptor(
            service: serviceName, name: "UnblockUsers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 2)

        /// `partyline.v1.Contacts/GetBlockedUsers`
        public static let getBlockedUsers = MethodDescriptor(
            service: serviceName, name: "GetBlockedUsers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 3)

        /// `partyline.v1.Contacts/SetDoNotDisturb`
        public static let setDoNotDisturb = MethodDescriptor(
            service: serviceName, name: "SetDoNotDisturb", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 4)

        /// `partyline.v1.Contacts/GetDoNotDisturb`
        public static let getDoNotDisturb = MethodDescriptor(
            service: serviceName, name: "GetDoNotDisturb", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 5)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            blockUsers,
            unblockUsers,
            getBlockedUsers,
            setDoNotDisturb,
            getDoNotDisturb
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.ContactsService) -> [RPCHandler] {
            [
                .unary(blockUsers, service.blockUsers),
                .unary(unblockUsers, service.unblockUsers),
                .unary(getBlockedUsers, service.getBlockedUsers),
                .unary(setDoNotDisturb, service.setDoNotDisturb),
                .unary(getDoNotDisturb, service.getDoNotDisturb),
            ]
        }
    }

    /// Calls `partyline.v1.Contacts` over any channel.
    public struct ContactsClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Between two of whom one has blocked the other no call is placed (20007); in a group the other is not rung.
        public func blockUsers(
            _ request: Proto.BlockUsersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.ContactsMethods.blockUsers, request, options)
        }

        /// Calls `UnblockUsers`.
        public func unblockUsers(
            _ request: Proto.UnblockUsersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.ContactsMethods.unblockUsers, request, options)
        }

        /// Calls `GetBlockedUsers`.
        public func getBlockedUsers(
            _ request: Proto.Empty, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetBlockedUsersResponse {
            try await channel.call(Proto.ContactsMethods.getBlockedUsers, request, options)
        }

        /// Calls `SetDoNotDisturb`.
        public func setDoNotDisturb(
            _ request: Proto.SetDoNotDisturbRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.ContactsMethods.setDoNotDisturb, request, options)
        }

        /// Calls `GetDoNotDisturb`.
        public func getDoNotDisturb(
            _ request: Proto.Empty, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetDoNotDisturbResponse {
            try await channel.call(Proto.ContactsMethods.getDoNotDisturb, request, options)
        }
    }

    /// Each method is about the caller's own settings.
    public protocol ContactsService: Sendable {
        /// Between two of whom one has blocked the other no call is placed (20007); in a group the other is not rung.
        func blockUsers(
            _ request: Proto.BlockUsersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `UnblockUsers`.
        func unblockUsers(
            _ request: Proto.UnblockUsersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetBlockedUsers`.
        func getBlockedUsers(
            _ request: Proto.Empty, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetBlockedUsersResponse

        /// Answers `SetDoNotDisturb`.
        func setDoNotDisturb(
            _ request: Proto.SetDoNotDisturbRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetDoNotDisturb`.
        func getDoNotDisturb(
            _ request: Proto.Empty, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetDoNotDisturbResponse
    }
}

extension Proto.BlockUsersRequest: JSONField {}
extension Proto.UnblockUsersRequest: JSONField {}
extension Proto.GetBlockedUsersResponse: JSONField {}
extension Proto.DoNotDisturb: JSONField {}
extension Proto.SetDoNotDisturbRequest: JSONField {}
extension Proto.GetDoNotDisturbResponse: JSONField {}

extension Proto.BlockUsersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__BlockUsersRequest>) {
        unsafe partyline__v1__block_users_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__BlockUsersRequest>? {
        unsafe partyline__v1__block_users_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__BlockUsersRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "BlockUsersRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__BlockUsersRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "BlockUsersRequest.user_ids")
        )
    }
}

extension Proto.UnblockUsersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UnblockUsersRequest>) {
        unsafe partyline__v1__unblock_users_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UnblockUsersRequest>? {
        unsafe partyline__v1__unblock_users_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UnblockUsersRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "UnblockUsersRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__UnblockUsersRequest>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "UnblockUsersRequest.user_ids")
        )
    }
}

extension Proto.GetBlockedUsersResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetBlockedUsersResponse>) {
        unsafe partyline__v1__get_blocked_users_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetBlockedUsersResponse>? {
        unsafe partyline__v1__get_blocked_users_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetBlockedUsersResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "GetBlockedUsersResponse.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__GetBlockedUsersResponse>) throws(WireError) {
        try unsafe self.init(
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "GetBlockedUsersResponse.user_ids")
        )
    }
}

extension Proto.DoNotDisturb: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DoNotDisturb>) {
        unsafe partyline__v1__do_not_disturb__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DoNotDisturb>? {
        unsafe partyline__v1__do_not_disturb__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DoNotDisturb>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.is_on = isOn ? 1 : 0
        unsafe c.pointee.until_ms = untilMs
    }

    init(loading c: UnsafePointer<Partyline__V1__DoNotDisturb>) throws(WireError) {
        unsafe self.init(
            isOn: c.pointee.is_on != 0,
            untilMs: c.pointee.until_ms
        )
    }
}

extension Proto.SetDoNotDisturbRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetDoNotDisturbRequest>) {
        unsafe partyline__v1__set_do_not_disturb_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetDoNotDisturbRequest>? {
        unsafe partyline__v1__set_do_not_disturb_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetDoNotDisturbRequest>, _ arena: borrowing Arena) throws(WireError) {
        if let setting { unsafe c.pointee.setting = try arena.message(setting) }
    }

    init(loading c: UnsafePointer<Partyline__V1__SetDoNotDisturbRequest>) throws(WireError) {
        try unsafe self.init(
            setting: loadMessage(c.pointee.setting)
        )
    }
}

extension Proto.GetDoNotDisturbResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetDoNotDisturbResponse>) {
        unsafe partyline__v1__get_do_not_disturb_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetDoNotDisturbResponse>? {
        unsafe partyline__v1__get_do_not_disturb_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetDoNotDisturbResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let setting { unsafe c.pointee.setting = try arena.message(setting) }
    }

    init(loading c: UnsafePointer<Partyline__V1__GetDoNotDisturbResponse>) throws(WireError) {
        try unsafe self.init(
            setting: loadMessage(c.pointee.setting)
        )
    }
}
