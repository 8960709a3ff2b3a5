import CDescriptor

/// Reads a FileDescriptorSet through protobuf-c into a `Schema`, and refuses what the contract must not use:
/// nested types, maps, groups, proto3 `optional`, client streaming, and messages that contain themselves.
struct DescriptorReader {
    private typealias File = Google__Protobuf__FileDescriptorProto
    private typealias Field = Google__Protobuf__FieldDescriptorProto

    private let package: String
    private var options = CustomOptions()

    init(package: String) { self.package = package }

    /// Returns the schema and the set's bytes without comments: what processes tell each other about the contract.
    mutating func read(_ bytes: [UInt8]) throws(SchemaError) -> (schema: Schema, descriptorSet: [UInt8]) {
        guard let set = unsafe google__protobuf__file_descriptor_set__unpack(nil, bytes.count, bytes) else {
            throw SchemaError("not a FileDescriptorSet")
        }
        defer { unsafe google__protobuf__file_descriptor_set__free_unpacked(set, nil) }
        for index in unsafe 0..<set.pointee.n_file {
            if let file = unsafe set.pointee.file[index] { unsafe declareOptions(of: file.pointee) }
        }
        var schema = Schema(files: [])
        for index in unsafe 0..<set.pointee.n_file {
            guard let file = unsafe set.pointee.file[index], unsafe text(file.pointee.package) == package else {
                continue
            }
            schema.files.append(try unsafe self.file(file.pointee))
        }
        schema.files.sort { $0.path < $1.path }
        try refuseCycles(in: schema)
        return (schema, unsafe packWithoutComments(set))
    }

    private mutating func declareOptions(of file: File) {
        for index in unsafe 0..<file.n_extension {
            guard let field = unsafe file.extension[index]?.pointee else { continue }
            unsafe options.declare(text(field.name), number: UInt32(field.number))
        }
    }

    private func packWithoutComments(_ set: UnsafeMutablePointer<Google__Protobuf__FileDescriptorSet>) -> [UInt8] {
        for index in unsafe 0..<set.pointee.n_file {
            guard let file = unsafe set.pointee.file[index] else { continue }
            unsafe google__protobuf__source_code_info__free_unpacked(file.pointee.source_code_info, nil)
            unsafe file.pointee.source_code_info = nil
        }
        let size = unsafe google__protobuf__file_descriptor_set__get_packed_size(set)
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = unsafe google__protobuf__file_descriptor_set__pack(set, buffer.baseAddress)
        }
    }

    // MARK: Declarations

    private func file(_ file: File) throws(SchemaError) -> SchemaFile {
        var result = unsafe SchemaFile(path: text(file.name), package: text(file.package))
        guard unsafe text(file.syntax) == "proto3" else { throw SchemaError("\(result.path) is not proto3") }
        let comments = unsafe CommentIndex(file.source_code_info)
        for index in unsafe 0..<file.n_enum_type {
            guard let pointer = unsafe file.enum_type[index] else { continue }
            result.enums.append(unsafe enumeration(pointer.pointee, Int32(index), comments))
        }
        for index in unsafe 0..<file.n_message_type {
            guard let pointer = unsafe file.message_type[index] else { continue }
            result.messages.append(try unsafe message(pointer.pointee, Int32(index), comments))
        }
        for index in unsafe 0..<file.n_service {
            guard let pointer = unsafe file.service[index] else { continue }
            result.services.append(try unsafe service(pointer.pointee, Int32(index), comments))
        }
        return result
    }

    private func enumeration(
        _ source: Google__Protobuf__EnumDescriptorProto, _ index: Int32, _ comments: CommentIndex
    ) -> SchemaEnum {
        var result = unsafe SchemaEnum(name: text(source.name), comment: comments[CommentIndex.Step.enum, index])
        for position in unsafe 0..<source.n_value {
            guard let value = unsafe source.value[position]?.pointee else { continue }
            let comment = comments[CommentIndex.Step.enum, index, CommentIndex.Step.enumValue, Int32(position)]
            result.values.append(
                unsafe SchemaEnumValue(name: text(value.name), number: value.number, comment: comment))
        }
        return result
    }

    private func message(
        _ source: Google__Protobuf__DescriptorProto, _ index: Int32, _ comments: CommentIndex
    ) throws(SchemaError) -> SchemaMessage {
        let step = CommentIndex.Step.message
        var result = unsafe SchemaMessage(
            name: text(source.name), package: package, comment: comments[step, index])
        guard unsafe source.n_nested_type == 0, unsafe source.n_enum_type == 0 else {
            throw SchemaError("\(result.name): nested types and maps are not used in this contract")
        }
        for position in unsafe 0..<source.n_oneof_decl {
            guard let oneof = unsafe source.oneof_decl[position]?.pointee else { continue }
            let comment = comments[step, index, CommentIndex.Step.messageOneof, Int32(position)]
            result.oneofs.append(unsafe SchemaOneof(name: text(oneof.name), comment: comment))
        }
        for position in unsafe 0..<source.n_field {
            guard let field = unsafe source.field[position]?.pointee else { continue }
            let comment = comments[step, index, CommentIndex.Step.messageField, Int32(position)]
            result.fields.append(try unsafe self.field(field, of: result.name, comment))
        }
        return result
    }

    private func field(_ source: Field, of message: String, _ comment: Comment) throws(SchemaError) -> SchemaField {
        let name = unsafe text(source.name)
        guard unsafe source.proto3_optional == 0 else {
            throw SchemaError("\(message).\(name): protoc-c knows no proto3 optional")
        }
        guard let kind = unsafe kind(of: source) else {
            throw SchemaError("\(message).\(name): type outside \(package)")
        }
        let isSecret = try unsafe options.isSet("secret", in: source.options?.pointee.base)
        return unsafe SchemaField(
            name: name, jsonName: text(source.json_name), number: source.number, kind: kind,
            isRepeated: source.label == GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__LABEL__LABEL_REPEATED,
            oneof: source.has_oneof_index != 0 ? Int(source.oneof_index) : nil, isSecret: isSecret, comment: comment)
    }

    private func kind(of field: Field) -> FieldKind? {
        switch unsafe field.type.rawValue {
        case 1: .double
        case 2: .float
        case 3, 16, 18: .int64
        case 4, 6: .uint64
        case 5, 15, 17: .int32
        case 7, 13: .uint32
        case 8: .bool
        case 9: .string
        case 12: .bytes
        case 11: unsafe localName(text(field.type_name)).map(FieldKind.message)
        case 14: unsafe localName(text(field.type_name)).map(FieldKind.enum)
        default: nil
        }
    }

    private func service(
        _ source: Google__Protobuf__ServiceDescriptorProto, _ index: Int32, _ comments: CommentIndex
    ) throws(SchemaError) -> SchemaService {
        let step = CommentIndex.Step.service
        var result = unsafe SchemaService(name: text(source.name), package: package, comment: comments[step, index])
        for position in unsafe 0..<source.n_method {
            guard let method = unsafe source.method[position]?.pointee else { continue }
            let comment = comments[step, index, CommentIndex.Step.serviceMethod, Int32(position)]
            result.methods.append(try unsafe self.method(method, of: result.name, comment))
        }
        return result
    }

    private func method(
        _ source: Google__Protobuf__MethodDescriptorProto, of service: String, _ comment: Comment
    ) throws(SchemaError) -> SchemaMethod {
        let name = unsafe text(source.name)
        guard unsafe source.client_streaming == 0 else {
            throw SchemaError("\(service)/\(name): client streaming is not used in this contract")
        }
        guard let request = unsafe localName(text(source.input_type)),
            let response = unsafe localName(text(source.output_type))
        else { throw SchemaError("\(service)/\(name): type outside \(package)") }
        let level = unsafe source.options?.pointee.idempotency_level.rawValue ?? 0
        return SchemaMethod(
            name: name, request: request, response: response,
            isServerStreaming: unsafe source.server_streaming != 0, isIdempotent: level != 0,
            isPublicToClients: try unsafe options.isSet("public_to_clients", in: source.options?.pointee.base),
            comment: comment)
    }

    /// `.partyline.v1.Header` -> `Header`
    private func localName(_ qualified: String) -> String? {
        let prefix = "." + package + "."
        guard qualified.hasPrefix(prefix) else { return nil }
        let name = qualified.dropFirst(prefix.count)
        return name.contains(".") ? nil : String(name)
    }

    /// protobuf-c recurses without a limit, so a message that can contain itself is a way to crash a process.
    private func refuseCycles(in schema: Schema) throws(SchemaError) {
        var finished: Set<String> = []
        func visit(_ name: String, _ path: [String]) throws(SchemaError) {
            if path.contains(name) { throw SchemaError("message cycle: \((path + [name]).joined(separator: " > "))") }
            guard !finished.contains(name), let message = schema.message(named: name) else { return }
            for field in message.fields {
                if case .message(let inner) = field.kind { try visit(inner, path + [name]) }
            }
            finished.insert(name)
        }
        for message in schema.messages { try visit(message.name, []) }
    }
}
