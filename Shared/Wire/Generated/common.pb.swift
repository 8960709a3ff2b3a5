// Generated from partyline/v1/common.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `Platform` of the contract.
    public struct Platform: WireEnum {
        /// `PLATFORM_UNSPECIFIED`
        public static let unspecified = Platform(rawValue: 0)
        /// `PLATFORM_IOS`
        public static let ios = Platform(rawValue: 1)
        /// `PLATFORM_ANDROID`
        public static let android = Platform(rawValue: 2)
        /// `PLATFORM_WEB`
        public static let web = Platform(rawValue: 3)
        /// `PLATFORM_DESKTOP`
        public static let desktop = Platform(rawValue: 4)
        /// `PLATFORM_COMMAND_LINE`
        public static let commandLine = Platform(rawValue: 5)

        /// Every value this build knows.
        public static let allCases: [Platform] = [
            .unspecified,
            .ios,
            .android,
            .web,
            .desktop,
            .commandLine
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "PLATFORM_UNSPECIFIED"
                case 1: "PLATFORM_IOS"
                case 2: "PLATFORM_ANDROID"
                case 3: "PLATFORM_WEB"
                case 4: "PLATFORM_DESKTOP"
                case 5: "PLATFORM_COMMAND_LINE"
                default: String(rawValue)
            }
        }
    }

    /// Enum `MediaKind` of the contract.
    public struct MediaKind: WireEnum {
        /// `MEDIA_KIND_UNKNOWN`
        public static let unknown = MediaKind(rawValue: 0)
        /// `MEDIA_KIND_AUDIO`
        public static let audio = MediaKind(rawValue: 1)
        /// `MEDIA_KIND_VIDEO`
        public static let video = MediaKind(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [MediaKind] = [
            .unknown,
            .audio,
            .video
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "MEDIA_KIND_UNKNOWN"
                case 1: "MEDIA_KIND_AUDIO"
                case 2: "MEDIA_KIND_VIDEO"
                default: String(rawValue)
            }
        }
    }

    /// Why a call, or one device's part in it, ended. The numbers are the public ones.
    public struct EndReason: WireEnum {
        /// `END_REASON_UNKNOWN`
        public static let unknown = EndReason(rawValue: 0)
        /// `END_REASON_HANGUP`
        public static let hangup = EndReason(rawValue: 1)
        /// `END_REASON_REJECT`
        public static let reject = EndReason(rawValue: 2)
        /// `END_REASON_NO_RESPONSE`
        public static let noResponse = EndReason(rawValue: 3)
        /// `END_REASON_OFFLINE`
        public static let offline = EndReason(rawValue: 4)
        /// `END_REASON_LINE_BUSY`
        public static let lineBusy = EndReason(rawValue: 5)
        /// `END_REASON_CANCELED`
        public static let canceled = EndReason(rawValue: 6)
        /// `END_REASON_OTHER_DEVICE_ACCEPTED`
        public static let otherDeviceAccepted = EndReason(rawValue: 7)
        /// `END_REASON_OTHER_DEVICE_REJECT`
        public static let otherDeviceReject = EndReason(rawValue: 8)
        /// `END_REASON_END_BY_SERVER`
        public static let endByServer = EndReason(rawValue: 9)

        /// Every value this build knows.
        public static let allCases: [EndReason] = [
            .unknown,
            .hangup,
            .reject,
            .noResponse,
            .offline,
            .lineBusy,
            .canceled,
            .otherDeviceAccepted,
            .otherDeviceReject,
            .endByServer
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "END_REASON_UNKNOWN"
                case 1: "END_REASON_HANGUP"
                case 2: "END_REASON_REJECT"
                case 3: "END_REASON_NO_RESPONSE"
                case 4: "END_REASON_OFFLINE"
                case 5: "END_REASON_LINE_BUSY"
                case 6: "END_REASON_CANCELED"
                case 7: "END_REASON_OTHER_DEVICE_ACCEPTED"
                case 8: "END_REASON_OTHER_DEVICE_REJECT"
                case 9: "END_REASON_END_BY_SERVER"
                default: String(rawValue)
            }
        }
    }

    /// Who is calling a method: set by the gateway from the client's session, never by the client.
    public struct ClientIdentity: WireMessage {
        /// `partyline.v1.ClientIdentity`
        public static var fullName: String { "partyline.v1.ClientIdentity" }

        /// `user_id`, number 1.
        public var userId: String
        /// `device_id`, number 2.
        public var deviceId: String
        /// as everywhere: a tap shows which are equal, not what they are
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `platform`, number 4.
        public var platform: Proto.Platform

        /// All fields at their defaults.
        public init() {
            userId = ""
            deviceId = ""
            sessionId = ""
            platform = Proto.Platform(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            deviceId: String = "",
            sessionId: String = "",
            platform: Proto.Platform = Proto.Platform(rawValue: 0)
        ) {
            self.userId = userId
            self.deviceId = deviceId
            self.sessionId = sessionId
            self.platform = platform
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("deviceId", deviceId)
            object.add("sessionId", sessionId)
            object.add("platform", platform)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("platform", into: &platform)
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

    /// Message `UserProfile` of the contract.
    public struct UserProfile: WireMessage {
        /// `partyline.v1.UserProfile`
        public static var fullName: String { "partyline.v1.UserProfile" }

        /// `user_id`, number 1.
        public var userId: String
        /// at most 500 bytes
        public var nickname: String
        /// at most 500 bytes
        public var avatarUrl: String

        /// All fields at their defaults.
        public init() {
            userId = ""
            nickname = ""
            avatarUrl = ""
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            nickname: String = "",
            avatarUrl: String = ""
        ) {
            self.userId = userId
            self.nickname = nickname
            self.avatarUrl = avatarUrl
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("nickname", nickname)
            object.add("avatarUrl", avatarUrl)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("nickname", into: &nickname)
            try object.read("avatarUrl", "avatar_url", into: &avatarUrl)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Empty` of the contract.
    public struct Empty: WireMessage {
        /// `partyline.v1.Empty`
        public static var fullName: String { "partyline.v1.Empty" }

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
}

extension Proto.Platform: JSONField {}
extension Proto.MediaKind: JSONField {}
extension Proto.EndReason: JSONField {}
extension Proto.ClientIdentity: JSONField {}
extension Proto.UserProfile: JSONField {}
extension Proto.Empty: JSONField {}

extension Proto.ClientIdentity: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ClientIdentity>) {
        unsafe partyline__v1__client_identity__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ClientIdentity>? {
        unsafe partyline__v1__client_identity__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ClientIdentity>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "ClientIdentity.user_id") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "ClientIdentity.device_id") }
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "ClientIdentity.session_id") }
        unsafe c.pointee.platform = .init(rawValue: .init(truncatingIfNeeded: platform.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__ClientIdentity>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "ClientIdentity.user_id"),
            deviceId: loadString(c.pointee.device_id, "ClientIdentity.device_id"),
            sessionId: loadString(c.pointee.session_id, "ClientIdentity.session_id"),
            platform: .init(rawValue: .init(truncatingIfNeeded: c.pointee.platform.rawValue))
        )
    }
}

extension Proto.UserProfile: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UserProfile>) {
        unsafe partyline__v1__user_profile__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UserProfile>? {
        unsafe partyline__v1__user_profile__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UserProfile>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "UserProfile.user_id") }
        if !nickname.isEmpty { unsafe c.pointee.nickname = try arena.string(nickname, "UserProfile.nickname") }
        if !avatarUrl.isEmpty { unsafe c.pointee.avatar_url = try arena.string(avatarUrl, "UserProfile.avatar_url") }
    }

    init(loading c: UnsafePointer<Partyline__V1__UserProfile>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "UserProfile.user_id"),
            nickname: loadString(c.pointee.nickname, "UserProfile.nickname"),
            avatarUrl: loadString(c.pointee.avatar_url, "UserProfile.avatar_url")
        )
    }
}

extension Proto.Empty: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Empty>) {
        unsafe partyline__v1__empty__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Empty>? {
        unsafe partyline__v1__empty__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Empty>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__Empty>) throws(WireError) { self.init() }
}
