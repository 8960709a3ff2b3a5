internal import CWire
internal import CWireArena

// From Swift values to what the structs of protoc-c point to.

extension Arena {
    typealias CString = UnsafeMutablePointer<CChar>

    /// A NUL-terminated copy. A NUL inside would cut the string off at the other end, so it is refused.
    func string(_ value: String, _ field: StaticString) throws(WireError) -> CString {
        let count = value.utf8.count
        let target = try unsafe take(count + 1, of: UInt8.self)
        var value = value
        value.withUTF8 { source in
            if let start = source.baseAddress { unsafe target.update(from: start, count: count) }
        }
        guard unsafe !wire_has_nul(target, count) else { throw .embeddedNUL(field: "\(field)") }
        unsafe target[count] = 0
        return unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: CChar.self)
    }

    func bytes(_ value: [UInt8]) throws(WireError) -> ProtobufCBinaryData {
        guard !value.isEmpty else { return unsafe ProtobufCBinaryData(len: 0, data: nil) }
        return unsafe ProtobufCBinaryData(len: value.count, data: try scalars(value))
    }

    func message<Message: CMessage>(_ value: Message) throws(WireError) -> UnsafeMutablePointer<Message.C> {
        let target = try unsafe take(1, of: Message.C.self)
        unsafe Message.initialize(target)
        try unsafe value.store(into: target, self)
        return unsafe target
    }

    // MARK: Repeated fields. protobuf-c does not look at the pointer when the count is zero.

    func strings(
        _ values: [String], _ field: StaticString
    ) throws(WireError) -> UnsafeMutablePointer<CString?>? {
        guard !values.isEmpty else { return nil }
        let target = try unsafe take(values.count, of: CString?.self)
        for (index, value) in values.enumerated() { unsafe target[index] = try string(value, field) }
        return unsafe target
    }

    func byteStrings(_ values: [[UInt8]]) throws(WireError) -> UnsafeMutablePointer<ProtobufCBinaryData>? {
        guard !values.isEmpty else { return nil }
        let target = try unsafe take(values.count, of: ProtobufCBinaryData.self)
        for (index, value) in values.enumerated() { unsafe target[index] = try bytes(value) }
        return unsafe target
    }

    func messages<Message: CMessage>(
        _ values: [Message]
    ) throws(WireError) -> UnsafeMutablePointer<UnsafeMutablePointer<Message.C>?>? {
        guard !values.isEmpty else { return nil }
        let target = try unsafe take(values.count, of: UnsafeMutablePointer<Message.C>?.self)
        for (index, value) in values.enumerated() { unsafe target[index] = try message(value) }
        return unsafe target
    }

    func scalars<Value: BitwiseCopyable>(_ values: [Value]) throws(WireError) -> UnsafeMutablePointer<Value>? {
        guard !values.isEmpty else { return nil }
        let target = try unsafe take(values.count, of: Value.self)
        unsafe values.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe target.update(from: start, count: values.count) }
        }
        return unsafe target
    }

    func bools(_ values: [Bool]) throws(WireError) -> UnsafeMutablePointer<protobuf_c_boolean>? {
        try unsafe scalars(values.map { $0 ? 1 : 0 })
    }

    /// `CEnum` is a C enum of one int, signed or not.
    func enums<CEnum: BitwiseCopyable>(_ values: [some WireEnum]) throws(WireError) -> UnsafeMutablePointer<CEnum>? {
        guard let numbers = try unsafe scalars(values.map(\.rawValue)) else { return nil }
        return unsafe UnsafeMutableRawPointer(numbers).bindMemory(to: CEnum.self, capacity: values.count)
    }
}
