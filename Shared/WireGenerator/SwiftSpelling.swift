// How fields are spelled as Swift types and values.

extension FieldKind {
    var swiftType: String {
        switch self {
        case .int32: "Int32"
        case .int64: "Int64"
        case .uint32: "UInt32"
        case .uint64: "UInt64"
        case .float: "Float"
        case .double: "Double"
        case .bool: "Bool"
        case .string: "String"
        case .bytes: "[UInt8]"
        case .enum(let name), .message(let name): "Proto." + name
        }
    }

    /// The proto3 default of a single field.
    var swiftDefault: String {
        switch self {
        case .int32, .int64, .uint32, .uint64, .float, .double: "0"
        case .bool: "false"
        case .string: "\"\""
        case .bytes: "[]"
        case .enum(let name): "Proto.\(name)(rawValue: 0)"
        case .message: "nil"
        }
    }

    var isMessage: Bool {
        if case .message = self { true } else { false }
    }
}

extension SchemaField {
    var swiftName: String { Naming.lowerCamel(field: name) }

    var swiftType: String {
        if isRepeated { return "[\(kind.swiftType)]" }
        return kind.isMessage ? kind.swiftType + "?" : kind.swiftType
    }

    var swiftDefault: String { isRepeated ? "[]" : kind.swiftDefault }
}

extension SchemaMember {
    var swiftName: String {
        switch self {
        case .field(let field): field.swiftName
        case .oneof(let oneof, _): Naming.lowerCamel(field: oneof.name)
        }
    }

    /// As an argument label, where Swift's keywords need no quotes.
    var label: String { swiftName.filter { $0 != "`" } }

    func swiftType(in message: SchemaMessage) -> String {
        switch self {
        case .field(let field): field.swiftType
        case .oneof(let oneof, _): "Proto.\(message.name).\(Naming.upperCamel(oneof.name))?"
        }
    }

    var swiftDefault: String {
        switch self {
        case .field(let field): field.swiftDefault
        case .oneof: "nil"
        }
    }
}
