import Wire

/// The contract as read from `Proto.fileDescriptorSet` with nothing but the wire format: field numbers are those of
/// descriptor.proto and options.proto.
package struct Contract {
    package struct Message {
        package let name: String
        package let fields: [Field]
    }

    package struct Field {
        package let name: String
        package let number: Int
        /// FieldDescriptorProto.Type
        package let type: Int
        package let isRepeated: Bool
        package let typeName: String
        package let oneof: Int?
        package let isSecret: Bool
    }

    package struct Method {
        package let path: String
        package let request: String
        package let response: String
        package let isServerStreaming: Bool
        package let idempotency: UInt64
        package let isPublicToClients: Bool
    }

    package private(set) var messages: [String: Message] = [:]
    package private(set) var methods: [Method] = []
    package private(set) var enums: [String: [(name: String, number: Int32)]] = [:]

    package static let current = Contract(Proto.fileDescriptorSet)

    package init(_ set: [UInt8]) {
        for bytes in WireField.all(in: set).contents(1) {
            let file = WireField.all(in: bytes)
            let package = file.text(2)
            guard package == "partyline.v1" else { continue }
            for each in file.contents(4) {
                let message = Self.message(WireField.all(in: each), package)
                messages[message.name] = message
            }
            for each in file.contents(5) {
                let fields = WireField.all(in: each)
                enums[package + "." + fields.text(1)] = fields.contents(2).map { value in
                    let value = WireField.all(in: value)
                    return (value.text(1), Int32(truncatingIfNeeded: value.value(2) ?? 0))
                }
            }
            for each in file.contents(6) { methods += Self.methods(WireField.all(in: each), package) }
        }
    }

    private static func message(_ source: [WireField], _ package: String) -> Message {
        let fields = source.contents(2).map { bytes in
            let field = WireField.all(in: bytes)
            let options = WireField.all(in: field.contents(8).last ?? [])
            return Field(
                name: field.text(1), number: Int(field.value(3) ?? 0), type: Int(field.value(5) ?? 0),
                isRepeated: field.value(4) == 3, typeName: String(field.text(6).dropFirst()),
                oneof: field.value(9).map { Int($0) }, isSecret: options.value(51003) == 1)
        }
        return Message(name: package + "." + source.text(1), fields: fields)
    }

    private static func methods(_ source: [WireField], _ package: String) -> [Method] {
        source.contents(2).map { bytes in
            let method = WireField.all(in: bytes)
            let options = WireField.all(in: method.contents(4).last ?? [])
            return Method(
                path: "\(package).\(source.text(1))/\(method.text(1))", request: String(method.text(2).dropFirst()),
                response: String(method.text(3).dropFirst()), isServerStreaming: method.value(6) == 1,
                idempotency: options.value(34) ?? 0, isPublicToClients: options.value(51001) == 1)
        }
    }
}
