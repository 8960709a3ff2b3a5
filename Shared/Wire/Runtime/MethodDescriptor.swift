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
        let isDangerous: Bool
        let isReadOnly: Bool
        let number: UInt16

        init(
            _ service: String, _ name: String, _ isServerStreaming: Bool, _ isIdempotent: Bool, _ isPublic: Bool,
            _ isDangerous: Bool, _ isReadOnly: Bool, _ number: UInt16
        ) {
            self.service = service
            self.name = name
            path = service + "/" + name
            pathBytes = Array(path.utf8)
            self.isServerStreaming = isServerStreaming
            self.isIdempotent = isIdempotent
            isPublicToClients = isPublic
            self.isDangerous = isDangerous
            self.isReadOnly = isReadOnly
            self.number = number
        }
    }

    private let storage: Storage

    public init(
        service: String, name: String, isServerStreaming: Bool = false, isIdempotent: Bool = false,
        isPublicToClients: Bool = false, isDangerous: Bool = false, isReadOnly: Bool = false,
        number: UInt16 = 0
    ) {
        storage = Storage(
            service, name, isServerStreaming, isIdempotent, isPublicToClients, isDangerous, isReadOnly, number)
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
    /// People notice it: a tool asks before it calls it by hand.
    public var isDangerous: Bool { storage.isDangerous }
    /// Changes nothing: open to peers that may only look.
    public var isReadOnly: Bool { storage.isReadOnly }
    /// Its place in `Proto.allMethods`, from 1; 0 for a method that is not of the contract. Differs between versions of
    /// the contract, so it never leaves the process.
    public var number: UInt16 { storage.number }
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
