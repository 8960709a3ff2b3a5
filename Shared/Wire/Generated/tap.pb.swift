// Generated from partyline/v1/tap.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Where in its life an envelope was seen. A unary call seen at all four gives network, queue and handler time.
    public struct TapPoint: WireEnum {
        /// `TAP_POINT_UNSPECIFIED`
        public static let unspecified = TapPoint(rawValue: 0)
        /// `TAP_POINT_CLIENT_SEND`
        public static let clientSend = TapPoint(rawValue: 1)
        /// `TAP_POINT_SERVER_RECEIVE`
        public static let serverReceive = TapPoint(rawValue: 2)
        /// `TAP_POINT_SERVER_SEND`
        public static let serverSend = TapPoint(rawValue: 3)
        /// `TAP_POINT_CLIENT_RECEIVE`
        public static let clientReceive = TapPoint(rawValue: 4)
        /// a request left the queue: what came before is queue time
        public static let handlerStart = TapPoint(rawValue: 5)
        /// refused, expired or lost here; `drop` says why
        public static let drop = TapPoint(rawValue: 6)

        /// Every value this build knows.
        public static let allCases: [TapPoint] = [
            .unspecified,
            .clientSend,
            .serverReceive,
            .serverSend,
            .clientReceive,
            .handlerStart,
            .drop
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "TAP_POINT_UNSPECIFIED"
                case 1: "TAP_POINT_CLIENT_SEND"
                case 2: "TAP_POINT_SERVER_RECEIVE"
                case 3: "TAP_POINT_SERVER_SEND"
                case 4: "TAP_POINT_CLIENT_RECEIVE"
                case 5: "TAP_POINT_HANDLER_START"
                case 6: "TAP_POINT_DROP"
                default: String(rawValue)
            }
        }
    }

    /// Enum `TapLevel` of the contract.
    public struct TapLevel: WireEnum {
        /// `TAP_LEVEL_OFF`
        public static let off = TapLevel(rawValue: 0)
        /// `TAP_LEVEL_METADATA`
        public static let metadata = TapLevel(rawValue: 1)
        /// with the payload, its secrets masked
        public static let contents = TapLevel(rawValue: 2)

        /// Every value this build knows.
        public static let allCases: [TapLevel] = [
            .off,
            .metadata,
            .contents
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "TAP_LEVEL_OFF"
                case 1: "TAP_LEVEL_METADATA"
                case 2: "TAP_LEVEL_CONTENTS"
                default: String(rawValue)
            }
        }
    }

    /// A gateway also publishes what its clients say and hear: peer_service is "client", peer_instance the device. An ITEM
    /// that carries another service's news to a client has that service's trace and shard key, and its span as parent.
    public struct TapEvent: WireMessage {
        /// `partyline.v1.TapEvent`
        public static var fullName: String { "partyline.v1.TapEvent" }

        /// counts what was meant for this subscriber, from 1: a gap is what it missed
        public var sequence: UInt64
        /// of those, how many were dropped here since it subscribed
        public var droppedTotal: UInt64
        /// `point`, number 3.
        public var point: Proto.TapPoint
        /// `kind`, number 4.
        public var kind: Proto.Kind
        /// `request_id`, number 5.
        public var requestId: UInt64
        /// `method`, number 6.
        public var method: String
        /// `trace_id`, number 7.
        public var traceId: [UInt8]
        /// `span_id`, number 8.
        public var spanId: [UInt8]
        /// at CLIENT_SEND: the call whose handler made this one
        public var parentSpanId: [UInt8]
        /// `shard_key`, number 10.
        public var shardKey: String
        /// session_id is masked
        public var identity: Proto.ClientIdentity?
        /// who publishes this
        public var service: String
        /// `instance`, number 13.
        public var instance: String
        /// `epoch`, number 14.
        public var epoch: UInt64
        /// the other end
        public var peerService: String
        /// `peer_instance`, number 16.
        public var peerInstance: String
        /// `payload_bytes`, number 17.
        public var payloadBytes: UInt32
        /// at level CONTENTS, masked at the source; a tap of a tap shows none of it
        /// Secret: emptied by `redacted()`, hidden by `masked(by:)`.
        public var payload: [UInt8]
        /// longer than the subscriber's cap: left out
        public var isPayloadCut: Bool
        /// its message is shown as it is: services put no secrets into one
        public var status: Proto.Status?
        /// `remaining_ms`, number 21.
        public var remainingMs: UInt32
        /// `attempt`, number 22.
        public var attempt: UInt32
        /// `item_sequence`, number 23.
        public var itemSequence: UInt32
        /// `credit`, number 24.
        public var credit: UInt32
        /// this process's clock: differences within one process only
        public var monotonicNs: UInt64
        /// UTC microseconds, this host's clock
        public var wallUs: UInt64
        /// at DROP: the name of the counter it was counted under
        public var drop: String
        /// secret keys masked
        public var metadata: [Proto.Metadata]
        /// at DROP: what is known beyond the cause, in words
        public var detail: String

        /// All fields at their defaults.
        public init() {
            sequence = 0
            droppedTotal = 0
            point = Proto.TapPoint(rawValue: 0)
            kind = Proto.Kind(rawValue: 0)
            requestId = 0
            method = ""
            traceId = []
            spanId = []
            parentSpanId = []
            shardKey = ""
            identity = nil
            service = ""
            instance = ""
            epoch = 0
            peerService = ""
            peerInstance = ""
            payloadBytes = 0
            payload = []
            isPayloadCut = false
            status = nil
            remainingMs = 0
            attempt = 0
            itemSequence = 0
            credit = 0
            monotonicNs = 0
            wallUs = 0
            drop = ""
            metadata = []
            detail = ""
        }

        /// Fields in the order of the contract.
        public init(
            sequence: UInt64 = 0,
            droppedTotal: UInt64 = 0,
            point: Proto.TapPoint = Proto.TapPoint(rawValue: 0),
            kind: Proto.Kind = Proto.Kind(rawValue: 0),
            requestId: UInt64 = 0,
            method: String = "",
            traceId: [UInt8] = [],
            spanId: [UInt8] = [],
            parentSpanId: [UInt8] = [],
            shardKey: String = "",
            identity: Proto.ClientIdentity? = nil,
            service: String = "",
            instance: String = "",
            epoch: UInt64 = 0,
            peerService: String = "",
            peerInstance: String = "",
            payloadBytes: UInt32 = 0,
            payload: [UInt8] = [],
            isPayloadCut: Bool = false,
            status: Proto.Status? = nil,
            remainingMs: UInt32 = 0,
            attempt: UInt32 = 0,
            itemSequence: UInt32 = 0,
            credit: UInt32 = 0,
            monotonicNs: UInt64 = 0,
            wallUs: UInt64 = 0,
            drop: String = "",
            metadata: [Proto.Metadata] = [],
            detail: String = ""
        ) {
            self.sequence = sequence
            self.droppedTotal = droppedTotal
            self.point = point
            self.kind = kind
            self.requestId = requestId
            self.method = method
            self.traceId = traceId
            self.spanId = spanId
            self.parentSpanId = parentSpanId
            self.shardKey = shardKey
            self.identity = identity
            self.service = service
            self.instance = instance
            self.epoch = epoch
            self.peerService = peerService
            self.peerInstance = peerInstance
            self.payloadBytes = payloadBytes
            self.payload = payload
            self.isPayloadCut = isPayloadCut
            self.status = status
            self.remainingMs = remainingMs
            self.attempt = attempt
            self.itemSequence = itemSequence
            self.credit = credit
            self.monotonicNs = monotonicNs
            self.wallUs = wallUs
            self.drop = drop
            self.metadata = metadata
            self.detail = detail
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("sequence", sequence)
            object.add("droppedTotal", droppedTotal)
            object.add("point", point)
            object.add("kind", kind)
            object.add("requestId", requestId)
            object.add("method", method)
            object.add("traceId", traceId)
            object.add("spanId", spanId)
            object.add("parentSpanId", parentSpanId)
            object.add("shardKey", shardKey)
            object.add("identity", identity)
            object.add("service", service)
            object.add("instance", instance)
            object.add("epoch", epoch)
            object.add("peerService", peerService)
            object.add("peerInstance", peerInstance)
            object.add("payloadBytes", payloadBytes)
            object.add("payload", payload)
            object.add("isPayloadCut", isPayloadCut)
            object.add("status", status)
            object.add("remainingMs", remainingMs)
            object.add("attempt", attempt)
            object.add("itemSequence", itemSequence)
            object.add("credit", credit)
            object.add("monotonicNs", monotonicNs)
            object.add("wallUs", wallUs)
            object.add("drop", drop)
            object.add("metadata", metadata)
            object.add("detail", detail)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("sequence", into: &sequence)
            try object.read("droppedTotal", "dropped_total", into: &droppedTotal)
            try object.read("point", into: &point)
            try object.read("kind", into: &kind)
            try object.read("requestId", "request_id", into: &requestId)
            try object.read("method", into: &method)
            try object.read("traceId", "trace_id", into: &traceId)
            try object.read("spanId", "span_id", into: &spanId)
            try object.read("parentSpanId", "parent_span_id", into: &parentSpanId)
            try object.read("shardKey", "shard_key", into: &shardKey)
            try object.read("identity", into: &identity)
            try object.read("service", into: &service)
            try object.read("instance", into: &instance)
            try object.read("epoch", into: &epoch)
            try object.read("peerService", "peer_service", into: &peerService)
            try object.read("peerInstance", "peer_instance", into: &peerInstance)
            try object.read("payloadBytes", "payload_bytes", into: &payloadBytes)
            try object.read("payload", into: &payload)
            try object.read("isPayloadCut", "is_payload_cut", into: &isPayloadCut)
            try object.read("status", into: &status)
            try object.read("remainingMs", "remaining_ms", into: &remainingMs)
            try object.read("attempt", into: &attempt)
            try object.read("itemSequence", "item_sequence", into: &itemSequence)
            try object.read("credit", into: &credit)
            try object.read("monotonicNs", "monotonic_ns", into: &monotonicNs)
            try object.read("wallUs", "wall_us", into: &wallUs)
            try object.read("drop", into: &drop)
            try object.read("metadata", into: &metadata)
            try object.read("detail", into: &detail)
        }

        public func redacted() -> Self {
            var copy = self
            copy.identity = identity?.redacted()
            copy.payload = []
            return copy
        }

        public func masked(by mask: SecretMask) -> Self {
            var copy = self
            copy.identity = identity?.masked(by: mask)
            copy.payload = mask(payload)
            return copy
        }
    }
}

extension Proto.TapPoint: JSONField {}
extension Proto.TapLevel: JSONField {}
extension Proto.TapEvent: JSONField {}

extension Proto.TapEvent: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__TapEvent>) {
        unsafe partyline__v1__tap_event__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__TapEvent>? {
        unsafe partyline__v1__tap_event__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__TapEvent>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.sequence = sequence
        unsafe c.pointee.dropped_total = droppedTotal
        unsafe c.pointee.point = .init(rawValue: .init(truncatingIfNeeded: point.rawValue))
        unsafe c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
        unsafe c.pointee.request_id = requestId
        if !method.isEmpty { unsafe c.pointee.method = try arena.string(method, "TapEvent.method") }
        unsafe c.pointee.trace_id = try arena.bytes(traceId)
        unsafe c.pointee.span_id = try arena.bytes(spanId)
        unsafe c.pointee.parent_span_id = try arena.bytes(parentSpanId)
        if !shardKey.isEmpty { unsafe c.pointee.shard_key = try arena.string(shardKey, "TapEvent.shard_key") }
        if let identity { unsafe c.pointee.identity = try arena.message(identity) }
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "TapEvent.service") }
        if !instance.isEmpty { unsafe c.pointee.instance = try arena.string(instance, "TapEvent.instance") }
        unsafe c.pointee.epoch = epoch
        if !peerService.isEmpty { unsafe c.pointee.peer_service = try arena.string(peerService, "TapEvent.peer_service") }
        if !peerInstance.isEmpty { unsafe c.pointee.peer_instance = try arena.string(peerInstance, "TapEvent.peer_instance") }
        unsafe c.pointee.payload_bytes = payloadBytes
        unsafe c.pointee.payload = try arena.bytes(payload)
        unsafe c.pointee.is_payload_cut = isPayloadCut ? 1 : 0
        if let status { unsafe c.pointee.status = try arena.message(status) }
        unsafe c.pointee.remaining_ms = remainingMs
        unsafe c.pointee.attempt = attempt
        unsafe c.pointee.item_sequence = itemSequence
        unsafe c.pointee.credit = credit
        unsafe c.pointee.monotonic_ns = monotonicNs
        unsafe c.pointee.wall_us = wallUs
        if !drop.isEmpty { unsafe c.pointee.drop = try arena.string(drop, "TapEvent.drop") }
        unsafe c.pointee.n_metadata = metadata.count
        unsafe c.pointee.metadata = try arena.messages(metadata)
        if !detail.isEmpty { unsafe c.pointee.detail = try arena.string(detail, "TapEvent.detail") }
    }

    init(loading c: UnsafePointer<Partyline__V1__TapEvent>) throws(WireError) {
        try unsafe self.init(
            sequence: c.pointee.sequence,
            droppedTotal: c.pointee.dropped_total,
            point: .init(rawValue: .init(truncatingIfNeeded: c.pointee.point.rawValue)),
            kind: .init(rawValue: .init(truncatingIfNeeded: c.pointee.kind.rawValue)),
            requestId: c.pointee.request_id,
            method: loadString(c.pointee.method, "TapEvent.method"),
            traceId: loadBytes(c.pointee.trace_id),
            spanId: loadBytes(c.pointee.span_id),
            parentSpanId: loadBytes(c.pointee.parent_span_id),
            shardKey: loadString(c.pointee.shard_key, "TapEvent.shard_key"),
            identity: loadMessage(c.pointee.identity),
            service: loadString(c.pointee.service, "TapEvent.service"),
            instance: loadString(c.pointee.instance, "TapEvent.instance"),
            epoch: c.pointee.epoch,
            peerService: loadString(c.pointee.peer_service, "TapEvent.peer_service"),
            peerInstance: loadString(c.pointee.peer_instance, "TapEvent.peer_instance"),
            payloadBytes: c.pointee.payload_bytes,
            payload: loadBytes(c.pointee.payload),
            isPayloadCut: c.pointee.is_payload_cut != 0,
            status: loadMessage(c.pointee.status),
            remainingMs: c.pointee.remaining_ms,
            attempt: c.pointee.attempt,
            itemSequence: c.pointee.item_sequence,
            credit: c.pointee.credit,
            monotonicNs: c.pointee.monotonic_ns,
            wallUs: c.pointee.wall_us,
            drop: loadString(c.pointee.drop, "TapEvent.drop"),
            metadata: loadMessages(c.pointee.n_metadata, c.pointee.metadata),
            detail: loadString(c.pointee.detail, "TapEvent.detail")
        )
    }
}
