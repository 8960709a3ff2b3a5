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

        /// All fields at their defaults.
        public init() {
            method = ""
            startedTotal = 0
            succeededTotal = 0
            failedTotal = 0
            inFlight = 0
            handlerTimeUsTotal = 0
        }

        /// Fields in the order of the contract.
        public init(
            method: String = "",
            startedTotal: UInt64 = 0,
            succeededTotal: UInt64 = 0,
            failedTotal: UInt64 = 0,
            inFlight: UInt64 = 0,
            handlerTimeUsTotal: UInt64 = 0
        ) {
            self.method = method
            self.startedTotal = startedTotal
            self.succeededTotal = succeededTotal
            self.failedTotal = failedTotal
            self.inFlight = inFlight
            self.handlerTimeUsTotal = handlerTimeUsTotal
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
        }

        public func redacted() -> Self { self }
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
            receivedTotal: UInt64 = 0
        ) {
            self.service = service
            self.instance = instance
            self.endpoint = endpoint
            self.isConnected = isConnected
            self.epoch = epoch
            self.rttUs = rttUs
            self.sentTotal = sentTotal
            self.receivedTotal = receivedTotal
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
        }

        public func redacted() -> Self { self }
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
            counters: [Proto.Counter] = []
        ) {
            self.service = service
            self.instance = instance
            self.version = version
            self.epoch = epoch
            self.uptimeMs = uptimeMs
            self.methods = methods
            self.peers = peers
            self.counters = counters
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
        }

        public func redacted() -> Self { self }
    }

    /// The methods of `partyline.v1.Introspect`.
    public enum IntrospectMethods {
        /// `partyline.v1.Introspect`
        public static let serviceName = "partyline.v1.Introspect"

        /// `partyline.v1.Introspect/Describe`
        public static let describe = MethodDescriptor(
            service: serviceName, name: "Describe", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false)

        /// `partyline.v1.Introspect/Stats`
        public static let stats = MethodDescriptor(
            service: serviceName, name: "Stats", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            describe,
            stats
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.IntrospectService) -> [RPCHandler] {
            [
                .unary(describe, service.describe),
                .unary(stats, service.stats),
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
    }
}

extension Proto.DescribeRequest: JSONField {}
extension Proto.DescribeResponse: JSONField {}
extension Proto.StatsRequest: JSONField {}
extension Proto.MethodStats: JSONField {}
extension Proto.PeerStats: JSONField {}
extension Proto.Counter: JSONField {}
extension Proto.StatsResponse: JSONField {}

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
    }

    init(loading c: UnsafePointer<Partyline__V1__MethodStats>) throws(WireError) {
        try unsafe self.init(
            method: loadString(c.pointee.method, "MethodStats.method"),
            startedTotal: c.pointee.started_total,
            succeededTotal: c.pointee.succeeded_total,
            failedTotal: c.pointee.failed_total,
            inFlight: c.pointee.in_flight,
            handlerTimeUsTotal: c.pointee.handler_time_us_total
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
            receivedTotal: c.pointee.received_total
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
            counters: loadMessages(c.pointee.n_counters, c.pointee.counters)
        )
    }
}
