internal import CWire
internal import CWireArena

/// A message with the struct that protoc-c generated for it. Conformances are generated.
protocol CMessage: WireMessage {
    associatedtype C

    /// protoc-c's `__init`: all fields at their defaults.
    static func initialize(_ c: UnsafeMutablePointer<C>)

    /// protoc-c's `__unpack`: a tree in the allocator's memory, `nil` if the bytes are refused.
    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<C>?

    /// Fills an initialised struct; what it points to is taken from the arena.
    func store(into c: UnsafeMutablePointer<C>, _ arena: borrowing Arena) throws(WireError)

    /// Copies everything out of a tree that `unpack` made in an `Arena`.
    init(loading c: UnsafePointer<C>) throws(WireError)
}

/// The way between a message's value and its bytes: a C tree that lives no longer than the call.
enum ProtobufCodec {
    static func encode<Message: CMessage>(_ message: Message) throws(WireError) -> [UInt8] {
        let arena = try Arena(budget: WireLimits.encodingBudget)
        let root = try unsafe arena.message(message)
        // Every generated struct begins with its ProtobufCMessage.
        let base = unsafe UnsafeRawPointer(root).assumingMemoryBound(to: ProtobufCMessage.self)
        let size = unsafe protobuf_c_message_get_packed_size(base)
        guard size <= WireLimits.messageBytes else { throw .tooLarge(limit: WireLimits.messageBytes) }
        guard size > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = unsafe protobuf_c_message_pack(base, buffer.baseAddress)
        }
    }

    static func decode<Message: CMessage>(_ bytes: [UInt8]) throws(WireError) -> Message {
        guard bytes.count <= WireLimits.messageBytes else { throw .tooLarge(limit: WireLimits.messageBytes) }
        let budget = WireLimits.decodingBudget(for: bytes.count)
        let arena = try Arena(budget: budget)
        guard let tree = unsafe Message.unpack(arena.allocator, bytes.count, bytes) else {
            throw arena.wasRefused ? .outOfMemoryBudget(limit: budget) : .malformed
        }
        return try unsafe Message(loading: tree)
    }
}
