// Generated from partyline/v1/invitation.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `InvitationAnswer` of the contract.
    public struct InvitationAnswer: WireEnum {
        /// `INVITATION_ANSWER_UNSPECIFIED`
        public static let unspecified = InvitationAnswer(rawValue: 0)
        /// `INVITATION_ANSWER_WAITING`
        public static let waiting = InvitationAnswer(rawValue: 1)
        /// `INVITATION_ANSWER_ACCEPTED`
        public static let accepted = InvitationAnswer(rawValue: 2)
        /// `INVITATION_ANSWER_REJECTED`
        public static let rejected = InvitationAnswer(rawValue: 3)
        /// `INVITATION_ANSWER_TIMED_OUT`
        public static let timedOut = InvitationAnswer(rawValue: 4)
        /// withdrawn before this user answered
        public static let cancelled = InvitationAnswer(rawValue: 5)

        /// Every value this build knows.
        public static let allCases: [InvitationAnswer] = [
            .unspecified,
            .waiting,
            .accepted,
            .rejected,
            .timedOut,
            .cancelled
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "INVITATION_ANSWER_UNSPECIFIED"
                case 1: "INVITATION_ANSWER_WAITING"
                case 2: "INVITATION_ANSWER_ACCEPTED"
                case 3: "INVITATION_ANSWER_REJECTED"
                case 4: "INVITATION_ANSWER_TIMED_OUT"
                case 5: "INVITATION_ANSWER_CANCELLED"
                default: String(rawValue)
            }
        }
    }

    /// Message `InviteUsersRequest` of the contract.
    public struct InviteUsersRequest: WireMessage {
        /// `partyline.v1.InviteUsersRequest`
        public static var fullName: String { "partyline.v1.InviteUsersRequest" }

        /// a UUID made by the client: a repeated request is the same invitation
        public var invitationId: String
        /// `invitee_ids`, number 2.
        public var inviteeIds: [String]
        /// empty: no group
        public var groupId: String
        /// opaque, at most 12 KiB
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String
        /// 0: never, and nobody hears of a timeout; at most 86400
        public var timeoutS: UInt32
        /// for those who are connected now: whoever comes later never hears of it
        public var isOnlineOnly: Bool

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            inviteeIds = []
            groupId = ""
            data = ""
            timeoutS = 0
            isOnlineOnly = false
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            inviteeIds: [String] = [],
            groupId: String = "",
            data: String = "",
            timeoutS: UInt32 = 0,
            isOnlineOnly: Bool = false
        ) {
            self.invitationId = invitationId
            self.inviteeIds = inviteeIds
            self.groupId = groupId
            self.data = data
            self.timeoutS = timeoutS
            self.isOnlineOnly = isOnlineOnly
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("inviteeIds", inviteeIds)
            object.add("groupId", groupId)
            object.add("data", data)
            object.add("timeoutS", timeoutS)
            object.add("isOnlineOnly", isOnlineOnly)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("inviteeIds", "invitee_ids", into: &inviteeIds)
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("data", into: &data)
            try object.read("timeoutS", "timeout_s", into: &timeoutS)
            try object.read("isOnlineOnly", "is_online_only", into: &isOnlineOnly)
        }

        public func redacted() -> Self {
            var copy = self
            copy.data = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.data = mask(data)
            return copy
        }
    }

    /// Message `CancelInvitationRequest` of the contract.
    public struct CancelInvitationRequest: WireMessage {
        /// `partyline.v1.CancelInvitationRequest`
        public static var fullName: String { "partyline.v1.CancelInvitationRequest" }

        /// `invitation_id`, number 1.
        public var invitationId: String
        /// `data`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            data = ""
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            data: String = ""
        ) {
            self.invitationId = invitationId
            self.data = data
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("data", data)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("data", into: &data)
        }

        public func redacted() -> Self {
            var copy = self
            copy.data = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.data = mask(data)
            return copy
        }
    }

    /// Message `AnswerInvitationRequest` of the contract.
    public struct AnswerInvitationRequest: WireMessage {
        /// `partyline.v1.AnswerInvitationRequest`
        public static var fullName: String { "partyline.v1.AnswerInvitationRequest" }

        /// `invitation_id`, number 1.
        public var invitationId: String
        /// `data`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            data = ""
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            data: String = ""
        ) {
            self.invitationId = invitationId
            self.data = data
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("data", data)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("data", into: &data)
        }

        public func redacted() -> Self {
            var copy = self
            copy.data = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.data = mask(data)
            return copy
        }
    }

    /// Message `ModifyInvitationRequest` of the contract.
    public struct ModifyInvitationRequest: WireMessage {
        /// `partyline.v1.ModifyInvitationRequest`
        public static var fullName: String { "partyline.v1.ModifyInvitationRequest" }

        /// `invitation_id`, number 1.
        public var invitationId: String
        /// `data`, number 2.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            data = ""
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            data: String = ""
        ) {
            self.invitationId = invitationId
            self.data = data
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("data", data)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("data", into: &data)
        }

        public func redacted() -> Self {
            var copy = self
            copy.data = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.data = mask(data)
            return copy
        }
    }

    /// Message `InvitationResponse` of the contract.
    public struct InvitationResponse: WireMessage {
        /// `partyline.v1.InvitationResponse`
        public static var fullName: String { "partyline.v1.InvitationResponse" }

        /// `invitation`, number 1.
        public var invitation: Proto.InvitationSnapshot?

        /// All fields at their defaults.
        public init() {
            invitation = nil
        }

        /// Fields in the order of the contract.
        public init(
            invitation: Proto.InvitationSnapshot? = nil
        ) {
            self.invitation = invitation
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitation", invitation)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitation", into: &invitation)
        }

        public func redacted() -> Self {
            var copy = self
            copy.invitation = invitation?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.invitation = invitation?.masked(by: mask)
            return copy
        }
    }

    /// Message `KnownInvitation` of the contract.
    public struct KnownInvitation: WireMessage {
        /// `partyline.v1.KnownInvitation`
        public static var fullName: String { "partyline.v1.KnownInvitation" }

        /// `invitation_id`, number 1.
        public var invitationId: String
        /// `version`, number 2.
        public var version: UInt64

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            version = 0
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            version: UInt64 = 0
        ) {
            self.invitationId = invitationId
            self.version = version
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("version", version)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("version", into: &version)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SyncInvitationsRequest` of the contract.
    public struct SyncInvitationsRequest: WireMessage {
        /// `partyline.v1.SyncInvitationsRequest`
        public static var fullName: String { "partyline.v1.SyncInvitationsRequest" }

        /// at most 50
        public var knownInvitations: [Proto.KnownInvitation]

        /// All fields at their defaults.
        public init() {
            knownInvitations = []
        }

        /// Fields in the order of the contract.
        public init(
            knownInvitations: [Proto.KnownInvitation] = []
        ) {
            self.knownInvitations = knownInvitations
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("knownInvitations", knownInvitations)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("knownInvitations", "known_invitations", into: &knownInvitations)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SyncInvitationsResponse` of the contract.
    public struct SyncInvitationsResponse: WireMessage {
        /// `partyline.v1.SyncInvitationsResponse`
        public static var fullName: String { "partyline.v1.SyncInvitationsResponse" }

        /// the newest open ones, at most 100, and the known ones that have changed
        public var invitations: [Proto.InvitationSnapshot]
        /// known ones that ended too long ago
        public var forgottenIds: [String]
        /// `server_time_ms`, number 3.
        public var serverTimeMs: Int64

        /// All fields at their defaults.
        public init() {
            invitations = []
            forgottenIds = []
            serverTimeMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            invitations: [Proto.InvitationSnapshot] = [],
            forgottenIds: [String] = [],
            serverTimeMs: Int64 = 0
        ) {
            self.invitations = invitations
            self.forgottenIds = forgottenIds
            self.serverTimeMs = serverTimeMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitations", invitations)
            object.add("forgottenIds", forgottenIds)
            object.add("serverTimeMs", serverTimeMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitations", into: &invitations)
            try object.read("forgottenIds", "forgotten_ids", into: &forgottenIds)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.invitations = invitations.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.invitations = invitations.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `InvitedUser` of the contract.
    public struct InvitedUser: WireMessage {
        /// `partyline.v1.InvitedUser`
        public static var fullName: String { "partyline.v1.InvitedUser" }

        /// `user_id`, number 1.
        public var userId: String
        /// `answer`, number 2.
        public var answer: Proto.InvitationAnswer
        /// what came with the answer
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String
        /// where it was given: the user's other devices show it no longer
        public var deviceId: String
        /// UTC; 0: not yet
        public var answeredAtMs: Int64

        /// All fields at their defaults.
        public init() {
            userId = ""
            answer = Proto.InvitationAnswer(rawValue: 0)
            data = ""
            deviceId = ""
            answeredAtMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            answer: Proto.InvitationAnswer = Proto.InvitationAnswer(rawValue: 0),
            data: String = "",
            deviceId: String = "",
            answeredAtMs: Int64 = 0
        ) {
            self.userId = userId
            self.answer = answer
            self.data = data
            self.deviceId = deviceId
            self.answeredAtMs = answeredAtMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("answer", answer)
            object.add("data", data)
            object.add("deviceId", deviceId)
            object.add("answeredAtMs", answeredAtMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("answer", into: &answer)
            try object.read("data", into: &data)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("answeredAtMs", "answered_at_ms", into: &answeredAtMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.data = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.data = mask(data)
            return copy
        }
    }

    /// The whole state, the same for everybody who takes part. A higher version replaces a lower one.
    public struct InvitationSnapshot: WireMessage {
        /// `partyline.v1.InvitationSnapshot`
        public static var fullName: String { "partyline.v1.InvitationSnapshot" }

        /// `invitation_id`, number 1.
        public var invitationId: String
        /// `version`, number 2.
        public var version: UInt64
        /// `inviter_id`, number 3.
        public var inviterId: String
        /// `invitees`, number 4.
        public var invitees: [Proto.InvitedUser]
        /// `group_id`, number 5.
        public var groupId: String
        /// the newest
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var data: String
        /// grows with each modification
        public var dataVersion: UInt32
        /// `is_online_only`, number 8.
        public var isOnlineOnly: Bool
        /// nobody is waited for any more
        public var isOver: Bool
        /// `is_cancelled`, number 10.
        public var isCancelled: Bool
        /// `cancel_data`, number 11.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var cancelData: String
        /// UTC
        public var createdAtMs: Int64
        /// UTC; 0: never
        public var expiresAtMs: Int64
        /// UTC; 0: not yet
        public var endedAtMs: Int64
        /// UTC, when this snapshot was made
        public var serverTimeMs: Int64

        /// All fields at their defaults.
        public init() {
            invitationId = ""
            version = 0
            inviterId = ""
            invitees = []
            groupId = ""
            data = ""
            dataVersion = 0
            isOnlineOnly = false
            isOver = false
            isCancelled = false
            cancelData = ""
            createdAtMs = 0
            expiresAtMs = 0
            endedAtMs = 0
            serverTimeMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            invitationId: String = "",
            version: UInt64 = 0,
            inviterId: String = "",
            invitees: [Proto.InvitedUser] = [],
            groupId: String = "",
            data: String = "",
            dataVersion: UInt32 = 0,
            isOnlineOnly: Bool = false,
            isOver: Bool = false,
            isCancelled: Bool = false,
            cancelData: String = "",
            createdAtMs: Int64 = 0,
            expiresAtMs: Int64 = 0,
            endedAtMs: Int64 = 0,
            serverTimeMs: Int64 = 0
        ) {
            self.invitationId = invitationId
            self.version = version
            self.inviterId = inviterId
            self.invitees = invitees
            self.groupId = groupId
            self.data = data
            self.dataVersion = dataVersion
            self.isOnlineOnly = isOnlineOnly
            self.isOver = isOver
            self.isCancelled = isCancelled
            self.cancelData = cancelData
            self.createdAtMs = createdAtMs
            self.expiresAtMs = expiresAtMs
            self.endedAtMs = endedAtMs
            self.serverTimeMs = serverTimeMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("invitationId", invitationId)
            object.add("version", version)
            object.add("inviterId", inviterId)
            object.add("invitees", invitees)
            object.add("groupId", groupId)
            object.add("data", data)
            object.add("dataVersion", dataVersion)
            object.add("isOnlineOnly", isOnlineOnly)
            object.add("isOver", isOver)
            object.add("isCancelled", isCancelled)
            object.add("cancelData", cancelData)
            object.add("createdAtMs", createdAtMs)
            object.add("expiresAtMs", expiresAtMs)
            object.add("endedAtMs", endedAtMs)
            object.add("serverTimeMs", serverTimeMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("invitationId", "invitation_id", into: &invitationId)
            try object.read("version", into: &version)
            try object.read("inviterId", "inviter_id", into: &inviterId)
            try object.read("invitees", into: &invitees)
            try object.read("groupId", "group_id", into: &groupId)
            try object.read("data", into: &data)
            try object.read("dataVersion", "data_version", into: &dataVersion)
            try object.read("isOnlineOnly", "is_online_only", into: &isOnlineOnly)
            try object.read("isOver", "is_over", into: &isOver)
            try object.read("isCancelled", "is_cancelled", into: &isCancelled)
            try object.read("cancelData", "cancel_data", into: &cancelData)
            try object.read("createdAtMs", "created_at_ms", into: &createdAtMs)
            try object.read("expiresAtMs", "expires_at_ms", into: &expiresAtMs)
            try object.read("endedAtMs", "ended_at_ms", into: &endedAtMs)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.invitees = invitees.map { $0.redacted() }
            copy.data = ""
            copy.cancelData = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.invitees = invitees.map { $0.masked(by: mask) }
            copy.data = mask(data)
            copy.cancelData = mask(cancelData)
            return copy
        }
    }

    /// The methods of `partyline.v1.Invitations`.
    public enum InvitationsMethods {
        /// `partyline.v1.Invitations`
        public static let serviceName = "partyline.v1.Invitations"

        /// `partyline.v1.Invitations/Invite`
        public static let invite = MethodDescriptor(
            service: serviceName, name: "Invite", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 30)

        /// By the inviter, while somebody is waited for.
        public static let cancel = MethodDescriptor(
            service: serviceName, name: "Cancel", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 31)

        /// `partyline.v1.Invitations/Accept`
        public static let accept = MethodDescriptor(
            service: serviceName, name: "Accept", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 32)

        /// `partyline.v1.Invitations/Reject`
        public static let reject = MethodDescriptor(
            service: serviceName, name: "Reject", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 33)

        /// Puts other data in place of the invitation's, for everybody; not if it is for those online only.
        public static let modify = MethodDescriptor(
            service: serviceName, name: "Modify", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 34)

        /// After a login or a resume: what is open, and what has become of what the client knows.
        public static let sync = MethodDescriptor(
            service: serviceName, name: "Sync", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 35)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            invite,
            cancel,
            accept,
            reject,
            modify,
            sync
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.InvitationsService) -> [RPCHandler] {
            [
                .unary(invite, service.invite),
                .unary(cancel, service.cancel),
                .unary(accept, service.accept),
                .unary(reject, service.reject),
                .unary(modify, service.modify),
                .unary(sync, service.sync),
            ]
        }
    }

    /// Calls `partyline.v1.Invitations` over any channel.
    public struct InvitationsClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `Invite`.
        public func invite(
            _ request: Proto.InviteUsersRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.InvitationResponse {
            try await channel.call(Proto.InvitationsMethods.invite, request, options)
        }

        /// By the inviter, while somebody is waited for.
        public func cancel(
            _ request: Proto.CancelInvitationRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.InvitationResponse {
            try await channel.call(Proto.InvitationsMethods.cancel, request, options)
        }

        /// Calls `Accept`.
        public func accept(
            _ request: Proto.AnswerInvitationRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.InvitationResponse {
            try await channel.call(Proto.InvitationsMethods.accept, request, options)
        }

        /// Calls `Reject`.
        public func reject(
            _ request: Proto.AnswerInvitationRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.InvitationResponse {
            try await channel.call(Proto.InvitationsMethods.reject, request, options)
        }

        /// Puts other data in place of the invitation's, for everybody; not if it is for those online only.
        public func modify(
            _ request: Proto.ModifyInvitationRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.InvitationResponse {
            try await channel.call(Proto.InvitationsMethods.modify, request, options)
        }

        /// After a login or a resume: what is open, and what has become of what the client knows.
        public func sync(
            _ request: Proto.SyncInvitationsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.SyncInvitationsResponse {
            try await channel.call(Proto.InvitationsMethods.sync, request, options)
        }
    }

    /// Answers `partyline.v1.Invitations`. Methods may run at the same time.
    public protocol InvitationsService: Sendable {
        /// Answers `Invite`.
        func invite(
            _ request: Proto.InviteUsersRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.InvitationResponse

        /// By the inviter, while somebody is waited for.
        func cancel(
            _ request: Proto.CancelInvitationRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.InvitationResponse

        /// Answers `Accept`.
        func accept(
            _ request: Proto.AnswerInvitationRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.InvitationResponse

        /// Answers `Reject`.
        func reject(
            _ request: Proto.AnswerInvitationRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.InvitationResponse

        /// Puts other data in place of the invitation's, for everybody; not if it is for those online only.
        func modify(
            _ request: Proto.ModifyInvitationRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.InvitationResponse

        /// After a login or a resume: what is open, and what has become of what the client knows.
        func sync(
            _ request: Proto.SyncInvitationsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.SyncInvitationsResponse
    }
}

extension Proto.InvitationAnswer: JSONField {}
extension Proto.InviteUsersRequest: JSONField {}
extension Proto.CancelInvitationRequest: JSONField {}
extension Proto.AnswerInvitationRequest: JSONField {}
extension Proto.ModifyInvitationRequest: JSONField {}
extension Proto.InvitationResponse: JSONField {}
extension Proto.KnownInvitation: JSONField {}
extension Proto.SyncInvitationsRequest: JSONField {}
extension Proto.SyncInvitationsResponse: JSONField {}
extension Proto.InvitedUser: JSONField {}
extension Proto.InvitationSnapshot: JSONField {}

extension Proto.InviteUsersRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__InviteUsersRequest>) {
        unsafe partyline__v1__invite_users_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__InviteUsersRequest>? {
        unsafe partyline__v1__invite_users_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__InviteUsersRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "InviteUsersRequest.invitation_id") }
        unsafe c.pointee.n_invitee_ids = inviteeIds.count
        unsafe c.pointee.invitee_ids = try arena.strings(inviteeIds, "InviteUsersRequest.invitee_ids")
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "InviteUsersRequest.group_id") }
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "InviteUsersRequest.data") }
        unsafe c.pointee.timeout_s = timeoutS
        unsafe c.pointee.is_online_only = isOnlineOnly ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__InviteUsersRequest>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "InviteUsersRequest.invitation_id"),
            inviteeIds: loadStrings(c.pointee.n_invitee_ids, c.pointee.invitee_ids, "InviteUsersRequest.invitee_ids"),
            groupId: loadString(c.pointee.group_id, "InviteUsersRequest.group_id"),
            data: loadString(c.pointee.data, "InviteUsersRequest.data"),
            timeoutS: c.pointee.timeout_s,
            isOnlineOnly: c.pointee.is_online_only != 0
        )
    }
}

extension Proto.CancelInvitationRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CancelInvitationRequest>) {
        unsafe partyline__v1__cancel_invitation_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CancelInvitationRequest>? {
        unsafe partyline__v1__cancel_invitation_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CancelInvitationRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "CancelInvitationRequest.invitation_id") }
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "CancelInvitationRequest.data") }
    }

    init(loading c: UnsafePointer<Partyline__V1__CancelInvitationRequest>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "CancelInvitationRequest.invitation_id"),
            data: loadString(c.pointee.data, "CancelInvitationRequest.data")
        )
    }
}

extension Proto.AnswerInvitationRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__AnswerInvitationRequest>) {
        unsafe partyline__v1__answer_invitation_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__AnswerInvitationRequest>? {
        unsafe partyline__v1__answer_invitation_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__AnswerInvitationRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "AnswerInvitationRequest.invitation_id") }
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "AnswerInvitationRequest.data") }
    }

    init(loading c: UnsafePointer<Partyline__V1__AnswerInvitationRequest>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "AnswerInvitationRequest.invitation_id"),
            data: loadString(c.pointee.data, "AnswerInvitationRequest.data")
        )
    }
}

extension Proto.ModifyInvitationRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ModifyInvitationRequest>) {
        unsafe partyline__v1__modify_invitation_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ModifyInvitationRequest>? {
        unsafe partyline__v1__modify_invitation_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ModifyInvitationRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "ModifyInvitationRequest.invitation_id") }
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "ModifyInvitationRequest.data") }
    }

    init(loading c: UnsafePointer<Partyline__V1__ModifyInvitationRequest>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "ModifyInvitationRequest.invitation_id"),
            data: loadString(c.pointee.data, "ModifyInvitationRequest.data")
        )
    }
}

extension Proto.InvitationResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__InvitationResponse>) {
        unsafe partyline__v1__invitation_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__InvitationResponse>? {
        unsafe partyline__v1__invitation_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__InvitationResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let invitation { unsafe c.pointee.invitation = try arena.message(invitation) }
    }

    init(loading c: UnsafePointer<Partyline__V1__InvitationResponse>) throws(WireError) {
        try unsafe self.init(
            invitation: loadMessage(c.pointee.invitation)
        )
    }
}

extension Proto.KnownInvitation: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__KnownInvitation>) {
        unsafe partyline__v1__known_invitation__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__KnownInvitation>? {
        unsafe partyline__v1__known_invitation__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__KnownInvitation>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "KnownInvitation.invitation_id") }
        unsafe c.pointee.version = version
    }

    init(loading c: UnsafePointer<Partyline__V1__KnownInvitation>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "KnownInvitation.invitation_id"),
            version: c.pointee.version
        )
    }
}

extension Proto.SyncInvitationsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SyncInvitationsRequest>) {
        unsafe partyline__v1__sync_invitations_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SyncInvitationsRequest>? {
        unsafe partyline__v1__sync_invitations_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SyncInvitationsRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_known_invitations = knownInvitations.count
        unsafe c.pointee.known_invitations = try arena.messages(knownInvitations)
    }

    init(loading c: UnsafePointer<Partyline__V1__SyncInvitationsRequest>) throws(WireError) {
        try unsafe self.init(
            knownInvitations: loadMessages(c.pointee.n_known_invitations, c.pointee.known_invitations)
        )
    }
}

extension Proto.SyncInvitationsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SyncInvitationsResponse>) {
        unsafe partyline__v1__sync_invitations_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SyncInvitationsResponse>? {
        unsafe partyline__v1__sync_invitations_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SyncInvitationsResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_invitations = invitations.count
        unsafe c.pointee.invitations = try arena.messages(invitations)
        unsafe c.pointee.n_forgotten_ids = forgottenIds.count
        unsafe c.pointee.forgotten_ids = try arena.strings(forgottenIds, "SyncInvitationsResponse.forgotten_ids")
        unsafe c.pointee.server_time_ms = serverTimeMs
    }

    init(loading c: UnsafePointer<Partyline__V1__SyncInvitationsResponse>) throws(WireError) {
        try unsafe self.init(
            invitations: loadMessages(c.pointee.n_invitations, c.pointee.invitations),
            forgottenIds: loadStrings(c.pointee.n_forgotten_ids, c.pointee.forgotten_ids, "SyncInvitationsResponse.forgotten_ids"),
            serverTimeMs: c.pointee.server_time_ms
        )
    }
}

extension Proto.InvitedUser: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__InvitedUser>) {
        unsafe partyline__v1__invited_user__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__InvitedUser>? {
        unsafe partyline__v1__invited_user__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__InvitedUser>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "InvitedUser.user_id") }
        unsafe c.pointee.answer = .init(rawValue: .init(truncatingIfNeeded: answer.rawValue))
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "InvitedUser.data") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "InvitedUser.device_id") }
        unsafe c.pointee.answered_at_ms = answeredAtMs
    }

    init(loading c: UnsafePointer<Partyline__V1__InvitedUser>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "InvitedUser.user_id"),
            answer: .init(rawValue: .init(truncatingIfNeeded: c.pointee.answer.rawValue)),
            data: loadString(c.pointee.data, "InvitedUser.data"),
            deviceId: loadString(c.pointee.device_id, "InvitedUser.device_id"),
            answeredAtMs: c.pointee.answered_at_ms
        )
    }
}

extension Proto.InvitationSnapshot: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__InvitationSnapshot>) {
        unsafe partyline__v1__invitation_snapshot__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__InvitationSnapshot>? {
        unsafe partyline__v1__invitation_snapshot__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__InvitationSnapshot>, _ arena: borrowing Arena) throws(WireError) {
        if !invitationId.isEmpty { unsafe c.pointee.invitation_id = try arena.string(invitationId, "InvitationSnapshot.invitation_id") }
        unsafe c.pointee.version = version
        if !inviterId.isEmpty { unsafe c.pointee.inviter_id = try arena.string(inviterId, "InvitationSnapshot.inviter_id") }
        unsafe c.pointee.n_invitees = invitees.count
        unsafe c.pointee.invitees = try arena.messages(invitees)
        if !groupId.isEmpty { unsafe c.pointee.group_id = try arena.string(groupId, "InvitationSnapshot.group_id") }
        if !data.isEmpty { unsafe c.pointee.data = try arena.string(data, "InvitationSnapshot.data") }
        unsafe c.pointee.data_version = dataVersion
        unsafe c.pointee.is_online_only = isOnlineOnly ? 1 : 0
        unsafe c.pointee.is_over = isOver ? 1 : 0
        unsafe c.pointee.is_cancelled = isCancelled ? 1 : 0
        if !cancelData.isEmpty { unsafe c.pointee.cancel_data = try arena.string(cancelData, "InvitationSnapshot.cancel_data") }
        unsafe c.pointee.created_at_ms = createdAtMs
        unsafe c.pointee.expires_at_ms = expiresAtMs
        unsafe c.pointee.ended_at_ms = endedAtMs
        unsafe c.pointee.server_time_ms = serverTimeMs
    }

    init(loading c: UnsafePointer<Partyline__V1__InvitationSnapshot>) throws(WireError) {
        try unsafe self.init(
            invitationId: loadString(c.pointee.invitation_id, "InvitationSnapshot.invitation_id"),
            version: c.pointee.version,
            inviterId: loadString(c.pointee.inviter_id, "InvitationSnapshot.inviter_id"),
            invitees: loadMessages(c.pointee.n_invitees, c.pointee.invitees),
            groupId: loadString(c.pointee.group_id, "InvitationSnapshot.group_id"),
            data: loadString(c.pointee.data, "InvitationSnapshot.data"),
            dataVersion: c.pointee.data_version,
            isOnlineOnly: c.pointee.is_online_only != 0,
            isOver: c.pointee.is_over != 0,
            isCancelled: c.pointee.is_cancelled != 0,
            cancelData: loadString(c.pointee.cancel_data, "InvitationSnapshot.cancel_data"),
            createdAtMs: c.pointee.created_at_ms,
            expiresAtMs: c.pointee.expires_at_ms,
            endedAtMs: c.pointee.ended_at_ms,
            serverTimeMs: c.pointee.server_time_ms
        )
    }
}
