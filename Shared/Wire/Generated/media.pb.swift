// Generated from partyline/v1/media.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// What a device needs to exchange SRTP with its room.
    public struct MediaGrant: WireMessage {
        /// `partyline.v1.MediaGrant`
        public static var fullName: String { "partyline.v1.MediaGrant" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// IP literal of the media node
        public var address: String
        /// UDP
        public var port: UInt32
        /// the client sends with it
        public var sendSsrc: UInt32
        /// the room's stream to this client
        public var receiveSsrc: UInt32
        /// master key and salt of AES_CM_128_HMAC_SHA1_80, 30 bytes
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sendKey: [UInt8]
        /// `receive_key`, number 8.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var receiveKey: [UInt8]
        /// Opus, 48 kHz
        public var payloadType: UInt32
        /// `ptime_ms`, number 10.
        public var ptimeMs: UInt32
        /// RFC 6464
        public var levelExtensionId: UInt32
        /// `bitrate_bps`, number 12.
        public var bitrateBps: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            address = ""
            port = 0
            sendSsrc = 0
            receiveSsrc = 0
            sendKey = []
            receiveKey = []
            payloadType = 0
            ptimeMs = 0
            levelExtensionId = 0
            bitrateBps = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            address: String = "",
            port: UInt32 = 0,
            sendSsrc: UInt32 = 0,
            receiveSsrc: UInt32 = 0,
            sendKey: [UInt8] = [],
            receiveKey: [UInt8] = [],
            payloadType: UInt32 = 0,
            ptimeMs: UInt32 = 0,
            levelExtensionId: UInt32 = 0,
            bitrateBps: UInt32 = 0
        ) {
            self.callId = callId
            self.era = era
            self.address = address
            self.port = port
            self.sendSsrc = sendSsrc
            self.receiveSsrc = receiveSsrc
            self.sendKey = sendKey
            self.receiveKey = receiveKey
            self.payloadType = payloadType
            self.ptimeMs = ptimeMs
            self.levelExtensionId = levelExtensionId
            self.bitrateBps = bitrateBps
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("address", address)
            object.add("port", port)
            object.add("sendSsrc", sendSsrc)
            object.add("receiveSsrc", receiveSsrc)
            object.add("sendKey", sendKey)
            object.add("receiveKey", receiveKey)
            object.add("payloadType", payloadType)
            object.add("ptimeMs", ptimeMs)
            object.add("levelExtensionId", levelExtensionId)
            object.add("bitrateBps", bitrateBps)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
            try object.read("address", into: &address)
            try object.read("port", into: &port)
            try object.read("sendSsrc", "send_ssrc", into: &sendSsrc)
            try object.read("receiveSsrc", "receive_ssrc", into: &receiveSsrc)
            try object.read("sendKey", "send_key", into: &sendKey)
            try object.read("receiveKey", "receive_key", into: &receiveKey)
            try object.read("payloadType", "payload_type", into: &payloadType)
            try object.read("ptimeMs", "ptime_ms", into: &ptimeMs)
            try object.read("levelExtensionId", "level_extension_id", into: &levelExtensionId)
            try object.read("bitrateBps", "bitrate_bps", into: &bitrateBps)
        }

        public func redacted() -> Self {
            var copy = self
            copy.sendKey = []
            copy.receiveKey = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.sendKey = mask(sendKey)
            copy.receiveKey = mask(receiveKey)
            return copy
        }
    }

    /// Message `SpeakerLevel` of the contract.
    public struct SpeakerLevel: WireMessage {
        /// `partyline.v1.SpeakerLevel`
        public static var fullName: String { "partyline.v1.SpeakerLevel" }

        /// `user_id`, number 1.
        public var userId: String
        /// 0 to 100
        public var volume: UInt32

        /// All fields at their defaults.
        public init() {
            userId = ""
            volume = 0
        }

        /// Fields in the order of the contract.
        public init(
            userId: String = "",
            volume: UInt32 = 0
        ) {
            self.userId = userId
            self.volume = volume
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("userId", userId)
            object.add("volume", volume)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("userId", "user_id", into: &userId)
            try object.read("volume", into: &volume)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `CreateRoomRequest` of the contract.
    public struct CreateRoomRequest: WireMessage {
        /// `partyline.v1.CreateRoomRequest`
        public static var fullName: String { "partyline.v1.CreateRoomRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0
        ) {
            self.callId = callId
            self.era = era
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `JoinRoomRequest` of the contract.
    public struct JoinRoomRequest: WireMessage {
        /// `partyline.v1.JoinRoomRequest`
        public static var fullName: String { "partyline.v1.JoinRoomRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// `user_id`, number 3.
        public var userId: String
        /// the participant's key; a repeated join gives the same grant
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `is_muted`, number 5.
        public var isMuted: Bool

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            userId = ""
            sessionId = ""
            isMuted = false
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            userId: String = "",
            sessionId: String = "",
            isMuted: Bool = false
        ) {
            self.callId = callId
            self.era = era
            self.userId = userId
            self.sessionId = sessionId
            self.isMuted = isMuted
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("userId", userId)
            object.add("sessionId", sessionId)
            object.add("isMuted", isMuted)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
            try object.read("userId", "user_id", into: &userId)
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("isMuted", "is_muted", into: &isMuted)
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

    /// Message `JoinRoomResponse` of the contract.
    public struct JoinRoomResponse: WireMessage {
        /// `partyline.v1.JoinRoomResponse`
        public static var fullName: String { "partyline.v1.JoinRoomResponse" }

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

    /// Message `LeaveRoomRequest` of the contract.
    public struct LeaveRoomRequest: WireMessage {
        /// `partyline.v1.LeaveRoomRequest`
        public static var fullName: String { "partyline.v1.LeaveRoomRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// `session_id`, number 3.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            sessionId = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            sessionId: String = ""
        ) {
            self.callId = callId
            self.era = era
            self.sessionId = sessionId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("sessionId", sessionId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
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

    /// Message `MuteParticipantRequest` of the contract.
    public struct MuteParticipantRequest: WireMessage {
        /// `partyline.v1.MuteParticipantRequest`
        public static var fullName: String { "partyline.v1.MuteParticipantRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// `session_id`, number 3.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `is_muted`, number 4.
        public var isMuted: Bool

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            sessionId = ""
            isMuted = false
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            sessionId: String = "",
            isMuted: Bool = false
        ) {
            self.callId = callId
            self.era = era
            self.sessionId = sessionId
            self.isMuted = isMuted
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("sessionId", sessionId)
            object.add("isMuted", isMuted)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("isMuted", "is_muted", into: &isMuted)
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

    /// Message `CloseRoomRequest` of the contract.
    public struct CloseRoomRequest: WireMessage {
        /// `partyline.v1.CloseRoomRequest`
        public static var fullName: String { "partyline.v1.CloseRoomRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0
        ) {
            self.callId = callId
            self.era = era
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `WatchRoomsRequest` of the contract.
    public struct WatchRoomsRequest: WireMessage {
        /// `partyline.v1.WatchRoomsRequest`
        public static var fullName: String { "partyline.v1.WatchRoomsRequest" }

        /// instance of the signaling replica
        public var watcher: String

        /// All fields at their defaults.
        public init() {
            watcher = ""
        }

        /// Fields in the order of the contract.
        public init(
            watcher: String = ""
        ) {
            self.watcher = watcher
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("watcher", watcher)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("watcher", into: &watcher)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// One message per room and report interval, and at once when somebody times out.
    public struct RoomReport: WireMessage {
        /// `partyline.v1.RoomReport`
        public static var fullName: String { "partyline.v1.RoomReport" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// empty: nobody
        public var speakers: [Proto.SpeakerLevel]
        /// `participants`, number 4.
        public var participants: [Proto.ParticipantReport]
        /// no RTP for the RTP timeout; they are no longer in the room
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var timedOutSessionIds: [String]
        /// `is_closed`, number 6.
        public var isClosed: Bool

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            speakers = []
            participants = []
            timedOutSessionIds = []
            isClosed = false
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            speakers: [Proto.SpeakerLevel] = [],
            participants: [Proto.ParticipantReport] = [],
            timedOutSessionIds: [String] = [],
            isClosed: Bool = false
        ) {
            self.callId = callId
            self.era = era
            self.speakers = speakers
            self.participants = participants
            self.timedOutSessionIds = timedOutSessionIds
            self.isClosed = isClosed
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("speakers", speakers)
            object.add("participants", participants)
            object.add("timedOutSessionIds", timedOutSessionIds)
            object.add("isClosed", isClosed)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
            try object.read("speakers", into: &speakers)
            try object.read("participants", into: &participants)
            try object.read("timedOutSessionIds", "timed_out_session_ids", into: &timedOutSessionIds)
            try object.read("isClosed", "is_closed", into: &isClosed)
        }

        public func redacted() -> Self {
            var copy = self
            copy.participants = participants.map { $0.redacted() }
            copy.timedOutSessionIds = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.participants = participants.map { $0.masked(by: mask) }
            copy.timedOutSessionIds = timedOutSessionIds.map { mask($0) }
            return copy
        }
    }

    /// Message `ParticipantReport` of the contract.
    public struct ParticipantReport: WireMessage {
        /// `partyline.v1.ParticipantReport`
        public static var fullName: String { "partyline.v1.ParticipantReport" }

        /// `session_id`, number 1.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var sessionId: String
        /// `user_id`, number 2.
        public var userId: String
        /// `packets_received`, number 3.
        public var packetsReceived: UInt64
        /// `packets_lost`, number 4.
        public var packetsLost: UInt64
        /// `packets_sent`, number 5.
        public var packetsSent: UInt64
        /// late, duplicate, unauthentic or malformed
        public var packetsDiscarded: UInt64
        /// RFC 3550 interarrival jitter
        public var jitterUs: UInt32
        /// `playout_delay_ms`, number 8.
        public var playoutDelayMs: UInt32
        /// `concealed_ms`, number 9.
        public var concealedMs: UInt64

        /// All fields at their defaults.
        public init() {
            sessionId = ""
            userId = ""
            packetsReceived = 0
            packetsLost = 0
            packetsSent = 0
            packetsDiscarded = 0
            jitterUs = 0
            playoutDelayMs = 0
            concealedMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            sessionId: String = "",
            userId: String = "",
            packetsReceived: UInt64 = 0,
            packetsLost: UInt64 = 0,
            packetsSent: UInt64 = 0,
            packetsDiscarded: UInt64 = 0,
            jitterUs: UInt32 = 0,
            playoutDelayMs: UInt32 = 0,
            concealedMs: UInt64 = 0
        ) {
            self.sessionId = sessionId
            self.userId = userId
            self.packetsReceived = packetsReceived
            self.packetsLost = packetsLost
            self.packetsSent = packetsSent
            self.packetsDiscarded = packetsDiscarded
            self.jitterUs = jitterUs
            self.playoutDelayMs = playoutDelayMs
            self.concealedMs = concealedMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sessionId", sessionId)
            object.add("userId", userId)
            object.add("packetsReceived", packetsReceived)
            object.add("packetsLost", packetsLost)
            object.add("packetsSent", packetsSent)
            object.add("packetsDiscarded", packetsDiscarded)
            object.add("jitterUs", jitterUs)
            object.add("playoutDelayMs", playoutDelayMs)
            object.add("concealedMs", concealedMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sessionId", "session_id", into: &sessionId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("packetsReceived", "packets_received", into: &packetsReceived)
            try object.read("packetsLost", "packets_lost", into: &packetsLost)
            try object.read("packetsSent", "packets_sent", into: &packetsSent)
            try object.read("packetsDiscarded", "packets_discarded", into: &packetsDiscarded)
            try object.read("jitterUs", "jitter_us", into: &jitterUs)
            try object.read("playoutDelayMs", "playout_delay_ms", into: &playoutDelayMs)
            try object.read("concealedMs", "concealed_ms", into: &concealedMs)
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

    /// Message `ListRoomsRequest` of the contract.
    public struct ListRoomsRequest: WireMessage {
        /// `partyline.v1.ListRoomsRequest`
        public static var fullName: String { "partyline.v1.ListRoomsRequest" }

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

    /// Message `RoomSummary` of the contract.
    public struct RoomSummary: WireMessage {
        /// `partyline.v1.RoomSummary`
        public static var fullName: String { "partyline.v1.RoomSummary" }

        /// `call_id`, number 1.
        public var callId: String
        /// `era`, number 2.
        public var era: UInt32
        /// `participant_count`, number 3.
        public var participantCount: UInt32

        /// All fields at their defaults.
        public init() {
            callId = ""
            era = 0
            participantCount = 0
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            era: UInt32 = 0,
            participantCount: UInt32 = 0
        ) {
            self.callId = callId
            self.era = era
            self.participantCount = participantCount
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("era", era)
            object.add("participantCount", participantCount)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("era", into: &era)
            try object.read("participantCount", "participant_count", into: &participantCount)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ListRoomsResponse` of the contract.
    public struct ListRoomsResponse: WireMessage {
        /// `partyline.v1.ListRoomsResponse`
        public static var fullName: String { "partyline.v1.ListRoomsResponse" }

        /// `rooms`, number 1.
        public var rooms: [Proto.RoomSummary]
        /// `epoch`, number 2.
        public var epoch: UInt64

        /// All fields at their defaults.
        public init() {
            rooms = []
            epoch = 0
        }

        /// Fields in the order of the contract.
        public init(
            rooms: [Proto.RoomSummary] = [],
            epoch: UInt64 = 0
        ) {
            self.rooms = rooms
            self.epoch = epoch
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("rooms", rooms)
            object.add("epoch", epoch)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("rooms", into: &rooms)
            try object.read("epoch", into: &epoch)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `NodeLoadRequest` of the contract.
    public struct NodeLoadRequest: WireMessage {
        /// `partyline.v1.NodeLoadRequest`
        public static var fullName: String { "partyline.v1.NodeLoadRequest" }

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

    /// Message `NodeLoadResponse` of the contract.
    public struct NodeLoadResponse: WireMessage {
        /// `partyline.v1.NodeLoadResponse`
        public static var fullName: String { "partyline.v1.NodeLoadResponse" }

        /// `room_count`, number 1.
        public var roomCount: UInt32
        /// `participant_count`, number 2.
        public var participantCount: UInt32
        /// busiest loop's share of its tick
        public var busyPermille: UInt32
        /// `tick_overrun_total`, number 4.
        public var tickOverrunTotal: UInt64
        /// `is_draining`, number 5.
        public var isDraining: Bool

        /// All fields at their defaults.
        public init() {
            roomCount = 0
            participantCount = 0
            busyPermille = 0
            tickOverrunTotal = 0
            isDraining = false
        }

        /// Fields in the order of the contract.
        public init(
            roomCount: UInt32 = 0,
            participantCount: UInt32 = 0,
            busyPermille: UInt32 = 0,
            tickOverrunTotal: UInt64 = 0,
            isDraining: Bool = false
        ) {
            self.roomCount = roomCount
            self.participantCount = participantCount
            self.busyPermille = busyPermille
            self.tickOverrunTotal = tickOverrunTotal
            self.isDraining = isDraining
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("roomCount", roomCount)
            object.add("participantCount", participantCount)
            object.add("busyPermille", busyPermille)
            object.add("tickOverrunTotal", tickOverrunTotal)
            object.add("isDraining", isDraining)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("roomCount", "room_count", into: &roomCount)
            try object.read("participantCount", "participant_count", into: &participantCount)
            try object.read("busyPermille", "busy_permille", into: &busyPermille)
            try object.read("tickOverrunTotal", "tick_overrun_total", into: &tickOverrunTotal)
            try object.read("isDraining", "is_draining", into: &isDraining)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Media`.
    public enum MediaMethods {
        /// `partyline.v1.Media`
        public static let serviceName = "partyline.v1.Media"

        /// `partyline.v1.Media/CreateRoom`
        public static let createRoom = MethodDescriptor(
            service: serviceName, name: "CreateRoom", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 36)

        /// `partyline.v1.Media/JoinRoom`
        public static let joinRoom = MethodDescriptor(
            service: serviceName, name: "JoinRoom", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 37)

        /// `partyline.v1.Media/LeaveRoom`
        public static let leaveRoom = MethodDescriptor(
            service: serviceName, name: "LeaveRoom", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 38)

        /// `partyline.v1.Media/MuteParticipant`
        public static let muteParticipant = MethodDescriptor(
            service: serviceName, name: "MuteParticipant", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 39)

        /// `partyline.v1.Media/CloseRoom`
        public static let closeRoom = MethodDescriptor(
            service: serviceName, name: "CloseRoom", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 40)

        /// `partyline.v1.Media/WatchRooms`
        public static let watchRooms = MethodDescriptor(
            service: serviceName, name: "WatchRooms", isServerStreaming: true, isIdempotent: false,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 41)

        /// `partyline.v1.Media/ListRooms`
        public static let listRooms = MethodDescriptor(
            service: serviceName, name: "ListRooms", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 42)

        /// `partyline.v1.Media/NodeLoad`
        public static let nodeLoad = MethodDescriptor(
            service: serviceName, name: "NodeLoad", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 43)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            createRoom,
            joinRoom,
            leaveRoom,
            muteParticipant,
            closeRoom,
            watchRooms,
            listRooms,
            nodeLoad
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.MediaService) -> [RPCHandler] {
            [
                .unary(createRoom, service.createRoom),
                .unary(joinRoom, service.joinRoom),
                .unary(leaveRoom, service.leaveRoom),
                .unary(muteParticipant, service.muteParticipant),
                .unary(closeRoom, service.closeRoom),
                .serverStream(watchRooms, service.watchRooms),
                .unary(listRooms, service.listRooms),
                .unary(nodeLoad, service.nodeLoad),
            ]
        }
    }

    /// Calls `partyline.v1.Media` over any channel.
    public struct MediaClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `CreateRoom`.
        public func createRoom(
            _ request: Proto.CreateRoomRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.MediaMethods.createRoom, request, options)
        }

        /// Calls `JoinRoom`.
        public func joinRoom(
            _ request: Proto.JoinRoomRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.JoinRoomResponse {
            try await channel.call(Proto.MediaMethods.joinRoom, request, options)
        }

        /// Calls `LeaveRoom`.
        public func leaveRoom(
            _ request: Proto.LeaveRoomRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.MediaMethods.leaveRoom, request, options)
        }

        /// Calls `MuteParticipant`.
        public func muteParticipant(
            _ request: Proto.MuteParticipantRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.MediaMethods.muteParticipant, request, options)
        }

        /// Calls `CloseRoom`.
        public func closeRoom(
            _ request: Proto.CloseRoomRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.MediaMethods.closeRoom, request, options)
        }

        /// Calls `WatchRooms`.
        public func watchRooms(
            _ request: Proto.WatchRoomsRequest, _ options: CallOptions = CallOptions()
        ) -> RPCStream<Proto.RoomReport> {
            channel.stream(Proto.MediaMethods.watchRooms, request, options)
        }

        /// Calls `ListRooms`.
        public func listRooms(
            _ request: Proto.ListRoomsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ListRoomsResponse {
            try await channel.call(Proto.MediaMethods.listRooms, request, options)
        }

        /// Calls `NodeLoad`.
        public func nodeLoad(
            _ request: Proto.NodeLoadRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.NodeLoadResponse {
            try await channel.call(Proto.MediaMethods.nodeLoad, request, options)
        }
    }

    /// Answers `partyline.v1.Media`. Methods may run at the same time.
    public protocol MediaService: Sendable {
        /// Answers `CreateRoom`.
        func createRoom(
            _ request: Proto.CreateRoomRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `JoinRoom`.
        func joinRoom(
            _ request: Proto.JoinRoomRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.JoinRoomResponse

        /// Answers `LeaveRoom`.
        func leaveRoom(
            _ request: Proto.LeaveRoomRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `MuteParticipant`.
        func muteParticipant(
            _ request: Proto.MuteParticipantRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `CloseRoom`.
        func closeRoom(
            _ request: Proto.CloseRoomRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `WatchRooms`.
        func watchRooms(
            _ request: Proto.WatchRoomsRequest, _ context: RPCContext, _ responses: RPCSender<Proto.RoomReport>
        ) async throws(RPCError)

        /// Answers `ListRooms`.
        func listRooms(
            _ request: Proto.ListRoomsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ListRoomsResponse

        /// Answers `NodeLoad`.
        func nodeLoad(
            _ request: Proto.NodeLoadRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.NodeLoadResponse
    }
}

extension Proto.MediaGrant: JSONField {}
extension Proto.SpeakerLevel: JSONField {}
extension Proto.CreateRoomRequest: JSONField {}
extension Proto.JoinRoomRequest: JSONField {}
extension Proto.JoinRoomResponse: JSONField {}
extension Proto.LeaveRoomRequest: JSONField {}
extension Proto.MuteParticipantRequest: JSONField {}
extension Proto.CloseRoomRequest: JSONField {}
extension Proto.WatchRoomsRequest: JSONField {}
extension Proto.RoomReport: JSONField {}
extension Proto.ParticipantReport: JSONField {}
extension Proto.ListRoomsRequest: JSONField {}
extension Proto.RoomSummary: JSONField {}
extension Proto.ListRoomsResponse: JSONField {}
extension Proto.NodeLoadRequest: JSONField {}
extension Proto.NodeLoadResponse: JSONField {}

extension Proto.MediaGrant: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__MediaGrant>) {
        unsafe partyline__v1__media_grant__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__MediaGrant>? {
        unsafe partyline__v1__media_grant__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__MediaGrant>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "MediaGrant.call_id") }
        unsafe c.pointee.era = era
        if !address.isEmpty { unsafe c.pointee.address = try arena.string(address, "MediaGrant.address") }
        unsafe c.pointee.port = port
        unsafe c.pointee.send_ssrc = sendSsrc
        unsafe c.pointee.receive_ssrc = receiveSsrc
        unsafe c.pointee.send_key = try arena.bytes(sendKey)
        unsafe c.pointee.receive_key = try arena.bytes(receiveKey)
        unsafe c.pointee.payload_type = payloadType
        unsafe c.pointee.ptime_ms = ptimeMs
        unsafe c.pointee.level_extension_id = levelExtensionId
        unsafe c.pointee.bitrate_bps = bitrateBps
    }

    init(loading c: UnsafePointer<Partyline__V1__MediaGrant>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "MediaGrant.call_id"),
            era: c.pointee.era,
            address: loadString(c.pointee.address, "MediaGrant.address"),
            port: c.pointee.port,
            sendSsrc: c.pointee.send_ssrc,
            receiveSsrc: c.pointee.receive_ssrc,
            sendKey: loadBytes(c.pointee.send_key),
            receiveKey: loadBytes(c.pointee.receive_key),
            payloadType: c.pointee.payload_type,
            ptimeMs: c.pointee.ptime_ms,
            levelExtensionId: c.pointee.level_extension_id,
            bitrateBps: c.pointee.bitrate_bps
        )
    }
}

extension Proto.SpeakerLevel: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__SpeakerLevel>) {
        unsafe partyline__v1__speaker_level__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__SpeakerLevel>? {
        unsafe partyline__v1__speaker_level__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__SpeakerLevel>, _ arena: borrowing Arena) throws(WireError) {
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "SpeakerLevel.user_id") }
        unsafe c.pointee.volume = volume
    }

    init(loading c: UnsafePointer<Partyline__V1__SpeakerLevel>) throws(WireError) {
        try unsafe self.init(
            userId: loadString(c.pointee.user_id, "SpeakerLevel.user_id"),
            volume: c.pointee.volume
        )
    }
}

extension Proto.CreateRoomRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CreateRoomRequest>) {
        unsafe partyline__v1__create_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CreateRoomRequest>? {
        unsafe partyline__v1__create_room_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CreateRoomRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CreateRoomRequest.call_id") }
        unsafe c.pointee.era = era
    }

    init(loading c: UnsafePointer<Partyline__V1__CreateRoomRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CreateRoomRequest.call_id"),
            era: c.pointee.era
        )
    }
}

extension Proto.JoinRoomRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__JoinRoomRequest>) {
        unsafe partyline__v1__join_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__JoinRoomRequest>? {
        unsafe partyline__v1__join_room_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__JoinRoomRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "JoinRoomRequest.call_id") }
        unsafe c.pointee.era = era
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "JoinRoomRequest.user_id") }
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "JoinRoomRequest.session_id") }
        unsafe c.pointee.is_muted = isMuted ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__JoinRoomRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "JoinRoomRequest.call_id"),
            era: c.pointee.era,
            userId: loadString(c.pointee.user_id, "JoinRoomRequest.user_id"),
            sessionId: loadString(c.pointee.session_id, "JoinRoomRequest.session_id"),
            isMuted: c.pointee.is_muted != 0
        )
    }
}

extension Proto.JoinRoomResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__JoinRoomResponse>) {
        unsafe partyline__v1__join_room_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__JoinRoomResponse>? {
        unsafe partyline__v1__join_room_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__JoinRoomResponse>, _ arena: borrowing Arena) throws(WireError) {
        if let grant { unsafe c.pointee.grant = try arena.message(grant) }
    }

    init(loading c: UnsafePointer<Partyline__V1__JoinRoomResponse>) throws(WireError) {
        try unsafe self.init(
            grant: loadMessage(c.pointee.grant)
        )
    }
}

extension Proto.LeaveRoomRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__LeaveRoomRequest>) {
        unsafe partyline__v1__leave_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__LeaveRoomRequest>? {
        unsafe partyline__v1__leave_room_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__LeaveRoomRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "LeaveRoomRequest.call_id") }
        unsafe c.pointee.era = era
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "LeaveRoomRequest.session_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__LeaveRoomRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "LeaveRoomRequest.call_id"),
            era: c.pointee.era,
            sessionId: loadString(c.pointee.session_id, "LeaveRoomRequest.session_id")
        )
    }
}

extension Proto.MuteParticipantRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__MuteParticipantRequest>) {
        unsafe partyline__v1__mute_participant_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__MuteParticipantRequest>? {
        unsafe partyline__v1__mute_participant_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__MuteParticipantRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "MuteParticipantRequest.call_id") }
        unsafe c.pointee.era = era
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "MuteParticipantRequest.session_id") }
        unsafe c.pointee.is_muted = isMuted ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__MuteParticipantRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "MuteParticipantRequest.call_id"),
            era: c.pointee.era,
            sessionId: loadString(c.pointee.session_id, "MuteParticipantRequest.session_id"),
            isMuted: c.pointee.is_muted != 0
        )
    }
}

extension Proto.CloseRoomRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__CloseRoomRequest>) {
        unsafe partyline__v1__close_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__CloseRoomRequest>? {
        unsafe partyline__v1__close_room_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__CloseRoomRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "CloseRoomRequest.call_id") }
        unsafe c.pointee.era = era
    }

    init(loading c: UnsafePointer<Partyline__V1__CloseRoomRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "CloseRoomRequest.call_id"),
            era: c.pointee.era
        )
    }
}

extension Proto.WatchRoomsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__WatchRoomsRequest>) {
        unsafe partyline__v1__watch_rooms_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__WatchRoomsRequest>? {
        unsafe partyline__v1__watch_rooms_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__WatchRoomsRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !watcher.isEmpty { unsafe c.pointee.watcher = try arena.string(watcher, "WatchRoomsRequest.watcher") }
    }

    init(loading c: UnsafePointer<Partyline__V1__WatchRoomsRequest>) throws(WireError) {
        try unsafe self.init(
            watcher: loadString(c.pointee.watcher, "WatchRoomsRequest.watcher")
        )
    }
}

extension Proto.RoomReport: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RoomReport>) {
        unsafe partyline__v1__room_report__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RoomReport>? {
        unsafe partyline__v1__room_report__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RoomReport>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "RoomReport.call_id") }
        unsafe c.pointee.era = era
        unsafe c.pointee.n_speakers = speakers.count
        unsafe c.pointee.speakers = try arena.messages(speakers)
        unsafe c.pointee.n_participants = participants.count
        unsafe c.pointee.participants = try arena.messages(participants)
        unsafe c.pointee.n_timed_out_session_ids = timedOutSessionIds.count
        unsafe c.pointee.timed_out_session_ids = try arena.strings(timedOutSessionIds, "RoomReport.timed_out_session_ids")
        unsafe c.pointee.is_closed = isClosed ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__RoomReport>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "RoomReport.call_id"),
            era: c.pointee.era,
            speakers: loadMessages(c.pointee.n_speakers, c.pointee.speakers),
            participants: loadMessages(c.pointee.n_participants, c.pointee.participants),
            timedOutSessionIds: loadStrings(c.pointee.n_timed_out_session_ids, c.pointee.timed_out_session_ids, "RoomReport.timed_out_session_ids"),
            isClosed: c.pointee.is_closed != 0
        )
    }
}

extension Proto.ParticipantReport: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ParticipantReport>) {
        unsafe partyline__v1__participant_report__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ParticipantReport>? {
        unsafe partyline__v1__participant_report__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ParticipantReport>, _ arena: borrowing Arena) throws(WireError) {
        if !sessionId.isEmpty { unsafe c.pointee.session_id = try arena.string(sessionId, "ParticipantReport.session_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "ParticipantReport.user_id") }
        unsafe c.pointee.packets_received = packetsReceived
        unsafe c.pointee.packets_lost = packetsLost
        unsafe c.pointee.packets_sent = packetsSent
        unsafe c.pointee.packets_discarded = packetsDiscarded
        unsafe c.pointee.jitter_us = jitterUs
        unsafe c.pointee.playout_delay_ms = playoutDelayMs
        unsafe c.pointee.concealed_ms = concealedMs
    }

    init(loading c: UnsafePointer<Partyline__V1__ParticipantReport>) throws(WireError) {
        try unsafe self.init(
            sessionId: loadString(c.pointee.session_id, "ParticipantReport.session_id"),
            userId: loadString(c.pointee.user_id, "ParticipantReport.user_id"),
            packetsReceived: c.pointee.packets_received,
            packetsLost: c.pointee.packets_lost,
            packetsSent: c.pointee.packets_sent,
            packetsDiscarded: c.pointee.packets_discarded,
            jitterUs: c.pointee.jitter_us,
            playoutDelayMs: c.pointee.playout_delay_ms,
            concealedMs: c.pointee.concealed_ms
        )
    }
}

extension Proto.ListRoomsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ListRoomsRequest>) {
        unsafe partyline__v1__list_rooms_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ListRoomsRequest>? {
        unsafe partyline__v1__list_rooms_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ListRoomsRequest>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__ListRoomsRequest>) throws(WireError) { self.init() }
}

extension Proto.RoomSummary: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RoomSummary>) {
        unsafe partyline__v1__room_summary__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RoomSummary>? {
        unsafe partyline__v1__room_summary__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RoomSummary>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "RoomSummary.call_id") }
        unsafe c.pointee.era = era
        unsafe c.pointee.participant_count = participantCount
    }

    init(loading c: UnsafePointer<Partyline__V1__RoomSummary>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "RoomSummary.call_id"),
            era: c.pointee.era,
            participantCount: c.pointee.participant_count
        )
    }
}

extension Proto.ListRoomsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ListRoomsResponse>) {
        unsafe partyline__v1__list_rooms_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ListRoomsResponse>? {
        unsafe partyline__v1__list_rooms_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ListRoomsResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_rooms = rooms.count
        unsafe c.pointee.rooms = try arena.messages(rooms)
        unsafe c.pointee.epoch = epoch
    }

    init(loading c: UnsafePointer<Partyline__V1__ListRoomsResponse>) throws(WireError) {
        try unsafe self.init(
            rooms: loadMessages(c.pointee.n_rooms, c.pointee.rooms),
            epoch: c.pointee.epoch
        )
    }
}

extension Proto.NodeLoadRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__NodeLoadRequest>) {
        unsafe partyline__v1__node_load_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__NodeLoadRequest>? {
        unsafe partyline__v1__node_load_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__NodeLoadRequest>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__NodeLoadRequest>) throws(WireError) { self.init() }
}

extension Proto.NodeLoadResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__NodeLoadResponse>) {
        unsafe partyline__v1__node_load_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__NodeLoadResponse>? {
        unsafe partyline__v1__node_load_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__NodeLoadResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.room_count = roomCount
        unsafe c.pointee.participant_count = participantCount
        unsafe c.pointee.busy_permille = busyPermille
        unsafe c.pointee.tick_overrun_total = tickOverrunTotal
        unsafe c.pointee.is_draining = isDraining ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__NodeLoadResponse>) throws(WireError) {
        unsafe self.init(
            roomCount: c.pointee.room_count,
            participantCount: c.pointee.participant_count,
            busyPermille: c.pointee.busy_permille,
            tickOverrunTotal: c.pointee.tick_overrun_total,
            isDraining: c.pointee.is_draining != 0
        )
    }
}
