// Generated from partyline/v1/envelope.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `Kind` of the contract.
    public struct Kind: WireEnum {
        /// `KIND_UNSPECIFIED`
        public static let unspecified = Kind(rawValue: 0)
        /// `KIND_REQUEST`
        public static let request = Kind(rawValue: 1)
        /// the one answer of a unary call, or its failure
        public static let response = Kind(rawValue: 2)
        /// one element of a stream
        public static let item = Kind(rawValue: 3)
        /// a stream is over, with its status
        public static let end = Kind(rawValue: 4)
        /// the caller no longer wants the answer
        public static let cancel = Kind(rawValue: 5)
        /// the reader of a stream can take so many more bytes
        public static let credit = Kind(rawValue: 6)
        /// `KIND_PING`
        public static let ping = Kind(rawValue: 7)
        /// `KIND_PONG`
        public static let pong = Kind(rawValue: 8)
        /// first frame each way on a new connection
        public static let hello = Kind(rawValue: 9)
        /// start nothing new here; with remaining_ms: make a new connection, this one is served that long
        public static let draining = Kind(rawValue: 10)

        /// Every value this build knows.
        public static let allCases: [Kind] = [
            .unspecified,
            .request,
            .response,
            .item,
            .end,
            .cancel,
            .credit,
            .ping,
            .pong,
            .hello,
            .draining
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "KIND_UNSPECIFIED"
                case 1: "KIND_REQUEST"
                case 2: "KIND_RESPONSE"
                case 3: "KIND_ITEM"
                case 4: "KIND_END"
                case 5: "KIND_CANCEL"
                case 6: "KIND_CREDIT"
                case 7: "KIND_PING"
                case 8: "KIND_PONG"
                case 9: "KIND_HELLO"
                case 10: "KIND_DRAINING"
                default: String(rawValue)
            }
        }
    }

    /// The numbers of gRPC.
    public struct StatusCode: WireEnum {
        /// `STATUS_CODE_OK`
        public static let ok = StatusCode(rawValue: 0)
        /// `STATUS_CODE_CANCELLED`
        public static let cancelled = StatusCode(rawValue: 1)
        /// `STATUS_CODE_UNKNOWN`
        public static let unknown = StatusCode(rawValue: 2)
        /// `STATUS_CODE_INVALID_ARGUMENT`
        public static let invalidArgument = StatusCode(rawValue: 3)
        /// `STATUS_CODE_DEADLINE_EXCEEDED`
        public static let deadlineExceeded = StatusCode(rawValue: 4)
        /// `STATUS_CODE_NOT_FOUND`
        public static let notFound = StatusCode(rawValue: 5)
        /// `STATUS_CODE_ALREADY_EXISTS`
        public static let alreadyExists = StatusCode(rawValue: 6)
        /// `STATUS_CODE_PERMISSION_DENIED`
        public static let permissionDenied = StatusCode(rawValue: 7)
        /// `STATUS_CODE_RESOURCE_EXHAUSTED`
        public static let resourceExhausted = StatusCode(rawValue: 8)
        /// `STATUS_CODE_FAILED_PRECONDITION`
        public static let failedPrecondition = StatusCode(rawValue: 9)
        /// `STATUS_CODE_ABORTED`
        public static let aborted = StatusCode(rawValue: 10)
        /// `STATUS_CODE_OUT_OF_RANGE`
        public static let outOfRange = StatusCode(rawValue: 11)
        /// `STATUS_CODE_UNIMPLEMENTED`
        public static let unimplemented = StatusCode(rawValue: 12)
        /// `STATUS_CODE_INTERNAL`
        public static let `internal` = StatusCode(rawValue: 13)
        /// `STATUS_CODE_UNAVAILABLE`
        public static let unavailable = StatusCode(rawValue: 14)
        /// `STATUS_CODE_DATA_LOSS`
        public static let dataLoss = StatusCode(rawValue: 15)
        /// `STATUS_CODE_UNAUTHENTICATED`
        public static let unauthenticated = StatusCode(rawValue: 16)

        /// Every value this build knows.
        public static let allCases: [StatusCode] = [
            .ok,
            .cancelled,
            .unknown,
            .invalidArgument,
            .deadlineExceeded,
            .notFound,
            .alreadyExists,
            .permissionDenied,
            .resourceExhausted,
            .failedPrecondition,
            .aborted,
            .outOfRange,
            .unimplemented,
            .`internal`,
            .unavailable,
            .dataLoss,
            .unauthenticated
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "STATUS_CODE_OK"
                case 1: "STATUS_CODE_CANCELLED"
                case 2: "STATUS_CODE_UNKNOWN"
                case 3: "STATUS_CODE_INVALID_ARGUMENT"
                case 4: "STATUS_CODE_DEADLINE_EXCEEDED"
                case 5: "STATUS_CODE_NOT_FOUND"
                case 6: "STATUS_CODE_ALREADY_EXISTS"
                case 7: "STATUS_CODE_PERMISSION_DENIED"
                case 8: "STATUS_CODE_RESOURCE_EXHAUSTED"
                case 9: "STATUS_CODE_FAILED_PRECONDITION"
                case 10: "STATUS_CODE_ABORTED"
                case 11: "STATUS_CODE_OUT_OF_RANGE"
                case 12: "STATUS_CODE_UNIMPLEMENTED"
                case 13: "STATUS_CODE_INTERNAL"
                case 14: "STATUS_CODE_UNAVAILABLE"
                case 15: "STATUS_CODE_DATA_LOSS"
                case 16: "STATUS_CODE_UNAUTHENTICATED"
                default: String(rawValue)
            }
        }
    }

    /// A closed list. Numbers from 6000 up are the public error numbers that a client shows its app; small ones are ours.
    public struct Reason: WireEnum {
        /// `REASON_NONE`
        public static let none = Reason(rawValue: 0)
        /// bytes that are no message of this method
        public static let malformed = Reason(rawValue: 1)
        /// `REASON_TOO_LARGE`
        public static let tooLarge = Reason(rawValue: 2)
        /// `REASON_UNKNOWN_METHOD`
        public static let unknownMethod = Reason(rawValue: 3)
        /// a client called a method that is for services
        public static let notPublic = Reason(rawValue: 4)
        /// admission refused: try again later
        public static let queueFull = Reason(rawValue: 5)
        /// `REASON_PEER_LOST`
        public static let peerLost = Reason(rawValue: 6)
        /// the request did not leave this process
        public static let neverSent = Reason(rawValue: 7)
        /// `REASON_DRAINING`
        public static let draining = Reason(rawValue: 8)
        /// a media command older than the room's placement
        public static let staleEra = Reason(rawValue: 9)
        /// `REASON_STALE_EPOCH`
        public static let staleEpoch = Reason(rawValue: 10)
        /// `REASON_STORE_UNAVAILABLE`
        public static let storeUnavailable = Reason(rawValue: 11)
        /// the node or room takes no more participants
        public static let capacity = Reason(rawValue: 12)
        /// `REASON_UNKNOWN_ROOM`
        public static let unknownRoom = Reason(rawValue: 13)
        /// resume impossible: log in again
        public static let unknownSession = Reason(rawValue: 14)
        /// `REASON_KICKED_OFFLINE`
        public static let kickedOffline = Reason(rawValue: 6208)
        /// `REASON_NOT_LOGGED_IN`
        public static let notLoggedIn = Reason(rawValue: 6014)
        /// `REASON_BAD_PARAMETER`
        public static let badParameter = Reason(rawValue: 6017)
        /// `REASON_BAD_USER_ID`
        public static let badUserId = Reason(rawValue: 7003)
        /// `REASON_INVITATION_TOO_LARGE`
        public static let invitationTooLarge = Reason(rawValue: 8001)
        /// unknown, over, or answered already
        public static let invitationInvalid = Reason(rawValue: 8010)
        /// `REASON_INVITATION_NO_PERMISSION`
        public static let invitationNoPermission = Reason(rawValue: 8011)
        /// `REASON_INVITATION_EXISTS`
        public static let invitationExists = Reason(rawValue: 8012)
        /// `REASON_GROUP_BAD_PARAMETER`
        public static let groupBadParameter = Reason(rawValue: 10004)
        /// `REASON_GROUP_NOT_ALLOWED`
        public static let groupNotAllowed = Reason(rawValue: 10007)
        /// or not in it
        public static let groupNotFound = Reason(rawValue: 10010)
        /// `REASON_GROUP_FULL`
        public static let groupFull = Reason(rawValue: 10014)
        /// `REASON_GROUP_BAD_ID`
        public static let groupBadId = Reason(rawValue: 10015)
        /// `REASON_GROUP_ID_TAKEN`
        public static let groupIdTaken = Reason(rawValue: 10021)
        /// `REASON_USER_NEVER_LOGGED_IN`
        public static let userNeverLoggedIn = Reason(rawValue: 20003)
        /// `REASON_BLOCKED`
        public static let blocked = Reason(rawValue: 20007)
        /// `REASON_TOO_FREQUENT`
        public static let tooFrequent = Reason(rawValue: 60019)
        /// `REASON_USERSIG_EXPIRED`
        public static let usersigExpired = Reason(rawValue: 70001)
        /// `REASON_USERSIG_EMPTY`
        public static let usersigEmpty = Reason(rawValue: 70002)
        /// `REASON_USERSIG_TRUNCATED`
        public static let usersigTruncated = Reason(rawValue: 70003)
        /// `REASON_USERSIG_CHECK_FAILED`
        public static let usersigCheckFailed = Reason(rawValue: 70005)
        /// `REASON_USERSIG_WRONG_KEY`
        public static let usersigWrongKey = Reason(rawValue: 70009)
        /// `REASON_USERSIG_WRONG_USER`
        public static let usersigWrongUser = Reason(rawValue: 70013)
        /// `REASON_USERSIG_WRONG_APP`
        public static let usersigWrongApp = Reason(rawValue: 70014)
        /// `REASON_APP_UNKNOWN`
        public static let appUnknown = Reason(rawValue: 70020)
        /// `REASON_TOO_MANY_FAILURES`
        public static let tooManyFailures = Reason(rawValue: 70050)
        /// `REASON_CALL_INTERNAL`
        public static let callInternal = Reason(rawValue: 101001)
        /// `REASON_CALL_BAD_PARAMETER`
        public static let callBadParameter = Reason(rawValue: 101002)
        /// does not exist, or is over
        public static let callNotFound = Reason(rawValue: 101004)
        /// `REASON_CALL_TOO_MANY`
        public static let callTooMany = Reason(rawValue: 101010)
        /// `REASON_CALL_GROUP_BUSY`
        public static let callGroupBusy = Reason(rawValue: 101012)
        /// `REASON_RECORD_NOT_FOUND`
        public static let recordNotFound = Reason(rawValue: 101050)
        /// `REASON_CALL_STATE_REFUSES`
        public static let callStateRefuses = Reason(rawValue: -1203)

        /// Every value this build knows.
        public static let allCases: [Reason] = [
            .none,
            .malformed,
            .tooLarge,
            .unknownMethod,
            .notPublic,
            .queueFull,
            .peerLost,
            .neverSent,
            .draining,
            .staleEra,
            .staleEpoch,
            .storeUnavailable,
            .capacity,
            .unknownRoom,
            .unknownSession,
            .kickedOffline,
            .notLoggedIn,
            .badParameter,
            .badUserId,
            .invitationTooLarge,
            .invitationInvalid,
            .invitationNoPermission,
            .invitationExists,
            .groupBadParameter,
            .groupNotAllowed,
            .groupNotFound,
            .groupFull,
            .groupBadId,
            .groupIdTaken,
            .userNeverLoggedIn,
            .blocked,
            .tooFrequent,
            .usersigExpired,
            .usersigEmpty,
            .usersigTruncated,
            .usersigCheckFailed,
            .usersigWrongKey,
            .usersigWrongUser,
            .usersigWrongApp,
            .appUnknown,
            .tooManyFailures,
            .callInternal,
            .callBadParameter,
            .callNotFound,
            .callTooMany,
            .callGroupBusy,
            .recordNotFound,
            .callStateRefuses
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "REASON_NONE"
                case 1: "REASON_MALFORMED"
                case 2: "REASON_TOO_LARGE"
                case 3: "REASON_UNKNOWN_METHOD"
                case 4: "REASON_NOT_PUBLIC"
                case 5: "REASON_QUEUE_FULL"
                case 6: "REASON_PEER_LOST"
                case 7: "REASON_NEVER_SENT"
                case 8: "REASON_DRAINING"
                case 9: "REASON_STALE_ERA"
                case 10: "REASON_STALE_EPOCH"
                case 11: "REASON_STORE_UNAVAILABLE"
                case 12: "REASON_CAPACITY"
                case 13: "REASON_UNKNOWN_ROOM"
                case 14: "REASON_UNKNOWN_SESSION"
                case 6208: "REASON_KICKED_OFFLINE"
                case 6014: "REASON_NOT_LOGGED_IN"
                case 6017: "REASON_BAD_PARAMETER"
                case 7003: "REASON_BAD_USER_ID"
                case 8001: "REASON_INVITATION_TOO_LARGE"
                case 8010: "REASON_INVITATION_INVALID"
                case 8011: "REASON_INVITATION_NO_PERMISSION"
                case 8012: "REASON_INVITATION_EXISTS"
                case 10004: "REASON_GROUP_BAD_PARAMETER"
                case 10007: "REASON_GROUP_NOT_ALLOWED"
                case 10010: "REASON_GROUP_NOT_FOUND"
                case 10014: "REASON_GROUP_FULL"
                case 10015: "REASON_GROUP_BAD_ID"
                case 10021: "REASON_GROUP_ID_TAKEN"
                case 20003: "REASON_USER_NEVER_LOGGED_IN"
                case 20007: "REASON_BLOCKED"
                case 60019: "REASON_TOO_FREQUENT"
                case 70001: "REASON_USERSIG_EXPIRED"
                case 70002: "REASON_USERSIG_EMPTY"
                case 70003: "REASON_USERSIG_TRUNCATED"
                case 70005: "REASON_USERSIG_CHECK_FAILED"
                case 70009: "REASON_USERSIG_WRONG_KEY"
                case 70013: "REASON_USERSIG_WRONG_USER"
                case 70014: "REASON_USERSIG_WRONG_APP"
                case 70020: "REASON_APP_UNKNOWN"
                case 70050: "REASON_TOO_MANY_FAILURES"
                case 101001: "REASON_CALL_INTERNAL"
                case 101002: "REASON_CALL_BAD_PARAMETER"
                case 101004: "REASON_CALL_NOT_FOUND"
                case 101010: "REASON_CALL_TOO_MANY"
                case 101012: "REASON_CALL_GROUP_BUSY"
                case 101050: "REASON_RECORD_NOT_FOUND"
                case -1203: "REASON_CALL_STATE_REFUSES"
                default: String(rawValue)
            }
        }
    }

    /// Message `Status` of the contract.
    public struct Status: WireMessage {
        /// `partyline.v1.Status`
        public static var fullName: String { "partyline.v1.Status" }

        /// `code`, number 1.
        public var code: Proto.StatusCode
        /// `reason`, number 2.
        public var reason: Proto.Reason
        /// for logs; an app shows its own text by reason
        public var message: String
        /// 0: no hint
        public var retryAfterMs: UInt32
        /// trying again makes no sense, here or elsewhere (gRFC A6 pushback)
        public var isFinal: Bool

        /// All fields at their defaults.
        public init() {
            code = Proto.StatusCode(rawValue: 0)
            reason = Proto.Reason(rawValue: 0)
            message = ""
            retryAfterMs = 0
            isFinal = false
        }

        /// Fields in the order of the contract.
        public init(
            code: Proto.StatusCode = Proto.StatusCode(rawValue: 0),
            reason: Proto.Reason = Proto.Reason(rawValue: 0),
            message: String = "",
            retryAfterMs: UInt32 = 0,
            isFinal: Bool = false
        ) {
            self.code = code
            self.reason = reason
            self.message = message
            self.retryAfterMs = retryAfterMs
            self.isFinal = isFinal
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("code", code)
            object.add("reason", reason)
            object.add("message", message)
            object.add("retryAfterMs", retryAfterMs)
            object.add("isFinal", isFinal)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("code", into: &code)
            try object.read("reason", into: &reason)
            try object.read("message", into: &message)
            try object.read("retryAfterMs", "retry_after_ms", into: &retryAfterMs)
            try object.read("isFinal", "is_final", into: &isFinal)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Metadata` of the contract.
    public struct Metadata: WireMessage {
        /// `partyline.v1.Metadata`
        public static var fullName: String { "partyline.v1.Metadata" }

        /// `key`, number 1.
        public var key: String
        /// `value`, number 2.
        public var value: [UInt8]

        /// All fields at their defaults.
        public init() {
            key = ""
            value = []
        }

        /// Fields in the order of the contract.
        public init(
            key: String = "",
            value: [UInt8] = []
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

    /// Message `Hello` of the contract.
    public struct Hello: WireMessage {
        /// `partyline.v1.Hello`
        public static var fullName: String { "partyline.v1.Hello" }

        /// "signaling"; "client" from an SDK
        public var service: String
        /// unique among the running instances of the service
        public var instance: String
        /// random per process start: another epoch fails everything in flight
        public var epoch: UInt64
        /// 1
        public var `protocol`: UInt32
        /// of the FileDescriptorSet
        public var schemaHash: UInt64

        /// All fields at their defaults.
        public init() {
            service = ""
            instance = ""
            epoch = 0
            `protocol` = 0
            schemaHash = 0
        }

        /// Fields in the order of the contract.
        public init(
            service: String = "",
            instance: String = "",
            epoch: UInt64 = 0,
            protocol: UInt32 = 0,
            schemaHash: UInt64 = 0
        ) {
            self.service = service
            self.instance = instance
            self.epoch = epoch
            self.`protocol` = `protocol`
            self.schemaHash = schemaHash
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            object.add("instance", instance)
            object.add("epoch", epoch)
            object.add("protocol", `protocol`)
            object.add("schemaHash", schemaHash)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("epoch", into: &epoch)
            try object.read("protocol", into: &`protocol`)
            try object.read("schemaHash", "schema_hash", into: &schemaHash)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Header` of the contract.
    public struct Header: WireMessage {
        /// `partyline.v1.Header`
        public static var fullName: String { "partyline.v1.Header" }

        /// 1
        public var version: UInt32
        /// `kind`, number 2.
        public var kind: Proto.Kind
        /// unique per connection, chosen by the caller; 0 on HELLO, PING, PONG, DRAINING
        public var requestId: UInt64
        /// "partyline.v1.Signaling/Accept", on REQUEST only
        public var method: String
        /// deadline relative to sending; 0: none
        public var remainingMs: UInt32
        /// `attempt`, number 6.
        public var attempt: UInt32
        /// 16 bytes
        public var traceId: [UInt8]
        /// 8 bytes
        public var spanId: [UInt8]
        /// the call id or user id that balancing hashes
        public var shardKey: String
        /// on RESPONSE and END
        public var status: Proto.Status?
        /// bytes, on REQUEST of a stream and on CREDIT
        public var credit: UInt32
        /// of an ITEM in its stream, from 1
        public var sequence: UInt32
        /// `hello`, number 13.
        public var hello: Proto.Hello?
        /// `identity`, number 14.
        public var identity: Proto.ClientIdentity?
        /// at most 8 KiB in all
        public var metadata: [Proto.Metadata]
        /// on PONG: the answering host's UTC microseconds
        public var wallUs: UInt64

        /// All fields at their defaults.
        public init() {
            version = 0
            kind = Proto.Kind(rawValue: 0)
            requestId = 0
            method = ""
            remainingMs = 0
            attempt = 0
            traceId = []
            spanId = []
            shardKey = ""
            status = nil
            credit = 0
            sequence = 0
            hello = nil
            identity = nil
            metadata = []
            wallUs = 0
        }

        /// Fields in the order of the contract.
        public init(
            version: UInt32 = 0,
            kind: Proto.Kind = Proto.Kind(rawValue: 0),
            requestId: UInt64 = 0,
            method: String = "",
            remainingMs: UInt32 = 0,
            attempt: UInt32 = 0,
            traceId: [UInt8] = [],
            spanId: [UInt8] = [],
            shardKey: String = "",
            status: Proto.Status? = nil,
            credit: UInt32 = 0,
            sequence: UInt32 = 0,
            hello: Proto.Hello? = nil,
            identity: Proto.ClientIdentity? = nil,
            metadata: [Proto.Metadata] = [],
            wallUs: UInt64 = 0
        ) {
            self.version = version
            self.kind = kind
            self.requestId = requestId
            self.method = method
            self.remainingMs = remainingMs
            self.attempt = attempt
            self.traceId = traceId
            self.spanId = spanId
            self.shardKey = shardKey
            self.status = status
            self.credit = credit
            self.sequence = sequence
            self.hello = hello
            self.identity = identity
            self.metadata = metadata
            self.wallUs = wallUs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("version", version)
            object.add("kind", kind)
            object.add("requestId", requestId)
            object.add("method", method)
            object.add("remainingMs", remainingMs)
            object.add("attempt", attempt)
            object.add("traceId", traceId)
            object.add("spanId", spanId)
            object.add("shardKey", shardKey)
            object.add("status", status)
            object.add("credit", credit)
            object.add("sequence", sequence)
            object.add("hello", hello)
            object.add("identity", identity)
            object.add("metadata", metadata)
            object.add("wallUs", wallUs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("version", into: &version)
            try object.read("kind", into: &kind)
            try object.read("requestId", "request_id", into: &requestId)
            try object.read("method", into: &method)
            try object.read("remainingMs", "remaining_ms", into: &remainingMs)
            try object.read("attempt", into: &attempt)
            try object.read("traceId", "trace_id", into: &traceId)
            try object.read("spanId", "span_id", into: &spanId)
            try object.read("shardKey", "shard_key", into: &shardKey)
            try object.read("status", into: &status)
            try object.read("credit", into: &credit)
            try object.read("sequence", into: &sequence)
            try object.read("hello", into: &hello)
            try object.read("identity", into: &identity)
            try object.read("metadata", into: &metadata)
            try object.read("wallUs", "wall_us", into: &wallUs)
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

    /// The client connection's binary form: one WebSocket message is one Frame. Its text form is a JSON object with the
    /// members of Header under "header" and, under "payload", the message of the method in JSON.
    public struct Frame: WireMessage {
        /// `partyline.v1.Frame`
        public static var fullName: String { "partyline.v1.Frame" }

        /// `header`, number 1.
        public var header: Proto.Header?
        /// unread at this level, so it may hold anything
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var payload: [UInt8]

        /// All fields at their defaults.
        public init() {
            header = nil
            payload = []
        }

        /// Fields in the order of the contract.
        public init(
            header: Proto.Header? = nil,
            payload: [UInt8] = []
        ) {
            self.header = header
            self.payload = payload
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("header", header)
            object.add("payload", payload)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("header", into: &header)
            try object.read("payload", into: &payload)
        }

        public func redacted() -> Self {
            var copy = self
            copy.header = header?.redacted()
            copy.payload = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.header = header?.masked(by: mask)
            copy.payload = mask(payload)
            return copy
        }
    }
}

extension Proto.Kind: JSONField {}
extension Proto.StatusCode: JSONField {}
extension Proto.Reason: JSONField {}
extension Proto.Status: JSONField {}
extension Proto.Metadata: JSONField {}
extension Proto.Hello: JSONField {}
extension Proto.Header: JSONField {}
extension Proto.Frame: JSONField {}

extension Proto.Status: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Status>) {
        unsafe partyline__v1__status__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Status>? {
        unsafe partyline__v1__status__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Status>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.code = .init(rawValue: .init(truncatingIfNeeded: code.rawValue))
        unsafe c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: reason.rawValue))
        if !message.isEmpty { unsafe c.pointee.message = try arena.string(message, "Status.message") }
        unsafe c.pointee.retry_after_ms = retryAfterMs
        unsafe c.pointee.is_final = isFinal ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__Status>) throws(WireError) {
        try unsafe self.init(
            code: .init(rawValue: .init(truncatingIfNeeded: c.pointee.code.rawValue)),
            reason: .init(rawValue: .init(truncatingIfNeeded: c.pointee.reason.rawValue)),
            message: loadString(c.pointee.message, "Status.message"),
            retryAfterMs: c.pointee.retry_after_ms,
            isFinal: c.pointee.is_final != 0
        )
    }
}

extension Proto.Metadata: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Metadata>) {
        unsafe partyline__v1__metadata__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Metadata>? {
        unsafe partyline__v1__metadata__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Metadata>, _ arena: borrowing Arena) throws(WireError) {
        if !key.isEmpty { unsafe c.pointee.key = try arena.string(key, "Metadata.key") }
        unsafe c.pointee.value = try arena.bytes(value)
    }

    init(loading c: UnsafePointer<Partyline__V1__Metadata>) throws(WireError) {
        try unsafe self.init(
            key: loadString(c.pointee.key, "Metadata.key"),
            value: loadBytes(c.pointee.value)
        )
    }
}

extension Proto.Hello: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Hello>) {
        unsafe partyline__v1__hello__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Hello>? {
        unsafe partyline__v1__hello__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Hello>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "Hello.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "Hello.instance") }
        unsafe c.pointee.epoch = epoch
        unsafe c.pointee.`protocol` = `protocol`
        unsafe c.pointee.schema_hash = schemaHash
    }

    init(loading c: UnsafePointer<Partyline__V1__Hello>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "Hello.service"),
            instance: loadString(c.pointee.instance, "Hello.instance"),
            epoch: c.pointee.epoch,
            protocol: c.pointee.`protocol`,
            schemaHash: c.pointee.schema_hash
        )
    }
}

extension Proto.Header: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Header>) {
        unsafe partyline__v1__header__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Header>? {
        unsafe partyline__v1__header__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Header>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.version = version
        unsafe c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
        unsafe c.pointee.request_id = requestId
        if !method.isEmpty { unsafe c.pointee.method = try arena.string(method, "Header.method") }
        unsafe c.pointee.remaining_ms = remainingMs
        unsafe c.pointee.attempt = attempt
        unsafe c.pointee.trace_id = try arena.bytes(traceId)
        unsafe c.pointee.span_id = try arena.bytes(spanId)
        if !shardKey.isEmpty { unsafe c.pointee.shard_key = try arena.string(shardKey, "Header.shard_key") }
        if let status { unsafe c.pointee.status = try arena.message(status) }
        unsafe c.pointee.credit = credit
        unsafe c.pointee.sequence = sequence
        if let hello { unsafe c.pointee.hello = try arena.message(hello) }
        if let identity { unsafe c.pointee.identity = try arena.message(identity) }
        unsafe c.pointee.n_metadata = metadata.count
        unsafe c.pointee.metadata = try arena.messages(metadata)
        unsafe c.pointee.wall_us = wallUs
    }

    init(loading c: UnsafePointer<Partyline__V1__Header>) throws(WireError) {
        try unsafe self.init(
            version: c.pointee.version,
            kind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.kind.rawValue)),
            requestId: c.pointee.request_id,
            method: loadString(c.pointee.method, "Header.method"),
            remainingMs: c.pointee.remaining_ms,
            attempt: c.pointee.attempt,
            traceId: loadBytes(c.pointee.trace_id),
            spanId: loadBytes(c.pointee.span_id),
            shardKey: loadString(c.pointee.shard_key, "Header.shard_key"),
            status: loadMessage(c.pointee.status),
            credit: c.pointee.credit,
            sequence: c.pointee.sequence,
            hello: loadMessage(c.pointee.hello),
            identity: loadMessage(c.pointee.identity),
            metadata: loadMessages(c.pointee.n_metadata, c.pointee.metadata),
            wallUs: c.pointee.wall_us
        )
    }
}

extension Proto.Frame: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Frame>) {
        unsafe partyline__v1__frame__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Frame>? {
        unsafe partyline__v1__frame__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Frame>, _ arena: borrowing Arena) throws(WireError) {
        if let header { unsafe c.pointee.header = try arena.message(header) }
        unsafe c.pointee.payload = try arena.bytes(payload)
    }

    init(loading c: UnsafePointer<Partyline__V1__Frame>) throws(WireError) {
        try unsafe self.init(
            header: loadMessage(c.pointee.header),
            payload: loadBytes(c.pointee.payload)
        )
    }
}
