internal import CWire
internal import CWireArena

// From the tree that protobuf-c made in an arena to Swift values. Nothing keeps a pointer into the tree.

/// A validated copy of a string. protobuf-c checks neither UTF-8 nor for a NUL inside; the arena knows the true length.
func loadString(_ source: UnsafeMutablePointer<CChar>?, _ field: StaticString) throws(WireError) -> String {
    guard let source = unsafe source, unsafe !wire_is_empty_string(source) else { return "" }
    let count = unsafe wire_arena_block_size(source) - 1
    let bytes = unsafe UnsafeBufferPointer(
        start: UnsafeRawPointer(source).assumingMemoryBound(to: UInt8.self), count: count)
    guard unsafe !wire_has_nul(source, count) else { throw .embeddedNUL(field: "\(field)") }
    guard let string = unsafe String(validUTF8: bytes.span) else {
        throw .invalidUTF8(field: "\(field)")
    }
    return string
}

func loadBytes(_ source: ProtobufCBinaryData) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: source.data, count: source.len))
}

func loadMessage<Message: CMessage>(_ source: UnsafeMutablePointer<Message.C>?) throws(WireError) -> Message? {
    guard let source = unsafe source else { return nil }
    return try unsafe Message(loading: source)
}

// MARK: Repeated fields

func loadStrings(
    _ count: Int, _ source: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ field: StaticString
) throws(WireError) -> [String] {
    guard let source = unsafe source else { return [] }
    var result: [String] = []
    result.reserveCapacity(count)
    for index in 0..<count { result.append(try unsafe loadString(source[index], field)) }
    return result
}

func loadByteStrings(_ count: Int, _ source: UnsafeMutablePointer<ProtobufCBinaryData>?) -> [[UInt8]] {
    unsafe UnsafeBufferPointer(start: source, count: count).map { unsafe loadBytes($0) }
}

func loadMessages<Message: CMessage>(
    _ count: Int, _ source: UnsafeMutablePointer<UnsafeMutablePointer<Message.C>?>?
) throws(WireError) -> [Message] {
    guard let source = unsafe source else { return [] }
    var result: [Message] = []
    result.reserveCapacity(count)
    for index in 0..<count {
        guard let message: Message = try unsafe loadMessage(source[index]) else { throw .malformed }
        result.append(message)
    }
    return result
}

func loadScalars<Value: BitwiseCopyable>(_ count: Int, _ source: UnsafeMutablePointer<Value>?) -> [Value] {
    unsafe Array(UnsafeBufferPointer(start: source, count: count))
}

func loadBools(_ count: Int, _ source: UnsafeMutablePointer<protobuf_c_boolean>?) -> [Bool] {
    unsafe UnsafeBufferPointer(start: source, count: count).map { $0 != 0 }
}

func loadEnums<Value: WireEnum, CEnum: BitwiseCopyable>(
    _ count: Int, _ source: UnsafeMutablePointer<CEnum>?
) -> [Value] {
    guard let source = unsafe source else { return [] }
    let numbers = unsafe UnsafeRawPointer(source).bindMemory(to: Int32.self, capacity: count)
    return unsafe UnsafeBufferPointer(start: numbers, count: count).map { Value(rawValue: $0) }
}
