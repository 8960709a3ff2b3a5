// Generated from partyline/v1/health.proto by WireGenerator. Edit the contract, then run `make proto`.
internal import CWire
internal import CWireArena

extension Proto {
    /// Enum `ServingStatus` of the contract.
    public struct ServingStatus: WireEnum {
        /// `SERVING_STATUS_UNKNOWN`
        public static let unknown = ServingStatus(rawValue: 0)
        /// `SERVING_STATUS_SERVING`
        public static let serving = ServingStatus(rawValue: 1)
        /// `SERVING_STATUS_NOT_SERVING`
        public static let notServing = ServingStatus(rawValue: 2)
        /// `SERVING_STATUS_SERVICE_UNKNOWN`
        public static let serviceUnknown = ServingStatus(rawValue: 3)

        /// Every value this build knows.
        public static let allCases: [ServingStatus] = [
            .unknown,
            .serving,
            .notServing,
            .serviceUnknown
        ]

        /// The number on the wire; any number is kept.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The value's name in the contract; the number itself for a value this build does not know.
        public var name: String {
            switch rawValue {
                case 0: "SERVING_STATUS_UNKNOWN"
                case 1: "SERVING_STATUS_SERVING"
                case 2: "SERVING_STATUS_NOT_SERVING"
                case 3: "SERVING_STATUS_SERVICE_UNKNOWN"
                default: String(rawValue)
            }
        }
    }

    /// Message `HealthCheckRequest` of the contract.
    public struct HealthCheckRequest: WireMessage {
        /// `partyline.v1.HealthCheckRequest`
        public static var fullName: String { "partyline.v1.HealthCheckRequest" }

        /// "partyline.v1.Media"; empty: the whole process
        public var service: String

        /// All fields at their defaults.
        public init() {
            service = ""
        }

        /// Fields in the order of the contract.
        public init(
            service: String = ""
        ) {
            self.service = service
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("service", service)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("service", into: &service)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// Message `HealthCheckResponse` of the contract.
    public struct HealthCheckResponse: WireMessage {
        /// `partyline.v1.HealthCheckResponse`
        public static var fullName: String { "partyline.v1.HealthCheckResponse" }

        /// `status`, number 1.
        public var status: Proto.ServingStatus
        /// what is wrong, for an operator
        public var detail: String

        /// All fields at their defaults.
        public init() {
            status = Proto.ServingStatus(rawValue: 0)
            detail = ""
        }

        /// Fields in the order of the contract.
        public init(
            status: Proto.ServingStatus = Proto.ServingStatus(rawValue: 0),
            detail: String = ""
        ) {
            self.status = status
            self.detail = detail
        }

        public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }

        public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }

        public func json() -> JSONValue {
            var object = JSONBuilder()
            object.add("status", status)
            object.add("detail", detail)
            return object.value
        }

        public init(json: JSONValue) throws(WireError) {
            let object = try JSONReader(json)
            self.init()
            try object.read("status", into: &status)
            try object.read("detail", into: &detail)
        }

        public func redacted() -> Self { self }

        public func masked(by mask: SecretMask) -> Self { self }
    }

    /// The methods of `partyline.v1.Health`.
    public enum HealthMethods {
        /// `partyline.v1.Health`
        public static let serviceName = "partyline.v1.Health"

        /// `partyline.v1.Health/Check`
        public static let check = MethodDescriptor(
            service: serviceName, name: "Check", isServerStreaming: false, isIdempotent: true,
            isPublicToClients: false, isDangerous: false, isReadOnly: true, number: 23)

        /// The status now, and each change of it.
        public static let watch = MethodDescriptor(
            service: serviceName, name: "Watch", isServerStreaming: true, isIdempotent: false,
            isPublicToClients: false, isDangerous: false, isReadOnly: false, number: 24)

        /// In the order of the contract.
        public static let all: [MethodDescriptor] = [
            check,
            watch
        ]

        /// What a bus or a test registers to have the methods answered by `service`.
        public static func handlers(for service: some Proto.HealthService) -> [RPCHandler] {
            [
                .unary(check, service.check),
                .serverStream(watch, service.watch),
            ]
        }
    }

    /// Calls `partyline.v1.Health` over any channel.
    public struct HealthClient: Sendable {
        private let channel: any RPCChannel

        public init(_ channel: any RPCChannel) { self.channel = channel }

        /// Calls `Check`.
        public func check(
            _ request: Proto.HealthCheckRequest, _ options: CallOptions = CallOptions()
        ) async throws(RPCError) -> Proto.HealthCheckResponse {
            try await channel.call(Proto.HealthMethods.check, request, options)
        }

        /// The status now, and each change of it.
        public func watch(
            _ request: Proto.HealthCheckRequest, _ options: CallOptions = CallOptions()
        ) -> RPCStream<Proto.HealthCheckResponse> {
            channel.stream(Proto.HealthMethods.watch, request, options)
        }
    }

    /// Answers `partyline.v1.Health`. Methods may run at the same time.
    public protocol HealthService: Sendable {
        /// Answers `Check`.
        func check(
            _ request: Proto.HealthCheckRequest, _ context: RPCContext
        ) async throws(RPCError) -> Proto.HealthCheckResponse

        /// The status now, and each change of it.
        func watch(
            _ request: Proto.HealthCheckRequest, _ context: RPCContext, _ responses: RPCSender<Proto.HealthCheckResponse>
        ) async throws(RPCError)
    }
}

extension Proto.ServingStatus: JSONField {}
extension Proto.HealthCheckRequest: JSONField {}
extension Proto.HealthCheckResponse: JSONField {}

extension Proto.HealthCheckRequest: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__HealthCheckRequest>) {
        unsafe partyline__v1__health_check_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__HealthCheckRequest>? {
        unsafe partyline__v1__health_check_request__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__HealthCheckRequest>, _ arena: borrowing Arena) throws(WireError) {
        if !service.isEmpty { unsafe c.pointee.service = try arena.string(service, "HealthCheckRequest.service") }
    }

    init(loading c: UnsafePointer<Partyline__V1__HealthCheckRequest>) throws(WireError) {
        try unsafe self.init(
            service: loadString(c.pointee.service, "HealthCheckRequest.service")
        )
    }
}

extension Proto.HealthCheckResponse: @unsafe CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Partyline__V1__HealthCheckResponse>) {
        unsafe partyline__v1__health_check_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Partyline__V1__HealthCheckResponse>? {
        unsafe partyline__v1__health_check_response__unpack(allocator, count, bytes)
    }

    func store(into c: UnsafeMutablePointer<Partyline__V1__HealthCheckResponse>, _ arena: borrowing Arena) throws(WireError) {
        unsafe c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: status.rawValue))
        if !detail.isEmpty { unsafe c.pointee.detail = try arena.string(detail, "HealthCheckResponse.detail") }
    }

    init(loading c: UnsafePointer<Partyline__V1__HealthCheckResponse>) throws(WireError) {
        try unsafe self.init(
            status: .init(rawValue: .init(truncatingIfNeeded: c.pointee.status.rawValue)),
            detail: loadString(c.pointee.detail, "HealthCheckResponse.detail")
        )
    }
}
