/// Which messages hold a secret, themselves or in a message they contain.
struct SecretMap {
    private let holders: Set<String>

    init(_ schema: Schema) {
        var holders = Set(schema.messages.filter { $0.fields.contains(where: \.isSecret) }.map(\.name))
        var size = -1
        while size != holders.count {
            size = holders.count
            for message in schema.messages where message.fields.contains(where: { $0.isHeld(in: holders) }) {
                holders.insert(message.name)
            }
        }
        self.holders = holders
    }

    func isHolder(_ message: String) -> Bool { holders.contains(message) }

    /// The field is a message that holds a secret.
    func leadsToSecret(_ field: SchemaField) -> Bool { field.isHeld(in: holders) }
}

extension SchemaField {
    fileprivate func isHeld(in holders: Set<String>) -> Bool {
        if case .message(let name) = kind { holders.contains(name) } else { false }
    }
}

/// `redacted()` and `masked(by:)` of one message.
struct RedactionEmitter {
    let message: SchemaMessage
    let secrets: SecretMap

    /// What stands where a secret stood.
    private enum Style {
        case emptied
        case masked

        var signature: String {
            switch self {
            case .emptied: "public func redacted() -> Self"
            case .masked: "public func masked(by mask: SecretMask) -> Self"
            }
        }

        /// The same, of a message inside the message.
        var call: String {
            switch self {
            case .emptied: "redacted()"
            case .masked: "masked(by: mask)"
            }
        }
    }

    func emit(to out: inout SourceWriter) {
        for style in [Style.emptied, .masked] {
            out.line()
            guard secrets.isHolder(message.name) else {
                out.line("\(style.signature) { self }")
                continue
            }
            out.block(style.signature) { out in
                out.line("var copy = self")
                for member in message.members { emit(member, style, to: &out) }
                out.line("return copy")
            }
        }
    }

    private func emit(_ member: SchemaMember, _ style: Style, to out: inout SourceWriter) {
        switch member {
        case .field(let field) where field.isSecret:
            out.line("copy.\(field.swiftName) = \(substitute(for: field, style))")
        case .field(let field) where secrets.leadsToSecret(field):
            let call = field.isRepeated ? ".map { $0.\(style.call) }" : "?.\(style.call)"
            out.line("copy.\(field.swiftName) = \(field.swiftName)\(call)")
        case .oneof(_, let fields) where fields.contains(where: { $0.isSecret || secrets.leadsToSecret($0) }):
            emitOneof(member, fields, style, to: &out)
        default: break
        }
    }

    /// Text and bytes can carry a mask; everything else that is secret is emptied in both styles.
    private func substitute(for field: SchemaField, _ style: Style) -> String {
        guard style == .masked, field.kind.isMaskable else { return field.swiftDefault }
        return field.isRepeated ? "\(field.swiftName).map { mask($0) }" : "mask(\(field.swiftName))"
    }

    private func emitOneof(
        _ member: SchemaMember, _ fields: [SchemaField], _ style: Style, to out: inout SourceWriter
    ) {
        out.block("switch \(member.swiftName)") { out in
            for field in fields where field.isSecret {
                let isMasked = style == .masked && field.kind.isMaskable
                let empty = field.kind.isMessage ? field.kind.swiftType + "()" : field.kind.swiftDefault
                out.line(
                    "case .\(field.swiftName)\(isMasked ? "(let value)" : ""): "
                        + "copy.\(member.swiftName) = .\(field.swiftName)(\(isMasked ? "mask(value)" : empty))")
            }
            for field in fields where !field.isSecret && secrets.leadsToSecret(field) {
                out.line(
                    "case .\(field.swiftName)(let value): "
                        + "copy.\(member.swiftName) = .\(field.swiftName)(value.\(style.call))")
            }
            out.line("default: break")
        }
    }
}

extension FieldKind {
    fileprivate var isMaskable: Bool { self == .string || self == .bytes }
}
