// Generated from partyline/v1/groups.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// The public numbers.
    public struct GroupRole: WireEnum {
        /// `GROUP_ROLE_UNDEFINED`
        public static let undefined = GroupRole(rawValue: 0)
        /// `GROUP_ROLE_MEMBER`
        public static let member = GroupRole(rawValue: 200)
        /// adds and removes members, sets attributes
        public static let admin = GroupRole(rawValue: 300)
        /// one in a group: also appoints admins, hands the group over and dismisses it
        public static let owner = GroupRole(rawValue: 400)

        /// Every value this build knows.
        public static let allCases: [GroupRole] = [
            .undefined,
            .member,
            .admin,
            .owner
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "GROUP_ROLE_UNDEFINED"
                case 200: "GROUP_ROLE_MEMBER"
                case 300: "GROUP_ROLE_ADMIN"
                case 400: "GROUP_ROLE_OWNER"
                default: String(rawValue)
            }
        }
    }

    /// Message `GroupAttribute` of the contract.
    public struct GroupAttribute: WireMessage {
        /// `partyline.v1.GroupAttribute`
        public static var fullName: String { "partyline.v1.GroupAttribute" }

        /// 1 to 32 letters, digits, '-', '_', '.'; at most 16 keys in a group
        public var key: String
        /// at most 4 KiB, at most 16 KiB in a group
        public var value: String

        /// All fields at their defaults.
        public init() {
            key = ""
            value = ""
        }

        /// Fields in the order of the contract.
        public init(
            key: String = "",
            value: String = ""
        ) {
            self.key = key
            self.value = value
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("key", key)
            object.add("value", value)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("key", into: &key)
            try object.read("value", into: &value)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GroupMember` of the contract.
    public struct GroupMember: WireMessage {
        /// `partyline.v1.GroupMember`
        public static var fullName: String { "partyline.v1.GroupMember" }

        /// `user_id`, number 1.
        public var userId: String
        /// `role`, number 2.
        public var role: Proto.GroupRole
        /// UTC
        public var joinedAtMs: Int64

        /// All fields at their defaults.
        public init() {
            userId = ""
            role = Proto.GroupRole(rawValue: 0)
            joinedAtMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            role: Proto.GroupRole = Proto.GroupRole(rawValue: 0),
            joinedAtMs: Int64 = 0
        ) {
            self.userId = userId
            self.role = role
            self.joinedAtMs = joinedAtMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("role", role)
            object.add("joinedAtMs", joinedAtMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("role", into: &role)
            try object.read("joinedAtMs", "joined_at_ms", into: &joinedAtMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Group` of the contract.
    public struct Group: WireMessage {
        /// `partyline.v1.Group`
        public static var fullName: String { "partyline.v1.Group" }

        /// `group_id`, number 1.
        public var groupId: String
        /// `name`, number 2.
        public var name: String
        /// `owner_id`, number 3.
        public var ownerId: String
        /// `member_count`, number 4.
        public var memberCount: UInt32
        /// UTC
        public var createdAtMs: Int64
        /// of the one who asks
        public var ownRole: Proto.GroupRole

        /// All fields at their defaults.
        public init() {
            groupId = ""
            name = ""
            ownerId = ""
            memberCount = 0
            createdAtMs = 0
            ownRole = Proto.GroupRole(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            name: String = "",
            ownerId: String = "",
            memberCount: UInt32 = 0,
            createdAtMs: Int64 = 0,
            ownRole: Proto.GroupRole = Proto.GroupRole(rawValue: 0)
        ) {
            self.groupId = groupId
            self.name = name
            self.ownerId = ownerId
            self.memberCount = memberCount
            self.createdAtMs = createdAtMs
            self.ownRole = ownRole
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("name", name)
            object.add("ownerId", ownerId)
            object.add("memberCount", memberCount)
            object.add("createdAtMs", createdAtMs)
            object.add("ownRole", ownRole)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("name", into: &name)
            try object.read("ownerId", "owner_id", into: &ownerId)
            try object.read("memberCount", "member_count", into: &memberCount)
            try object.read("createdAtMs", "created_at_ms", into: &createdAtMs)
            try object.read("ownRole", "own_role", into: &ownRole)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Whoever creates a group owns it.
    public struct CreateGroupRequest: WireMessage {
        /// `partyline.v1.CreateGroupRequest`
        public static var fullName: String { "partyline.v1.CreateGroupRequest" }

        /// 1 to 48 printable ASCII characters without spaces; empty: presence makes one
        public var groupId: String
        /// at most 100 bytes
        public var name: String
        /// at most 100, all with an account
        public var memberIds: [String]
        /// `attributes`, number 4.
        public var attributes: [Proto.GroupAttribute]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            name = ""
            memberIds = []
            attributes = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            name: String = "",
            memberIds: [String] = [],
            attributes: [Proto.GroupAttribute] = []
        ) {
            self.groupId = groupId
            self.name = name
            self.memberIds = memberIds
            self.attributes = attributes
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("name", name)
            object.add("memberIds", memberIds)
            object.add("attributes", attributes)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("name", into: &name)
            try object.read("memberIds", "member_ids", into: &memberIds)
            try object.read("attributes", into: &attributes)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `CreateGroupResponse` of the contract.
    public struct CreateGroupResponse: WireMessage {
        /// `partyline.v1.CreateGroupResponse`
        public static var fullName: String { "partyline.v1.CreateGroupResponse" }

        /// `group`, number 1.
        public var group: Proto.Group?

        /// All fields at their defaults.
        public init() {
            group = nil
        }

        /// Fields in the order of the contract.
        public init(
            group: Proto.Group? = nil
        ) {
            self.group = group
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("group", group)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("group", into: &group)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GroupRequest` of the contract.
    public struct GroupRequest: WireMessage {
        /// `partyline.v1.GroupRequest`
        public static var fullName: String { "partyline.v1.GroupRequest" }

        /// `group_id`, number 1.
        public var groupId: String

        /// All fields at their defaults.
        public init() {
            groupId = ""
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = ""
        ) {
            self.groupId = groupId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetGroupResponse` of the contract.
    public struct GetGroupResponse: WireMessage {
        /// `partyline.v1.GetGroupResponse`
        public static var fullName: String { "partyline.v1.GetGroupResponse" }

        /// `group`, number 1.
        public var group: Proto.Group?

        /// All fields at their defaults.
        public init() {
            group = nil
        }

        /// Fields in the order of the contract.
        public init(
            group: Proto.Group? = nil
        ) {
            self.group = group
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("group", group)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("group", into: &group)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ListGroupsResponse` of the contract.
    public struct ListGroupsResponse: WireMessage {
        /// `partyline.v1.ListGroupsResponse`
        public static var fullName: String { "partyline.v1.ListGroupsResponse" }

        /// at most 500
        public var groups: [Proto.Group]

        /// All fields at their defaults.
        public init() {
            groups = []
        }

        /// Fields in the order of the contract.
        public init(
            groups: [Proto.Group] = []
        ) {
            self.groups = groups
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groups", groups)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groups", into: &groups)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ListGroupMembersRequest` of the contract.
    public struct ListGroupMembersRequest: WireMessage {
        /// `partyline.v1.ListGroupMembersRequest`
        public static var fullName: String { "partyline.v1.ListGroupMembersRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// the last one of the page before; empty: from the first
        public var afterUserId: String
        /// 1 to 100; 0: 100
        public var count: UInt32

        /// All fields at their defaults.
        public init() {
            groupId = ""
            afterUserId = ""
            count = 0
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            afterUserId: String = "",
            count: UInt32 = 0
        ) {
            self.groupId = groupId
            self.afterUserId = afterUserId
            self.count = count
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("afterUserId", afterUserId)
            object.add("count", count)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("afterUserId", "after_user_id", into: &afterUserId)
            try object.read("count", into: &count)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ListGroupMembersResponse` of the contract.
    public struct ListGroupMembersResponse: WireMessage {
        /// `partyline.v1.ListGroupMembersResponse`
        public static var fullName: String { "partyline.v1.ListGroupMembersResponse" }

        /// by user id
        public var members: [Proto.GroupMember]
        /// `is_more`, number 2.
        public var isMore: Bool

        /// All fields at their defaults.
        public init() {
            members = []
            isMore = false
        }

        /// Fields in the order of the contract.
        public init(
            members: [Proto.GroupMember] = [],
            isMore: Bool = false
        ) {
            self.members = members
            self.isMore = isMore
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("members", members)
            object.add("isMore", isMore)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("members", into: &members)
            try object.read("isMore", "is_more", into: &isMore)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `AddGroupMembersRequest` of the contract.
    public struct AddGroupMembersRequest: WireMessage {
        /// `partyline.v1.AddGroupMembersRequest`
        public static var fullName: String { "partyline.v1.AddGroupMembersRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// 1 to 100, all with an account; who is in already stays as he is
        public var userIds: [String]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            userIds = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            userIds: [String] = []
        ) {
            self.groupId = groupId
            self.userIds = userIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("userIds", userIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("userIds", "user_ids", into: &userIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `RemoveGroupMembersRequest` of the contract.
    public struct RemoveGroupMembersRequest: WireMessage {
        /// `partyline.v1.RemoveGroupMembersRequest`
        public static var fullName: String { "partyline.v1.RemoveGroupMembersRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// 1 to 100; oneself: leaves, which the owner cannot
        public var userIds: [String]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            userIds = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            userIds: [String] = []
        ) {
            self.groupId = groupId
            self.userIds = userIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("userIds", userIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("userIds", "user_ids", into: &userIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SetGroupMemberRoleRequest` of the contract.
    public struct SetGroupMemberRoleRequest: WireMessage {
        /// `partyline.v1.SetGroupMemberRoleRequest`
        public static var fullName: String { "partyline.v1.SetGroupMemberRoleRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// `user_id`, number 2.
        public var userId: String
        /// owner: hands the group over
        public var role: Proto.GroupRole

        /// All fields at their defaults.
        public init() {
            groupId = ""
            userId = ""
            role = Proto.GroupRole(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            userId: String = "",
            role: Proto.GroupRole = Proto.GroupRole(rawValue: 0)
        ) {
            self.groupId = groupId
            self.userId = userId
            self.role = role
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("userId", userId)
            object.add("role", role)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("role", into: &role)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SetGroupAttributesRequest` of the contract.
    public struct SetGroupAttributesRequest: WireMessage {
        /// `partyline.v1.SetGroupAttributesRequest`
        public static var fullName: String { "partyline.v1.SetGroupAttributesRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// 1 to 16; others stay
        public var attributes: [Proto.GroupAttribute]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            attributes = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            attributes: [Proto.GroupAttribute] = []
        ) {
            self.groupId = groupId
            self.attributes = attributes
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("attributes", attributes)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("attributes", into: &attributes)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `DeleteGroupAttributesRequest` of the contract.
    public struct DeleteGroupAttributesRequest: WireMessage {
        /// `partyline.v1.DeleteGroupAttributesRequest`
        public static var fullName: String { "partyline.v1.DeleteGroupAttributesRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// none: all
        public var keys: [String]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            keys = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            keys: [String] = []
        ) {
            self.groupId = groupId
            self.keys = keys
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("keys", keys)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("keys", into: &keys)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetGroupAttributesRequest` of the contract.
    public struct GetGroupAttributesRequest: WireMessage {
        /// `partyline.v1.GetGroupAttributesRequest`
        public static var fullName: String { "partyline.v1.GetGroupAttributesRequest" }

        /// `group_id`, number 1.
        public var groupId: String
        /// none: all
        public var keys: [String]

        /// All fields at their defaults.
        public init() {
            groupId = ""
            keys = []
        }

        /// Fields in the order of the contract.
        public init(
            groupId: String = "",
            keys: [String] = []
        ) {
            self.groupId = groupId
            self.keys = keys
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("groupId", groupId)
            object.add("keys", keys)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("keys", into: &keys)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `GetGroupAttributesResponse` of the contract.
    public struct GetGroupAttributesResponse: WireMessage {
        /// `partyline.v1.GetGroupAttributesResponse`
        public static var fullName: String { "partyline.v1.GetGroupAttributesResponse" }

        /// those that are there, by key
        public var attributes: [Proto.GroupAttribute]

        /// All fields at their defaults.
        public init() {
            attributes = []
        }

        /// Fields in the order of the contract.
        public init(
            attributes: [Proto.GroupAttribute] = []
        ) {
            self.attributes = attributes
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("attributes", attributes)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("attributes", into: &attributes)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Groups`.
    public enum GroupsMethods {
        /// `partyline.v1.Groups`
        public static let serviceName = "partyline.v1.Groups"

        /// `partyline.v1.Groups/CreateGroup`
        public static let createGroup = MethodDescriptor(
            service: serviceName, name: "CreateGroup", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 12)

        /// `partyline.v1.Groups/DismissGroup`
        public static let dismissGroup = MethodDescriptor(
            service: serviceName, name: "DismissGroup", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 13)

        /// `partyline.v1.Groups/GetGroup`
        public static let getGroup = MethodDescriptor(
            service: serviceName, name: "GetGroup", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 14)

        /// The caller's.
        public static let listGroups = MethodDescriptor(
            service: serviceName, name: "ListGroups", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 15)

        /// `partyline.v1.Groups/ListGroupMembers`
        public static let listGroupMembers = MethodDescriptor(
            service: serviceName, name: "ListGroupMembers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 16)

        /// `partyline.v1.Groups/AddGroupMembers`
        public static let addGroupMembers = MethodDescriptor(
            service: serviceName, name: "AddGroupMembers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 17)

        /// `partyline.v1.Groups/RemoveGroupMembers`
        public static let removeGroupMembers = MethodDescriptor(
            service: serviceName, name: "RemoveGroupMembers", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 18)

        /// `partyline.v1.Groups/SetGroupMemberRole`
        public static let setGroupMemberRole = MethodDescriptor(
            service: serviceName, name: "SetGroupMemberRole", isServerStreaming: false, isIdempotent: false,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 19)

        /// `partyline.v1.Groups/SetGroupAttributes`
        public static let setGroupAttributes = MethodDescriptor(
            service: serviceName, name: "SetGroupAttributes", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 20)

        /// `partyline.v1.Groups/DeleteGroupAttributes`
        public static let deleteGroupAttributes = MethodDescriptor(
            service: serviceName, name: "DeleteGroupAttributes", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 21)

        /// `partyline.v1.Groups/GetGroupAttributes`
        public static let getGroupAttributes = MethodDescriptor(
            service: serviceName, name: "GetGroupAttributes", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 22)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            createGroup,
            dismissGroup,
            getGroup,
            listGroups,
            listGroupMembers,
            addGroupMembers,
            removeGroupMembers,
            setGroupMemberRole,
            setGroupAttributes,
            deleteGroupAttributes,
            getGroupAttributes
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.GroupsService) -> [RPCHandler] {
            [
                .unary(createGroup, service.createGroup),
                .unary(dismissGroup, service.dismissGroup),
                .unary(getGroup, service.getGroup),
                .unary(listGroups, service.listGroups),
                .unary(listGroupMembers, service.listGroupMembers),
                .unary(addGroupMembers, service.addGroupMembers),
                .unary(removeGroupMembers, service.removeGroupMembers),
                .unary(setGroupMemberRole, service.setGroupMemberRole),
                .unary(setGroupAttributes, service.setGroupAttributes),
                .unary(deleteGroupAttributes, service.deleteGroupAttributes),
                .unary(getGroupAttributes, service.getGroupAttributes),
            ]
        }
    }

    /// Calls `partyline.v1.Groups` over any channel.
    public struct GroupsClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `CreateGroup`.
        public func createGroup(
            _ request: Proto.CreateGroupRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CreateGroupResponse {
            try await channel.call(Proto.GroupsMethods.createGroup, request, options)
        }

        /// Calls `DismissGroup`.
        public func dismissGroup(
            _ request: Proto.GroupRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.dismissGroup, request, options)
        }

        /// Calls `GetGroup`.
        public func getGroup(
            _ request: Proto.GroupRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetGroupResponse {
            try await channel.call(Proto.GroupsMethods.getGroup, request, options)
        }

        /// The caller's.
        public func listGroups(
            _ request: Proto.Empty, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ListGroupsResponse {
            try await channel.call(Proto.GroupsMethods.listGroups, request, options)
        }

        /// Calls `ListGroupMembers`.
        public func listGroupMembers(
            _ request: Proto.ListGroupMembersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ListGroupMembersResponse {
            try await channel.call(Proto.GroupsMethods.listGroupMembers, request, options)
        }

        /// Calls `AddGroupMembers`.
        public func addGroupMembers(
            _ request: Proto.AddGroupMembersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.addGroupMembers, request, options)
        }

        /// Calls `RemoveGroupMembers`.
        public func removeGroupMembers(
            _ request: Proto.RemoveGroupMembersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.removeGroupMembers, request, options)
        }

        /// Calls `SetGroupMemberRole`.
        public func setGroupMemberRole(
            _ request: Proto.SetGroupMemberRoleRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.setGroupMemberRole, request, options)
        }

        /// Calls `SetGroupAttributes`.
        public func setGroupAttributes(
            _ request: Proto.SetGroupAttributesRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.setGroupAttributes, request, options)
        }

        /// Calls `DeleteGroupAttributes`.
        public func deleteGroupAttributes(
            _ request: Proto.DeleteGroupAttributesRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.GroupsMethods.deleteGroupAttributes, request, options)
        }

        /// Calls `GetGroupAttributes`.
        public func getGroupAttributes(
            _ request: Proto.GetGroupAttributesRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.GetGroupAttributesResponse {
            try await channel.call(Proto.GroupsMethods.getGroupAttributes, request, options)
        }
    }

    /// A group that does not exist, or that the caller is not in, is 10010: strangers do not learn which there are.
    public protocol GroupsService: Sendable {
        /// Answers `CreateGroup`.
        func createGroup(
            _ request: Proto.CreateGroupRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CreateGroupResponse

        /// Answers `DismissGroup`.
        func dismissGroup(
            _ request: Proto.GroupRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetGroup`.
        func getGroup(
            _ request: Proto.GroupRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetGroupResponse

        /// The caller's.
        func listGroups(
            _ request: Proto.Empty, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ListGroupsResponse

        /// Answers `ListGroupMembers`.
        func listGroupMembers(
            _ request: Proto.ListGroupMembersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ListGroupMembersResponse

        /// Answers `AddGroupMembers`.
        func addGroupMembers(
            _ request: Proto.AddGroupMembersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `RemoveGroupMembers`.
        func removeGroupMembers(
            _ request: Proto.RemoveGroupMembersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `SetGroupMemberRole`.
        func setGroupMemberRole(
            _ request: Proto.SetGroupMemberRoleRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `SetGroupAttributes`.
        func setGroupAttributes(
            _ request: Proto.SetGroupAttributesRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `DeleteGroupAttributes`.
        func deleteGroupAttributes(
            _ request: Proto.DeleteGroupAttributesRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `GetGroupAttributes`.
        func getGroupAttributes(
            _ request: Proto.GetGroupAttributesRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.GetGroupAttributesResponse
    }
}

extension Proto.GroupRole: JSONField {}
extension Proto.GroupAttribute: JSONField {}
extension Proto.GroupMember: JSONField {}
extension Proto.Group: JSONField {}
extension Proto.CreateGroupRequest: JSONField {}
extension Proto.CreateGroupResponse: JSONField {}
extension Proto.GroupRequest: JSONField {}
extension Proto.GetGroupResponse: JSONField {}
extension Proto.ListGroupsResponse: JSONField {}
extension Proto.ListGroupMembersRequest: JSONField {}
extension Proto.ListGroupMembersResponse: JSONField {}
extension Proto.AddGroupMembersRequest: JSONField {}
extension Proto.RemoveGroupMembersRequest: JSONField {}
extension Proto.SetGroupMemberRoleRequest: JSONField {}
extension Proto.SetGroupAttributesRequest: JSONField {}
extension Proto.DeleteGroupAttributesRequest: JSONField {}
extension Proto.GetGroupAttributesRequest: JSONField {}
extension Proto.GetGroupAttributesResponse: JSONField {}

extension Proto.GroupAttribute: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GroupAttribute>) {
        unsafe partyline__v1__group_attribute__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GroupAttribute>? {
        unsafe partyline__v1__group_attribute__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GroupAttribute>, _ arena: borrowing Arena) throws(WireError) {
        if !key.isEmpty { unsafe c.pointee.key = try arena.string(key, "GroupAttribute.key") }
        if !value.isEmpty { unsafe c.pointee.value = try arena.string(value, "GroupAttribute.value") }
    }

    init(loading c: UnsafePointer<Partyline__V1__GroupAttribute>) throws(WireError) {
        try unsafe self.init(
            key: loadString(c.pointee.key, "GroupAttribute.key"),
            value: loadString(c.pointee.value, "GroupAttribute.value")
        )
    }
}

extension Proto.GroupMember: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GroupMember>) {
        unsafe partyline__v1__group_member__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GroupMember>? {
        unsafe partyline__v1__group_member__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GroupMember>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "GroupMember.user_id") }
        unsafe c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: role.rawValue))
        unsafe c.pointee.joined_at_ms = joinedAtMs
    }

    init(loading c: UnsafePointer<Partyline__V1__GroupMember>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "GroupMember.user_id"),
            role: .init(rawValue: .init(truncatingIfNeeded: c.pointee.role.rawValue)),
            joinedAtMs: c.pointee.joined_at_ms
        )
    }
}

extension Proto.Group: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Group>) {
        unsafe partyline__v1__group__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Group>? {
        unsafe partyline__v1__group__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Group>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "Group.group_id") }
        if !name.isEmpty { unsafe c.pointee.name = try arena.string(name, "Group.name") }
        if !ownerId.isEmpty { unsafe c.pointee.owner_id = try arena.string(ownerId, "Group.owner_id") }
        unsafe c.pointee.member_count = memberCount
        unsafe c.pointee.created_at_ms = createdAtMs
        unsafe c.pointee.own_role = .init(rawValue: .init(truncatingIfNeeded: ownRole.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__Group>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "Group.group_id"),
            name: loadString(c.pointee.name, "Group.name"),
            ownerId: loadString(c.pointee.owner_id, "Group.owner_id"),
            memberCount: c.pointee.member_count,
            createdAtMs: c.pointee.created_at_ms,
            ownRole: .init(rawValue: .init(truncatingIfNeeded: c.pointee.own_role.rawValue))
        )
    }
}

extension Proto.CreateGroupRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CreateGroupRequest>) {
        unsafe partyline__v1__create_group_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CreateGroupRequest>? {
        unsafe partyline__v1__create_group_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CreateGroupRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "CreateGroupRequest.group_id") }
        if !name.isEmpty { unsafe c.pointee.name = try arena.string(name, "CreateGroupRequest.name") }
        unsafe c.pointee.n_member_ids = memberIds.count
        unsafe c.pointee.member_ids = try arena.strings(memberIds, "CreateGroupRequest.member_ids")
        unsafe c.pointee.n_attributes = attributes.count
        unsafe c.pointee.attributes = try arena.messages(attributes)
    }

    init(loading c: UnsafePointer<Partyline__V1__CreateGroupRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "CreateGroupRequest.group_id"),
            name: loadString(c.pointee.name, "CreateGroupRequest.name"),
            memberIds: loadStrings(c.pointee.n_member_ids, c.pointee.member_ids, "CreateGroupRequest.member_ids"),
            attributes: loadMessages(c.pointee.n_attributes, c.pointee.attributes)
        )
    }
}

extension Proto.CreateGroupResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CreateGroupResponse>) {
        unsafe partyline__v1__create_group_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CreateGroupResponse>? {
        unsafe partyline__v1__create_group_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CreateGroupResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let group { unsafe c.pointee.group = try arena.message(group) }
    }

    init(loading c: UnsafePointer<Partyline__V1__CreateGroupResponse>) throws(WireError) {
        try unsafe self.init(
            group: loadMessage(c.pointee.group)
        )
    }
}

extension Proto.GroupRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GroupRequest>) {
        unsafe partyline__v1__group_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GroupRequest>? {
        unsafe partyline__v1__group_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GroupRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "GroupRequest.group_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__GroupRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "GroupRequest.group_id")
        )
    }
}

extension Proto.GetGroupResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetGroupResponse>) {
        unsafe partyline__v1__get_group_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetGroupResponse>? {
        unsafe partyline__v1__get_group_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetGroupResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let group { unsafe c.pointee.group = try arena.message(group) }
    }

    init(loading c: UnsafePointer<Partyline__V1__GetGroupResponse>) throws(WireError) {
        try unsafe self.init(
            group: loadMessage(c.pointee.group)
        )
    }
}

extension Proto.ListGroupsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ListGroupsResponse>) {
        unsafe partyline__v1__list_groups_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ListGroupsResponse>? {
        unsafe partyline__v1__list_groups_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ListGroupsResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_groups = groups.count
        unsafe c.pointee.groups = try arena.messages(groups)
    }

    init(loading c: UnsafePointer<Partyline__V1__ListGroupsResponse>) throws(WireError) {
        try unsafe self.init(
            groups: loadMessages(c.pointee.n_groups, c.pointee.groups)
        )
    }
}

extension Proto.ListGroupMembersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ListGroupMembersRequest>) {
        unsafe partyline__v1__list_group_members_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ListGroupMembersRequest>? {
        unsafe partyline__v1__list_group_members_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ListGroupMembersRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "ListGroupMembersRequest.group_id") }
        if !afterUserId.isEmpty { unsafe c.pointee.after_user_id = try arena.string(afterUserId, "ListGroupMembersRequest.after_user_id") }
        unsafe c.pointee.count = count
    }

    init(loading c: UnsafePointer<Partyline__V1__ListGroupMembersRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "ListGroupMembersRequest.group_id"),
            afterUserId: loadString(c.pointee.after_user_id, "ListGroupMembersRequest.after_user_id"),
            count: c.pointee.count
        )
    }
}

extension Proto.ListGroupMembersResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ListGroupMembersResponse>) {
        unsafe partyline__v1__list_group_members_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ListGroupMembersResponse>? {
        unsafe partyline__v1__list_group_members_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ListGroupMembersResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_members = members.count
        unsafe c.pointee.members = try arena.messages(members)
        unsafe c.pointee.is_more = isMore ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__ListGroupMembersResponse>) throws(WireError) {
        try unsafe self.init(
            members: loadMessages(c.pointee.n_members, c.pointee.members),
            isMore: c.pointee.is_more != 0
        )
    }
}

extension Proto.AddGroupMembersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__AddGroupMembersRequest>) {
        unsafe partyline__v1__add_group_members_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__AddGroupMembersRequest>? {
        unsafe partyline__v1__add_group_members_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__AddGroupMembersRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "AddGroupMembersRequest.group_id") }
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "AddGroupMembersRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__AddGroupMembersRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "AddGroupMembersRequest.group_id"),
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "AddGroupMembersRequest.user_ids")
        )
    }
}

extension Proto.RemoveGroupMembersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RemoveGroupMembersRequest>) {
        unsafe partyline__v1__remove_group_members_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RemoveGroupMembersRequest>? {
        unsafe partyline__v1__remove_group_members_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RemoveGroupMembersRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "RemoveGroupMembersRequest.group_id") }
        unsafe c.pointee.n_user_ids = userIds.count
        unsafe c.pointee.user_ids = try arena.strings(userIds, "RemoveGroupMembersRequest.user_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__RemoveGroupMembersRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "RemoveGroupMembersRequest.group_id"),
            userIds: loadStrings(c.pointee.n_user_ids, c.pointee.user_ids, "RemoveGroupMembersRequest.user_ids")
        )
    }
}

extension Proto.SetGroupMemberRoleRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetGroupMemberRoleRequest>) {
        unsafe partyline__v1__set_group_member_role_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetGroupMemberRoleRequest>? {
        unsafe partyline__v1__set_group_member_role_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetGroupMemberRoleRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "SetGroupMemberRoleRequest.group_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "SetGroupMemberRoleRequest.user_id") }
        unsafe c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: role.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__SetGroupMemberRoleRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "SetGroupMemberRoleRequest.group_id"),
            userId: loadString(c.pointee.user_id, "SetGroupMemberRoleRequest.user_id"),
            role: .init(rawValue: .init(truncatingIfNeeded: c.pointee.role.rawValue))
        )
    }
}

extension Proto.SetGroupAttributesRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetGroupAttributesRequest>) {
        unsafe partyline__v1__set_group_attributes_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetGroupAttributesRequest>? {
        unsafe partyline__v1__set_group_attributes_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetGroupAttributesRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "SetGroupAttributesRequest.group_id") }
        unsafe c.pointee.n_attributes = attributes.count
        unsafe c.pointee.attributes = try arena.messages(attributes)
    }

    init(loading c: UnsafePointer<Partyline__V1__SetGroupAttributesRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "SetGroupAttributesRequest.group_id"),
            attributes: loadMessages(c.pointee.n_attributes, c.pointee.attributes)
        )
    }
}

extension Proto.DeleteGroupAttributesRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DeleteGroupAttributesRequest>) {
        unsafe partyline__v1__delete_group_attributes_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DeleteGroupAttributesRequest>? {
        unsafe partyline__v1__delete_group_attributes_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DeleteGroupAttributesRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "DeleteGroupAttributesRequest.group_id") }
        unsafe c.pointee.n_keys = keys.count
        unsafe c.pointee.keys = try arena.strings(keys, "DeleteGroupAttributesRequest.keys")
    }

    init(loading c: UnsafePointer<Partyline__V1__DeleteGroupAttributesRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "DeleteGroupAttributesRequest.group_id"),
            keys: loadStrings(c.pointee.n_keys, c.pointee.keys, "DeleteGroupAttributesRequest.keys")
        )
    }
}

extension Proto.GetGroupAttributesRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetGroupAttributesRequest>) {
        unsafe partyline__v1__get_group_attributes_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetGroupAttributesRequest>? {
        unsafe partyline__v1__get_group_attributes_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetGroupAttributesRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "GetGroupAttributesRequest.group_id") }
        unsafe c.pointee.n_keys = keys.count
        unsafe c.pointee.keys = try arena.strings(keys, "GetGroupAttributesRequest.keys")
    }

    init(loading c: UnsafePointer<Partyline__V1__GetGroupAttributesRequest>) throws(WireError) {
        try unsafe self.init(
            groupId: loadString(c.pointee.group_id, "GetGroupAttributesRequest.group_id"),
            keys: loadStrings(c.pointee.n_keys, c.pointee.keys, "GetGroupAttributesRequest.keys")
        )
    }
}

extension Proto.GetGroupAttributesResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetGroupAttributesResponse>) {
        unsafe partyline__v1__get_group_attributes_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetGroupAttributesResponse>? {
        unsafe partyline__v1__get_group_attributes_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetGroupAttributesResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_attributes = attributes.count
        unsafe c.pointee.attributes = try arena.messages(attributes)
    }

    init(loading c: UnsafePointer<Partyline__V1__GetGroupAttributesResponse>) throws(WireError) {
        try unsafe self.init(
            attributes: loadMessages(c.pointee.n_attributes, c.pointee.attributes)
        )
    }
}
