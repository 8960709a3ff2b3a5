// Generated from partyline/v1/introspect.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Message `DescribeRequest` of the contract.
    public struct DescribeRequest: WireMessage {
        /// `partyline.v1.DescribeRequest`
        public static var fullName: String { "partyline.v1.DescribeRequest" }

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

    /// Message `DescribeResponse` of the contract.
    public struct DescribeResponse: WireMessage {
        /// `partyline.v1.DescribeResponse`
        public static var fullName: String { "partyline.v1.DescribeResponse" }

        /// google.protobuf.FileDescriptorSet
        public var fileDescriptorSet: [UInt8]
        /// `schema_hash`, number 2.
        public var schemaHash: UInt64
        /// those served here
        public var services: [String]

        /// All fields at their defaults.
        public init() {
            fileDescriptorSet = []
            schemaHash = 0
            services = []
        }

        /// Fields in the order of the contract.
        public init(
            fileDescriptorSet: [UInt8] = [],
            schemaHash: UInt64 = 0,
            services: [String] = []
        ) {
            self.fileDescriptorSet = fileDescriptorSet
            self.schemaHash = schemaHash
            self.services = services
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("fileDescriptorSet", fileDescriptorSet)
            object.add("schemaHash", schemaHash)
            object.add("services", services)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("fileDescriptorSet", "file_descriptor_set", into: &fileDescriptorSet)
            try object.read("schemaHash", "schema_hash", into: &schemaHash)
            try object.read("services", into: &services)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `StatsRequest` of the contract.
    public struct StatsRequest: WireMessage {
        /// `partyline.v1.StatsRequest`
        public static var fullName: String { "partyline.v1.StatsRequest" }

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

    /// Message `MethodStats` of the contract.
    public struct MethodStats: WireMessage {
        /// `partyline.v1.MethodStats`
        public static var fullName: String { "partyline.v1.MethodStats" }

        /// `method`, number 1.
        public var method: String
        /// `started_total`, number 2.
        public var startedTotal: UInt64
        /// `succeeded_total`, number 3.
        public var succeededTotal: UInt64
        /// `failed_total`, number 4.
        public var failedTotal: UInt64
        /// `in_flight`, number 5.
        public var inFlight: UInt64
        /// `handler_time_us_total`, number 6.
        public var handlerTimeUsTotal: UInt64
        /// `queue_time_us_total`, number 7.
        public var queueTimeUsTotal: UInt64
        /// `retried_total`, number 8.
        public var retriedTotal: UInt64

        /// All fields at their defaults.
        public init() {
            method = ""
            startedTotal = 0
            succeededTotal = 0
            failedTotal = 0
            inFlight = 0
            handlerTimeUsTotal = 0
            queueTimeUsTotal = 0
            retriedTotal = 0
        }

        /// Fields in the order of the contract.
        public init(
            method: String = "",
            startedTotal: UInt64 = 0,
            succeededTotal: UInt64 = 0,
            failedTotal: UInt64 = 0,
            inFlight: UInt64 = 0,
            handlerTimeUsTotal: UInt64 = 0,
            queueTimeUsTotal: UInt64 = 0,
            retriedTotal: UInt64 = 0
        ) {
            self.method = method
            self.startedTotal = startedTotal
            self.succeededTotal = succeededTotal
            self.failedTotal = failedTotal
            self.inFlight = inFlight
            self.handlerTimeUsTotal = handlerTimeUsTotal
            self.queueTimeUsTotal = queueTimeUsTotal
            self.retriedTotal = retriedTotal
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("method", method)
            object.add("startedTotal", startedTotal)
            object.add("succeededTotal", succeededTotal)
            object.add("failedTotal", failedTotal)
            object.add("inFlight", inFlight)
            object.add("handlerTimeUsTotal", handlerTimeUsTotal)
            object.add("queueTimeUsTotal", queueTimeUsTotal)
            object.add("retriedTotal", retriedTotal)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("method", into: &method)
            try object.read("startedTotal", "started_total", into: &startedTotal)
            try object.read("succeededTotal", "succeeded_total", into: &succeededTotal)
            try object.read("failedTotal", "failed_total", into: &failedTotal)
            try object.read("inFlight", "in_flight", into: &inFlight)
            try object.read("handlerTimeUsTotal", "handler_time_us_total", into: &handlerTimeUsTotal)
            try object.read("queueTimeUsTotal", "queue_time_us_total", into: &queueTimeUsTotal)
            try object.read("retriedTotal", "retried_total", into: &retriedTotal)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `PeerStats` of the contract.
    public struct PeerStats: WireMessage {
        /// `partyline.v1.PeerStats`
        public static var fullName: String { "partyline.v1.PeerStats" }

        /// `service`, number 1.
        public var service: String
        /// `instance`, number 2.
        public var instance: String
        /// where we connected to; empty for a peer that connected to us
        public var endpoint: String
        /// `is_connected`, number 4.
        public var isConnected: Bool
        /// `epoch`, number 5.
        public var epoch: UInt64
        /// 0: not measured yet
        public var rttUs: UInt32
        /// `sent_total`, number 7.
        public var sentTotal: UInt64
        /// `received_total`, number 8.
        public var receivedTotal: UInt64
        /// "resting", "joining", "ready", "draining", "ejected"; of a name that has no address: "resolving" while nobody has
        /// answered, "unresolved" once an answer had none. `endpoint` has the name then.
        public var state: String
        /// the last thing that happened to the connection, in words
        public var lastEvent: String
        /// `last_event_ago_ms`, number 11.
        public var lastEventAgoMs: UInt64
        /// `in_flight`, number 12.
        public var inFlight: UInt32
        /// `queued_bytes`, number 13.
        public var queuedBytes: UInt64
        /// the peer's wall clock minus ours, from PING; 0 with rtt_us 0: not measured
        public var clockOffsetUs: Int64
        /// `reconnects_total`, number 15.
        public var reconnectsTotal: UInt64
        /// by its CURVE key; empty on an unencrypted connection
        public var role: String
        /// that are sent to this peer and not over
        public var streams: UInt32
        /// what their readers still take; a stream without credit waits for its reader
        public var creditBytes: Int64
        /// until the next attempt to connect, or to look the name up
        public var retryInMs: UInt32

        /// All fields at their defaults.
        public init() {
            service = ""
            instance = ""
            endpoint = ""
            isConnected = false
            epoch = 0
            rttUs = 0
            sentTotal = 0
            receivedTotal = 0
            state = ""
            lastEvent = ""
            lastEventAgoMs = 0
            inFlight = 0
            queuedBytes = 0
            clockOffsetUs = 0
            reconnectsTotal = 0
            role = ""
            streams = 0
            creditBytes = 0
            retryInMs = 0
        }

        /// Fields in the order of the contract.
        public init(
            service: String = "",
            instance: String = "",
            endpoint: String = "",
            isConnected: Bool = false,
            epoch: UInt64 = 0,
            rttUs: UInt32 = 0,
            sentTotal: UInt64 = 0,
            receivedTotal: UInt64 = 0,
            state: String = "",
            lastEvent: String = "",
            lastEventAgoMs: UInt64 = 0,
            inFlight: UInt32 = 0,
            queuedBytes: UInt64 = 0,
            clockOffsetUs: Int64 = 0,
            reconnectsTotal: UInt64 = 0,
            role: String = "",
            streams: UInt32 = 0,
            creditBytes: Int64 = 0,
            retryInMs: UInt32 = 0
        ) {
            self.service = service
            self.instance = instance
            self.endpoint = endpoint
            self.isConnected = isConnected
            self.epoch = epoch
            self.rttUs = rttUs
            self.sentTotal = sentTotal
            self.receivedTotal = receivedTotal
            self.state = state
            self.lastEvent = lastEvent
            self.lastEventAgoMs = lastEventAgoMs
            self.inFlight = inFlight
            self.queuedBytes = queuedBytes
            self.clockOffsetUs = clockOffsetUs
            self.reconnectsTotal = reconnectsTotal
            self.role = role
            self.streams = streams
            self.creditBytes = creditBytes
            self.retryInMs = retryInMs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            object.add("instance", instance)
            object.add("endpoint", endpoint)
            object.add("isConnected", isConnected)
            object.add("epoch", epoch)
            object.add("rttUs", rttUs)
            object.add("sentTotal", sentTotal)
            object.add("receivedTotal", receivedTotal)
            object.add("state", state)
            object.add("lastEvent", lastEvent)
            object.add("lastEventAgoMs", lastEventAgoMs)
            object.add("inFlight", inFlight)
            object.add("queuedBytes", queuedBytes)
            object.add("clockOffsetUs", clockOffsetUs)
            object.add("reconnectsTotal", reconnectsTotal)
            object.add("role", role)
            object.add("streams", streams)
            object.add("creditBytes", creditBytes)
            object.add("retryInMs", retryInMs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("endpoint", into: &endpoint)
            try object.read("isConnected", "is_connected", into: &isConnected)
            try object.read("epoch", into: &epoch)
            try object.read("rttUs", "rtt_us", into: &rttUs)
            try object.read("sentTotal", "sent_total", into: &sentTotal)
            try object.read("receivedTotal", "received_total", into: &receivedTotal)
            try object.read("state", into: &state)
            try object.read("lastEvent", "last_event", into: &lastEvent)
            try object.read("lastEventAgoMs", "last_event_ago_ms", into: &lastEventAgoMs)
            try object.read("inFlight", "in_flight", into: &inFlight)
            try object.read("queuedBytes", "queued_bytes", into: &queuedBytes)
            try object.read("clockOffsetUs", "clock_offset_us", into: &clockOffsetUs)
            try object.read("reconnectsTotal", "reconnects_total", into: &reconnectsTotal)
            try object.read("role", into: &role)
            try object.read("streams", into: &streams)
            try object.read("creditBytes", "credit_bytes", into: &creditBytes)
            try object.read("retryInMs", "retry_in_ms", into: &retryInMs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `Counter` of the contract.
    public struct Counter: WireMessage {
        /// `partyline.v1.Counter`
        public static var fullName: String { "partyline.v1.Counter" }

        /// `name`, number 1.
        public var name: String
        /// `value`, number 2.
        public var value: UInt64

        /// All fields at their defaults.
        public init() {
            name = ""
            value = 0
        }

        /// Fields in the order of the contract.
        public init(
            name: String = "",
            value: UInt64 = 0
        ) {
            self.name = name
            self.value = value
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("name", name)
            object.add("value", value)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("name", into: &name)
            try object.read("value", into: &value)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `StatsResponse` of the contract.
    public struct StatsResponse: WireMessage {
        /// `partyline.v1.StatsResponse`
        public static var fullName: String { "partyline.v1.StatsResponse" }

        /// `service`, number 1.
        public var service: String
        /// `instance`, number 2.
        public var instance: String
        /// `version`, number 3.
        public var version: String
        /// `epoch`, number 4.
        public var epoch: UInt64
        /// `uptime_ms`, number 5.
        public var uptimeMs: UInt64
        /// `methods`, number 6.
        public var methods: [Proto.MethodStats]
        /// `peers`, number 7.
        public var peers: [Proto.PeerStats]
        /// `counters`, number 8.
        public var counters: [Proto.Counter]
        /// empty: no tap
        public var tapEndpoint: String
        /// `tap_subscribers`, number 10.
        public var tapSubscribers: UInt32
        /// `bus_endpoint`, number 11.
        public var busEndpoint: String
        /// `is_encrypted`, number 12.
        public var isEncrypted: Bool
        /// `wall_us`, number 13.
        public var wallUs: UInt64
        /// `running_handlers`, number 14.
        public var runningHandlers: UInt32
        /// `queued_requests`, number 15.
        public var queuedRequests: UInt32
        /// `queued_request_bytes`, number 16.
        public var queuedRequestBytes: UInt64

        /// All fields at their defaults.
        public init() {
            service = ""
            instance = ""
            version = ""
            epoch = 0
            uptimeMs = 0
            methods = []
            peers = []
            counters = []
            tapEndpoint = ""
            tapSubscribers = 0
            busEndpoint = ""
            isEncrypted = false
            wallUs = 0
            runningHandlers = 0
            queuedRequests = 0
            queuedRequestBytes = 0
        }

        /// Fields in the order of the contract.
        public init(
            service: String = "",
            instance: String = "",
            version: String = "",
            epoch: UInt64 = 0,
            uptimeMs: UInt64 = 0,
            methods: [Proto.MethodStats] = [],
            peers: [Proto.PeerStats] = [],
            counters: [Proto.Counter] = [],
            tapEndpoint: String = "",
            tapSubscribers: UInt32 = 0,
            busEndpoint: String = "",
            isEncrypted: Bool = false,
            wallUs: UInt64 = 0,
            runningHandlers: UInt32 = 0,
            queuedRequests: UInt32 = 0,
            queuedRequestBytes: UInt64 = 0
        ) {
            self.service = service
            self.instance = instance
            self.version = version
            self.epoch = epoch
            self.uptimeMs = uptimeMs
            self.methods = methods
            self.peers = peers
            self.counters = counters
            self.tapEndpoint = tapEndpoint
            self.tapSubscribers = tapSubscribers
            self.busEndpoint = busEndpoint
            self.isEncrypted = isEncrypted
            self.wallUs = wallUs
            self.runningHandlers = runningHandlers
            self.queuedRequests = queuedRequests
            self.queuedRequestBytes = queuedRequestBytes
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            object.add("instance", instance)
            object.add("version", version)
            object.add("epoch", epoch)
            object.add("uptimeMs", uptimeMs)
            object.add("methods", methods)
            object.add("peers", peers)
            object.add("counters", counters)
            object.add("tapEndpoint", tapEndpoint)
            object.add("tapSubscribers", tapSubscribers)
            object.add("busEndpoint", busEndpoint)
            object.add("isEncrypted", isEncrypted)
            object.add("wallUs", wallUs)
            object.add("runningHandlers", runningHandlers)
            object.add("queuedRequests", queuedRequests)
            object.add("queuedRequestBytes", queuedRequestBytes)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("version", into: &version)
            try object.read("epoch", into: &epoch)
            try object.read("uptimeMs", "uptime_ms", into: &uptimeMs)
            try object.read("methods", into: &methods)
            try object.read("peers", into: &peers)
            try object.read("counters", into: &counters)
            try object.read("tapEndpoint", "tap_endpoint", into: &tapEndpoint)
            try object.read("tapSubscribers", "tap_subscribers", into: &tapSubscribers)
            try object.read("busEndpoint", "bus_endpoint", into: &busEndpoint)
            try object.read("isEncrypted", "is_encrypted", into: &isEncrypted)
            try object.read("wallUs", "wall_us", into: &wallUs)
            try object.read("runningHandlers", "running_handlers", into: &runningHandlers)
            try object.read("queuedRequests", "queued_requests", into: &queuedRequests)
            try object.read("queuedRequestBytes", "queued_request_bytes", into: &queuedRequestBytes)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `DropsRequest` of the contract.
    public struct DropsRequest: WireMessage {
        /// `partyline.v1.DropsRequest`
        public static var fullName: String { "partyline.v1.DropsRequest" }

        /// 0: all that are kept
        public var limit: UInt32
        /// also what passed this process last
        public var withRecent: Bool

        /// All fields at their defaults.
        public init() {
            limit = 0
            withRecent = false
        }

        /// Fields in the order of the contract.
        public init(
            limit: UInt32 = 0,
            withRecent: Bool = false
        ) {
            self.limit = limit
            self.withRecent = withRecent
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("limit", limit)
            object.add("withRecent", withRecent)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("limit", into: &limit)
            try object.read("withRecent", "with_recent", into: &withRecent)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// A message that was refused, expired in a queue, or lost: why somebody got no answer, or a bad one.
    public struct DroppedMessage: WireMessage {
        /// `partyline.v1.DroppedMessage`
        public static var fullName: String { "partyline.v1.DroppedMessage" }

        /// the counter it was counted under
        public var cause: String
        /// `ago_ms`, number 2.
        public var agoMs: UInt64
        /// `method`, number 3.
        public var method: String
        /// `trace_id`, number 4.
        public var traceId: [UInt8]
        /// `shard_key`, number 5.
        public var shardKey: String
        /// `peer_service`, number 6.
        public var peerService: String
        /// `peer_instance`, number 7.
        public var peerInstance: String
        /// `detail`, number 8.
        public var detail: String
        /// `wall_us`, number 9.
        public var wallUs: UInt64

        /// All fields at their defaults.
        public init() {
            cause = ""
            agoMs = 0
            method = ""
            traceId = []
            shardKey = ""
            peerService = ""
            peerInstance = ""
            detail = ""
            wallUs = 0
        }

        /// Fields in the order of the contract.
        public init(
            cause: String = "",
            agoMs: UInt64 = 0,
            method: String = "",
            traceId: [UInt8] = [],
            shardKey: String = "",
            peerService: String = "",
            peerInstance: String = "",
            detail: String = "",
            wallUs: UInt64 = 0
        ) {
            self.cause = cause
            self.agoMs = agoMs
            self.method = method
            self.traceId = traceId
            self.shardKey = shardKey
            self.peerService = peerService
            self.peerInstance = peerInstance
            self.detail = detail
            self.wallUs = wallUs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("cause", cause)
            object.add("agoMs", agoMs)
            object.add("method", method)
            object.add("traceId", traceId)
            object.add("shardKey", shardKey)
            object.add("peerService", peerService)
            object.add("peerInstance", peerInstance)
            object.add("detail", detail)
            object.add("wallUs", wallUs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("cause", into: &cause)
            try object.read("agoMs", "ago_ms", into: &agoMs)
            try object.read("method", into: &method)
            try object.read("traceId", "trace_id", into: &traceId)
            try object.read("shardKey", "shard_key", into: &shardKey)
            try object.read("peerService", "peer_service", into: &peerService)
            try object.read("peerInstance", "peer_instance", into: &peerInstance)
            try object.read("detail", into: &detail)
            try object.read("wallUs", "wall_us", into: &wallUs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// One of the envelopes that passed this process last: what a crash leaves in its file, read from the living process.
    public struct RecentEvent: WireMessage {
        /// `partyline.v1.RecentEvent`
        public static var fullName: String { "partyline.v1.RecentEvent" }

        /// `ago_us`, number 1.
        public var agoUs: UInt64
        /// `point`, number 2.
        public var point: Proto.TapPoint
        /// `kind`, number 3.
        public var kind: Proto.Kind
        /// empty: of no method, or of one outside the contract
        public var method: String
        /// `request_id`, number 5.
        public var requestId: UInt64
        /// of an answer
        public var status: Proto.StatusCode

        /// All fields at their defaults.
        public init() {
            agoUs = 0
            point = Proto.TapPoint(rawValue: 0)
            kind = Proto.Kind(rawValue: 0)
            method = ""
            requestId = 0
            status = Proto.StatusCode(rawValue: 0)
        }

        /// Fields in the order of the contract.
        public init(
            agoUs: UInt64 = 0,
            point: Proto.TapPoint = Proto.TapPoint(rawValue: 0),
            kind: Proto.Kind = Proto.Kind(rawValue: 0),
            method: String = "",
            requestId: UInt64 = 0,
            status: Proto.StatusCode = Proto.StatusCode(rawValue: 0)
        ) {
            self.agoUs = agoUs
            self.point = point
            self.kind = kind
            self.method = method
            self.requestId = requestId
            self.status = status
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("agoUs", agoUs)
            object.add("point", point)
            object.add("kind", kind)
            object.add("method", method)
            object.add("requestId", requestId)
            object.add("status", status)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("agoUs", "ago_us", into: &agoUs)
            try object.read("point", into: &point)
            try object.read("kind", into: &kind)
            try object.read("method", into: &method)
            try object.read("requestId", "request_id", into: &requestId)
            try object.read("status", into: &status)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `DropsResponse` of the contract.
    public struct DropsResponse: WireMessage {
        /// `partyline.v1.DropsResponse`
        public static var fullName: String { "partyline.v1.DropsResponse" }

        /// `service`, number 1.
        public var service: String
        /// `instance`, number 2.
        public var instance: String
        /// since the process started, zeros left out
        public var causes: [Proto.Counter]
        /// the last ones, newest first
        public var messages: [Proto.DroppedMessage]
        /// newest first
        public var recent: [Proto.RecentEvent]

        /// All fields at their defaults.
        public init() {
            service = ""
            instance = ""
            causes = []
            messages = []
            recent = []
        }

        /// Fields in the order of the contract.
        public init(
            service: String = "",
            instance: String = "",
            causes: [Proto.Counter] = [],
            messages: [Proto.DroppedMessage] = [],
            recent: [Proto.RecentEvent] = []
        ) {
            self.service = service
            self.instance = instance
            self.causes = causes
            self.messages = messages
            self.recent = recent
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            object.add("instance", instance)
            object.add("causes", causes)
            object.add("messages", messages)
            object.add("recent", recent)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("causes", into: &causes)
            try object.read("messages", into: &messages)
            try object.read("recent", into: &recent)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ProbeRequest` of the contract.
    public struct ProbeRequest: WireMessage {
        /// `partyline.v1.ProbeRequest`
        public static var fullName: String { "partyline.v1.ProbeRequest" }

        /// services still to touch, in order, at most 8; empty: this is the last one
        public var path: [String]
        /// chooses the instance at each hop
        public var shardKey: String

        /// All fields at their defaults.
        public init() {
            path = []
            shardKey = ""
        }

        /// Fields in the order of the contract.
        public init(
            path: [String] = [],
            shardKey: String = ""
        ) {
            self.path = path
            self.shardKey = shardKey
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("path", path)
            object.add("shardKey", shardKey)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("path", into: &path)
            try object.read("shardKey", "shard_key", into: &shardKey)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// One process that a probe touched.
    public struct ProbeHop: WireMessage {
        /// `partyline.v1.ProbeHop`
        public static var fullName: String { "partyline.v1.ProbeHop" }

        /// `service`, number 1.
        public var service: String
        /// `instance`, number 2.
        public var instance: String
        /// `epoch`, number 3.
        public var epoch: UInt64
        /// between arrival and the handler's start
        public var queueUs: UInt64
        /// waiting for the rest of the path; 0 at its end
        public var onwardUs: UInt64
        /// why the path ends here
        public var failure: String
        /// `wall_us`, number 7.
        public var wallUs: UInt64

        /// All fields at their defaults.
        public init() {
            service = ""
            instance = ""
            epoch = 0
            queueUs = 0
            onwardUs = 0
            failure = ""
            wallUs = 0
        }

        /// Fields in the order of the contract.
        public init(
            service: String = "",
            instance: String = "",
            epoch: UInt64 = 0,
            queueUs: UInt64 = 0,
            onwardUs: UInt64 = 0,
            failure: String = "",
            wallUs: UInt64 = 0
        ) {
            self.service = service
            self.instance = instance
            self.epoch = epoch
            self.queueUs = queueUs
            self.onwardUs = onwardUs
            self.failure = failure
            self.wallUs = wallUs
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            object.add("instance", instance)
            object.add("epoch", epoch)
            object.add("queueUs", queueUs)
            object.add("onwardUs", onwardUs)
            object.add("failure", failure)
            object.add("wallUs", wallUs)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("epoch", into: &epoch)
            try object.read("queueUs", "queue_us", into: &queueUs)
            try object.read("onwardUs", "onward_us", into: &onwardUs)
            try object.read("failure", into: &failure)
            try object.read("wallUs", "wall_us", into: &wallUs)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `ProbeResponse` of the contract.
    public struct ProbeResponse: WireMessage {
        /// `partyline.v1.ProbeResponse`
        public static var fullName: String { "partyline.v1.ProbeResponse" }

        /// this process first
        public var hops: [Proto.ProbeHop]

        /// All fields at their defaults.
        public init() {
            hops = []
        }

        /// Fields in the order of the contract.
        public init(
            hops: [Proto.ProbeHop] = []
        ) {
            self.hops = hops
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("hops", hops)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("hops", into: &hops)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `EchoMessage` of the contract.
    public struct EchoMessage: WireMessage {
        /// `partyline.v1.EchoMessage`
        public static var fullName: String { "partyline.v1.EchoMessage" }

        /// `payload`, number 1.
        public var payload: [UInt8]

        /// All fields at their defaults.
        public init() {
            payload = []
        }

        /// Fields in the order of the contract.
        public init(
            payload: [UInt8] = []
        ) {
            self.payload = payload
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("payload", payload)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("payload", into: &payload)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Introspect`.
    public enum IntrospectMethods {
        /// `partyline.v1.Introspect`
        public static let serviceName = "partyline.v1.Introspect"

        /// `partyline.v1.Introspect/Describe`
        public static let describe = MethodDescriptor(
            service: serviceName, name: "Describe", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 25)

        /// `partyline.v1.Introspect/Stats`
        public static let stats = MethodDescriptor(
            service: serviceName, name: "Stats", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 26)

        /// What was refused, expired or lost here, and why.
        public static let drops = MethodDescriptor(
            service: serviceName, name: "Drops", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 27)

        /// Touches each service of the path over the connections that calls take, without running any of their handlers.
        public static let probe = MethodDescriptor(
            service: serviceName, name: "Probe", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 28)

        /// For measuring: the payload comes back.
        public static let echo = MethodDescriptor(
            service: serviceName, name: "Echo", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 29)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            describe,
            stats,
            drops,
            probe,
            echo
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.IntrospectService) -> [RPCHandler] {
            [
                .unary(describe, service.describe),
                .unary(stats, service.stats),
                .unary(drops, service.drops),
                .unary(probe, service.probe),
                .unary(echo, service.echo),
            ]
        }
    }

    /// Calls `partyline.v1.Introspect` over any channel.
    public struct IntrospectClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `Describe`.
        public func describe(
            _ request: Proto.DescribeRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.DescribeResponse {
            try await channel.call(Proto.IntrospectMethods.describe, request, options)
        }

        /// Calls `Stats`.
        public func stats(
            _ request: Proto.StatsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.StatsResponse {
            try await channel.call(Proto.IntrospectMethods.stats, request, options)
        }

        /// What was refused, expired or lost here, and why.
        public func drops(
            _ request: Proto.DropsRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.DropsResponse {
            try await channel.call(Proto.IntrospectMethods.drops, request, options)
        }

        /// Touches each service of the path over the connections that calls take, without running any of their handlers.
        public func probe(
            _ request: Proto.ProbeRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.ProbeResponse {
            try await channel.call(Proto.IntrospectMethods.probe, request, options)
        }

        /// For measuring: the payload comes back.
        public func echo(
            _ request: Proto.EchoMessage, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.EchoMessage {
            try await channel.call(Proto.IntrospectMethods.echo, request, options)
        }
    }

    /// Answers `partyline.v1.Introspect`. Methods may run at the same time.
    public protocol IntrospectService: Sendable {
        /// Answers `Describe`.
        func describe(
            _ request: Proto.DescribeRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.DescribeResponse

        /// Answers `Stats`.
        func stats(
            _ request: Proto.StatsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.StatsResponse

        /// What was refused, expired or lost here, and why.
        func drops(
            _ request: Proto.DropsRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.DropsResponse

        /// Touches each service of the path over the connections that calls take, without running any of their handlers.
        func probe(
            _ request: Proto.ProbeRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.ProbeResponse

        /// For measuring: the payload comes back.
        func echo(
            _ request: Proto.EchoMessage, _ context: RPCContext
        ) async throws(RPCError) -> Proto.EchoMessage
    }
}

extension Proto.DescribeRequest: JSONField {}
extension Proto.DescribeResponse: JSONField {}
extension Proto.StatsRequest: JSONField {}
extension Proto.MethodStats: JSONField {}
extension Proto.PeerStats: JSONField {}
extension Proto.Counter: JSONField {}
extension Proto.StatsResponse: JSONField {}
extension Proto.DropsRequest: JSONField {}
extension Proto.DroppedMessage: JSONField {}
extension Proto.RecentEvent: JSONField {}
extension Proto.DropsResponse: JSONField {}
extension Proto.ProbeRequest: JSONField {}
extension Proto.ProbeHop: JSONField {}
extension Proto.ProbeResponse: JSONField {}
extension Proto.EchoMessage: JSONField {}

extension Proto.DescribeRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DescribeRequest>) {
        unsafe partyline__v1__describe_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DescribeRequest>? {
        unsafe partyline__v1__describe_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DescribeRequest>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__DescribeRequest>) throws(WireError) { self.init() }
}

extension Proto.DescribeResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DescribeResponse>) {
        unsafe partyline__v1__describe_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DescribeResponse>? {
        unsafe partyline__v1__describe_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DescribeResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.file_descriptor_set = try arena.bytes(fileDescriptorSet)
        unsafe c.pointee.schema_hash = schemaHash
        unsafe c.pointee.n_services = services.count
        unsafe c.pointee.services = try arena.strings(services, "DescribeResponse.services")
    }

    init(loading c: UnsafePointer<Partyline__V1__DescribeResponse>) throws(WireError) {
        try unsafe self.init(
            fileDescriptorSet: loadBytes(c.pointee.file_descriptor_set),
            schemaHash: c.pointee.schema_hash,
            services: loadStrings(c.pointee.n_services, c.pointee.services, "DescribeResponse.services")
        )
    }
}

extension Proto.StatsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__StatsRequest>) {
        unsafe partyline__v1__stats_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__StatsRequest>? {
        unsafe partyline__v1__stats_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__StatsRequest>, _ arena: borrowing Arena) throws(WireError) {}

    init(loading c: UnsafePointer<Partyline__V1__StatsRequest>) throws(WireError) { self.init() }
}

extension Proto.MethodStats: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__MethodStats>) {
        unsafe partyline__v1__method_stats__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__MethodStats>? {
        unsafe partyline__v1__method_stats__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__MethodStats>, _ arena: borrowing Arena) throws(WireError) {
        if !method.isEmpty { unsafe c.pointee.method = try arena.string(method, "MethodStats.method") }
        unsafe c.pointee.started_total = startedTotal
        unsafe c.pointee.succeeded_total = succeededTotal
        unsafe c.pointee.failed_total = failedTotal
        unsafe c.pointee.in_flight = inFlight
        unsafe c.pointee.handler_time_us_total = handlerTimeUsTotal
        unsafe c.pointee.queue_time_us_total = queueTimeUsTotal
        unsafe c.pointee.retried_total = retriedTotal
    }

    init(loading c: UnsafePointer<Partyline__V1__MethodStats>) throws(WireError) {
        try unsafe self.init(
            method: loadString(c.pointee.method, "MethodStats.method"),
            startedTotal: c.pointee.started_total,
            succeededTotal: c.pointee.succeeded_total,
            failedTotal: c.pointee.failed_total,
            inFlight: c.pointee.in_flight,
            handlerTimeUsTotal: c.pointee.handler_time_us_total,
            queueTimeUsTotal: c.pointee.queue_time_us_total,
            retriedTotal: c.pointee.retried_total
        )
    }
}

extension Proto.PeerStats: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__PeerStats>) {
        unsafe partyline__v1__peer_stats__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__PeerStats>? {
        unsafe partyline__v1__peer_stats__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__PeerStats>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "PeerStats.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "PeerStats.instance") }
        if !endpoint.isEmpty { unsafe c.pointee.endpoint = try arena.string(endpoint, "PeerStats.endpoint") }
        unsafe c.pointee.is_connected = isConnected ? 1 : 0
        unsafe c.pointee.epoch = epoch
        unsafe c.pointee.rtt_us = rttUs
        unsafe c.pointee.sent_total = sentTotal
        unsafe c.pointee.received_total = receivedTotal
        if !state.isEmpty { unsafe c.pointee.state = try arena.string(state, "PeerStats.state") }
        if !lastEvent.isEmpty { unsafe c.pointee.last_event = try arena.string(lastEvent, "PeerStats.last_event") }
        unsafe c.pointee.last_event_ago_ms = lastEventAgoMs
        unsafe c.pointee.in_flight = inFlight
        unsafe c.pointee.queued_bytes = queuedBytes
        unsafe c.pointee.clock_offset_us = clockOffsetUs
        unsafe c.pointee.reconnects_total = reconnectsTotal
        if !role.isEmpty { unsafe c.pointee.role = try arena.string(role, "PeerStats.role") }
        unsafe c.pointee.streams = streams
        unsafe c.pointee.credit_bytes = creditBytes
        unsafe c.pointee.retry_in_ms = retryInMs
    }

    init(loading c: UnsafePointer<Partyline__V1__PeerStats>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "PeerStats.service"),
            instance: loadString(c.pointee.instance, "PeerStats.instance"),
            endpoint: loadString(c.pointee.endpoint, "PeerStats.endpoint"),
            isConnected: c.pointee.is_connected != 0,
            epoch: c.pointee.epoch,
            rttUs: c.pointee.rtt_us,
            sentTotal: c.pointee.sent_total,
            receivedTotal: c.pointee.received_total,
            state: loadString(c.pointee.state, "PeerStats.state"),
            lastEvent: loadString(c.pointee.last_event, "PeerStats.last_event"),
            lastEventAgoMs: c.pointee.last_event_ago_ms,
            inFlight: c.pointee.in_flight,
            queuedBytes: c.pointee.queued_bytes,
            clockOffsetUs: c.pointee.clock_offset_us,
            reconnectsTotal: c.pointee.reconnects_total,
            role: loadString(c.pointee.role, "PeerStats.role"),
            streams: c.pointee.streams,
            creditBytes: c.pointee.credit_bytes,
            retryInMs: c.pointee.retry_in_ms
        )
    }
}

extension Proto.Counter: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__Counter>) {
        unsafe partyline__v1__counter__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__Counter>? {
        unsafe partyline__v1__counter__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__Counter>, _ arena: borrowing Arena) throws(WireError) {
        if !name.isEmpty { unsafe c.pointee.name = try arena.string(name, "Counter.name") }
        unsafe c.pointee.value = value
    }

    init(loading c: UnsafePointer<Partyline__V1__Counter>) throws(WireError) {
        try unsafe self.init(
            name: loadString(c.pointee.name, "Counter.name"),
            value: c.pointee.value
        )
    }
}

extension Proto.StatsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__StatsResponse>) {
        unsafe partyline__v1__stats_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__StatsResponse>? {
        unsafe partyline__v1__stats_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__StatsResponse>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "StatsResponse.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "StatsResponse.instance") }
        if !version.isEmpty { unsafe c.pointee.version = try arena.string(version, "StatsResponse.version") }
        unsafe c.pointee.epoch = epoch
        unsafe c.pointee.uptime_ms = uptimeMs
        unsafe c.pointee.n_methods = methods.count
        unsafe c.pointee.methods = try arena.messages(methods)
        unsafe c.pointee.n_peers = peers.count
        unsafe c.pointee.peers = try arena.messages(peers)
        unsafe c.pointee.n_counters = counters.count
        unsafe c.pointee.counters = try arena.messages(counters)
        if !tapEndpoint.isEmpty { unsafe c.pointee.tap_endpoint = try arena.string(tapEndpoint, "StatsResponse.tap_endpoint") }
        unsafe c.pointee.tap_subscribers = tapSubscribers
        if !busEndpoint.isEmpty { unsafe c.pointee.bus_endpoint = try arena.string(busEndpoint, "StatsResponse.bus_endpoint") }
        unsafe c.pointee.is_encrypted = isEncrypted ? 1 : 0
        unsafe c.pointee.wall_us = wallUs
        unsafe c.pointee.running_handlers = runningHandlers
        unsafe c.pointee.queued_requests = queuedRequests
        unsafe c.pointee.queued_request_bytes = queuedRequestBytes
    }

    init(loading c: UnsafePointer<Partyline__V1__StatsResponse>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "StatsResponse.service"),
            instance: loadString(c.pointee.instance, "StatsResponse.instance"),
            version: loadString(c.pointee.version, "StatsResponse.version"),
            epoch: c.pointee.epoch,
            uptimeMs: c.pointee.uptime_ms,
            methods: loadMessages(c.pointee.n_methods, c.pointee.methods),
            peers: loadMessages(c.pointee.n_peers, c.pointee.peers),
            counters: loadMessages(c.pointee.n_counters, c.pointee.counters),
            tapEndpoint: loadString(c.pointee.tap_endpoint, "StatsResponse.tap_endpoint"),
            tapSubscribers: c.pointee.tap_subscribers,
            busEndpoint: loadString(c.pointee.bus_endpoint, "StatsResponse.bus_endpoint"),
            isEncrypted: c.pointee.is_encrypted != 0,
            wallUs: c.pointee.wall_us,
            runningHandlers: c.pointee.running_handlers,
            queuedRequests: c.pointee.queued_requests,
            queuedRequestBytes: c.pointee.queued_request_bytes
        )
    }
}

extension Proto.DropsRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DropsRequest>) {
        unsafe partyline__v1__drops_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DropsRequest>? {
        unsafe partyline__v1__drops_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DropsRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.limit = limit
        unsafe c.pointee.with_recent = withRecent ? 1 : 0
    }

    init(loading c: UnsafePointer<Partyline__V1__DropsRequest>) throws(WireError) {
        unsafe self.init(
            limit: c.pointee.limit,
            withRecent: c.pointee.with_recent != 0
        )
    }
}

extension Proto.DroppedMessage: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DroppedMessage>) {
        unsafe partyline__v1__dropped_message__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DroppedMessage>? {
        unsafe partyline__v1__dropped_message__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DroppedMessage>, _ arena: borrowing Arena) throws(WireError) {
        if !cause.isEmpty { unsafe c.pointee.cause = try arena.string(cause, "DroppedMessage.cause") }
        unsafe c.pointee.ago_ms = agoMs
        if !method.isEmpty { unsafe c.pointee.method = try arena.string(method, "DroppedMessage.method") }
        unsafe c.pointee.trace_id = try arena.bytes(traceId)
        if !shardKey.isEmpty { unsafe c.pointee.shard_key = try arena.string(shardKey, "DroppedMessage.shard_key") }
        if !peerService.isEmpty { unsafe c.pointee.peer_service = try arena.string(peerService, "DroppedMessage.peer_service") }
        if !peerInstance.isEmpty { unsafe c.pointee.peer_instance = try arena.string(peerInstance, "DroppedMessage.peer_instance") }
        if !detail.isEmpty { unsafe c.pointee.detail = try arena.string(detail, "DroppedMessage.detail") }
        unsafe c.pointee.wall_us = wallUs
    }

    init(loading c: UnsafePointer<Partyline__V1__DroppedMessage>) throws(WireError) {
        try unsafe self.init(
            cause: loadString(c.pointee.cause, "DroppedMessage.cause"),
            agoMs: c.pointee.ago_ms,
            method: loadString(c.pointee.method, "DroppedMessage.method"),
            traceId: loadBytes(c.pointee.trace_id),
            shardKey: loadString(c.pointee.shard_key, "DroppedMessage.shard_key"),
            peerService: loadString(c.pointee.peer_service, "DroppedMessage.peer_service"),
            peerInstance: loadString(c.pointee.peer_instance, "DroppedMessage.peer_instance"),
            detail: loadString(c.pointee.detail, "DroppedMessage.detail"),
            wallUs: c.pointee.wall_us
        )
    }
}

extension Proto.RecentEvent: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__RecentEvent>) {
        unsafe partyline__v1__recent_event__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__RecentEvent>? {
        unsafe partyline__v1__recent_event__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__RecentEvent>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.ago_us = agoUs
        unsafe c.pointee.point = .init(rawValue: .init(truncatingIfNeeded: point.rawValue))
        unsafe c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
        if !method.isEmpty { unsafe c.pointee.method = try arena.string(method, "RecentEvent.method") }
        unsafe c.pointee.request_id = requestId
        unsafe c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: status.rawValue))
    }

    init(loading c: UnsafePointer<Partyline__V1__RecentEvent>) throws(WireError) {
        try unsafe self.init(
            agoUs: c.pointee.ago_us,
            point: .init(rawValue: .init(truncatingIfNeeded: c.pointee.point.rawValue)),
            kind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.kind.rawValue)),
            method: loadString(c.pointee.method, "RecentEvent.method"),
            requestId: c.pointee.request_id,
            status: .init(rawValue: .init(truncatingIfNeeded: c.pointee.status.rawValue))
        )
    }
}

extension Proto.DropsResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__DropsResponse>) {
        unsafe partyline__v1__drops_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__DropsResponse>? {
        unsafe partyline__v1__drops_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__DropsResponse>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "DropsResponse.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "DropsResponse.instance") }
        unsafe c.pointee.n_causes = causes.count
        unsafe c.pointee.causes = try arena.messages(causes)
        unsafe c.pointee.n_messages = messages.count
        unsafe c.pointee.messages = try arena.messages(messages)
        unsafe c.pointee.n_recent = recent.count
        unsafe c.pointee.recent = try arena.messages(recent)
    }

    init(loading c: UnsafePointer<Partyline__V1__DropsResponse>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "DropsResponse.service"),
            instance: loadString(c.pointee.instance, "DropsResponse.instance"),
            causes: loadMessages(c.pointee.n_causes, c.pointee.causes),
            messages: loadMessages(c.pointee.n_messages, c.pointee.messages),
            recent: loadMessages(c.pointee.n_recent, c.pointee.recent)
        )
    }
}

extension Proto.ProbeRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ProbeRequest>) {
        unsafe partyline__v1__probe_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ProbeRequest>? {
        unsafe partyline__v1__probe_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ProbeRequest>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_path = path.count
        unsafe c.pointee.path = try arena.strings(path, "ProbeRequest.path")
        if !shardKey.isEmpty { unsafe c.pointee.shard_key = try arena.string(shardKey, "ProbeRequest.shard_key") }
    }

    init(loading c: UnsafePointer<Partyline__V1__ProbeRequest>) throws(WireError) {
        try unsafe self.init(
            path: loadStrings(c.pointee.n_path, c.pointee.path, "ProbeRequest.path"),
            shardKey: loadString(c.pointee.shard_key, "ProbeRequest.shard_key")
        )
    }
}

extension Proto.ProbeHop: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ProbeHop>) {
        unsafe partyline__v1__probe_hop__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ProbeHop>? {
        unsafe partyline__v1__probe_hop__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ProbeHop>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "ProbeHop.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "ProbeHop.instance") }
        unsafe c.pointee.epoch = epoch
        unsafe c.pointee.queue_us = queueUs
        unsafe c.pointee.onward_us = onwardUs
        if !failure.isEmpty { unsafe c.pointee.failure = try arena.string(failure, "ProbeHop.failure") }
        unsafe c.pointee.wall_us = wallUs
    }

    init(loading c: UnsafePointer<Partyline__V1__ProbeHop>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "ProbeHop.service"),
            instance: loadString(c.pointee.instance, "ProbeHop.instance"),
            epoch: c.pointee.epoch,
            queueUs: c.pointee.queue_us,
            onwardUs: c.pointee.onward_us,
            failure: loadString(c.pointee.failure, "ProbeHop.failure"),
            wallUs: c.pointee.wall_us
        )
    }
}

extension Proto.ProbeResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__ProbeResponse>) {
        unsafe partyline__v1__probe_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__ProbeResponse>? {
        unsafe partyline__v1__probe_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__ProbeResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.n_hops = hops.count
        unsafe c.pointee.hops = try arena.messages(hops)
    }

    init(loading c: UnsafePointer<Partyline__V1__ProbeResponse>) throws(WireError) {
        try unsafe self.init(
            hops: loadMessages(c.pointee.n_hops, c.pointee.hops)
        )
    }
}

extension Proto.EchoMessage: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__EchoMessage>) {
        unsafe partyline__v1__echo_message__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__EchoMessage>? {
        unsafe partyline__v1__echo_message__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__EchoMessage>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.payload = try arena.bytes(payload)
    }

    init(loading c: UnsafePointer<Partyline__V1__EchoMessage>) throws(WireError) {
        unsafe self.init(
            payload: loadBytes(c.pointee.payload)
        )
    }
}
