internal import CDescriptor

// From the tree that protobuf-c made in an arena to values. Nothing keeps a pointer into the tree.

extension DescriptorSet {
    static func load(_ file: Google__Protobuf__FileDescriptorProto) throws(DescriptorError) -> FileDeclaration {
        var result = FileDeclaration(
            path: try unsafe text(file.name), package: try unsafe name(file.package),
            syntax: try unsafe name(file.syntax))
        let scope = Scope(fullName: result.package, path: [], comments: try unsafe comments(file.source_code_info))
        for index in unsafe 0..<file.n_enum_type {
            guard let source = unsafe file.enum_type[index] else { continue }
            result.enums.append(try unsafe load(source.pointee, scope.inner(CommentIndex.Step.enum, index)))
        }
        for index in unsafe 0..<file.n_message_type {
            guard let source = unsafe file.message_type[index] else { continue }
            result.messages.append(try unsafe load(source.pointee, scope.inner(CommentIndex.Step.message, index)))
        }
        for index in unsafe 0..<file.n_service {
            guard let source = unsafe file.service[index] else { continue }
            result.services.append(try unsafe load(source.pointee, scope.inner(CommentIndex.Step.service, index)))
        }
        for index in unsafe 0..<file.n_extension {
            guard let field = unsafe file.extension[index]?.pointee else { continue }
            result.extensions.append(
                ExtensionDeclaration(
                    name: try unsafe name(field.name), extendee: try unsafe typeName(field.extendee),
                    number: UInt32(bitPattern: unsafe field.number)))
        }
        return result
    }

    /// Where a declaration stands: within which full name, and under which path of SourceCodeInfo.
    private struct Scope {
        let fullName: String
        let path: [Int32]
        let comments: CommentIndex

        var comment: Comment { comments[path] }

        func inner(_ step: Int32, _ index: Int) -> Scope {
            Scope(fullName: fullName, path: path + [step, Int32(truncatingIfNeeded: index)], comments: comments)
        }

        func named(_ name: String) -> Scope {
            Scope(fullName: fullName.isEmpty ? name : fullName + "." + name, path: path, comments: comments)
        }
    }

    private static func load(
        _ source: Google__Protobuf__EnumDescriptorProto, _ outer: Scope
    ) throws(DescriptorError) -> EnumDeclaration {
        let name = try unsafe name(source.name)
        var result = EnumDeclaration(name: name, fullName: outer.named(name).fullName, comment: outer.comment)
        for index in unsafe 0..<source.n_value {
            guard let value = unsafe source.value[index]?.pointee else { continue }
            result.values.append(
                EnumValueDeclaration(
                    name: try unsafe self.name(value.name), number: unsafe value.number,
                    comment: outer.inner(CommentIndex.Step.enumValue, index).comment))
        }
        return result
    }

    private static func load(
        _ source: Google__Protobuf__DescriptorProto, _ outer: Scope
    ) throws(DescriptorError) -> MessageDeclaration {
        let name = try unsafe name(source.name)
        let scope = outer.named(name)
        var result = MessageDeclaration(name: name, fullName: scope.fullName, comment: scope.comment)
        result.isMapEntry = unsafe source.options?.pointee.map_entry == 1
        for index in unsafe 0..<source.n_oneof_decl {
            guard let oneof = unsafe source.oneof_decl[index]?.pointee else { continue }
            result.oneofs.append(
                OneofDeclaration(
                    name: try unsafe self.name(oneof.name),
                    comment: scope.inner(CommentIndex.Step.messageOneof, index).comment))
        }
        for index in unsafe 0..<source.n_field {
            guard let field = unsafe source.field[index]?.pointee else { continue }
            let place = scope.inner(CommentIndex.Step.messageField, index)
            result.fields.append(try unsafe load(field, place, oneofs: result.oneofs.count))
        }
        for index in unsafe 0..<source.n_nested_type {
            guard let inner = unsafe source.nested_type[index] else { continue }
            let place = scope.inner(CommentIndex.Step.nestedMessage, index)
            result.nestedMessages.append(try unsafe load(inner.pointee, place))
        }
        for index in unsafe 0..<source.n_enum_type {
            guard let inner = unsafe source.enum_type[index] else { continue }
            result.nestedEnums.append(
                try unsafe load(inner.pointee, scope.inner(CommentIndex.Step.nestedEnum, index)))
        }
        return result
    }

    private static func load(
        _ source: Google__Protobuf__FieldDescriptorProto, _ place: Scope, oneofs: Int
    ) throws(DescriptorError) -> FieldDeclaration {
        let name = try unsafe name(source.name)
        let jsonName = try unsafe text(source.json_name)
        var result = FieldDeclaration(
            name: name, jsonName: jsonName.isEmpty ? name : jsonName, number: unsafe source.number,
            kind: try unsafe kind(of: source), comment: place.comment)
        result.isRepeated = unsafe source.label == GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__LABEL__LABEL_REPEATED
        result.isProto3Optional = unsafe source.proto3_optional != 0
        result.options = unsafe options(source.options?.pointee.base)
        if unsafe source.has_oneof_index != 0 {
            let index = unsafe Int(source.oneof_index)
            guard (0..<oneofs).contains(index) else { throw .malformed }
            result.oneof = index
        }
        return result
    }

    /// By the numbers of FieldDescriptorProto.Type.
    private static func kind(
        of field: Google__Protobuf__FieldDescriptorProto
    ) throws(DescriptorError) -> FieldDeclaration.Kind {
        switch unsafe field.type.rawValue {
        case 1: .double
        case 2: .float
        case 3: .int64
        case 4: .uint64
        case 5: .int32
        case 6: .fixed64
        case 7: .fixed32
        case 8: .bool
        case 9: .string
        case 11: .message(try unsafe typeName(field.type_name))
        case 12: .bytes
        case 13: .uint32
        case 14: .enum(try unsafe typeName(field.type_name))
        case 15: .sfixed32
        case 16: .sfixed64
        case 17: .sint32
        case 18: .sint64
        default: .unsupported(Int(unsafe field.type.rawValue))
        }
    }

    private static func load(
        _ source: Google__Protobuf__ServiceDescriptorProto, _ outer: Scope
    ) throws(DescriptorError) -> ServiceDeclaration {
        let name = try unsafe name(source.name)
        var result = ServiceDeclaration(name: name, fullName: outer.named(name).fullName, comment: outer.comment)
        for index in unsafe 0..<source.n_method {
            guard let method = unsafe source.method[index]?.pointee else { continue }
            var declared = MethodDeclaration(
                name: try unsafe self.name(method.name), request: try unsafe typeName(method.input_type),
                response: try unsafe typeName(method.output_type),
                comment: outer.inner(CommentIndex.Step.serviceMethod, index).comment)
            declared.isClientStreaming = unsafe method.client_streaming != 0
            declared.isServerStreaming = unsafe method.server_streaming != 0
            declared.options = unsafe options(method.options?.pointee.base)
            switch unsafe method.options?.pointee.idempotency_level.rawValue {
            case 1: declared.idempotency = .noSideEffects
            case 2: declared.idempotency = .idempotent
            default: declared.idempotency = .unknown
            }
            result.methods.append(declared)
        }
        return result
    }

    /// `options` is the base of any of descriptor.proto's options messages; of a repeated option the last one counts.
    private static func options(_ options: ProtobufCMessage?) -> DeclaredOptions {
        var result = DeclaredOptions()
        guard let options = unsafe options else { return result }
        for index in unsafe 0..<Int(options.n_unknown_fields) {
            let field = unsafe options.unknown_fields[index]
            guard unsafe field.wire_type == PROTOBUF_C_WIRE_TYPE_VARINT else { continue }
            var reader = unsafe WireReader(Array(UnsafeBufferPointer(start: field.data, count: field.len))[...])
            guard let value = try? reader.varint() else { continue }
            unsafe result.numbers[field.tag] = value
        }
        return result
    }

    private static func comments(
        _ info: UnsafeMutablePointer<Google__Protobuf__SourceCodeInfo>?
    ) throws(DescriptorError) -> CommentIndex {
        guard let info = unsafe info?.pointee else { return CommentIndex([]) }
        var locations: [(path: [Int32], comment: Comment)] = []
        for index in unsafe 0..<info.n_location {
            guard let location = unsafe info.location[index]?.pointee else { continue }
            let comment = Comment(
                leading: try unsafe text(location.leading_comments),
                trailing: try unsafe text(location.trailing_comments))
            unsafe locations.append((Array(UnsafeBufferPointer(start: location.path, count: location.n_path)), comment))
        }
        return CommentIndex(locations)
    }

    // MARK: Text

    /// A string of the descriptor tree; empty if absent.
    private static func text(_ pointer: UnsafeMutablePointer<CChar>?) throws(DescriptorError) -> String {
        guard let pointer = unsafe pointer else { return "" }
        guard let string = unsafe String(validatingCString: pointer) else { throw .malformed }
        return string
    }

    /// A word, dots allowed. Anything else could steer the terminal that it is shown on.
    private static func name(_ pointer: UnsafeMutablePointer<CChar>?) throws(DescriptorError) -> String {
        let name = try unsafe text(pointer)
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isWord, name.utf8.count <= 512 else { throw .badName(String(name.prefix(64))) }
        return name
    }

    /// `.partyline.v1.Header` -> `partyline.v1.Header`
    private static func typeName(_ pointer: UnsafeMutablePointer<CChar>?) throws(DescriptorError) -> String {
        let name = try unsafe name(pointer)
        return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }
}
