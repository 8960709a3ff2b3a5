import CDescriptor

/// The contract's own options. protobuf-c knows no extensions, so their values arrive as unknown fields.
struct CustomOptions {
    /// Extension name -> field number, as options.proto declares them.
    private var numbers: [String: UInt32] = [:]

    mutating func declare(_ name: String, number: UInt32) { numbers[name] = number }

    /// Whether a bool option is set to true. `options` is the base of any of descriptor.proto's options messages.
    func isSet(_ name: String, in options: ProtobufCMessage?) throws(SchemaError) -> Bool {
        guard let number = numbers[name] else { throw SchemaError("no file declares the option (\(name))") }
        guard let options = unsafe options else { return false }
        var isSet = false
        for index in unsafe 0..<Int(options.n_unknown_fields) {
            let field = unsafe options.unknown_fields[index]
            guard unsafe field.tag == number else { continue }
            guard unsafe field.wire_type == PROTOBUF_C_WIRE_TYPE_VARINT, unsafe field.len == 1 else {
                throw SchemaError("option (\(name)) is no bool")
            }
            isSet = unsafe field.data[0] != 0
        }
        return isSet
    }
}
