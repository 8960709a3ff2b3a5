/// One method of the contract, as its .proto file declares it. A reference to what never changes: every call carries
/// one through queues and tables.
public struct MethodDescriptor: Sendable {
    private final class Storage: Sendable {
        let service: String
        let name: String
        let path: String
        let pathBytes: [UInt8]
        let isServerStreaming: Bool
        let isIdempotent: Bool
        let isPublicToClients: Bool

        init(_ service: String, _ name: String, _ isServerStreaming: Bool, _ isIdempotent: Bool, _ isPublic: Bool) {
            self.service = service
            self.name = name
            path = service + "/" + name
            pathBytes = Array(path.utf8)
            self.isServerStreaming = isServerStreaming
            self.isIdempotent = isIdempotent
            isPublicToClients = isPublic
        }
    }

    private let storage: Storage

    public init(
        service: String, name: String, isServerStreaming: Bool = false, isIdempotent: Bool = false,
        isPublicToClients: Bool = false
    ) {
        storage = Storage(service, name, isServerStreaming, isIdempotent, isPublicToClients)
    }

    /// `partyline.v1.Signaling`
    public var service: String { storage.service }
    /// `Accept`
    public var name: String { storage.name }
    /// What travels in `Header.method`: `partyline.v1.Signaling/Accept`.
    public var path: String { storage.path }
    /// The path as it travels.
    public var pathBytes: [UInt8] { storage.pathBytes }
    /// Answers with a stream of items instead of one response.
    public var isServerStreaming: Bool { storage.isServerStreaming }
    /// May be sent again after it may have been executed.
    public var isIdempotent: Bool { storage.isIdempotent }
    /// A client may call it through the gateway.
    public var isPublicToClients: Bool { storage.isPublicToClients }
}

extension MethodDescriptor: Hashable {
    public static func == (left: MethodDescriptor, right: MethodDescriptor) -> Bool {
        if left.storage === right.storage { return true }
        return left.path == right.path && left.service == right.service
            && left.isServerStreaming == right.isServerStreaming && left.isIdempotent == right.isIdempotent
            && left.isPublicToClients == right.isPublicToClients
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
