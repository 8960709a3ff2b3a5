public import Descriptors
public import Wire

/// Declarations as a .proto file writes them.
extension SchemaPool {
    /// A service with its methods.
    public func text(_ service: ServiceDeclaration) -> String {
        var lines = comment(service.comment, "")
        lines.append("service \(service.fullName) {")
        for method in service.methods {
            lines += comment(method.comment, "  ")
            lines.append("  " + text(Method(service: service.fullName, declaration: method)))
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// A method on one line, with its options.
    public func text(_ method: Method) -> String {
        let declaration = method.declaration
        let request = (declaration.isClientStreaming ? "stream " : "") + short(declaration.request, method.service)
        let response = (declaration.isServerStreaming ? "stream " : "") + short(declaration.response, method.service)
        var options: [String] = []
        switch declaration.idempotency {
        case .noSideEffects: options.append("idempotency_level = NO_SIDE_EFFECTS")
        case .idempotent: options.append("idempotency_level = IDEMPOTENT")
        case .unknown: break
        }
        options += names(declaration.options, extending: "google.protobuf.MethodOptions").map { "(\($0)) = true" }
        let line = "rpc \(declaration.name)(\(request)) returns (\(response))"
        return options.isEmpty ? line + ";" : line + " { \(options.map { "option \($0);" }.joined(separator: " ")) }"
    }

    /// A message type with its fields, its nested types inside.
    public func text(_ message: MessageDeclaration, indent: String = "") -> String {
        var lines = comment(message.comment, indent)
        lines.append("\(indent)message \(indent.isEmpty ? message.fullName : message.name) {")
        let inner = indent + "  "
        lines += message.nestedEnums.map { text($0, indent: inner) }
        lines += message.nestedMessages.filter { !$0.isMapEntry }.map { text($0, indent: inner) }
        var openOneof: Int?
        for field in message.fields {
            let oneof = field.isProto3Optional ? nil : field.oneof
            if oneof != openOneof {
                if openOneof != nil { lines.append(inner + "}") }
                if let oneof { lines.append("\(inner)oneof \(message.oneofs[oneof].name) {") }
                openOneof = oneof
            }
            lines.append(text(field, in: message.fullName, indent: oneof == nil ? inner : inner + "  "))
        }
        if openOneof != nil { lines.append(inner + "}") }
        return (lines + ["\(indent)}"]).joined(separator: "\n")
    }

    /// An enum with its values.
    public func text(_ enumeration: EnumDeclaration, indent: String = "") -> String {
        var lines = comment(enumeration.comment, indent)
        lines.append("\(indent)enum \(indent.isEmpty ? enumeration.fullName : enumeration.name) {")
        for value in enumeration.values {
            lines.append("\(indent)  \(value.name) = \(value.number);" + trailing(value.comment))
        }
        return (lines + ["\(indent)}"]).joined(separator: "\n")
    }

    /// A JSON object of the type to fill in: every field once, with a value that says what it takes.
    public func example(of type: String) -> JSONValue { example(type, inside: []) }

    // MARK: Parts

    private func text(_ field: FieldDeclaration, in scope: String, indent: String) -> String {
        let word = field.isProto3Optional ? "optional " : field.isRepeated ? "repeated " : ""
        let options = names(field.options, extending: "google.protobuf.FieldOptions").map { "(\($0)) = true" }
        let brackets = options.isEmpty ? "" : " [\(options.joined(separator: ", "))]"
        var typeName = word + name(of: field.kind, in: scope)
        if case .message(let name) = field.kind, let entry = message(name), entry.isMapEntry, entry.fields.count == 2 {
            let (key, value) = (entry.fields[0].kind, entry.fields[1].kind)
            typeName = "map<\(self.name(of: key, in: scope)), \(self.name(of: value, in: scope))>"
        }
        return "\(indent)\(typeName) \(field.name) = \(field.number)\(brackets);" + trailing(field.comment)
    }

    /// As a .proto file names it, without the package it stands in.
    public func name(of kind: FieldDeclaration.Kind, in scope: String) -> String {
        switch kind {
        case .message(let name), .enum(let name): short(name, scope)
        case .unsupported(let number): "type\(number)"
        default: "\(kind)"
        }
    }

    private func short(_ name: String, _ scope: String) -> String {
        guard let dot = scope.lastIndex(of: ".") else { return name }
        let package = scope[...dot]
        return name.hasPrefix(package) ? String(name.dropFirst(package.count)) : name
    }

    private func names(_ options: DeclaredOptions, extending extendee: String) -> [String] {
        set.files.flatMap(\.extensions)
            .filter { $0.extendee == extendee && options.isSet($0.number) }.map(\.name)
    }

    private func comment(_ comment: Comment, _ indent: String) -> [String] {
        comment.lines.map { "\(indent)// \(printable($0))" }
    }

    private func trailing(_ comment: Comment) -> String {
        comment.lines.isEmpty ? "" : "  // " + printable(comment.lines.joined(separator: " "))
    }

    /// Comments are a stranger's text; a terminal obeys some of it.
    private func printable(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 0x20 || 0x7f...0x9f ~= $0.value ? "?" : Character($0) })
    }

    private func example(_ type: String, inside: [String]) -> JSONValue {
        guard let message = message(type), !inside.contains(type), inside.count < 6 else { return .object([]) }
        var seen: Set<Int> = []
        var members: [JSONValue.Member] = []
        for field in message.fields {
            if let oneof = field.oneof, !seen.insert(oneof).inserted { continue }
            let value = example(field.kind, inside: inside + [type])
            members.append(.init(field.jsonName, field.isRepeated ? .array([value]) : value))
        }
        return .object(members)
    }

    private func example(_ kind: FieldDeclaration.Kind, inside: [String]) -> JSONValue {
        switch kind {
        case .bool: .bool(false)
        case .string: ""
        case .bytes: ""
        case .double, .float: .double(0)
        case .enum(let name): .string(enumeration(name)?.values.first?.name ?? "")
        case .message(let name): example(name, inside: inside)
        default: .integer(0)
        }
    }
}
