import Descriptors

/// Makes a `Schema` of a FileDescriptorSet, and refuses what the contract must not use: nested types, maps, groups, proto3
/// `optional`, client streaming, and messages that contain themselves.
struct DescriptorReader {
    private let package: String
    private let set: DescriptorSet

    init(package: String, set: DescriptorSet) {
        self.package = package
        self.set = set
    }

    func read() throws(SchemaError) -> Schema {
        var schema = Schema(files: [])
        for file in set.files where file.package == package { schema.files.append(try self.file(file)) }
        schema.files.sort { $0.path < $1.path }
        schema.numberMethods()
        try refuseCycles(in: schema)
        return schema
    }

    private func file(_ file: FileDeclaration) throws(SchemaError) -> SchemaFile {
        guard file.syntax == "proto3" else { throw SchemaError("\(file.path) is not proto3") }
        var result = SchemaFile(path: file.path, package: file.package)
        result.enums = file.enums.map { source in
            SchemaEnum(
                name: source.name, comment: source.comment,
                values: source.values.map { SchemaEnumValue(name: $0.name, number: $0.number, comment: $0.comment) })
        }
        for source in file.messages { result.messages.append(try message(source)) }
        for source in file.services { result.services.append(try service(source)) }
        return result
    }

    private func message(_ source: MessageDeclaration) throws(SchemaError) -> SchemaMessage {
        guard source.nestedMessages.isEmpty, source.nestedEnums.isEmpty else {
            throw SchemaError("\(source.name): nested types and maps are not used in this contract")
        }
        var result = SchemaMessage(name: source.name, package: package, comment: source.comment)
        result.oneofs = source.oneofs.map { SchemaOneof(name: $0.name, comment: $0.comment) }
        for field in source.fields { result.fields.append(try self.field(field, of: source.name)) }
        return result
    }

    private func field(_ source: FieldDeclaration, of message: String) throws(SchemaError) -> SchemaField {
        guard !source.isProto3Optional else {
            throw SchemaError("\(message).\(source.name): protoc-c knows no proto3 optional")
        }
        guard let kind = kind(of: source) else {
            throw SchemaError("\(message).\(source.name): type outside \(package)")
        }
        return SchemaField(
            name: source.name, jsonName: source.jsonName, number: source.number, kind: kind,
            isRepeated: source.isRepeated, oneof: source.oneof,
            isSecret: try isSet("secret", of: "Field", in: source.options), comment: source.comment)
    }

    private func kind(of field: FieldDeclaration) -> FieldKind? {
        switch field.kind {
        case .double: .double
        case .float: .float
        case .int64, .sint64, .sfixed64: .int64
        case .uint64, .fixed64: .uint64
        case .int32, .sint32, .sfixed32: .int32
        case .uint32, .fixed32: .uint32
        case .bool: .bool
        case .string: .string
        case .bytes: .bytes
        case .message(let name): localName(name).map(FieldKind.message)
        case .enum(let name): localName(name).map(FieldKind.enum)
        case .unsupported: nil
        }
    }

    private func service(_ source: ServiceDeclaration) throws(SchemaError) -> SchemaService {
        var result = SchemaService(name: source.name, package: package, comment: source.comment)
        for method in source.methods { result.methods.append(try self.method(method, of: source.name)) }
        return result
    }

    private func method(_ source: MethodDeclaration, of service: String) throws(SchemaError) -> SchemaMethod {
        let path = "\(service)/\(source.name)"
        guard !source.isClientStreaming else {
            throw SchemaError("\(path): client streaming is not used in this contract")
        }
        guard let request = localName(source.request), let response = localName(source.response) else {
            throw SchemaError("\(path): type outside \(package)")
        }
        return SchemaMethod(
            name: source.name, request: request, response: response, isServerStreaming: source.isServerStreaming,
            isIdempotent: source.idempotency != .unknown,
            isPublicToClients: try isSet("public_to_clients", of: "Method", in: source.options),
            isDangerous: try isSet("dangerous", of: "Method", in: source.options),
            isReadOnly: source.idempotency == .noSideEffects,
            comment: source.comment)
    }

    /// Whether the contract's own option is set; an option that no file declares is a mistake of ours.
    private func isSet(_ name: String, of kind: String, in options: DeclaredOptions) throws(SchemaError) -> Bool {
        guard let number = set.optionNumber(name, extending: "google.protobuf.\(kind)Options") else {
            throw SchemaError("no file declares the option (\(name))")
        }
        return options.isSet(number)
    }

    /// `partyline.v1.Header` -> `Header`
    private func localName(_ qualified: String) -> String? {
        let prefix = package + "."
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
