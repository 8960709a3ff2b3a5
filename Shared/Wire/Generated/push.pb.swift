// Generated from partyline/v1/push.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `PushProvider` of the contract.
    public struct PushProvider: WireEnum {
        /// `PUSH_PROVIDER_UNSPECIFIED`
        public static let unspecified = PushProvider(rawValue: 0)
        /// writes the exact payload to a file: the whole chain without a vendor
        public static let log = PushProvider(rawValue: 1)
        /// `PUSH_PROVIDER_APNS`
        public static let apns = PushProvider(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [PushProvider] = [
            .unspecified,
            .log,
            .apns
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "PUSH_PROVIDER_UNSPECIFIED"
                case 1: "PUSH_PROVIDER_LOG"
                case 2: "PUSH_PROVIDER_APNS"
                default: String(rawValue)
            }
        }
    }

    /// Enum `PushKind` of the contract.
    public struct PushKind: WireEnum {
        /// `PUSH_KIND_UNSPECIFIED`
        public static let unspecified = PushKind(rawValue: 0)
        /// `PUSH_KIND_VOIP`
        public static let voip = PushKind(rawValue: 1)
        /// `PUSH_KIND_ALERT`
        public static let alert = PushKind(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [PushKind] = [
            .unspecified,
            .voip,
            .alert
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "PUSH_KIND_UNSPECIFIED"
                case 1: "PUSH_KIND_VOIP"
                case 2: "PUSH_KIND_ALERT"
                default: String(rawValue)
            }
        }
    }

    /// Enum `PushJobState` of the contract.
    public struct PushJobState: WireEnum {
        /// `PUSH_JOB_STATE_UNSPECIFIED`
        public static let unspecified = PushJobState(rawValue: 0)
        /// `PUSH_JOB_STATE_QUEUED`
        public static let queued = PushJobState(rawValue: 1)
        /// `PUSH_JOB_STATE_SENT`
        public static let sent = PushJobState(rawValue: 2)
        /// the ring ended first
        public static let dropped = PushJobState(rawValue: 3)
        /// `PUSH_JOB_STATE_EXPIRED`
        public static let expired = PushJobState(rawValue: 4)
        /// `PUSH_JOB_STATE_FAILED`
        public static let failed = PushJobState(rawValue: 5)

        /// Every value this build knows.
        public static let allCases: [PushJobState] = [
            .unspecified,
            .queued,
            .sent,
            .dropped,
            .expired,
            .failed
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "PUSH_JOB_STATE_UNSPECIFIED"
                case 1: "PUSH_JOB_STATE_QUEUED"
                case 2: "PUSH_JOB_STATE_SENT"
                case 3: "PUSH_JOB_STATE_DROPPED"
                case 4: "PUSH_JOB_STATE_EXPIRED"
                case 5: "PUSH_JOB_STATE_FAILED"
                default: String(rawValue)
            }
        }
    }

    /// Message `RegisterTokenRequest` of the contract.
    public struct RegisterTokenRequest: WireMessage {
        /// `partyline.v1.RegisterTokenRequest`
        public static var fullName: String { "partyline.v1.RegisterTokenRequest" }

        /// `provider`, number 1.
        public var provider: Proto.PushProvider
        /// `kind`, number 2.
        public var kind: Proto.PushKind
        /// at most 200 bytes
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var token: [UInt8]
        /// bundle id
        public var topic: String
        /// `certificate_id`, number 5.
        public var certificateId: UInt32

        /// All fields at their defaults.
        public init() {
            provider = Proto.PushProvider(rawValue: 0)
            kind = Proto.PushKind(rawValue: 0)
            token = []
            topic = ""
            certificateId = 0
        }

        /// Fields in the order of the contract.
        public init(
            provider: Proto.PushProvider = Proto.PushProvider(rawValue: 0),
            kind: Proto.PushKind = Proto.PushKind(rawValue: 0),
            token: [UInt8] = [],
            topic: String = "",
            certificateId: UInt32 = 0
        ) {
            self.provider = provider
            self.kind = kind
            self.token = token
            self.topic = topic
            self.certificateId = certificateId
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("provider", provider)
            object.add("kind", kind)
            object.add("token", token)
            object.add("topic", topic)
            object.add("certificateId", certificateId)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("provider", into: &provider)
            try object.read("kind", into: &kind)
            try object.read("token", into: &token)
            try object.read("topic", into: &topic)
            try object.read("certificateId", "certificate_id", into: &certificateId)
        }

        public func redacted() -> Self {
            var copy = self
            copy.token = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.token = mask(token)
            return copy
        }
    }

    /// Message `UnregisterTokenRequest` of the contract.
    public struct UnregisterTokenRequest: WireMessage {
        /// `partyline.v1.UnregisterTokenRequest`
        public static var fullName: String { "partyline.v1.UnregisterTokenRequest" }

        /// `provider`, number 1.
        public var provider: Proto.PushProvider
        /// `kind`, number 2.
        public var kind: Proto.PushKind

        /// All fields at their defaults.
        public init() {
            provider = Proto.PushProvider(rawValue: 0)
            kind = Proto.PushKind(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            provider: Proto.PushProvider = Proto.PushProvider(rawValue: 0),
            kind: Proto.PushKind = Proto.PushKind(rawValue: 0)
        ) {
            self.provider = provider
            self.kind = kind
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("provider", provider)
            object.add("kind", kind)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("provider", into: &provider)
            try object.read("kind", into: &kind)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Rings a user who is not reachable on a connection, on every device with a token except the ones listed.
    public struct RingRequest: WireMessage {
        /// `partyline.v1.RingRequest`
        public static var fullName: String { "partyline.v1.RingRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// `user_id`, number 2.
        public var userId: String
        /// `caller_id`, number 3.
        public var callerId: String
        /// `caller_name`, number 4.
        public var callerName: String
        /// `media_kind`, number 5.
        public var mediaKind: Proto.MediaKind
        /// UTC; a job is dropped, not sent, after it
        public var ringDeadlineMs: Int64
        /// `user_data`, number 7.
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var userData: String
        /// they have the ring on their connection
        public var exceptDeviceIds: [String]

        /// All fields at their defaults.
        public init() {
            callId = ""
            userId = ""
            callerId = ""
            callerName = ""
            mediaKind = Proto.MediaKind(rawValue: 0)
            ringDeadlineMs = 0
            userData = ""
            exceptDeviceIds = []
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            userId: String = "",
            callerId: String = "",
            callerName: String = "",
            mediaKind: Proto.MediaKind = Proto.MediaKind(rawValue: 0),
            ringDeadlineMs: Int64 = 0,
            userData: String = "",
            exceptDeviceIds: [String] = []
        ) {
            self.callId = callId
            self.userId = userId
            self.callerId = callerId
            self.callerName = callerName
            self.mediaKind = mediaKind
            self.ringDeadlineMs = ringDeadlineMs
            self.userData = userData
            self.exceptDeviceIds = exceptDeviceIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("userId", userId)
            object.add("callerId", callerId)
            object.add("callerName", callerName)
            object.add("mediaKind", mediaKind)
            object.add("ringDeadlineMs", ringDeadlineMs)
            object.add("userData", userData)
            object.add("exceptDeviceIds", exceptDeviceIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("callerId", "caller_id", into: &callerId)
            try object.read("callerName", "caller_name", into: &callerName)
            try object.read("mediaKind", "media_kind", into: &mediaKind)
            try object.read("ringDeadlineMs", "ring_deadline_ms", into: &ringDeadlineMs)
            try object.read("userData", "user_data", into: &userData)
            try object.read("exceptDeviceIds", "except_device_ids", into: &exceptDeviceIds)
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

    /// Message `RingResponse` of the contract.
    public struct RingResponse: WireMessage {
        /// `partyline.v1.RingResponse`
        public static var fullName: String { "partyline.v1.RingResponse" }

        /// how many devices the job is for
        public var deviceCount: UInt32
        /// `device_ids`, number 2.
        public var deviceIds: [String]

        /// All fields at their defaults.
        public init() {
            deviceCount = 0
            deviceIds = []
        }

        /// Fields in the order of the contract.
        public init(
            deviceCount: UInt32 = 0,
            deviceIds: [String] = []
        ) {
            self.deviceCount = deviceCount
            self.deviceIds = deviceIds
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("deviceCount", deviceCount)
            object.add("deviceIds", deviceIds)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("deviceCount", "device_count", into: &deviceCount)
            try object.read("deviceIds", "device_ids", into: &deviceIds)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The call no longer rings for the user: jobs that have not left are dropped.
    public struct StopRingRequest: WireMessage {
        /// `partyline.v1.StopRingRequest`
        public static var fullName: String { "partyline.v1.StopRingRequest" }

        /// `call_id`, number 1.
        public var callId: String
        /// empty: everybody
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

    /// Message `PushTrace` of the contract.
    public struct PushTrace: WireMessage {
        /// `partyline.v1.PushTrace`
        public static var fullName: String { "partyline.v1.PushTrace" }

        /// `call_id`, number 1.
        public var callId: String
        /// `user_id`, number 2.
        public var userId: String
        /// `device_id`, number 3.
        public var deviceId: String
        /// `provider`, number 4.
        public var provider: Proto.PushProvider
        /// `state`, number 5.
        public var state: Proto.PushJobState
        /// `attempts`, number 6.
        public var attempts: UInt32
        /// `queued_at_ms`, number 7.
        public var queuedAtMs: Int64
        /// `finished_at_ms`, number 8.
        public var finishedAtMs: Int64
        /// `cause`, number 9.
        public var cause: String

        /// All fields at their defaults.
        public init() {
            callId = ""
            userId = ""
            deviceId = ""
            provider = Proto.PushProvider(rawValue: 0)
            state = Proto.PushJobState(rawValue: 0)
            attempts = 0
            queuedAtMs = 0
            finishedAtMs = 0
            cause = ""
        }

        /// Fields in the order of the contract.
        public init(
            callId: String = "",
            userId: String = "",
            deviceId: String = "",
            provider: Proto.PushProvider = Proto.PushProvider(rawValue: 0),
            state: Proto.PushJobState = Proto.PushJobState(rawValue: 0),
            attempts: UInt32 = 0,
            queuedAtMs: Int64 = 0,
            finishedAtMs: Int64 = 0,
            cause: String = ""
        ) {
            self.callId = callId
            self.userId = userId
            self.deviceId = deviceId
            self.provider = provider
            self.state = state
            self.attempts = attempts
            self.queuedAtMs = queuedAtMs
            self.finishedAtMs = finishedAtMs
            self.cause = cause
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("callId", callId)
            object.add("userId", userId)
            object.add("deviceId", deviceId)
            object.add("provider", provider)
            object.add("state", state)
            object.add("attempts", attempts)
            object.add("queuedAtMs", queuedAtMs)
            object.add("finishedAtMs", finishedAtMs)
            object.add("cause", cause)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("callId", "call_id", into: &callId)
            try object.read("userId", "user_id", into: &userId)
            try object.read("deviceId", "device_id", into: &deviceId)
            try object.read("provider", into: &provider)
            try object.read("state", into: &state)
            try object.read("attempts", into: &attempts)
            try object.read("queuedAtMs", "queued_at_ms", into: &queuedAtMs)
            try object.read("finishedAtMs", "finished_at_ms", into: &finishedAtMs)
            try object.read("cause", into: &cause)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `TraceCallRequest` of the contract.
    public struct TraceCallRequest: WireMessage {
        /// `partyline.v1.TraceCallRequest`
        public static var fullName: String { "partyline.v1.TraceCallRequest" }

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

    /// Message `TraceCallResponse` of the contract.
    public struct TraceCallResponse: WireMessage {
        /// `partyline.v1.TraceCallResponse`
        public static var fullName: String { "partyline.v1.TraceCallResponse" }

        /// `traces`, number 1.
        public var traces: [Proto.PushTrace]

        /// All fields at their defaults.
        public init() {
            traces = []
        }

        /// Fields in the order of the contract.
        public init(
            traces: [Proto.PushTrace] = []
        ) {
            self.traces = traces
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("traces", traces)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("traces", into: &traces)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Push`.
    public enum PushMethods {
        /// `partyline.v1.Push`
        public static let serviceName = "partyline.v1.Push"

        /// `partyline.v1.Push/RegisterToken`
        public static let registerToken = MethodDescriptor(
            service: serviceName, name: "RegisterToken", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 53)

        /// `partyline.v1.Push/UnregisterToken`
        public static let unregisterToken = MethodDescriptor(
            service: serviceName, name: "UnregisterToken", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: true, isDangerous: true, isReadOnly: false, number: 54)

        /// `partyline.v1.Push/Ring`
        public static let ring = MethodDescriptor(
            service: serviceName, name: "Ring", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 55)

        /// `partyline.v1.Push/StopRing`
        public static let stopRing = MethodDescriptor(
            service: serviceName, name: "StopRing", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: true, isReadOnly: false, number: 56)

        /// `partyline.v1.Push/TraceCall`
        public static let traceCall = MethodDescriptor(
            service: serviceName, name: "TraceCall", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 57)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            registerToken,
            unregisterToken,
            ring,
            stopRing,
            traceCall
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.PushService) -> [RPCHandler] {
            [
                .unary(registerToken, service.registerToken),
                .unary(unregisterToken, service.unregisterToken),
                .unary(ring, service.ring),
                .unary(stopRing, service.stopRing),
                .unary(traceCall, service.traceCall),
            ]
        }
    }

    /// Calls `partyline.v1.Push` over any channel.
    public struct PushClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `RegisterToken`.
        public func registerToken(
            _ request: Proto.RegisterTokenRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PushMethods.registerToken, request, options)
        }

        /// Calls `UnregisterToken`.
        public func unregisterToken(
            _ request: Proto.UnregisterTokenRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PushMethods.unregisterToken, request, options)
        }

        /// Calls `Ring`.
        public func ring(
            _ request: Proto.RingRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.RingResponse {
            try await channel.call(Proto.PushMethods.ring, request, options)
        }

        /// Calls `StopRing`.
        public func stopRing(
            _ request: Proto.StopRingRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.Empty {
            try await channel.call(Proto.PushMethods.stopRing, request, options)
        }

        /// Calls `TraceCall`.
        public func traceCall(
            _ request: Proto.TraceCallRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.TraceCallResponse {
            try await channel.call(Proto.PushMethods.traceCall, request, options)
        }
    }

    /// Answers `partyline.v1.Push`. Methods may run at the same time.
    public protocol PushService: Sendable {
        /// Answers `RegisterToken`.
        func registerToken(
            _ request: Proto.RegisterTokenRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `UnregisterToken`.
        func unregisterToken(
            _ request: Proto.UnregisterTokenRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `Ring`.
        func ring(
            _ request: Proto.RingRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.RingResponse

        /// Answers `StopRing`.
        func stopRing(
            _ request: Proto.StopRingRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.Empty

        /// Answers `TraceCall`.
        func traceCall(
            _ request: Proto.TraceCallRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.TraceCallResponse
    }
}

extension Proto.PushProvider: JSONField {}
extension Proto.PushKind: JSONField {}
extension Proto.PushJobState: JSONField {}
extension Proto.RegisterTokenRequest: JSONField {}
extension Proto.UnregisterTokenRequest: JSONField {}
extension Proto.RingRequest: JSONField {}
extension Proto.RingResponse: JSONField {}
extension Proto.StopRingRequest: JSONField {}
extension Proto.PushTrace: JSONField {}
extension Proto.TraceCallRequest: JSONField {}
extension Proto.TraceCallResponse: JSONField {}

extension Proto.RegisterTokenRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RegisterTokenRequest>) {
        unsafe partyline__v1__register_token_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RegisterTokenRequest>? {
        unsafe partyline__v1__register_token_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RegisterTokenRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.provider = .init(rawValue: .init(truncatingIfNeeded: provider.rawValue))
        unsafe c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
        unsafe c.pointee.token = try arena.bytes(token)
        if !topic.isEmpty { unsafe c.pointee.topic = try arena.string(topic, "RegisterTokenRequest.topic") }
        unsafe c.pointee.certificate_id = certificateId
    }

    init(loading c: UnsafePointer<Partyline__V1__RegisterTokenRequest>) throws(WireError) {
        try unsafe self.init(
            provider: .init(rawValue: .init(truncatingIfNeeded: c.pointee.provider.rawValue)),
            kind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.kind.rawValue)),
            token: loadBytes(c.pointee.token),
            topic: loadString(c.pointee.topic, "RegisterTokenRequest.topic"),
            certificateId: c.pointee.certificate_id
        )
    }
}

extension Proto.UnregisterTokenRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__UnregisterTokenRequest>) {
        unsafe partyline__v1__unregister_token_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__UnregisterTokenRequest>? {
        unsafe partyline__v1__unregister_token_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__UnregisterTokenRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.provider = .init(rawValue: .init(truncatingIfNeeded: provider.rawValue))
        unsafe c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__UnregisterTokenRequest>) throws(WireError) {
        unsafe self.init(
            provider: .init(rawValue: .init(truncatingIfNeeded: c.pointee.provider.rawValue)),
            kind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.kind.rawValue))
        )
    }
}

extension Proto.RingRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RingRequest>) {
        unsafe partyline__v1__ring_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RingRequest>? {
        unsafe partyline__v1__ring_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RingRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "RingRequest.call_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "RingRequest.user_id") }
        if !callerId.isEmpty { unsafe c.pointee.caller_id = try arena.string(callerId, "RingRequest.caller_id") }
        if !callerName.isEmpty { unsafe c.pointee.caller_name = try arena.string(callerName, "RingRequest.caller_name") }
        unsafe c.pointee.media_kind = .init(rawValue: .init(truncatingIfNeeded: mediaKind.rawValue))
        unsafe c.pointee.ring_deadline_ms = ringDeadlineMs
        if !userData.isEmpty { unsafe c.pointee.user_data = try arena.string(userData, "RingRequest.user_data") }
        unsafe c.pointee.n_except_device_ids = exceptDeviceIds.count
        unsafe c.pointee.except_device_ids = try arena.strings(exceptDeviceIds, "RingRequest.except_device_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__RingRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "RingRequest.call_id"),
            userId: loadString(c.pointee.user_id, "RingRequest.user_id"),
            callerId: loadString(c.pointee.caller_id, "RingRequest.caller_id"),
            callerName: loadString(c.pointee.caller_name, "RingRequest.caller_name"),
            mediaKind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.media_kind.rawValue)),
            ringDeadlineMs: c.pointee.ring_deadline_ms,
            userData: loadString(c.pointee.user_data, "RingRequest.user_data"),
            exceptDeviceIds: loadStrings(c.pointee.n_except_device_ids, c.pointee.except_device_ids, "RingRequest.except_device_ids")
        )
    }
}

extension Proto.RingResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RingResponse>) {
        unsafe partyline__v1__ring_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RingResponse>? {
        unsafe partyline__v1__ring_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RingResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.device_count = deviceCount
        unsafe c.pointee.n_device_ids = deviceIds.count
        unsafe c.pointee.device_ids = try arena.strings(deviceIds, "RingResponse.device_ids")
    }

    init(loading c: UnsafePointer<Partyline__V1__RingResponse>) throws(WireError) {
        try unsafe self.init(
            deviceCount: c.pointee.device_count,
            deviceIds: loadStrings(c.pointee.n_device_ids, c.pointee.device_ids, "RingResponse.device_ids")
        )
    }
}

extension Proto.StopRingRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__StopRingRequest>) {
        unsafe partyline__v1__stop_ring_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__StopRingRequest>? {
        unsafe partyline__v1__stop_ring_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__StopRingRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "StopRingRequest.call_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "StopRingRequest.user_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__StopRingRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "StopRingRequest.call_id"),
            userId: loadString(c.pointee.user_id, "StopRingRequest.user_id")
        )
    }
}

extension Proto.PushTrace: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__PushTrace>) {
        unsafe partyline__v1__push_trace__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__PushTrace>? {
        unsafe partyline__v1__push_trace__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__PushTrace>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "PushTrace.call_id") }
        if !userId.isEmpty { unsafe c.pointee.user_id = try arena.string(userId, "PushTrace.user_id") }
        if !deviceId.isEmpty { unsafe c.pointee.device_id = try arena.string(deviceId, "PushTrace.device_id") }
        unsafe c.pointee.provider = .init(rawValue: .init(truncatingIfNeeded: provider.rawValue))
        unsafe c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        unsafe c.pointee.attempts = attempts
        unsafe c.pointee.queued_at_ms = queuedAtMs
        unsafe c.pointee.finished_at_ms = finishedAtMs
        if !cause.isEmpty { unsafe c.pointee.cause = try arena.string(cause, "PushTrace.cause") }
    }

    init(loading c: UnsafePointer<Partyline__V1__PushTrace>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "PushTrace.call_id"),
            userId: loadString(c.pointee.user_id, "PushTrace.user_id"),
            deviceId: loadString(c.pointee.device_id, "PushTrace.device_id"),
            provider: .init(rawValue: .init(truncatingIfNeeded: c.pointee.provider.rawValue)),
            state: .init(rawValue: .init(truncatingIfNeeded: c.pointee.state.rawValue)),
            attempts: c.pointee.attempts,
            queuedAtMs: c.pointee.queued_at_ms,
            finishedAtMs: c.pointee.finished_at_ms,
            cause: loadString(c.pointee.cause, "PushTrace.cause")
        )
    }
}

extension Proto.TraceCallRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__TraceCallRequest>) {
        unsafe partyline__v1__trace_call_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__TraceCallRequest>? {
        unsafe partyline__v1__trace_call_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__TraceCallRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !callId.isEmpty { unsafe c.pointee.call_id = try arena.string(callId, "TraceCallRequest.call_id") }
    }

    init(loading c: UnsafePointer<Partyline__V1__TraceCallRequest>) throws(WireError) {
        try unsafe self.init(
            callId: loadString(c.pointee.call_id, "TraceCallRequest.call_id")
        )
    }
}

extension Proto.TraceCallResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__TraceCallResponse>) {
        unsafe partyline__v1__trace_call_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__TraceCallResponse>? {
        unsafe partyline__v1__trace_call_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__TraceCallResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_traces = traces.count
        unsafe c.pointee.traces = try arena.messages(traces)
    }

    init(loading c: UnsafePointer<Partyline__V1__TraceCallResponse>) throws(WireError) {
        try unsafe self.init(
            traces: loadMessages(c.pointee.n_traces, c.pointee.traces)
        )
    }
}
