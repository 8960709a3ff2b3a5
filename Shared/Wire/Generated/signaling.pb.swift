// Generated from partyline/v1/signaling.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// What becomes of the call the user is active in when another is taken up.
    public struct OtherCall: WireEnum {
        /// `OTHER_CALL_HOLD`
        public static let hold = OtherCall(rawValue: 0)
        /// the user leaves it
        public static let end = OtherCall(rawValue: 1)

        /// Every value this build knows.
        public static let allCases: [OtherCall] = [
            .hold,
            .end
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "OTHER_CALL_HOLD"
                case 1: "OTHER_CALL_END"
                default: String(rawValue)
            }
        }
    }

    /// Enum `RejectScope` of the contract.
    public struct RejectScope: WireEnum {
        /// the user declines: every device stops
        public static let everywhere = RejectScope(rawValue: 0)
        /// this device stops, the others ring on; the last one that can ring declines for the user
        public static let thisDevice = RejectScope(rawValue: 1)

        /// Every value this build knows.
        public static let allCases: [RejectScope] = [
            .everywhere,
            .thisDevice
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "REJECT_SCOPE_EVERYWHERE"
                case 1: "REJECT_SCOPE_THIS_DEVICE"
                default: String(rawValue)
            }
        }
    }

    /// Enum `AlertState` of the contract.
    public struct AlertState: WireEnum {
        /// `ALERT_STATE_UNSPECIFIED`
        public static let unspecified = AlertState(rawValue: 0)
        /// the snapshot has arrived
        public static let received = AlertState(rawValue: 1)
        /// the device rings
        public static let alerting = AlertState(rawValue: 2)
        /// the device is in another call
        public static let busy = AlertState(rawValue: 3)

        /// Every value this build knows.
        public static let allCases: [AlertState] = [
            .unspecified,
            .received,
            .alerting,
            .busy
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "ALERT_STATE_UNSPECIFIED"
                case 1: "ALERT_STATE_RECEIVED"
                case 2: "ALERT_STATE_ALERTING"
                case 3: "ALERT_STATE_BUSY"
                default: String(rawValue)
            }
        }
    }

    /// Enum `CallPhase` of the contract.
    public struct CallPhase: WireEnum {
        /// `CALL_PHASE_UNSPECIFIED`
        public static let unspecified = CallPhase(rawValue: 0)
        /// `CALL_PHASE_RINGING`
        public static let ringing = CallPhase(rawValue: 1)
        /// `CALL_PHASE_CONNECTED`
        public static let connected = CallPhase(rawValue: 2)
        /// `CALL_PHASE_ENDED`
        public static let ended = CallPhase(rawValue: 3)

        /// Every value this build knows.
        public static let allCases: [CallPhase] = [
            .unspecified,
            .ringing,
            .connected,
            .ended
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "CALL_PHASE_UNSPECIFIED"
                case 1: "CALL_PHASE_RINGING"
                case 2: "CALL_PHASE_CONNECTED"
                case 3: "CALL_PHASE_ENDED"
                default: String(rawValue)
            }
        }
    }

    /// Enum `ParticipantStatus` of the contract.
    public struct ParticipantStatus: WireEnum {
        /// not, or no longer, in the call
        public static let none = ParticipantStatus(rawValue: 0)
        /// the inviter before anybody answered; an invitee who is being rung
        public static let waiting = ParticipantStatus(rawValue: 1)
        /// in the call
        public static let accept = ParticipantStatus(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [ParticipantStatus] = [
            .none,
            .waiting,
            .accept
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "PARTICIPANT_STATUS_NONE"
                case 1: "PARTICIPANT_STATUS_WAITING"
                case 2: "PARTICIPANT_STATUS_ACCEPT"
                default: String(rawValue)
            }
        }
    }

    /// How far the ring has come, as the caller is told.
    public struct RingProgress: WireEnum {
        /// `RING_PROGRESS_UNSPECIFIED`
        public static let unspecified = RingProgress(rawValue: 0)
        /// `RING_PROGRESS_REACHING`
        public static let reaching = RingProgress(rawValue: 1)
        /// `RING_PROGRESS_PUSHED`
        public static let pushed = RingProgress(rawValue: 2)
        /// a device has the ring: it is awake
        public static let received = RingProgress(rawValue: 3)
        /// `RING_PROGRESS_ALERTING`
        public static let alerting = RingProgress(rawValue: 4)
        /// of a device; a participant who has answered waits no longer
        public static let answered = RingProgress(rawValue: 5)

        /// Every value this build knows.
        public static let allCases: [RingProgress] = [
            .unspecified,
            .reaching,
            .pushed,
            .received,
            .alerting,
            .answered
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "RING_PROGRESS_UNSPECIFIED"
                case 1: "RING_PROGRESS_REACHING"
                case 2: "RING_PROGRESS_PUSHED"
                case 3: "RING_PROGRESS_RECEIVED"
                case 4: "RING_PROGRESS_ALERTING"
                case 5: "RING_PROGRESS_ANSWERED"
                default: String(rawValue)
            }
        }
    }

    /// Enum `CallDirection` of the contract.
    public struct CallDirection: WireEnum {
        /// `CALL_DIRECTION_UNKNOWN`
        public static let unknown = CallDirection(rawValue: 0)
        /// `CALL_DIRECTION_MISSED`
        public static let missed = CallDirection(rawValue: 1)
        /// `CALL_DIRECTION_INCOMING`
        public static let incoming = CallDirection(rawValue: 2)
        /// `CALL_DIRECTION_OUTGOING`
        public static let outgoing = CallDirection(rawValue: 3)

        /// Every value this build knows.
        public static let allCases: [CallDirection] = [
            .unknown,
            .missed,
            .incoming,
            .outgoing
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "CALL_DIRECTION_UNKNOWN"
                case 1: "CALL_DIRECTION_MISSED"
                case 2: "CALL_DIRECTION_INCOMING"
                case 3: "CALL_DIRECTION_OUTGOING"
                default: String(rawValue)
            }
        }
    }

    /// Enum `CallTraceFact` of the contract.
    public struct CallTraceFact: WireEnum {
        /// `CALL_TRACE_FACT_UNSPECIFIED`
        public static let unspecified = CallTraceFact(rawValue: 0)
        /// `CALL_TRACE_FACT_PLACED`
        public static let placed = CallTraceFact(rawValue: 1)
        /// begins to ring
        public static let invited = CallTraceFact(rawValue: 2)
        /// and why
        public static let notRung = CallTraceFact(rawValue: 3)
        /// a session of the device is open: the ring goes there
        public static let found = CallTraceFact(rawValue: 4)
        /// the device says that it has the ring
        public static let received = CallTraceFact(rawValue: 5)
        /// the device says that it rings
        public static let alerting = CallTraceFact(rawValue: 6)
        /// the devices named in detail had said nothing
        public static let broughtAgain = CallTraceFact(rawValue: 7)
        /// without a device: push knows none
        public static let pushQueued = CallTraceFact(rawValue: 8)
        /// the provider has it
        public static let pushed = CallTraceFact(rawValue: 9)
        /// and why
        public static let pushFailed = CallTraceFact(rawValue: 10)
        /// `CALL_TRACE_FACT_ANSWERED`
        public static let answered = CallTraceFact(rawValue: 11)
        /// `CALL_TRACE_FACT_JOINED`
        public static let joined = CallTraceFact(rawValue: 12)
        /// this device rings no more, and why
        public static let stopped = CallTraceFact(rawValue: 13)
        /// the user's part is over, and why
        public static let left = CallTraceFact(rawValue: 14)
        /// the call is over, and why
        public static let ended = CallTraceFact(rawValue: 15)
        /// `CALL_TRACE_FACT_ROOM_PLACED`
        public static let roomPlaced = CallTraceFact(rawValue: 16)
        /// `CALL_TRACE_FACT_ROOM_LOST`
        public static let roomLost = CallTraceFact(rawValue: 17)
        /// `CALL_TRACE_FACT_HELD`
        public static let held = CallTraceFact(rawValue: 18)
        /// `CALL_TRACE_FACT_RESUMED`
        public static let resumed = CallTraceFact(rawValue: 19)

        /// Every value this build knows.
        public static let allCases: [CallTraceFact] = [
            .unspecified,
            .placed,
            .invited,
            .notRung,
            .found,
            .received,
            .alerting,
            .broughtAgain,
            .pushQueued,
            .pushed,
            .pushFailed,
            .answered,
            .joined,
            .stopped,
            .left,
            .ended,
            .roomPlaced,
            .roomLost,
            .held,
            .resumed
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "CALL_TRACE_FACT_UNSPECIFIED"
                case 1: "CALL_TRACE_FACT_PLACED"
                case 2: "CALL_TRACE_FACT_INVITED"
                case 3: "CALL_TRACE_FACT_NOT_RUNG"
                case 4: "CALL_TRACE_FACT_FOUND"
                case 5: "CALL_TRACE_FACT_RECEIVED"
                case 6: "CALL_TRACE_FACT_ALERTING"
                case 7: "CALL_TRACE_FACT_BROUGHT_AGAIN"
                case 8: "CALL_TRACE_FACT_PUSH_QUEUED"
                case 9: "CALL_TRACE_FACT_PUSHED"
                case 10: "CALL_TRACE_FACT_PUSH_FAILED"
                case 11: "CALL_TRACE_FACT_ANSWERED"
                case 12: "CALL_TRACE_FACT_JOINED"
                case 13: "CALL_TRACE_FACT_STOPPED"
                case 14: "CALL_TRACE_FACT_LEFT"
                case 15: "CALL_TRACE_FACT_ENDED"
                case 16: "CALL_TRACE_FACT_ROOM_PLACED"
                case 17: "CALL_TRACE_FACT_ROOM_LOST"
                case 18: "CALL_TRACE_FACT_HELD"
                case 19: "CALL_TRACE_FACT_RESUMED"
                default: String(rawValue)
            }
        }
    }

    /// Message `CallParams` of the contract.
    public struct CallParams: WireMessage {
        /// `partyline.v1.CallParams`
        public static var fullName: String { "partyline.v1.CallParams" }

        /// empty: the server allocates one
        public var roomId: String
        /// ring time, 10 to 600; 0: the default of 30
        public var timeoutS: UInt32
        /// opaque, at most 12 KiB
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var userData: String
        /// `chat_group_id`, number 4.
        public var chatGroupId: String
        /// leaves no record
        public var isEphemeral: Bool

        /// All fields at their defaults.
        public init() {
            roomId = ""
            timeoutS = 0
            userData = ""
            chatGroupId = ""
            isEphemeral = false
        }

        /// Fields in the order of the contract.
        public init(
            roomId: String = "",
            timeoutS: UInt32 = 0,
            userData: String = "",
            chatGroupId: String = "",
            isEphemeral: Bool = false
        ) {
            self.roomId = roomId
            self.timeoutS = timeoutS
            self.userData = userData
            self.chatGroupId = chatGroupId
            self.isEphemeral = isEphemeral
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("roomId", roomId)
            object.add("timeoutS", timeoutS)
            object.add("userData", userData)
            object.add("chatGroupId", chatGroupId)
            object.add("isEphemeral", isEphemeral)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("roomId", "room_id", into: &roomId)
            try object.read("timeoutS", "timeout_s", into: &timeoutS)
            try object.read("userData", "user_data", into: &userData)
            try object.read("chatGroupId", "chat_group_id", into: &chatGroupId)
            try object.read("isEphemeral", "is_ephemeral", into: &isEphemeral)
        }

        public func redacted() -> Self {
            var copy = self
            copy.userData = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.userData = mask(userData)
            return copy
        }
    }

    /// Message `CallRequest` of the contract.
    public struct CallRequest: WireMessage {
        /// `partyline.v1.CallRequest`
        public static var fullName: String { "partyline.v1.CallRequest" }

        /// a UUID made by the client: a repeated request is the same call
        public var callId: String
        /// `participant_ids`, number 2.
        public var participantIds: [String]
        /// `media_kind`, number 3.
        public var mediaKind: Proto.MediaKind
        /// `params`, number 4.
        public var params: Proto.CallParams?
        /// UTC by the device's clock, when its user asked for the call; for the trace only. 0: not said
        public var intentAtMs: Int64

        /// All fields at their defaults.
        public init() {
            callId = ""
            participantIds = []
            mediaKind = Proto.MediaKind(rawValue: 0)
            params = nil
            intentAtMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            participantIds: [String] = [],
            mediaKind: Proto.MediaKind = Proto.MediaKind(rawValue: 0),
            params: Proto.CallParams? = nil,
            intentAtMs: Int64 = 0
        ) {
            self.callId = callId
            self.participantIds = participantIds
            self.mediaKind = mediaKind
            self.params = params
            self.intentAtMs = intentAtMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("participantIds", participantIds)
            object.add("mediaKind", mediaKind)
            object.add("params", params)
            object.add("intentAtMs", intentAtMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("participantIds", "participant_ids", into: &participantIds)
            try object.read("mediaKind", "media_kind", into: &mediaKind)
            try object.read("params", into: &params)
            try object.read("intentAtMs", "intent_at_ms", into: &intentAtMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.params = params?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.params = params?.masked(by: mask)
            return copy
        }
    }

    /// Message `CallResponse` of the contract.
    public struct CallResponse: WireMessage {
        /// `partyline.v1.CallResponse`
        public static var fullName: String { "partyline.v1.CallResponse" }

        /// `call`, number 1.
        public var call: Proto.CallSnapshot?

        /// All fields at their defaults.
        public init() {
            call = nil
        }

        /// Fields in the order of the contract.
        public init(
            call: Proto.CallSnapshot? = nil
        ) {
            self.call = call
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("call", call)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("call", into: &call)
        }

        public func redacted() -> Self {
            var copy = self
            copy.call = call?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.call = call?.masked(by: mask)
            return copy
        }
    }

    /// Message `AcceptRequest` of the contract.
    public struct AcceptRequest: WireMessage {
        /// `partyline.v1.AcceptRequest`
        public static var fullName: String { "partyline.v1.AcceptRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// UTC by the device's clock, when its user answered; for the trace only. 0: not said
        public var tappedAtMs: Int64
        /// `other_call`, number 3.
        public var otherCall: Proto.OtherCall

        /// All fields at their defaults.
        public init() {
            callId = ""
            tappedAtMs = 0
            otherCall = Proto.OtherCall(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            tappedAtMs: Int64 = 0,
            otherCall: Proto.OtherCall = Proto.OtherCall(rawValue: 0)
        ) {
            self.callId = callId
            self.tappedAtMs = tappedAtMs
            self.otherCall = otherCall
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("tappedAtMs", tappedAtMs)
            object.add("otherCall", otherCall)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("tappedAtMs", "tapped_at_ms", into: &tappedAtMs)
            try object.read("otherCall", "other_call", into: &otherCall)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Puts the own part in an answered call on hold, or takes it up again. On hold the user neither hears nor is heard; the
    /// call goes on. After a resume the device asks for its place in the room anew (JoinMedia).
    public struct HoldRequest: WireMessage {
        /// `partyline.v1.HoldRequest`
        public static var fullName: String { "partyline.v1.HoldRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `is_on_hold`, number 2.
        public var isOnHold: Bool
        /// of a resume
        public var otherCall: Proto.OtherCall

        /// All fields at their defaults.
        public init() {
            callId = ""
            isOnHold = false
            otherCall = Proto.OtherCall(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            isOnHold: Bool = false,
            otherCall: Proto.OtherCall = Proto.OtherCall(rawValue: 0)
        ) {
            self.callId = callId
            self.isOnHold = isOnHold
            self.otherCall = otherCall
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("isOnHold", isOnHold)
            object.add("otherCall", otherCall)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("isOnHold", "is_on_hold", into: &isOnHold)
            try object.read("otherCall", "other_call", into: &otherCall)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `RejectRequest` of the contract.
    public struct RejectRequest: WireMessage {
        /// `partyline.v1.RejectRequest`
        public static var fullName: String { "partyline.v1.RejectRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `scope`, number 2.
        public var scope: Proto.RejectScope

        /// All fields at their defaults.
        public init() {
            callId = ""
            scope = Proto.RejectScope(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            scope: Proto.RejectScope = Proto.RejectScope(rawValue: 0)
        ) {
            self.callId = callId
            self.scope = scope
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("scope", scope)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("scope", into: &scope)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Leaves a connected call, cancels an outgoing one, rejects an incoming one.
    public struct HangupRequest: WireMessage {
        /// `partyline.v1.HangupRequest`
        public static var fullName: String { "partyline.v1.HangupRequest" }

        /// `call_id`, number 1.
        public var callId: String

        /// All fields at their defaults.
        public init() {
            callId = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = ""
        ) {
            self.callId = callId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `JoinRequest` of the contract.
    public struct JoinRequest: WireMessage {
        /// `partyline.v1.JoinRequest`
        public static var fullName: String { "partyline.v1.JoinRequest" }

        /// `call_id`, number 1.
        public var callId: String

        /// All fields at their defaults.
        public init() {
            callId = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = ""
        ) {
            self.callId = callId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `InviteRequest` of the contract.
    public struct InviteRequest: WireMessage {
        /// `partyline.v1.InviteRequest`
        public static var fullName: String { "partyline.v1.InviteRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `participant_ids`, number 2.
        public var participantIds: [String]
        /// timeout_s and user_data are used
        public var params: Proto.CallParams?
        /// UTC: the rings end by then, if timeout_s does not end them earlier. 0: not said
        public var deadlineMs: Int64

        /// All fields at their defaults.
        public init() {
            callId = ""
            participantIds = []
            params = nil
            deadlineMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            participantIds: [String] = [],
            params: Proto.CallParams? = nil,
            deadlineMs: Int64 = 0
        ) {
            self.callId = callId
            self.participantIds = participantIds
            self.params = params
            self.deadlineMs = deadlineMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("participantIds", participantIds)
            object.add("params", params)
            object.add("deadlineMs", deadlineMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("participantIds", "participant_ids", into: &participantIds)
            try object.read("params", into: &params)
            try object.read("deadlineMs", "deadline_ms", into: &deadlineMs)
        }

        public func redacted() -> Self {
            var copy = self
            copy.params = params?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.params = params?.masked(by: mask)
            return copy
        }
    }

    /// Keys the user has pressed, for the other side. In order and each once: what comes twice, or overlaps, counts once.
    public struct SendDigitsRequest: WireMessage {
        /// `partyline.v1.SendDigitsRequest`
        public static var fullName: String { "partyline.v1.SendDigitsRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// 1 to 32 of 0-9 * # A-D
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var digits: String
        /// how many the user has sent in this call before these; OUT_OF_RANGE if some of them are missing
        public var start: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            digits = ""
            start = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            digits: String = "",
            start: UInt32 = 0
        ) {
            self.callId = callId
            self.digits = digits
            self.start = start
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("digits", digits)
            object.add("start", start)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("digits", into: &digits)
            try object.read("start", into: &start)
        }

        public func redacted() -> Self {
            var copy = self
            copy.digits = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.digits = mask(digits)
            return copy
        }
    }

    /// Takes somebody out of the call, or calls off one ring. For who placed the call, and for who invited the user.
    public struct RemoveRequest: WireMessage {
        /// `partyline.v1.RemoveRequest`
        public static var fullName: String { "partyline.v1.RemoveRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `user_id`, number 2.
        public var userId: String

        /// All fields at their defaults.
        public init() {
            callId = ""
            userId = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            userId: String = ""
        ) {
            self.callId = callId
            self.userId = userId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("userId", userId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("userId", "user_id", into: &userId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The running call of a chat group; NOT_FOUND (101004) if there is none.
    public struct GetGroupCallRequest: WireMessage {
        /// `partyline.v1.GetGroupCallRequest`
        public static var fullName: String { "partyline.v1.GetGroupCallRequest" }

        /// `chat_group_id`, number 1.
        public var chatGroupId: String

        /// All fields at their defaults.
        public init() {
            chatGroupId = ""
        }

        /// Fields in the order of the contract.
        public init(
            chatGroupId: String = ""
        ) {
            self.chatGroupId = chatGroupId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("chatGroupId", chatGroupId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("chatGroupId", "chat_group_id", into: &chatGroupId)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SyncRequest` of the contract.
    public struct SyncRequest: WireMessage {
        /// `partyline.v1.SyncRequest`
        public static var fullName: String { "partyline.v1.SyncRequest" }

        /// what the client has, so that ended ones are reported as ended
        public var knownCalls: [Proto.KnownCall]
        /// UTC: also the group calls missed since then, by when they were placed. 0: none
        public var missedSinceMs: Int64

        /// All fields at their defaults.
        public init() {
            knownCalls = []
            missedSinceMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            knownCalls: [Proto.KnownCall] = [],
            missedSinceMs: Int64 = 0
        ) {
            self.knownCalls = knownCalls
            self.missedSinceMs = missedSinceMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("knownCalls", knownCalls)
            object.add("missedSinceMs", missedSinceMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("knownCalls", "known_calls", into: &knownCalls)
            try object.read("missedSinceMs", "missed_since_ms", into: &missedSinceMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `KnownCall` of the contract.
    public struct KnownCall: WireMessage {
        /// `partyline.v1.KnownCall`
        public static var fullName: String { "partyline.v1.KnownCall" }

        /// `call_id`, number 1.
        public var callId: String
        /// `version`, number 2.
        public var version: UInt64

        /// All fields at their defaults.
        public init() {
            callId = ""
            version = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            version: UInt64 = 0
        ) {
            self.callId = callId
            self.version = version
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("version", version)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("version", into: &version)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `SyncResponse` of the contract.
    public struct SyncResponse: WireMessage {
        /// `partyline.v1.SyncResponse`
        public static var fullName: String { "partyline.v1.SyncResponse" }

        /// every call this session rings for or is in, and the known ones
        public var calls: [Proto.CallSnapshot]
        /// `server_time_ms`, number 2.
        public var serverTimeMs: Int64
        /// newest first, at most 20
        public var missed: [Proto.CallRecord]

        /// All fields at their defaults.
        public init() {
            calls = []
            serverTimeMs = 0
            missed = []
        }

        /// Fields in the order of the contract.
        public init(
            calls: [Proto.CallSnapshot] = [],
            serverTimeMs: Int64 = 0,
            missed: [Proto.CallRecord] = []
        ) {
            self.calls = calls
            self.serverTimeMs = serverTimeMs
            self.missed = missed
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("calls", calls)
            object.add("serverTimeMs", serverTimeMs)
            object.add("missed", missed)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("calls", into: &calls)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
            try object.read("missed", into: &missed)
        }

        public func redacted() -> Self {
            var copy = self
            copy.calls = calls.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.calls = calls.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Message `AcknowledgeRequest` of the contract.
    public struct AcknowledgeRequest: WireMessage {
        /// `partyline.v1.AcknowledgeRequest`
        public static var fullName: String { "partyline.v1.AcknowledgeRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `version`, number 2.
        public var version: UInt64
        /// `alert`, number 3.
        public var alert: Proto.AlertState

        /// All fields at their defaults.
        public init() {
            callId = ""
            version = 0
            alert = Proto.AlertState(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            version: UInt64 = 0,
            alert: Proto.AlertState = Proto.AlertState(rawValue: 0)
        ) {
            self.callId = callId
            self.version = version
            self.alert = alert
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("version", version)
            object.add("alert", alert)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("version", into: &version)
            try object.read("alert", into: &alert)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Asks for a place in the call's room. Repeat it when the snapshot's media_era has grown.
    public struct JoinMediaRequest: WireMessage {
        /// `partyline.v1.JoinMediaRequest`
        public static var fullName: String { "partyline.v1.JoinMediaRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `media_era`, number 2.
        public var mediaEra: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            mediaEra = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            mediaEra: UInt32 = 0
        ) {
            self.callId = callId
            self.mediaEra = mediaEra
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("mediaEra", mediaEra)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("mediaEra", "media_era", into: &mediaEra)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `JoinMediaResponse` of the contract.
    public struct JoinMediaResponse: WireMessage {
        /// `partyline.v1.JoinMediaResponse`
        public static var fullName: String { "partyline.v1.JoinMediaResponse" }

        /// `grant`, number 1.
        public var grant: Proto.MediaGrant?

        /// All fields at their defaults.
        public init() {
            grant = nil
        }

        /// Fields in the order of the contract.
        public init(
            grant: Proto.MediaGrant? = nil
        ) {
            self.grant = grant
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("grant", grant)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("grant", into: &grant)
        }

        public func redacted() -> Self {
            var copy = self
            copy.grant = grant?.redacted()
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.grant = grant?.masked(by: mask)
            return copy
        }
    }

    /// Message `SetMediaStateRequest` of the contract.
    public struct SetMediaStateRequest: WireMessage {
        /// `partyline.v1.SetMediaStateRequest`
        public static var fullName: String { "partyline.v1.SetMediaStateRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `is_microphone_opened`, number 2.
        public var isMicrophoneOpened: Bool
        /// `is_camera_opened`, number 3.
        public var isCameraOpened: Bool

        /// All fields at their defaults.
        public init() {
            callId = ""
            isMicrophoneOpened = false
            isCameraOpened = false
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            isMicrophoneOpened: Bool = false,
            isCameraOpened: Bool = false
        ) {
            self.callId = callId
            self.isMicrophoneOpened = isMicrophoneOpened
            self.isCameraOpened = isCameraOpened
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("isMicrophoneOpened", isMicrophoneOpened)
            object.add("isCameraOpened", isCameraOpened)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("isMicrophoneOpened", "is_microphone_opened", into: &isMicrophoneOpened)
            try object.read("isCameraOpened", "is_camera_opened", into: &isCameraOpened)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// How far the ring has come on one device. It never goes back within an invitation.
    public struct DeviceRing: WireMessage {
        /// `partyline.v1.DeviceRing`
        public static var fullName: String { "partyline.v1.DeviceRing" }

        /// `device_id`, number 1.
        public var deviceId: String
        /// unspecified: not known
        public var platform: Proto.Platform
        /// `progress`, number 3.
        public var progress: Proto.RingProgress

        /// All fields at their defaults.
        public init() {
            deviceId = ""
            platform = Proto.Platform(rawValue: 0)
            progress = Proto.RingProgress(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            deviceId: String = "",
            platform: Proto.Platform = Proto.Platform(rawValue: 0),
            progress: Proto.RingProgress = Proto.RingProgress(rawValue: 0)
        ) {
            self.deviceId = deviceId
            self.platform = platform
            self.progress = progress
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("deviceId", deviceId)
            object.add("platform", platform)
            object.add("progress", progress)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("platform", into: &platform)
            try object.read("progress", into: &progress)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Participant` of the contract.
    public struct Participant: WireMessage {
        /// `partyline.v1.Participant`
        public static var fullName: String { "partyline.v1.Participant" }

        /// `user_id`, number 1.
        public var userId: String
        /// `status`, number 2.
        public var status: Proto.ParticipantStatus
        /// when status is NONE
        public var endReason: Proto.EndReason
        /// `is_microphone_opened`, number 4.
        public var isMicrophoneOpened: Bool
        /// `is_camera_opened`, number 5.
        public var isCameraOpened: Bool
        /// while waiting
        public var progress: Proto.RingProgress
        /// `nickname`, number 7.
        public var nickname: String
        /// `avatar_url`, number 8.
        public var avatarUrl: String
        /// for who invited this participant and for who placed the call; nobody else
        public var devices: [Proto.DeviceRing]
        /// `is_on_hold`, number 10.
        public var isOnHold: Bool
        /// how many keys the user has pressed in this call: the growth tells how many are new
        public var digitsEnd: UInt32
        /// the newest 64 of them
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var digits: String

        /// All fields at their defaults.
        public init() {
            userId = ""
            status = Proto.ParticipantStatus(rawValue: 0)
            endReason = Proto.EndReason(rawValue: 0)
            isMicrophoneOpened = false
            isCameraOpened = false
            progress = Proto.RingProgress(rawValue: 0)
            nickname = ""
            avatarUrl = ""
            devices = []
            isOnHold = false
            digitsEnd = 0
            digits = ""
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            status: Proto.ParticipantStatus = Proto.ParticipantStatus(rawValue: 0),
            endReason: Proto.EndReason = Proto.EndReason(rawValue: 0),
            isMicrophoneOpened: Bool = false,
            isCameraOpened: Bool = false,
            progress: Proto.RingProgress = Proto.RingProgress(rawValue: 0),
            nickname: String = "",
            avatarUrl: String = "",
            devices: [Proto.DeviceRing] = [],
            isOnHold: Bool = false,
            digitsEnd: UInt32 = 0,
            digits: String = ""
        ) {
            self.userId = userId
            self.status = status
            self.endReason = endReason
            self.isMicrophoneOpened = isMicrophoneOpened
            self.isCameraOpened = isCameraOpened
            self.progress = progress
            self.nickname = nickname
            self.avatarUrl = avatarUrl
            self.devices = devices
            self.isOnHold = isOnHold
            self.digitsEnd = digitsEnd
            self.digits = digits
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("status", status)
            object.add("endReason", endReason)
            object.add("isMicrophoneOpened", isMicrophoneOpened)
            object.add("isCameraOpened", isCameraOpened)
            object.add("progress", progress)
            object.add("nickname", nickname)
            object.add("avatarUrl", avatarUrl)
            object.add("devices", devices)
            object.add("isOnHold", isOnHold)
            object.add("digitsEnd", digitsEnd)
            object.add("digits", digits)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("status", into: &status)
            try object.read("endReason", "end_reason", into: &endReason)
            try object.read("isMicrophoneOpened", "is_microphone_opened", into: &isMicrophoneOpened)
            try object.read("isCameraOpened", "is_camera_opened", into: &isCameraOpened)
            try object.read("progress", into: &progress)
            try object.read("nickname", into: &nickname)
            try object.read("avatarUrl", "avatar_url", into: &avatarUrl)
            try object.read("devices", into: &devices)
            try object.read("isOnHold", "is_on_hold", into: &isOnHold)
            try object.read("digitsEnd", "digits_end", into: &digitsEnd)
            try object.read("digits", into: &digits)
        }

        public func redacted() -> Self {
            var copy = self
            copy.digits = ""
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.digits = mask(digits)
            return copy
        }
    }

    /// A call as one session sees it. A higher version replaces a lower one; nothing else may be concluded from order.
    public struct CallSnapshot: WireMessage {
        /// `partyline.v1.CallSnapshot`
        public static var fullName: String { "partyline.v1.CallSnapshot" }

        /// `call_id`, number 1.
        public var callId: String
        /// `version`, number 2.
        public var version: UInt64
        /// `room_id`, number 3.
        public var roomId: String
        /// `inviter_id`, number 4.
        public var inviterId: String
        /// `invitee_ids`, number 5.
        public var inviteeIds: [String]
        /// `chat_group_id`, number 6.
        public var chatGroupId: String
        /// `media_kind`, number 7.
        public var mediaKind: Proto.MediaKind
        /// `user_data`, number 8.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var userData: String
        /// `is_group`, number 9.
        public var isGroup: Bool
        /// `is_ephemeral`, number 10.
        public var isEphemeral: Bool
        /// `phase`, number 11.
        public var phase: Proto.CallPhase
        /// `participants`, number 12.
        public var participants: [Proto.Participant]
        /// This session's own part.
        /// WAITING: it rings, or its call is not answered yet
        public var ownStatus: Proto.ParticipantStatus
        /// when own_status is NONE
        public var ownEndReason: Proto.EndReason
        /// the user who caused it
        public var ownEndedBy: String
        /// UTC; while ringing
        public var ringDeadlineMs: Int64
        /// UTC
        public var createdAtMs: Int64
        /// 0: never
        public var connectedAtMs: Int64
        /// `ended_at_ms`, number 19.
        public var endedAtMs: Int64
        /// 0: no room yet
        public var mediaEra: UInt32
        /// when this snapshot was made
        public var serverTimeMs: Int64
        /// the own user's other device that answered, declined or left; empty: none
        public var ownEndedByDevice: String
        /// while ringing: the user was in another call when it began
        public var isWaiting: Bool
        /// the own part is
        public var isOnHold: Bool

        /// All fields at their defaults.
        public init() {
            callId = ""
            version = 0
            roomId = ""
            inviterId = ""
            inviteeIds = []
            chatGroupId = ""
            mediaKind = Proto.MediaKind(rawValue: 0)
            userData = ""
            isGroup = false
            isEphemeral = false
            phase = Proto.CallPhase(rawValue: 0)
            participants = []
            ownStatus = Proto.ParticipantStatus(rawValue: 0)
            ownEndReason = Proto.EndReason(rawValue: 0)
            ownEndedBy = ""
            ringDeadlineMs = 0
            createdAtMs = 0
            connectedAtMs = 0
            endedAtMs = 0
            mediaEra = 0
            serverTimeMs = 0
            ownEndedByDevice = ""
            isWaiting = false
            isOnHold = false
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            version: UInt64 = 0,
            roomId: String = "",
            inviterId: String = "",
            inviteeIds: [String] = [],
            chatGroupId: String = "",
            mediaKind: Proto.MediaKind = Proto.MediaKind(rawValue: 0),
            userData: String = "",
            isGroup: Bool = false,
            isEphemeral: Bool = false,
            phase: Proto.CallPhase = Proto.CallPhase(rawValue: 0),
            participants: [Proto.Participant] = [],
            ownStatus: Proto.ParticipantStatus = Proto.ParticipantStatus(rawValue: 0),
            ownEndReason: Proto.EndReason = Proto.EndReason(rawValue: 0),
            ownEndedBy: String = "",
            ringDeadlineMs: Int64 = 0,
            createdAtMs: Int64 = 0,
            connectedAtMs: Int64 = 0,
            endedAtMs: Int64 = 0,
            mediaEra: UInt32 = 0,
            serverTimeMs: Int64 = 0,
            ownEndedByDevice: String = "",
            isWaiting: Bool = false,
            isOnHold: Bool = false
        ) {
            self.callId = callId
            self.version = version
            self.roomId = roomId
            self.inviterId = inviterId
            self.inviteeIds = inviteeIds
            self.chatGroupId = chatGroupId
            self.mediaKind = mediaKind
            self.userData = userData
            self.isGroup = isGroup
            self.isEphemeral = isEphemeral
            self.phase = phase
            self.participants = participants
            self.ownStatus = ownStatus
            self.ownEndReason = ownEndReason
            self.ownEndedBy = ownEndedBy
            self.ringDeadlineMs = ringDeadlineMs
            self.createdAtMs = createdAtMs
            self.connectedAtMs = connectedAtMs
            self.endedAtMs = endedAtMs
            self.mediaEra = mediaEra
            self.serverTimeMs = serverTimeMs
            self.ownEndedByDevice = ownEndedByDevice
            self.isWaiting = isWaiting
            self.isOnHold = isOnHold
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("version", version)
            object.add("roomId", roomId)
            object.add("inviterId", inviterId)
            object.add("inviteeIds", inviteeIds)
            object.add("chatGroupId", chatGroupId)
            object.add("mediaKind", mediaKind)
            object.add("userData", userData)
            object.add("isGroup", isGroup)
            object.add("isEphemeral", isEphemeral)
            object.add("phase", phase)
            object.add("participants", participants)
            object.add("ownStatus", ownStatus)
            object.add("ownEndReason", ownEndReason)
            object.add("ownEndedBy", ownEndedBy)
            object.add("ringDeadlineMs", ringDeadlineMs)
            object.add("createdAtMs", createdAtMs)
            object.add("connectedAtMs", connectedAtMs)
            object.add("endedAtMs", endedAtMs)
            object.add("mediaEra", mediaEra)
            object.add("serverTimeMs", serverTimeMs)
            object.add("ownEndedByDevice", ownEndedByDevice)
            object.add("isWaiting", isWaiting)
            object.add("isOnHold", isOnHold)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("version", into: &version)
            try object.read("roomId", "room_id", into: &roomId)
            try object.read("inviterId", "inviter_id", into: &inviterId)
            try object.read("inviteeIds", "invitee_ids", into: &inviteeIds)
            try object.read("chatGroupId", "chat_group_id", into: &chatGroupId)
            try object.read("mediaKind", "media_kind", into: &mediaKind)
            try object.read("userData", "user_data", into: &userData)
            try object.read("isGroup", "is_group", into: &isGroup)
            try object.read("isEphemeral", "is_ephemeral", into: &isEphemeral)
            try object.read("phase", into: &phase)
            try object.read("participants", into: &participants)
            try object.read("ownStatus", "own_status", into: &ownStatus)
            try object.read("ownEndReason", "own_end_reason", into: &ownEndReason)
            try object.read("ownEndedBy", "own_ended_by", into: &ownEndedBy)
            try object.read("ringDeadlineMs", "ring_deadline_ms", into: &ringDeadlineMs)
            try object.read("createdAtMs", "created_at_ms", into: &createdAtMs)
            try object.read("connectedAtMs", "connected_at_ms", into: &connectedAtMs)
            try object.read("endedAtMs", "ended_at_ms", into: &endedAtMs)
            try object.read("mediaEra", "media_era", into: &mediaEra)
            try object.read("serverTimeMs", "server_time_ms", into: &serverTimeMs)
            try object.read("ownEndedByDevice", "own_ended_by_device", into: &ownEndedByDevice)
            try object.read("isWaiting", "is_waiting", into: &isWaiting)
            try object.read("isOnHold", "is_on_hold", into: &isOnHold)
        }

        public func redacted() -> Self {
            var copy = self
            copy.userData = ""
            copy.participants = participants.map { $0.redacted() }
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.userData = mask(userData)
            copy.participants = participants.map { $0.masked(by: mask) }
            return copy
        }
    }

    /// Levels change too often to be versioned: a lost one is replaced by the next.
    public struct CallActivity: WireMessage {
        /// `partyline.v1.CallActivity`
        public static var fullName: String { "partyline.v1.CallActivity" }

        /// `call_id`, number 1.
        public var callId: String
        /// who is louder than silence; empty: nobody
        public var speakers: [Proto.SpeakerLevel]
        /// `qualities`, number 3.
        public var qualities: [Proto.ParticipantQuality]

        /// All fields at their defaults.
        public init() {
            callId = ""
            speakers = []
            qualities = []
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            speakers: [Proto.SpeakerLevel] = [],
            qualities: [Proto.ParticipantQuality] = []
        ) {
            self.callId = callId
            self.speakers = speakers
            self.qualities = qualities
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("speakers", speakers)
            object.add("qualities", qualities)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("speakers", into: &speakers)
            try object.read("qualities", into: &qualities)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ParticipantQuality` of the contract.
    public struct ParticipantQuality: WireMessage {
        /// `partyline.v1.ParticipantQuality`
        public static var fullName: String { "partyline.v1.ParticipantQuality" }

        /// `user_id`, number 1.
        public var userId: String
        /// 0 unknown, 1 excellent ... 6 down
        public var quality: UInt32

        /// All fields at their defaults.
        public init() {
            userId = ""
            quality = 0
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            quality: UInt32 = 0
        ) {
            self.userId = userId
            self.quality = quality
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("quality", quality)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("quality", into: &quality)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `CallRecord` of the contract.
    public struct CallRecord: WireMessage {
        /// `partyline.v1.CallRecord`
        public static var fullName: String { "partyline.v1.CallRecord" }

        /// `call_id`, number 1.
        public var callId: String
        /// `room_id`, number 2.
        public var roomId: String
        /// `inviter_id`, number 3.
        public var inviterId: String
        /// `invitee_ids`, number 4.
        public var inviteeIds: [String]
        /// `chat_group_id`, number 5.
        public var chatGroupId: String
        /// `media_kind`, number 6.
        public var mediaKind: Proto.MediaKind
        /// `direction`, number 7.
        public var direction: Proto.CallDirection
        /// `end_reason`, number 8.
        public var endReason: Proto.EndReason
        /// UTC, when the call was placed
        public var startedAtMs: Int64
        /// 0 if the user was never connected
        public var durationMs: Int64
        /// UTC, when the user was connected first; 0: never
        public var answeredAtMs: Int64
        /// UTC, when the user left
        public var endedAtMs: Int64
        /// `is_group`, number 13.
        public var isGroup: Bool
        /// the user who caused the end; empty: the service
        public var endedBy: String

        /// All fields at their defaults.
        public init() {
            callId = ""
            roomId = ""
            inviterId = ""
            inviteeIds = []
            chatGroupId = ""
            mediaKind = Proto.MediaKind(rawValue: 0)
            direction = Proto.CallDirection(rawValue: 0)
            endReason = Proto.EndReason(rawValue: 0)
            startedAtMs = 0
            durationMs = 0
            answeredAtMs = 0
            endedAtMs = 0
            isGroup = false
            endedBy = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            roomId: String = "",
            inviterId: String = "",
            inviteeIds: [String] = [],
            chatGroupId: String = "",
            mediaKind: Proto.MediaKind = Proto.MediaKind(rawValue: 0),
            direction: Proto.CallDirection = Proto.CallDirection(rawValue: 0),
            endReason: Proto.EndReason = Proto.EndReason(rawValue: 0),
            startedAtMs: Int64 = 0,
            durationMs: Int64 = 0,
            answeredAtMs: Int64 = 0,
            endedAtMs: Int64 = 0,
            isGroup: Bool = false,
            endedBy: String = ""
        ) {
            self.callId = callId
            self.roomId = roomId
            self.inviterId = inviterId
            self.inviteeIds = inviteeIds
            self.chatGroupId = chatGroupId
            self.mediaKind = mediaKind
            self.direction = direction
            self.endReason = endReason
            self.startedAtMs = startedAtMs
            self.durationMs = durationMs
            self.answeredAtMs = answeredAtMs
            self.endedAtMs = endedAtMs
            self.isGroup = isGroup
            self.endedBy = endedBy
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("roomId", roomId)
            object.add("inviterId", inviterId)
            object.add("inviteeIds", inviteeIds)
            object.add("chatGroupId", chatGroupId)
            object.add("mediaKind", mediaKind)
            object.add("direction", direction)
            object.add("endReason", endReason)
            object.add("startedAtMs", startedAtMs)
            object.add("durationMs", durationMs)
            object.add("answeredAtMs", answeredAtMs)
            object.add("endedAtMs", endedAtMs)
            object.add("isGroup", isGroup)
            object.add("endedBy", endedBy)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("roomId", "room_id", into: &roomId)
            try object.read("inviterId", "inviter_id", into: &inviterId)
            try object.read("inviteeIds", "invitee_ids", into: &inviteeIds)
            try object.read("chatGroupId", "chat_group_id", into: &chatGroupId)
            try object.read("mediaKind", "media_kind", into: &mediaKind)
            try object.read("direction", into: &direction)
            try object.read("endReason", "end_reason", into: &endReason)
            try object.read("startedAtMs", "started_at_ms", into: &startedAtMs)
            try object.read("durationMs", "duration_ms", into: &durationMs)
            try object.read("answeredAtMs", "answered_at_ms", into: &answeredAtMs)
            try object.read("endedAtMs", "ended_at_ms", into: &endedAtMs)
            try object.read("isGroup", "is_group", into: &isGroup)
            try object.read("endedBy", "ended_by", into: &endedBy)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `QueryRecordsRequest` of the contract.
    public struct QueryRecordsRequest: WireMessage {
        /// `partyline.v1.QueryRecordsRequest`
        public static var fullName: String { "partyline.v1.QueryRecordsRequest" }

        /// empty: from the newest
        public var cursor: String
        /// 1 to 100; 0: 20
        public var count: UInt32
        /// UTC: placed then or later; 0: from the first
        public var fromMs: Int64
        /// UTC: placed before; 0: to the last
        public var toMs: Int64
        /// UNKNOWN: all
        public var direction: Proto.CallDirection

        /// All fields at their defaults.
        public init() {
            cursor = ""
            count = 0
            fromMs = 0
            toMs = 0
            direction = Proto.CallDirection(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            cursor: String = "",
            count: UInt32 = 0,
            fromMs: Int64 = 0,
            toMs: Int64 = 0,
            direction: Proto.CallDirection = Proto.CallDirection(rawValue: 0)
        ) {
            self.cursor = cursor
            self.count = count
            self.fromMs = fromMs
            self.toMs = toMs
            self.direction = direction
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("cursor", cursor)
            object.add("count", count)
            object.add("fromMs", fromMs)
            object.add("toMs", toMs)
            object.add("direction", direction)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("cursor", into: &cursor)
            try object.read("count", into: &count)
            try object.read("fromMs", "from_ms", into: &fromMs)
            try object.read("toMs", "to_ms", into: &toMs)
            try object.read("direction", into: &direction)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `QueryRecordsResponse` of the contract.
    public struct QueryRecordsResponse: WireMessage {
        /// `partyline.v1.QueryRecordsResponse`
        public static var fullName: String { "partyline.v1.QueryRecordsResponse" }

        /// `records`, number 1.
        public var records: [Proto.CallRecord]
        /// empty: no more
        public var nextCursor: String

        /// All fields at their defaults.
        public init() {
            records = []
            nextCursor = ""
        }

        /// Fields in the order of the contract.
        public init(
            records: [Proto.CallRecord] = [],
            nextCursor: String = ""
        ) {
            self.records = records
            self.nextCursor = nextCursor
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("records", records)
            object.add("nextCursor", nextCursor)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("records", into: &records)
            try object.read("nextCursor", "next_cursor", into: &nextCursor)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `DeleteRecordsRequest` of the contract.
    public struct DeleteRecordsRequest: WireMessage {
        /// `partyline.v1.DeleteRecordsRequest`
        public static var fullName: String { "partyline.v1.DeleteRecordsRequest" }

        /// `call_ids`, number 1.
        public var callIds: [String]

        /// All fields at their defaults.
        public init() {
            callIds = []
        }

        /// Fields in the order of the contract.
        public init(
            callIds: [String] = []
        ) {
            self.callIds = callIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callIds", callIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callIds", "call_ids", into: &callIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// A hint that sessions ended; the sweeper finds out by itself if it is lost.
    public struct SessionsEndedRequest: WireMessage {
        /// `partyline.v1.SessionsEndedRequest`
        public static var fullName: String { "partyline.v1.SessionsEndedRequest" }

        /// `session_ids`, number 1.
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

    /// Message `PushOutcomeRequest` of the contract.
    public struct PushOutcomeRequest: WireMessage {
        /// `partyline.v1.PushOutcomeRequest`
        public static var fullName: String { "partyline.v1.PushOutcomeRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `user_id`, number 2.
        public var userId: String
        /// `device_id`, number 3.
        public var deviceId: String
        /// `handed_over`, number 4.
        public var handedOver: Bool
        /// why it was not
        public var cause: String
        /// UTC, when the push ended
        public var atMs: Int64

        /// All fields at their defaults.
        public init() {
            callId = ""
            userId = ""
            deviceId = ""
            handedOver = false
            cause = ""
            atMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            userId: String = "",
            deviceId: String = "",
            handedOver: Bool = false,
            cause: String = "",
            atMs: Int64 = 0
        ) {
            self.callId = callId
            self.userId = userId
            self.deviceId = deviceId
            self.handedOver = handedOver
            self.cause = cause
            self.atMs = atMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("userId", userId)
            object.add("deviceId", deviceId)
            object.add("handedOver", handedOver)
            object.add("cause", cause)
            object.add("atMs", atMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("handedOver", "handed_over", into: &handedOver)
            try object.read("cause", into: &cause)
            try object.read("atMs", "at_ms", into: &atMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// One thing that happened, in the order of decision.
    public struct CallTraceLine: WireMessage {
        /// `partyline.v1.CallTraceLine`
        public static var fullName: String { "partyline.v1.CallTraceLine" }

        /// UTC, when it was decided
        public var atMs: Int64
        /// `fact`, number 2.
        public var fact: Proto.CallTraceFact
        /// `user_id`, number 3.
        public var userId: String
        /// `device_id`, number 4.
        public var deviceId: String
        /// `reason`, number 5.
        public var reason: Proto.EndReason
        /// who caused it
        public var byUserId: String
        /// UTC by the clock of whoever reported it: a tap, a provider's answer. 0: not said
        public var saidAtMs: Int64
        /// `detail`, number 8.
        public var detail: String

        /// All fields at their defaults.
        public init() {
            atMs = 0
            fact = Proto.CallTraceFact(rawValue: 0)
            userId = ""
            deviceId = ""
            reason = Proto.EndReason(rawValue: 0)
            byUserId = ""
            saidAtMs = 0
            detail = ""
        }

        /// Fields in the order of the contract.
        public init(
            atMs: Int64 = 0,
            fact: Proto.CallTraceFact = Proto.CallTraceFact(rawValue: 0),
            userId: String = "",
            deviceId: String = "",
            reason: Proto.EndReason = Proto.EndReason(rawValue: 0),
            byUserId: String = "",
            saidAtMs: Int64 = 0,
            detail: String = ""
        ) {
            self.atMs = atMs
            self.fact = fact
            self.userId = userId
            self.deviceId = deviceId
            self.reason = reason
            self.byUserId = byUserId
            self.saidAtMs = saidAtMs
            self.detail = detail
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("atMs", atMs)
            object.add("fact", fact)
            object.add("userId", userId)
            object.add("deviceId", deviceId)
            object.add("reason", reason)
            object.add("byUserId", byUserId)
            object.add("saidAtMs", saidAtMs)
            object.add("detail", detail)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("atMs", "at_ms", into: &atMs)
            try object.read("fact", into: &fact)
            try object.read("userId", "user_id", into: &userId)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("reason", into: &reason)
            try object.read("byUserId", "by_user_id", into: &byUserId)
            try object.read("saidAtMs", "said_at_ms", into: &saidAtMs)
            try object.read("detail", into: &detail)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Why did it not ring? Kept as long as the call can be asked for.
    public struct CallTrace: WireMessage {
        /// `partyline.v1.CallTrace`
        public static var fullName: String { "partyline.v1.CallTrace" }

        /// the newest 200
        public var lines: [Proto.CallTraceLine]
        /// earlier ones that are kept no more
        public var droppedLines: UInt32
        /// `phase`, number 3.
        public var phase: Proto.CallPhase
        /// push's own books: a report to signaling can get lost
        public var pushes: [Proto.PushTrace]
        /// push has answered
        public var isPushKnown: Bool

        /// All fields at their defaults.
        public init() {
            lines = []
            droppedLines = 0
            phase = Proto.CallPhase(rawValue: 0)
            pushes = []
            isPushKnown = false
        }

        /// Fields in the order of the contract.
        public init(
            lines: [Proto.CallTraceLine] = [],
            droppedLines: UInt32 = 0,
            phase: Proto.CallPhase = Proto.CallPhase(rawValue: 0),
            pushes: [Proto.PushTrace] = [],
            isPushKnown: Bool = false
        ) {
            self.lines = lines
            self.droppedLines = droppedLines
            self.phase = phase
            self.pushes = pushes
            self.isPushKnown = isPushKnown
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("lines", lines)
            object.add("droppedLines", droppedLines)
            object.add("phase", phase)
            object.add("pushes", pushes)
            object.add("isPushKnown", isPushKnown)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("lines", into: &lines)
            try object.read("droppedLines", "dropped_lines", into: &droppedLines)
            try object.read("phase", into: &phase)
            try object.read("pushes", into: &pushes)
            try object.read("isPushKnown", "is_push_known", into: &isPushKnown)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Signaling`.
    public enum SignalingMethods {
        /// `partyline.v1.Signaling`
        public static let serviceName = "partyline.v1.Signaling"

        /// `partyline.v1.Signaling/Call`
        public static let call = MethodDescriptor(
            service: serviceName, name: "Call", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 58)

        /// `partyline.v1.Signaling/Accept`
        public static let accept = MethodDescriptor(
            service: serviceName, name: "Accept", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 59)

        /// `partyline.v1.Signaling/Reject`
        public static let reject = MethodDescriptor(
            service: serviceName, name: "Reject", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 60)

        /// `partyline.v1.Signaling/Hangup`
        public static let hangup = MethodDescriptor(
            service: serviceName, name: "Hangup", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 61)

        /// `partyline.v1.Signaling/Join`
        public static let join = MethodDescriptor(
            service: serviceName, name: "Join", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 62)

        /// `partyline.v1.Signaling/Invite`
        public static let invite = MethodDescriptor(
            service: serviceName, name: "Invite", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 63)

        /// `partyline.v1.Signaling/Hold`
        public static let hold = MethodDescriptor(
            service: serviceName, name: "Hold", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 64)

        /// `partyline.v1.Signaling/SendDigits`
        public static let sendDigits = MethodDescriptor(
            service: serviceName, name: "SendDigits", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 65)

        /// `partyline.v1.Signaling/Remove`
        public static let remove = MethodDescriptor(
            service: serviceName, name: "Remove", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 66)

        /// `partyline.v1.Signaling/GetGroupCall`
        public static let getGroupCall = MethodDescriptor(
            service: serviceName, name: "GetGroupCall", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 67)

        /// `partyline.v1.Signaling/Sync`
        public static let sync = MethodDescriptor(
            service: serviceName, name: "Sync", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 68)

        /// `partyline.v1.Signaling/Acknowledge`
        public static let acknowledge = MethodDescriptor(
            service: serviceName, name: "Acknowledge", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 69)

        /// `partyline.v1.Signaling/JoinMedia`
        public static let joinMedia = MethodDescriptor(
            service: serviceName, name: "JoinMedia", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: false, number: 70)

        /// `partyline.v1.Signaling/SetMediaState`
        public static let setMediaState = MethodDescriptor(
            service: serviceName, name: "SetMediaState", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 71)

        /// `partyline.v1.Signaling/QueryRecords`
        public static let queryRecords = MethodDescriptor(
            service: serviceName, name: "QueryRecords", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: false, isReadOnly: true, number: 72)

        /// `partyline.v1.Signaling/DeleteRecords`
        public static let deleteRecords = MethodDescriptor(
            service: serviceName, name: "DeleteRecords", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 73)

        /// For presence and push.
        public static let sessionsEnded = MethodDescriptor(
            service: serviceName, name: "SessionsEnded", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 74)

        /// `partyline.v1.Signaling/PushOutcome`
        public static let pushOutcome = MethodDescriptor(
            service: serviceName, name: "PushOutcome", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 75)

        /// For operators: it names every device of everybody in the call.
        public static let traceCall = MethodDescriptor(
            service: serviceName, name: "TraceCall", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 76)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            call,
            accept,
            reject,
            hangup,
            join,
            invite,
            hold,
            sendDigits,
            remove,
            getGroupCall,
            sync,
            acknowledge,
            joinMedia,
            setMediaState,
            queryRecords,
            deleteRecords,
            sessionsEnded,
            pushOutcome,
            traceCall
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.SignalingService) -> [RPCHandler] {
            [
                .unary(call, service.call),
                .unary(accept, service.accept),
                .unary(reject, service.reject),
                .unary(hangup, service.hangup),
                .unary(join, service.join),
                .unary(invite, service.invite),
                .unary(hold, service.hold),
                .unary(sendDigits, service.sendDigits),
                .unary(remove, service.remove),
                .unary(getGroupCall, service.getGroupCall),
                .unary(sync, service.sync),
                .unary(acknowledge, service.acknowledge),
                .unary(joinMedia, service.joinMedia),
                .unary(setMediaState, service.setMediaState),
                .unary(queryRecords, service.queryRecords),
                .unary(deleteRecords, service.deleteRecords),
                .unary(sessionsEnded, service.sessionsEnded),
                .unary(pushOutcome, service.pushOutcome),
                .unary(traceCall, service.traceCall),
            ]
        }
    }

    /// Calls `partyline.v1.Signaling` over any channel.
    public struct SignalingClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `Call`.
        public func call(
            _ request: Proto.CallRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.call, request, options)
        }

        /// Calls `Accept`.
        public func accept(
            _ request: Proto.AcceptRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.accept, request, options)
        }

        /// Calls `Reject`.
        public func reject(
            _ request: Proto.RejectRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.reject, request, options)
        }

        /// Calls `Hangup`.
        public func hangup(
            _ request: Proto.HangupRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.hangup, request, options)
        }

        /// Calls `Join`.
        public func join(
            _ request: Proto.JoinRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.join, request, options)
        }

        /// Calls `Invite`.
        public func invite(
            _ request: Proto.InviteRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.invite, request, options)
        }

        /// Calls `Hold`.
        public func hold(
            _ request: Proto.HoldRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.hold, request, options)
        }

        /// Calls `SendDigits`.
        public func sendDigits(
            _ request: Proto.SendDigitsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.sendDigits, request, options)
        }

        /// Calls `Remove`.
        public func remove(
            _ request: Proto.RemoveRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.remove, request, options)
        }

        /// Calls `GetGroupCall`.
        public func getGroupCall(
            _ request: Proto.GetGroupCallRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallResponse {
            try await channel.call(Proto.SignalingMethods.getGroupCall, request, options)
        }

        /// Calls `Sync`.
        public func sync(
            _ request: Proto.SyncRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.SyncResponse {
            try await channel.call(Proto.SignalingMethods.sync, request, options)
        }

        /// Calls `Acknowledge`.
        public func acknowledge(
            _ request: Proto.AcknowledgeRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.acknowledge, request, options)
        }

        /// Calls `JoinMedia`.
        public func joinMedia(
            _ request: Proto.JoinMediaRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.JoinMediaResponse {
            try await channel.call(Proto.SignalingMethods.joinMedia, request, options)
        }

        /// Calls `SetMediaState`.
        public func setMediaState(
            _ request: Proto.SetMediaStateRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.setMediaState, request, options)
        }

        /// Calls `QueryRecords`.
        public func queryRecords(
            _ request: Proto.QueryRecordsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.QueryRecordsResponse {
            try await channel.call(Proto.SignalingMethods.queryRecords, request, options)
        }

        /// Calls `DeleteRecords`.
        public func deleteRecords(
            _ request: Proto.DeleteRecordsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.deleteRecords, request, options)
        }

        /// For presence and push.
        public func sessionsEnded(
            _ request: Proto.SessionsEndedRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.sessionsEnded, request, options)
        }

        /// Calls `PushOutcome`.
        public func pushOutcome(
            _ request: Proto.PushOutcomeRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.SignalingMethods.pushOutcome, request, options)
        }

        /// For operators: it names every device of everybody in the call.
        public func traceCall(
            _ request: Proto.TraceCallRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.CallTrace {
            try await channel.call(Proto.SignalingMethods.traceCall, request, options)
        }
    }

    /// Answers `partyline.v1.Signaling`. Methods may run at the same time.
    public protocol SignalingService: Sendable {
        /// Answers `Call`.
        func call(
            _ request: Proto.CallRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Accept`.
        func accept(
            _ request: Proto.AcceptRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Reject`.
        func reject(
            _ request: Proto.RejectRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Hangup`.
        func hangup(
            _ request: Proto.HangupRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Join`.
        func join(
            _ request: Proto.JoinRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Invite`.
        func invite(
            _ request: Proto.InviteRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Hold`.
        func hold(
            _ request: Proto.HoldRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `SendDigits`.
        func sendDigits(
            _ request: Proto.SendDigitsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `Remove`.
        func remove(
            _ request: Proto.RemoveRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `GetGroupCall`.
        func getGroupCall(
            _ request: Proto.GetGroupCallRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallResponse

        /// Answers `Sync`.
        func sync(
            _ request: Proto.SyncRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.SyncResponse

        /// Answers `Acknowledge`.
        func acknowledge(
            _ request: Proto.AcknowledgeRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `JoinMedia`.
        func joinMedia(
            _ request: Proto.JoinMediaRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.JoinMediaResponse

        /// Answers `SetMediaState`.
        func setMediaState(
            _ request: Proto.SetMediaStateRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `QueryRecords`.
        func queryRecords(
            _ request: Proto.QueryRecordsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.QueryRecordsResponse

        /// Answers `DeleteRecords`.
        func deleteRecords(
            _ request: Proto.DeleteRecordsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// For presence and push.
        func sessionsEnded(
            _ request: Proto.SessionsEndedRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `PushOutcome`.
        func pushOutcome(
            _ request: Proto.PushOutcomeRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// For operators: it names every device of everybody in the call.
        func traceCall(
            _ request: Proto.TraceCallRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.CallTrace
    }
}

extension Proto.OtherCall: JSONField {}
extension Proto.RejectScope: JSONField {}
extension Proto.AlertState: JSONField {}
extension Proto.CallPhase: JSONField {}
extension Proto.ParticipantStatus: JSONField {}
extension Proto.RingProgress: JSONField {}
extension Proto.CallDirection: JSONField {}
extension Proto.CallTraceFact: JSONField {}
extension Proto.CallParams: JSONField {}
extension Proto.CallRequest: JSONField {}
extension Proto.CallResponse: JSONField {}
extension Proto.AcceptRequest: JSONField {}
extension Proto.HoldRequest: JSONField {}
extension Proto.RejectRequest: JSONField {}
extension Proto.HangupRequest: JSONField {}
extension Proto.JoinRequest: JSONField {}
extension Proto.InviteRequest: JSONField {}
extension Proto.SendDigitsRequest: JSONField {}
extension Proto.RemoveRequest: JSONField {}
extension Proto.GetGroupCallRequest: JSONField {}
extension Proto.SyncRequest: JSONField {}
extension Proto.KnownCall: JSONField {}
extension Proto.SyncResponse: JSONField {}
extension Proto.AcknowledgeRequest: JSONField {}
extension Proto.JoinMediaRequest: JSONField {}
extension Proto.JoinMediaResponse: JSONField {}
extension Proto.SetMediaStateRequest: JSONField {}
extension Proto.DeviceRing: JSONField {}
extension Proto.Participant: JSONField {}
extension Proto.CallSnapshot: JSONField {}
extension Proto.CallActivity: JSONField {}
extension Proto.ParticipantQuality: JSONField {}
extension Proto.CallRecord: JSONField {}
extension Proto.QueryRecordsRequest: JSONField {}
extension Proto.QueryRecordsResponse: JSONField {}
extension Proto.DeleteRecordsRequest: JSONField {}
extension Proto.SessionsEndedRequest: JSONField {}
extension Proto.PushOutcomeRequest: JSONField {}
extension Proto.CallTraceLine: JSONField {}
extension Proto.CallTrace: JSONField {}

extension Proto.CallParams: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallParams>) {
        unsafe partyline__v1__call_params__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallParams>? {
        unsafe partyline__v1__call_params__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallParams>, _ arena: borrowing Arena) throws(WireError) {
        if !roomId.isEmpty { unsafe c.pointee.room_id = try arena.string(roomId, "CallParams.room_id") }
        unsafe c.pointee.timeout_s = timeoutS
        if !userData.isEmpty { unsafe c.pointee.user_data = try arena.string(userData, "CallParams.user_data") }
        if !chatGroupId.isEmpty { unsafe c.pointee.chat_group_id = try arena.string(chatGroupId, "CallParams.chat_group_id") }
        unsafe c.pointee.is_ephemeral = isEphemeral ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__CallParams>) throws(WireError) {
        try unsafe self.init(
            roomId: loadString(c.pointee.room_id, "CallParams.room_id"),
            timeoutS: c.pointee.timeout_s,
            userData: loadString(c.pointee.user_data, "CallParams.user_data"),
            chatGroupId: loadString(c.pointee.chat_group_id, "CallParams.chat_group_id"),
            isEphemeral: c.pointee.is_ephemeral != 0
        )
    }
}

extension Proto.CallRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallRequest>) {
        unsafe partyline__v1__call_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallRequest>? {
        unsafe partyline__v1__call_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CallRequest.call_id") }
        unsafe c.pointee.n_participant_ids = participantIds.count
        unsafe c.pointee.participant_ids = try arena.strings(participantIds, "CallRequest.participant_ids")
        unsafe c.pointee.media_kind = .init(rawValue: .init(truncatingIfNeeded: mediaKind.rawValue))
        if let params { unsafe c.pointee.params = try arena.message(params) }
        unsafe c.pointee.intent_at_ms = intentAtMs
    }

    init(loading c: UnsafePointer<Partyline__V1__CallRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CallRequest.call_id"),
            participantIds: loadStrings(c.pointee.n_participant_ids, c.pointee.participant_ids, "CallRequest.participant_ids"),
            mediaKind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.media_kind.rawValue)),
            params: loadMessage(c.pointee.params),
            intentAtMs: c.pointee.intent_at_ms
        )
    }
}

extension Proto.CallResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallResponse>) {
        unsafe partyline__v1__call_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallResponse>? {
        unsafe partyline__v1__call_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let call { unsafe c.pointee.call = try arena.message(call) }
    }

    init(loading c: UnsafePointer<Partyline__V1__CallResponse>) throws(WireError) {
        try unsafe self.init(
            call: loadMessage(c.pointee.call)
        )
    }
}

extension Proto.AcceptRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__AcceptRequest>) {
        unsafe partyline__v1__accept_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__AcceptRequest>? {
        unsafe partyline__v1__accept_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__AcceptRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "AcceptRequest.call_id") }
        unsafe c.pointee.tapped_at_ms = tappedAtMs
        unsafe c.pointee.other_call = .init(rawValue: .init(truncatingIfNeeded: otherCall.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__AcceptRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "AcceptRequest.call_id"),
            tappedAtMs: c.pointee.tapped_at_ms,
            otherCall: .init(rawValue: .init(truncatingIfNeeded: c.pointee.other_call.rawValue))
        )
    }
}

extension Proto.HoldRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__HoldRequest>) {
        unsafe partyline__v1__hold_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__HoldRequest>? {
        unsafe partyline__v1__hold_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__HoldRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "HoldRequest.call_id") }
        unsafe c.pointee.is_on_hold = isOnHold ? 1 : 0
        unsafe c.pointee.other_call = .init(rawValue: .init(truncatingIfNeeded: otherCall.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__HoldRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "HoldRequest.call_id"),
            isOnHold: c.pointee.is_on_hold != 0,
            otherCall: .init(rawValue: .init(truncatingIfNeeded: c.pointee.other_call.rawValue))
        )
    }
}

extension Proto.RejectRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RejectRequest>) {
        unsafe partyline__v1__reject_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RejectRequest>? {
        unsafe partyline__v1__reject_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RejectRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "RejectRequest.call_id") }
        unsafe c.pointee.scope = .init(rawValue: .init(truncatingIfNeeded: scope.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__RejectRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "RejectRequest.call_id"),
            scope: .init(rawValue: .init(truncatingIfNeeded: c.pointee.scope.rawValue))
        )
    }
}

extension Proto.HangupRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__HangupRequest>) {
        unsafe partyline__v1__hangup_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__HangupRequest>? {
        unsafe partyline__v1__hangup_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__HangupRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "HangupRequest.call_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__HangupRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "HangupRequest.call_id")
        )
    }
}

extension Proto.JoinRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__JoinRequest>) {
        unsafe partyline__v1__join_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__JoinRequest>? {
        unsafe partyline__v1__join_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__JoinRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "JoinRequest.call_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__JoinRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "JoinRequest.call_id")
        )
    }
}

extension Proto.InviteRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__InviteRequest>) {
        unsafe partyline__v1__invite_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__InviteRequest>? {
        unsafe partyline__v1__invite_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__InviteRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "InviteRequest.call_id") }
        unsafe c.pointee.n_participant_ids = participantIds.count
        unsafe c.pointee.participant_ids = try arena.strings(participantIds, "InviteRequest.participant_ids")
        if let params { unsafe c.pointee.params = try arena.message(params) }
        unsafe c.pointee.deadline_ms = deadlineMs
    }

    init(loading c: UnsafePointer<Partyline__V1__InviteRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "InviteRequest.call_id"),
            participantIds: loadStrings(c.pointee.n_participant_ids, c.pointee.participant_ids, "InviteRequest.participant_ids"),
            params: loadMessage(c.pointee.params),
            deadlineMs: c.pointee.deadline_ms
        )
    }
}

extension Proto.SendDigitsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SendDigitsRequest>) {
        unsafe partyline__v1__send_digits_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SendDigitsRequest>? {
        unsafe partyline__v1__send_digits_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SendDigitsRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "SendDigitsRequest.call_id") }
        if !digits.isEmpty { unsafe c.pointee.digits = try arena.string(digits, "SendDigitsRequest.digits") }
        unsafe c.pointee.start = start
    }

    init(loading c: UnsafePointer<Partyline__V1__SendDigitsRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "SendDigitsRequest.call_id"),
            digits: loadString(c.pointee.digits, "SendDigitsRequest.digits"),
            start: c.pointee.start
        )
    }
}

extension Proto.RemoveRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RemoveRequest>) {
        unsafe partyline__v1__remove_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RemoveRequest>? {
        unsafe partyline__v1__remove_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RemoveRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "RemoveRequest.call_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "RemoveRequest.user_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__RemoveRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "RemoveRequest.call_id"),
            userId: loadString(c.pointee.user_id, "RemoveRequest.user_id")
        )
    }
}

extension Proto.GetGroupCallRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__GetGroupCallRequest>) {
        unsafe partyline__v1__get_group_call_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__GetGroupCallRequest>? {
        unsafe partyline__v1__get_group_call_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__GetGroupCallRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !chatGroupId.isEmpty { unsafe c.pointee.chat_group_id = try arena.string(chatGroupId, "GetGroupCallRequest.chat_group_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__GetGroupCallRequest>) throws(WireError) {
        try unsafe self.init(
            chatGroupId: loadString(c.pointee.chat_group_id, "GetGroupCallRequest.chat_group_id")
        )
    }
}

extension Proto.SyncRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SyncRequest>) {
        unsafe partyline__v1__sync_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SyncRequest>? {
        unsafe partyline__v1__sync_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SyncRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_known_calls = knownCalls.count
        unsafe c.pointee.known_calls = try arena.messages(knownCalls)
        unsafe c.pointee.missed_since_ms = missedSinceMs
    }

    init(loading c: UnsafePointer<Partyline__V1__SyncRequest>) throws(WireError) {
        try unsafe self.init(
            knownCalls: loadMessages(c.pointee.n_known_calls, c.pointee.known_calls),
            missedSinceMs: c.pointee.missed_since_ms
        )
    }
}

extension Proto.KnownCall: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__KnownCall>) {
        unsafe partyline__v1__known_call__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__KnownCall>? {
        unsafe partyline__v1__known_call__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__KnownCall>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "KnownCall.call_id") }
        unsafe c.pointee.version = version
    }

    init(loading c: UnsafePointer<Partyline__V1__KnownCall>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "KnownCall.call_id"),
            version: c.pointee.version
        )
    }
}

extension Proto.SyncResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SyncResponse>) {
        unsafe partyline__v1__sync_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SyncResponse>? {
        unsafe partyline__v1__sync_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SyncResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_calls = calls.count
        unsafe c.pointee.calls = try arena.messages(calls)
        unsafe c.pointee.server_time_ms = serverTimeMs
        unsafe c.pointee.n_missed = missed.count
        unsafe c.pointee.missed = try arena.messages(missed)
    }

    init(loading c: UnsafePointer<Partyline__V1__SyncResponse>) throws(WireError) {
        try unsafe self.init(
            calls: loadMessages(c.pointee.n_calls, c.pointee.calls),
            serverTimeMs: c.pointee.server_time_ms,
            missed: loadMessages(c.pointee.n_missed, c.pointee.missed)
        )
    }
}

extension Proto.AcknowledgeRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__AcknowledgeRequest>) {
        unsafe partyline__v1__acknowledge_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__AcknowledgeRequest>? {
        unsafe partyline__v1__acknowledge_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__AcknowledgeRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "AcknowledgeRequest.call_id") }
        unsafe c.pointee.version = version
        unsafe c.pointee.alert = .init(rawValue: .init(truncatingIfNeeded: alert.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__AcknowledgeRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "AcknowledgeRequest.call_id"),
            version: c.pointee.version,
            alert: .init(rawValue: .init(truncatingIfNeeded: c.pointee.alert.rawValue))
        )
    }
}

extension Proto.JoinMediaRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__JoinMediaRequest>) {
        unsafe partyline__v1__join_media_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__JoinMediaRequest>? {
        unsafe partyline__v1__join_media_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__JoinMediaRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "JoinMediaRequest.call_id") }
        unsafe c.pointee.media_era = mediaEra
    }

    init(loading c: UnsafePointer<Partyline__V1__JoinMediaRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "JoinMediaRequest.call_id"),
            mediaEra: c.pointee.media_era
        )
    }
}

extension Proto.JoinMediaResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__JoinMediaResponse>) {
        unsafe partyline__v1__join_media_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__JoinMediaResponse>? {
        unsafe partyline__v1__join_media_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__JoinMediaResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let grant { unsafe c.pointee.grant = try arena.message(grant) }
    }

    init(loading c: UnsafePointer<Partyline__V1__JoinMediaResponse>) throws(WireError) {
        try unsafe self.init(
            grant: loadMessage(c.pointee.grant)
        )
    }
}

extension Proto.SetMediaStateRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SetMediaStateRequest>) {
        unsafe partyline__v1__set_media_state_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SetMediaStateRequest>? {
        unsafe partyline__v1__set_media_state_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SetMediaStateRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "SetMediaStateRequest.call_id") }
        unsafe c.pointee.is_microphone_opened = isMicrophoneOpened ? 1 : 0
        unsafe c.pointee.is_camera_opened = isCameraOpened ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__SetMediaStateRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "SetMediaStateRequest.call_id"),
            isMicrophoneOpened: c.pointee.is_microphone_opened != 0,
            isCameraOpened: c.pointee.is_camera_opened != 0
        )
    }
}

extension Proto.DeviceRing: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DeviceRing>) {
        unsafe partyline__v1__device_ring__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DeviceRing>? {
        unsafe partyline__v1__device_ring__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DeviceRing>, _ arena: borrowing Arena) throws(WireError) {
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "DeviceRing.device_id") }
        unsafe c.pointee.platform = .init(rawValue: .init(truncatingIfNeeded: platform.rawValue))
        unsafe c.pointee.progress = .init(rawValue: .init(truncatingIfNeeded: progress.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__DeviceRing>) throws(WireError) {
        try unsafe self.init(
            deviceId: loadString(c.pointee.device_id, "DeviceRing.device_id"),
            platform: .init(rawValue: .init(truncatingIfNeeded: c.pointee.platform.rawValue)),
            progress: .init(rawValue: .init(truncatingIfNeeded: c.pointee.progress.rawValue))
        )
    }
}

extension Proto.Participant: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Participant>) {
        unsafe partyline__v1__participant__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Participant>? {
        unsafe partyline__v1__participant__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Participant>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "Participant.user_id") }
        unsafe c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: status.rawValue))
        unsafe c.pointee.end_reason = .init(rawValue: .init(truncatingIfNeeded: endReason.rawValue))
        unsafe c.pointee.is_microphone_opened = isMicrophoneOpened ? 1 : 0
        unsafe c.pointee.is_camera_opened = isCameraOpened ? 1 : 0
        unsafe c.pointee.progress = .init(rawValue: .init(truncatingIfNeeded: progress.rawValue))
        if !nickname.isEmpty { unsafe c.pointee.nickname = try arena.string(nickname, "Participant.nickname") }
        if !avatarUrl.isEmpty { unsafe c.pointee.avatar_url = try arena.string(avatarUrl, "Participant.avatar_url") }
        unsafe c.pointee.n_devices = devices.count
        unsafe c.pointee.devices = try arena.messages(devices)
        unsafe c.pointee.is_on_hold = isOnHold ? 1 : 0
        unsafe c.pointee.digits_end = digitsEnd
        if !digits.isEmpty { unsafe c.pointee.digits = try arena.string(digits, "Participant.digits") }
    }

    init(loading c: UnsafePointer<Partyline__V1__Participant>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "Participant.user_id"),
            status: .init(rawValue: .init(truncatingIfNeeded: c.pointee.status.rawValue)),
            endReason: .init(rawValue: .init(truncatingIfNeeded: c.pointee.end_reason.rawValue)),
            isMicrophoneOpened: c.pointee.is_microphone_opened != 0,
            isCameraOpened: c.pointee.is_camera_opened != 0,
            progress: .init(rawValue: .init(truncatingIfNeeded: c.pointee.progress.rawValue)),
            nickname: loadString(c.pointee.nickname, "Participant.nickname"),
            avatarUrl: loadString(c.pointee.avatar_url, "Participant.avatar_url"),
            devices: loadMessages(c.pointee.n_devices, c.pointee.devices),
            isOnHold: c.pointee.is_on_hold != 0,
            digitsEnd: c.pointee.digits_end,
            digits: loadString(c.pointee.digits, "Participant.digits")
        )
    }
}

extension Proto.CallSnapshot: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallSnapshot>) {
        unsafe partyline__v1__call_snapshot__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallSnapshot>? {
        unsafe partyline__v1__call_snapshot__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallSnapshot>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CallSnapshot.call_id") }
        unsafe c.pointee.version = version
        if !roomId.isEmpty { unsafe c.pointee.room_id = try arena.string(roomId, "CallSnapshot.room_id") }
        if !inviterId.isEmpty { unsafe c.pointee.inviter_id = try arena.string(inviterId, "CallSnapshot.inviter_id") }
        unsafe c.pointee.n_invitee_ids = inviteeIds.count
        unsafe c.pointee.invitee_ids = try arena.strings(inviteeIds, "CallSnapshot.invitee_ids")
        if !chatGroupId.isEmpty { unsafe c.pointee.chat_group_id = try arena.string(chatGroupId, "CallSnapshot.chat_group_id") }
        unsafe c.pointee.media_kind = .init(rawValue: .init(truncatingIfNeeded: mediaKind.rawValue))
        if !userData.isEmpty { unsafe c.pointee.user_data = try arena.string(userData, "CallSnapshot.user_data") }
        unsafe c.pointee.is_group = isGroup ? 1 : 0
        unsafe c.pointee.is_ephemeral = isEphemeral ? 1 : 0
        unsafe c.pointee.phase = .init(rawValue: .init(truncatingIfNeeded: phase.rawValue))
        unsafe c.pointee.n_participants = participants.count
        unsafe c.pointee.participants = try arena.messages(participants)
        unsafe c.pointee.own_status = .init(rawValue: .init(truncatingIfNeeded: ownStatus.rawValue))
        unsafe c.pointee.own_end_reason = .init(rawValue: .init(truncatingIfNeeded: ownEndReason.rawValue))
        if !ownEndedBy.isEmpty { unsafe c.pointee.own_ended_by = try arena.string(ownEndedBy, "CallSnapshot.own_ended_by") }
        unsafe c.pointee.ring_deadline_ms = ringDeadlineMs
        unsafe c.pointee.created_at_ms = createdAtMs
        unsafe c.pointee.connected_at_ms = connectedAtMs
        unsafe c.pointee.ended_at_ms = endedAtMs
        unsafe c.pointee.media_era = mediaEra
        unsafe c.pointee.server_time_ms = serverTimeMs
        if !ownEndedByDevice.isEmpty { unsafe c.pointee.own_ended_by_device = try arena.string(ownEndedByDevice, "CallSnapshot.own_ended_by_device") }
        unsafe c.pointee.is_waiting = isWaiting ? 1 : 0
        unsafe c.pointee.is_on_hold = isOnHold ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__CallSnapshot>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CallSnapshot.call_id"),
            version: c.pointee.version,
            roomId: loadString(c.pointee.room_id, "CallSnapshot.room_id"),
            inviterId: loadString(c.pointee.inviter_id, "CallSnapshot.inviter_id"),
            inviteeIds: loadStrings(c.pointee.n_invitee_ids, c.pointee.invitee_ids, "CallSnapshot.invitee_ids"),
            chatGroupId: loadString(c.pointee.chat_group_id, "CallSnapshot.chat_group_id"),
            mediaKind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.media_kind.rawValue)),
            userData: loadString(c.pointee.user_data, "CallSnapshot.user_data"),
            isGroup: c.pointee.is_group != 0,
            isEphemeral: c.pointee.is_ephemeral != 0,
            phase: .init(rawValue: .init(truncatingIfNeeded: c.pointee.phase.rawValue)),
            participants: loadMessages(c.pointee.n_participants, c.pointee.participants),
            ownStatus: .init(rawValue: .init(truncatingIfNeeded: c.pointee.own_status.rawValue)),
            ownEndReason: .init(rawValue: .init(truncatingIfNeeded: c.pointee.own_end_reason.rawValue)),
            ownEndedBy: loadString(c.pointee.own_ended_by, "CallSnapshot.own_ended_by"),
            ringDeadlineMs: c.pointee.ring_deadline_ms,
            createdAtMs: c.pointee.created_at_ms,
            connectedAtMs: c.pointee.connected_at_ms,
            endedAtMs: c.pointee.ended_at_ms,
            mediaEra: c.pointee.media_era,
            serverTimeMs: c.pointee.server_time_ms,
            ownEndedByDevice: loadString(c.pointee.own_ended_by_device, "CallSnapshot.own_ended_by_device"),
            isWaiting: c.pointee.is_waiting != 0,
            isOnHold: c.pointee.is_on_hold != 0
        )
    }
}

extension Proto.CallActivity: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallActivity>) {
        unsafe partyline__v1__call_activity__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallActivity>? {
        unsafe partyline__v1__call_activity__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallActivity>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CallActivity.call_id") }
        unsafe c.pointee.n_speakers = speakers.count
        unsafe c.pointee.speakers = try arena.messages(speakers)
        unsafe c.pointee.n_qualities = qualities.count
        unsafe c.pointee.qualities = try arena.messages(qualities)
    }

    init(loading c: UnsafePointer<Partyline__V1__CallActivity>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CallActivity.call_id"),
            speakers: loadMessages(c.pointee.n_speakers, c.pointee.speakers),
            qualities: loadMessages(c.pointee.n_qualities, c.pointee.qualities)
        )
    }
}

extension Proto.ParticipantQuality: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ParticipantQuality>) {
        unsafe partyline__v1__participant_quality__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ParticipantQuality>? {
        unsafe partyline__v1__participant_quality__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ParticipantQuality>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "ParticipantQuality.user_id") }
        unsafe c.pointee.quality = quality
    }

    init(loading c: UnsafePointer<Partyline__V1__ParticipantQuality>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "ParticipantQuality.user_id"),
            quality: c.pointee.quality
        )
    }
}

extension Proto.CallRecord: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallRecord>) {
        unsafe partyline__v1__call_record__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallRecord>? {
        unsafe partyline__v1__call_record__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallRecord>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CallRecord.call_id") }
        if !roomId.isEmpty { unsafe c.pointee.room_id = try arena.string(roomId, "CallRecord.room_id") }
        if !inviterId.isEmpty { unsafe c.pointee.inviter_id = try arena.string(inviterId, "CallRecord.inviter_id") }
        unsafe c.pointee.n_invitee_ids = inviteeIds.count
        unsafe c.pointee.invitee_ids = try arena.strings(inviteeIds, "CallRecord.invitee_ids")
        if !chatGroupId.isEmpty { unsafe c.pointee.chat_group_id = try arena.string(chatGroupId, "CallRecord.chat_group_id") }
        unsafe c.pointee.media_kind = .init(rawValue: .init(truncatingIfNeeded: mediaKind.rawValue))
        unsafe c.pointee.direction = .init(rawValue: .init(truncatingIfNeeded: direction.rawValue))
        unsafe c.pointee.end_reason = .init(rawValue: .init(truncatingIfNeeded: endReason.rawValue))
        unsafe c.pointee.started_at_ms = startedAtMs
        unsafe c.pointee.duration_ms = durationMs
        unsafe c.pointee.answered_at_ms = answeredAtMs
        unsafe c.pointee.ended_at_ms = endedAtMs
        unsafe c.pointee.is_group = isGroup ? 1 : 0
        if !endedBy.isEmpty { unsafe c.pointee.ended_by = try arena.string(endedBy, "CallRecord.ended_by") }
    }

    init(loading c: UnsafePointer<Partyline__V1__CallRecord>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CallRecord.call_id"),
            roomId: loadString(c.pointee.room_id, "CallRecord.room_id"),
            inviterId: loadString(c.pointee.inviter_id, "CallRecord.inviter_id"),
            inviteeIds: loadStrings(c.pointee.n_invitee_ids, c.pointee.invitee_ids, "CallRecord.invitee_ids"),
            chatGroupId: loadString(c.pointee.chat_group_id, "CallRecord.chat_group_id"),
            mediaKind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.media_kind.rawValue)),
            direction: .init(rawValue: .init(truncatingIfNeeded: c.pointee.direction.rawValue)),
            endReason: .init(rawValue: .init(truncatingIfNeeded: c.pointee.end_reason.rawValue)),
            startedAtMs: c.pointee.started_at_ms,
            durationMs: c.pointee.duration_ms,
            answeredAtMs: c.pointee.answered_at_ms,
            endedAtMs: c.pointee.ended_at_ms,
            isGroup: c.pointee.is_group != 0,
            endedBy: loadString(c.pointee.ended_by, "CallRecord.ended_by")
        )
    }
}

extension Proto.QueryRecordsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__QueryRecordsRequest>) {
        unsafe partyline__v1__query_records_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__QueryRecordsRequest>? {
        unsafe partyline__v1__query_records_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__QueryRecordsRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !cursor.isEmpty { unsafe c.pointee.cursor = try arena.string(cursor, "QueryRecordsRequest.cursor") }
        unsafe c.pointee.count = count
        unsafe c.pointee.from_ms = fromMs
        unsafe c.pointee.to_ms = toMs
        unsafe c.pointee.direction = .init(rawValue: .init(truncatingIfNeeded: direction.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__QueryRecordsRequest>) throws(WireError) {
        try unsafe self.init(
            cursor: loadString(c.pointee.cursor, "QueryRecordsRequest.cursor"),
            count: c.pointee.count,
            fromMs: c.pointee.from_ms,
            toMs: c.pointee.to_ms,
            direction: .init(rawValue: .init(truncatingIfNeeded: c.pointee.direction.rawValue))
        )
    }
}

extension Proto.QueryRecordsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__QueryRecordsResponse>) {
        unsafe partyline__v1__query_records_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__QueryRecordsResponse>? {
        unsafe partyline__v1__query_records_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__QueryRecordsResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_records = records.count
        unsafe c.pointee.records = try arena.messages(records)
        if !nextCursor.isEmpty { unsafe c.pointee.next_cursor = try arena.string(nextCursor, "QueryRecordsResponse.next_cursor") }
    }

    init(loading c: UnsafePointer<Partyline__V1__QueryRecordsResponse>) throws(WireError) {
        try unsafe self.init(
            records: loadMessages(c.pointee.n_records, c.pointee.records),
            nextCursor: loadString(c.pointee.next_cursor, "QueryRecordsResponse.next_cursor")
        )
    }
}

extension Proto.DeleteRecordsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DeleteRecordsRequest>) {
        unsafe partyline__v1__delete_records_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DeleteRecordsRequest>? {
        unsafe partyline__v1__delete_records_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DeleteRecordsRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_call_ids = callIds.count
        unsafe c.pointee.call_ids = try arena.strings(callIds, "DeleteRecordsRequest.call_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__DeleteRecordsRequest>) throws(WireError) {
        try unsafe self.init(
            callIds: loadStrings(c.pointee.n_call_ids, c.pointee.call_ids, "DeleteRecordsRequest.call_ids")
        )
    }
}

extension Proto.SessionsEndedRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SessionsEndedRequest>) {
        unsafe partyline__v1__sessions_ended_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SessionsEndedRequest>? {
        unsafe partyline__v1__sessions_ended_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SessionsEndedRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_session_ids = sessionIds.count
        unsafe c.pointee.session_ids = try arena.strings(sessionIds, "SessionsEndedRequest.session_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__SessionsEndedRequest>) throws(WireError) {
        try unsafe self.init(
            sessionIds: loadStrings(c.pointee.n_session_ids, c.pointee.session_ids, "SessionsEndedRequest.session_ids")
        )
    }
}

extension Proto.PushOutcomeRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__PushOutcomeRequest>) {
        unsafe partyline__v1__push_outcome_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__PushOutcomeRequest>? {
        unsafe partyline__v1__push_outcome_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__PushOutcomeRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "PushOutcomeRequest.call_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "PushOutcomeRequest.user_id") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "PushOutcomeRequest.device_id") }
        unsafe c.pointee.handed_over = handedOver ? 1 : 0
        if !cause.isEmpty { unsafe c.pointee.cause = try arena.string(cause, "PushOutcomeRequest.cause") }
        unsafe c.pointee.at_ms = atMs
    }

    init(loading c: UnsafePointer<Partyline__V1__PushOutcomeRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "PushOutcomeRequest.call_id"),
            userId: loadString(c.pointee.user_id, "PushOutcomeRequest.user_id"),
            deviceId: loadString(c.pointee.device_id, "PushOutcomeRequest.device_id"),
            handedOver: c.pointee.handed_over != 0,
            cause: loadString(c.pointee.cause, "PushOutcomeRequest.cause"),
            atMs: c.pointee.at_ms
        )
    }
}

extension Proto.CallTraceLine: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallTraceLine>) {
        unsafe partyline__v1__call_trace_line__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallTraceLine>? {
        unsafe partyline__v1__call_trace_line__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallTraceLine>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.at_ms = atMs
        unsafe c.pointee.fact = .init(rawValue: .init(truncatingIfNeeded: fact.rawValue))
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "CallTraceLine.user_id") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "CallTraceLine.device_id") }
        unsafe c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: reason.rawValue))
        if !byUserId.isEmpty { unsafe c.pointee.by_user_id = try arena.string(byUserId, "CallTraceLine.by_user_id") }
        unsafe c.pointee.said_at_ms = saidAtMs
        if !detail.isEmpty { unsafe c.pointee.detail = try arena.string(detail, "CallTraceLine.detail") }
    }

    init(loading c: UnsafePointer<Partyline__V1__CallTraceLine>) throws(WireError) {
        try unsafe self.init(
            atMs: c.pointee.at_ms,
            fact: .init(rawValue: .init(truncatingIfNeeded: c.pointee.fact.rawValue)),
            userId: loadString(c.pointee.user_id, "CallTraceLine.user_id"),
            deviceId: loadString(c.pointee.device_id, "CallTraceLine.device_id"),
            reason: .init(rawValue: .init(truncatingIfNeeded: c.pointee.reason.rawValue)),
            byUserId: loadString(c.pointee.by_user_id, "CallTraceLine.by_user_id"),
            saidAtMs: c.pointee.said_at_ms,
            detail: loadString(c.pointee.detail, "CallTraceLine.detail")
        )
    }
}

extension Proto.CallTrace: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CallTrace>) {
        unsafe partyline__v1__call_trace__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CallTrace>? {
        unsafe partyline__v1__call_trace__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CallTrace>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_lines = lines.count
        unsafe c.pointee.lines = try arena.messages(lines)
        unsafe c.pointee.dropped_lines = droppedLines
        unsafe c.pointee.phase = .init(rawValue: .init(truncatingIfNeeded: phase.rawValue))
        unsafe c.pointee.n_pushes = pushes.count
        unsafe c.pointee.pushes = try arena.messages(pushes)
        unsafe c.pointee.is_push_known = isPushKnown ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__CallTrace>) throws(WireError) {
        try unsafe self.init(
            lines: loadMessages(c.pointee.n_lines, c.pointee.lines),
            droppedLines: c.pointee.dropped_lines,
            phase: .init(rawValue: .init(truncatingIfNeeded: c.pointee.phase.rawValue)),
            pushes: loadMessages(c.pointee.n_pushes, c.pointee.pushes),
            isPushKnown: c.pointee.is_push_known != 0
        )
    }
}
